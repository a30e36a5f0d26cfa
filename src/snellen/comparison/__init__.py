"""Two unpaired sets of scores compared: strata, differences with intervals and tests, and what could be found."""

from snellen.comparison.mantel_haenszel import MantelHaenszel, mantel_haenszel
from snellen.comparison.power import detectable_gap, power_of
from snellen.comparison.records import Compared, FreshRecord, StratumRecord, read_fresh, write_fresh
from snellen.comparison.strata import LEAST_GROUPS, merge_strata, strata_of
from snellen.comparison.stratified import Difference, Sample, stratified_difference
from snellen.comparison.tables import compare_results

__all__ = [
    "LEAST_GROUPS",
    "Compared",
    "Difference",
    "FreshRecord",
    "MantelHaenszel",
    "Sample",
    "StratumRecord",
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
