"""The dataset: sources, charts and questions in one format for every benchmark."""

from snellen.dataset.folder import Dataset, describe_validation_error, read_records
from snellen.dataset.lookup import QuestionLookup
from snellen.dataset.manifest import Counts, Fingerprints, Manifest
from snellen.dataset.names import Names, digest_of
from snellen.dataset.records import Axis, Chart, Question, Rectangle, Source, from_json_line, to_json_line
from snellen.dataset.writing import Fingerprinter, library_versions, write_dataset

__all__ = [
    "Axis",
    "Chart",
    "Counts",
    "Dataset",
    "Fingerprinter",
    "Fingerprints",
    "Manifest",
    "Names",
    "Question",
    "QuestionLookup",
    "Rectangle",
    "Source",
    "describe_validation_error",
    "digest_of",
    "from_json_line",
    "library_versions",
    "read_records",
    "to_json_line",
    "write_dataset",
]
