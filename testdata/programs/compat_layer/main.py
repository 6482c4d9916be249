import numpy as np
from compat import blocks
from filters import entropy, normalize

p = np.arange(1, 101, dtype=np.float64)
out = np.zeros_like(p)
normalize[blocks(p.size), 128](p, p.sum())
entropy[blocks(p.size), 128](p, out)
print(f"{p.sum():.6f} {out.sum():.6f}")
