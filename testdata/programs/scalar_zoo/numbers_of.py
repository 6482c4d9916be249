import enum

SIZES = (1, 2.0, 3)
TABLE = {"eps": {"value": 1e-3, "unit": "m"}}


class Level(enum.Enum):
    LOW = 1
    HIGH = 2.5
