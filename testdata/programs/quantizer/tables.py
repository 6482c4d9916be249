from enum import Enum

import numpy as np


class Mode(Enum):
    NEAREST = 0
    FLOOR = 1


FORMATS = {
    "int8": {"dtype": np.int8, "scale": 127.0, "mode": Mode.NEAREST},
    "uint8": {"dtype": np.uint8, "scale": 255.0, "mode": Mode.FLOOR},
    "int16": {"dtype": np.int16, "scale": 32767.0, "mode": Mode.NEAREST},
}
