"""Rates that a map can show by region. The values are made up, whatever the region."""

from dataclasses import dataclass

__all__ = ["RATES", "Rate"]


@dataclass(frozen=True, slots=True)
class Rate:
    """A rate; `phrase` stands after "the", `steps` are widths that a class of the legend may have."""

    phrase: str
    unit: str
    steps: tuple[float, ...]

    @property
    def title(self) -> str:
        """The phrase as a heading."""
        return self.phrase[0].upper() + self.phrase[1:]


RATES = (
    Rate("number of farm shops", "shops", (5, 10)),
    Rate("share of pupils who cycle to school", "percent", (5, 10)),
    Rate("number of owl sightings", "sightings", (10, 20)),
    Rate("average wait for a library book", "days", (2, 4)),
    Rate("number of chess clubs", "clubs", (4, 10)),
    Rate("number of recycling points", "points", (10, 20)),
    Rate("share of homes with a vegetable bed", "percent", (5, 10)),
    Rate("number of village fairs", "fairs", (2, 5)),
)
