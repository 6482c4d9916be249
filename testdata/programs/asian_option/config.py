from enum import IntEnum


class Kind(IntEnum):
    CALL = 1
    PUT = 2


CFG = {
    "market": {"spot": 100.0, "rate": 0.05, "vol": 0.2},
    "grid": {"paths": 256, "steps": 16},
    "threads": 64,
    "strikes": [90.0, 100.0, 110.0],
}
DT = 1.0 / CFG["grid"]["steps"]
