"""What a results table of BIY says: the paper's section 2.3, and the same with what it leaves out."""

from snellen.benchmarks.biy.analysis.agreement import SUBJECTS, consistency, fault_counts
from snellen.benchmarks.biy.analysis.conditions import STRATEGIES, TASKS, conditioned, in_order
from snellen.benchmarks.biy.analysis.figures import (
    COUNTS,
    LOCATED,
    THRESHOLDS,
    VALUES,
    both_protocols,
    counted_scores,
    mean_errors,
    mean_scores,
    precision_recall,
    validity,
)
from snellen.benchmarks.biy.analysis.floors import FLOORS, floor_rows
from snellen.benchmarks.biy.analysis.regression import (
    REFERENCE,
    DesignEffects,
    adjusted_design_effects,
    design_cells,
    design_effects,
)

__all__ = [
    "COUNTS",
    "FLOORS",
    "LOCATED",
    "REFERENCE",
    "STRATEGIES",
    "SUBJECTS",
    "TASKS",
    "THRESHOLDS",
    "VALUES",
    "DesignEffects",
    "adjusted_design_effects",
    "both_protocols",
    "conditioned",
    "consistency",
    "counted_scores",
    "design_cells",
    "design_effects",
    "fault_counts",
    "floor_rows",
    "in_order",
    "mean_errors",
    "mean_scores",
    "precision_recall",
    "validity",
]
