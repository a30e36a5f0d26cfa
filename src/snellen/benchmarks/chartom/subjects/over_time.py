"""Quantities over years: one at a time, over a wide span of sizes, and two of a kind."""

from dataclasses import dataclass

__all__ = ["PAIRS_OF_SERIES", "SERIES", "SPREAD_SERIES", "Rivals", "Series"]


@dataclass(frozen=True, slots=True)
class Series:
    """A quantity that has a value each year.

    `phrase` stands after "the"; `steps` are sizes that a tenth of the largest value may have.
    """

    phrase: str
    unit: str
    steps: tuple[float, ...]

    @property
    def title(self) -> str:
        """The phrase as a heading."""
        return self.phrase[0].upper() + self.phrase[1:]


@dataclass(frozen=True, slots=True)
class Rivals:
    """Two quantities in one unit, `first` and `second`, under one heading."""

    title: str
    first: str
    second: str
    unit: str
    steps: tuple[float, ...]


SERIES = (
    Series("honey harvest of the Linden valley", "tonnes", (4, 10, 20)),
    Series("number of members of the Harbour Rowing Club", "members", (20, 50, 100)),
    Series("water use of the town of Elmsford", "million litres", (20, 50)),
    Series("average rent of a two-room flat in Norhaven", "euros a month", (100, 200)),
    Series("number of day visitors to Calder Castle", "thousand visitors", (4, 10, 20)),
    Series("price of a kilogram of roasted coffee", "dollars", (1, 2)),
    Series("number of students of Fairbrook College", "students", (200, 500)),
    Series("yearly rainfall at Stone Point", "millimetres", (50, 100, 200)),
    Series("number of storks that nest in the Ferro marshes", "pairs", (4, 10, 20)),
    Series("electricity use of an average household in Tarn", "kilowatt-hours", (200, 500)),
    Series("number of books lent by Ashby Library", "thousand books", (4, 10, 20)),
    Series("paper recycled in the district of Holt", "tonnes", (50, 100, 200)),
    Series("number of cars that cross the Pell Bridge", "cars a day", (500, 1000, 2000)),
    Series("time of the winner of the Lakeside Run", "minutes", (4, 10)),
    Series("catch of the fishing fleet of Sandvik", "tonnes", (100, 200, 500)),
    Series("number of nurses at Mercy Hospital", "nurses", (20, 50)),
    Series("average waiting time at the Orrin clinic", "minutes", (2, 4, 10)),
    Series("number of letters delivered in Weston", "thousand letters", (50, 100)),
    Series("revenue of Brightwater Toys", "million dollars", (2, 4, 10)),
    Series("number of employees of Alder Works", "employees", (50, 100, 200)),
    Series("milk given by an average cow at Green Farm", "litres a year", (500, 1000)),
    Series("number of bicycles hired in Port Selby", "thousand hires", (4, 10, 20)),
    Series("wheat yield of the Marren plain", "tonnes a square kilometre", (50, 100)),
    Series("number of passengers of the Skye ferry", "thousand passengers", (10, 20, 50)),
    Series("depth of snow at Mount Kessel in March", "centimetres", (10, 20, 50)),
    Series("number of trees planted in Corin Park", "trees", (20, 50, 100)),
    Series("spending on road repairs in Lower Dale", "thousand pounds", (20, 50, 100)),
    Series("number of tickets sold by the Lantern Theatre", "thousand tickets", (2, 4, 10)),
    Series("fuel used by the buses of Merrow", "thousand litres", (50, 100)),
    Series("number of patents filed by Ostrava Optics", "patents", (4, 10, 20)),
    Series("length of cycle paths in Vantage County", "kilometres", (10, 20, 50)),
    Series("number of complaints about noise in Quayside", "complaints", (20, 50, 100)),
    Series("timber cut in the forest of Hale", "thousand cubic metres", (2, 4, 10)),
    Series("number of households with solar panels in Birchwood", "households", (50, 100, 200)),
    Series("price of a monthly pass of the Delmont tram", "crowns", (50, 100, 200)),
    Series("number of goals scored by FC Riverton", "goals", (4, 10)),
    Series("waste burnt at the Kiln Lane works", "thousand tonnes", (4, 10, 20)),
    Series("number of births at Saint Anne Hospital", "births", (100, 200)),
    Series("apple crop of the Tessin orchards", "tonnes", (20, 50, 100)),
    Series("number of emergency calls in Hillcrest", "calls a day", (4, 10, 20)),
)

SPREAD_SERIES = (
    Series("number of listeners of the podcast Night Trains", "listeners", (100, 1000)),
    Series("capacity of the solar parks in Osterland", "megawatts", (10, 100)),
    Series("number of visits to the site of Open Maps", "thousand visits", (10, 100)),
    Series("number of sensors in the Kelso weather network", "sensors", (10, 100)),
    Series("number of downloads of the game Tile Garden", "thousand downloads", (10, 100)),
    Series("number of rabbits on Gannet Island", "rabbits", (10, 100)),
    Series("number of shops that sell Meadow Oat Milk", "shops", (10, 100)),
    Series("yearly output of the Corvo battery plant", "thousand cells", (10, 100)),
)

PAIRS_OF_SERIES = (
    Rivals("Passengers by bus and by tram in Delmont", "Bus", "Tram", "thousand passengers", (20, 40, 100)),
    Rivals("Tea and coffee sold by Corner Grocers", "Tea", "Coffee", "kilograms", (20, 40, 100)),
    Rivals("Students of history and of physics", "History", "Physics", "students", (20, 40)),
    Rivals("Electricity from wind and from water in Tarn", "Wind", "Water", "gigawatt-hours", (20, 40, 100)),
    Rivals("Sales of print and of audio by Heron Books", "Print", "Audio", "thousand copies", (4, 10, 20)),
    Rivals("Visitors of the zoo and of the aquarium", "Zoo", "Aquarium", "thousand visitors", (10, 20, 40)),
    Rivals("Harvest of rye and of barley in Marren", "Rye", "Barley", "tonnes", (100, 200)),
    Rivals("Members of the chess club and of the choir", "Chess club", "Choir", "members", (4, 10, 20)),
    Rivals("Spending on parks and on libraries in Holt", "Parks", "Libraries", "thousand pounds", (40, 100)),
    Rivals("Exports of glass and of steel by Ferro", "Glass", "Steel", "million dollars", (4, 10, 20)),
)
