"""Things counted by ranges of a measure, for histograms."""

from dataclasses import dataclass

__all__ = ["DENSITIES", "Density"]


@dataclass(frozen=True, slots=True)
class Density:
    """What is counted (`things`), by which `measure` in which `unit`.

    `width` is the width of the narrowest range, `start` where the first begins; `steps` are sizes that one gridline of
    the count of such a range may have.
    """

    title: str
    things: str
    measure: str
    unit: str
    start: float
    width: float
    steps: tuple[float, ...]


DENSITIES = (
    Density("Visitors of the zoo by age", "visitors", "Age (years)", "years", 10, 10, (10, 20)),
    Density("Parcels by weight", "parcels", "Weight (kilograms)", "kilograms", 0, 5, (20, 50)),
    Density("Journeys to work by duration", "journeys", "Duration (minutes)", "minutes", 0, 10, (20, 50)),
    Density("Trees of the park by height", "trees", "Height (metres)", "metres", 0, 5, (5, 10)),
    Density("Flats by floor area", "flats", "Floor area (square metres)", "square metres", 20, 20, (10, 20)),
)
