"""GRAB's questions on titles, legends and axis labels (Appendix C of the paper)."""

from collections.abc import Iterator

from snellen.benchmark import Cell, PlannedChart

__all__ = ["OCR_QUESTIONS", "ocr_cells", "plan_ocr_cell"]

OCR_QUESTIONS = 35
"""How many there are in the paper."""


def ocr_cells(questions: int, seed: int, *, extra: bool) -> list[Cell]:
    """The cells of so many questions; `extra` ones are asked only where their task is named."""
    raise NotImplementedError


def plan_ocr_cell(cell: Cell, seed: int) -> Iterator[PlannedChart]:
    """The planned charts of one cell."""
    raise NotImplementedError
