import numpy as np
from quant import Quantizer
from tables import FORMATS

x = np.linspace(0, 1, 33, dtype=np.float32)
for name in FORMATS:
    q = Quantizer(name)(x)
    print(name, q.dtype, q.astype(np.int64).sum())
