import numpy as np


def gamma_table(gamma):
    return (255 * (np.arange(256) / 255) ** gamma).round().astype(np.uint8)


TABLES = {name: gamma_table(g) for name, g in [("dark", 2.2), ("bright", 0.45)]}
