import numpy as np
from make import make_scale

double = make_scale(2)
half = make_scale(0.5)

a = np.arange(10, dtype=np.float64)
out = np.zeros_like(a)
double[1, 32](a, out)
half[1, 32](a.astype(np.float32), out.astype(np.float32))
