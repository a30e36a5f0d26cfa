"""Wholes that divide into shares, and polls in which people may give several answers."""

from dataclasses import dataclass

__all__ = ["POLLS", "WHOLES", "Poll", "Whole"]


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole and the names of its parts (`noun`), which take up all of it."""

    title: str
    noun: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Poll:
    """A question that people answered with one or more of `names`."""

    title: str
    noun: str
    names: tuple[str, ...]


WHOLES = (
    Whole("How commuters of Norhaven travel", "means of travel", ("Bus", "Bicycle", "Car", "Train", "On foot")),
    Whole("Expenses of Alder Works", "expense", ("Wages", "Energy", "Rent", "Materials", "Transport")),
    Whole("Market shares of phone makers", "maker", ("Nova", "Orbit", "Quill", "Zen", "Halo")),
    Whole("Land use in the county of Vantage", "use", ("Forest", "Pasture", "Crops", "Towns", "Wetland")),
    Whole("Sales of the Corner Cafe by drink", "drink", ("Coffee", "Tea", "Juice", "Cocoa", "Water")),
    Whole("Votes in the club election", "candidate", ("Amara", "Boris", "Chen", "Dana", "Elif")),
    Whole("Electricity of Tarn by source", "source", ("Wind", "Water", "Solar", "Gas", "Biomass")),
    Whole("Books of Ashby Library by kind", "kind", ("Novels", "History", "Science", "Travel", "Poetry")),
    Whole("Household waste in Holt", "material", ("Paper", "Glass", "Food", "Plastic", "Metal")),
    Whole("Music played by Radio Seven", "genre", ("Jazz", "Rock", "Folk", "Soul", "Techno")),
    Whole("Visitors of Calder Castle by origin", "origin", ("Local", "Domestic", "European", "Asian", "American")),
    Whole("Time of a nurse's day by task", "task", ("Patients", "Records", "Meetings", "Supplies", "Breaks")),
    Whole("Crops of the Marren plain", "crop", ("Wheat", "Maize", "Barley", "Beets", "Clover")),
    Whole("Budget of the Lantern Theatre", "item", ("Actors", "Stage", "Adverts", "Costumes", "Heating")),
    Whole("Passengers of the Skye ferry", "kind", ("Tourists", "Islanders", "Drivers", "Pupils", "Crew")),
)

POLLS = (
    Poll("Fruit that people eat each week", "fruit", ("Apples", "Bananas", "Oranges", "Grapes", "Pears")),
    Poll("Languages that guides speak", "language", ("English", "Spanish", "French", "German", "Italian")),
    Poll("Devices that pupils own", "device", ("Phone", "Laptop", "Tablet", "Console", "Watch")),
    Poll("News that readers follow", "subject", ("Weather", "Sports", "Politics", "Business", "Culture")),
    Poll("Tools that gardeners own", "tool", ("Spade", "Shears", "Hose", "Mower", "Rake")),
)
