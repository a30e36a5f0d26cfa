"""What many scores say: intervals and tests that know which scores belong together.

A subject a file: a proportion (`proportions`), the standard error of scores in groups (`clusters`), accuracies of a
results table (`accuracies`), two conditions on the same questions (`paired`, `paired_tests`), many tests at once
(`multiplicity`), and how small a difference can be found (`power`). The logistic regression is `snellen.trends`.
"""

from snellen.statistics.accuracies import accuracy_by
from snellen.statistics.clusters import clustered_standard_error
from snellen.statistics.multiplicity import holm
from snellen.statistics.paired import PairedDifference, paired_difference
from snellen.statistics.paired_tests import McNemar, SignFlip, mcnemar, sign_flip
from snellen.statistics.power import detectable_gap, power_of
from snellen.statistics.proportions import wilson_interval

__all__ = [
    "McNemar",
    "PairedDifference",
    "SignFlip",
    "accuracy_by",
    "clustered_standard_error",
    "detectable_gap",
    "holm",
    "mcnemar",
    "paired_difference",
    "power_of",
    "sign_flip",
    "wilson_interval",
]
