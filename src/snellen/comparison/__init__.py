"""Sets of scores compared: unpaired by strata, conditions on the same questions in pairs, and what could be found."""

from snellen.comparison.mantel_haenszel import MantelHaenszel, mantel_haenszel
from snellen.comparison.paired import ComparedCondition, PairedComparison, compare_conditions
from snellen.comparison.records import Compared, FreshRecord, StratumRecord, read_fresh, write_fresh
from snellen.comparison.strata import LEAST_GROUPS, merge_strata, strata_of
from snellen.comparison.stratified import Difference, Sample, stratified_difference
from snellen.comparison.tables import compare_results
from snellen.statistics import detectable_gap, power_of

__all__ = [
    "LEAST_GROUPS",
    "Compared",
    "ComparedCondition",
    "Difference",
    "FreshRecord",
    "MantelHaenszel",
    "PairedComparison",
    "Sample",
    "StratumRecord",
    "compare_conditions",
    "compare_results",
    "detectable_gap",
    "mantel_haenszel",
    "merge_strata",
    "power_of",
    "read_fresh",
    "strata_of",
    "stratified_difference",
    "write_fresh",
]
