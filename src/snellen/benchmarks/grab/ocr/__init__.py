"""GRAB's questions on titles, legends and axis labels (Appendix C of the paper)."""

from snellen.benchmarks.grab.ocr.asked import KINDS
from snellen.benchmarks.grab.ocr.plan import ocr_cells, plan_ocr_cell
from snellen.benchmarks.grab.ocr.recompute import recompute_text

__all__ = ["KINDS", "OCR_QUESTIONS", "ocr_cells", "plan_ocr_cell", "recompute_text"]

OCR_QUESTIONS = 35
"""How many there are in the paper."""
