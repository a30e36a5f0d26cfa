"""The published results on GRAB, as printed: Tables 3 to 6 and Appendix D of the paper, and later figures."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Literal

from pydantic import BaseModel, ConfigDict

__all__ = ["LaterResult", "PublishedGrab", "PublishedModel", "correct_of", "published_grab"]


class _Record(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class PublishedModel(_Record):
    """One model's published accuracies, in percent to one decimal; None where the paper gives none.

    `overall` and `tasks` are of Table 3 (exact match, 2170 questions), `categories` of Table 4. `single_answer` and
    `multiple_choice` (five options) are of Table 5, both on the Properties task; `ocr` is of Table 6. `version` is the
    version that Appendix D names, for models behind an interface.
    """

    model: str
    access: Literal["closed", "open"]
    version: str | None
    overall: float | None
    tasks: Mapping[str, float] | None
    categories: Mapping[str, float] | None
    single_answer: float | None
    multiple_choice: float | None
    ocr: float | None


class LaterResult(_Record):
    """An accuracy in percent from the project's page, on a larger set: `real_questions` of it on real pictures."""

    model: str
    overall: float
    questions: int
    real_questions: int
    year: int


class PublishedGrab(_Record):
    """All published figures, with the number of questions behind each.

    `errata` are the misprints that were put right here: the header of Table 3 prints 410 for Series, which has 490
    questions. `chance` is the accuracy of guessing, in percent, where there are options to guess from.
    """

    title: str
    sources: Mapping[str, str]
    errata: tuple[str, ...]
    task_questions: Mapping[str, int]
    category_questions: Mapping[str, int]
    chance: Mapping[str, float]
    ocr_questions: int
    models: tuple[PublishedModel, ...]
    later: tuple[LaterResult, ...]
    lite_questions: int

    @property
    def questions(self) -> int:
        """The number of questions of the original set: 2170."""
        return sum(self.task_questions.values())

    def model(self, name: str) -> PublishedModel:
        """The row of the model of that name. Raises KeyError where there is none."""
        for row in self.models:
            if row.model == name:
                return row
        raise KeyError(name)

    def main_rows(self) -> list[PublishedModel]:
        """The models of Tables 3 and 4, in the paper's order."""
        return [row for row in self.models if row.tasks and row.categories]


@cache
def published_grab() -> PublishedGrab:
    """The published results on GRAB, from the data file beside this module.

    Source: GRAB, Tables 3, 4, 5 and 6 and Appendix D; the project's page for `later`.
    """
    return PublishedGrab.model_validate_json(files("snellen.published").joinpath("grab.json").read_bytes())


def correct_of(percent: float, questions: int) -> int:
    """How many of `questions` were right, from a percentage printed to one decimal.

    Exact below 1000 questions, where no two counts print the same. Raises ValueError where no count prints so.

    >>> correct_of(41.8, 660)
    276
    """
    correct = round(percent * questions / 100)
    if abs(100 * correct / questions - percent) > 0.05 + 1e-9:
        raise ValueError(f"no number of right answers out of {questions} prints as {percent} %")
    return correct
