import numpy as np
from config import CFG, Kind
from paths import price_paths


def price(strike, kind, seed=7):
    rng = np.random.RandomState(seed)
    shape = (CFG["grid"]["paths"], CFG["grid"]["steps"])
    noise = rng.standard_normal(shape)
    out = np.empty(shape[0])
    price_paths[CFG["grid"]["paths"] // CFG["threads"], CFG["threads"]](noise, strike, kind, out)
    return out.mean()


if __name__ == "__main__":
    for strike in CFG["strikes"]:
        print(f"{strike} {price(strike, Kind.CALL):.3f} {price(strike, Kind.PUT):.3f}")
