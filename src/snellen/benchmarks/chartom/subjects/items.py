"""Items side by side, with one value each: plain, over a wide span of sizes, and such as an icon stands for."""

from dataclasses import dataclass

__all__ = ["GROUPS", "ICON_GROUPS", "SPREAD_GROUPS", "Group", "IconGroup"]


@dataclass(frozen=True, slots=True)
class Group:
    """Items of a kind (`noun`) and what is counted or measured of each.

    `steps` are sizes that a tenth of the largest value may have. No name is part of another, and none has a comma,
    a digit or the word "and" in it.
    """

    title: str
    noun: str
    unit: str
    steps: tuple[float, ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class IconGroup:
    """Items whose values are shown by icons of a `shape`."""

    title: str
    noun: str
    unit: str
    steps: tuple[float, ...]
    names: tuple[str, ...]
    shape: str


_TOWNS = ("Elmsford", "Norhaven", "Tarn", "Weston", "Merrow", "Hillcrest", "Delmont")
_TEAMS = ("Falcons", "Otters", "Badgers", "Herons", "Wolves", "Lynxes")

GROUPS = (
    Group(
        "Loaves sold by each bakery last week",
        "bakery",
        "loaves",
        (50, 100),
        ("Crust", "Millers", "Oven", "Sunrise", "Rye House"),
    ),
    Group(
        "Books lent by each library last month",
        "library",
        "books",
        (100, 200),
        ("Ashby", "Central", "Riverside", "Hilltop", "Station"),
    ),
    Group("Rainfall in each town last year", "town", "millimetres", (50, 100), _TOWNS),
    Group(
        "Employees of each department",
        "department",
        "employees",
        (4, 10, 20),
        ("Sales", "Design", "Support", "Finance", "Logistics"),
    ),
    Group("Points of each team this season", "team", "points", (4, 10), _TEAMS),
    Group(
        "Screen time by activity each week",
        "activity",
        "minutes",
        (20, 50),
        ("Messages", "Video", "Games", "News", "Maps"),
    ),
    Group(
        "Daily visitors of each museum",
        "museum",
        "visitors",
        (50, 100),
        ("Clocks", "Ships", "Minerals", "Toys", "Textiles"),
    ),
    Group(
        "Price of a night at each hotel",
        "hotel",
        "dollars",
        (10, 20),
        ("Anchor", "Belvedere", "Crown", "Lakeview", "Palm Court"),
    ),
    Group(
        "Fruit sold at the market on Saturday",
        "fruit",
        "kilograms",
        (10, 20, 50),
        ("Apples", "Cherries", "Figs", "Lemons", "Peaches"),
    ),
    Group(
        "Students of each subject", "subject", "students", (10, 20), ("Biology", "History", "Music", "Physics", "Latin")
    ),
    Group("Weight of each dog", "dog", "kilograms", (2, 4), ("Bruno", "Coco", "Milo", "Nala", "Rex")),
    Group("Range of each electric van", "van", "kilometres", (20, 50), ("Atlas", "Courier", "Mule", "Porter", "Swift")),
    Group(
        "Sugar in a bottle of each drink",
        "drink",
        "grams",
        (2, 4),
        ("Cola", "Lemonade", "Iced tea", "Tonic", "Ginger beer"),
    ),
    Group("Calls answered by each agent", "agent", "calls", (4, 10, 20), ("Amara", "Boris", "Chen", "Dana", "Elif")),
    Group("Trees in each park", "park", "trees", (50, 100), ("Corin", "Founders", "Meadow", "Quarry", "Willow")),
    Group("Battery life of each phone", "phone", "hours", (2, 4), ("Nova", "Orbit", "Pixelate", "Quill", "Zen")),
    Group(
        "Heating cost of each building",
        "building",
        "thousand euros",
        (2, 4),
        ("Annex", "Gymnasium", "Town hall", "Old mill", "Station"),
    ),
    Group(
        "Goals by each player in two seasons",
        "player",
        "goals",
        (2, 4),
        ("Ortiz", "Novak", "Sato", "Lindqvist", "Okoye"),
    ),
    Group(
        "Milk delivered by each farm",
        "farm",
        "thousand litres",
        (4, 10, 20),
        ("Green", "Highfield", "Brook", "Stonegate", "Larch"),
    ),
    Group(
        "Tickets sold for each play",
        "play",
        "tickets",
        (50, 100),
        ("Tempest", "Lantern", "Orchard", "Night Ferry", "Glass"),
    ),
    Group("Length of each trail", "trail", "kilometres", (2, 4), ("Cliff", "Forest", "Lake", "Ridge", "Valley")),
    Group(
        "Donations to each charity",
        "charity",
        "thousand pounds",
        (4, 10, 20),
        ("Harbour", "Lighthouse", "Open Door", "Seedling", "Bridge"),
    ),
    Group(
        "Photographs taken by each camera",
        "camera",
        "photographs",
        (100, 200),
        ("Argus", "Bellows", "Focal", "Iris", "Prism"),
    ),
    Group(
        "Time on the bus from each stop", "stop", "minutes", (2, 4), ("Abbey", "Canal", "Depot", "Market", "University")
    ),
    Group("Eggs collected from each coop", "coop", "eggs", (10, 20), ("Barn", "Garden", "Hedge", "Orchard", "Paddock")),
    Group("Seats in each cinema", "cinema", "seats", (20, 50), ("Astor", "Capitol", "Lux", "Odyssey", "Rialto")),
)

SPREAD_GROUPS = (
    Group(
        "Followers of each band",
        "band",
        "followers",
        (100, 1000),
        ("Copper Sky", "Driftwood", "Paper Kites", "Static", "Velvet Owls"),
    ),
    Group(
        "Inhabitants of each village",
        "village",
        "inhabitants",
        (10, 100),
        ("Arden", "Bramley", "Coombe", "Dunmore", "Esk"),
    ),
    Group(
        "Bacteria in a sample from each pond",
        "pond",
        "thousand a litre",
        (10, 100),
        ("Duck", "Heron", "Lily", "Mill", "Reed"),
    ),
    Group("Words in each folder", "folder", "words", (10, 100), ("Amber", "Cobalt", "Indigo", "Scarlet", "Violet")),
    Group(
        "Downloads of each app",
        "app",
        "downloads",
        (100, 1000),
        ("Budgety", "Chordal", "Gardenia", "Skylark", "Trackle"),
    ),
    Group(
        "Paintings in each collection",
        "collection",
        "paintings",
        (10, 100),
        ("Baron", "Civic", "Delgado", "Ester", "Royal"),
    ),
)

ICON_GROUPS = (
    IconGroup("Houses built by each town last year", "town", "houses", (10, 20, 50), _TOWNS, "house"),
    IconGroup(
        "Trees planted by each school",
        "school",
        "trees",
        (10, 20, 50),
        ("Abbey", "Castle", "Grove", "Northgate", "Priory"),
        "tree",
    ),
    IconGroup(
        "Bottles filled by each plant each minute",
        "plant",
        "bottles",
        (20, 50),
        ("Alpha", "Beacon", "Cascade", "Delta", "Fountain"),
        "bottle",
    ),
    IconGroup(
        "Members of each club",
        "club",
        "members",
        (10, 20),
        ("Archery", "Chess", "Choir", "Fencing", "Sailing"),
        "person",
    ),
    IconGroup(
        "Books published by each press",
        "press",
        "books",
        (4, 10, 20),
        ("Acorn", "Heron", "Lantern", "Quill", "Pelican"),
        "book",
    ),
    IconGroup(
        "Boats moored at each harbour",
        "harbour",
        "boats",
        (10, 20),
        ("Cove", "Ferry Pier", "Inlet", "Old Quay", "Sandbank"),
        "boat",
    ),
    IconGroup(
        "Guests staying at each camp",
        "camp",
        "guests",
        (10, 20),
        ("Birch", "Cedar", "Maple", "Pine", "Spruce"),
        "person",
    ),
)
