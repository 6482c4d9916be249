import numpy as np
import ops  # registers the kernels
from registry import KERNELS, get


def activate(name, x, *extra):
    y = np.empty_like(x)
    get(name)[(x.size + 31) // 32, 32](x, y, *extra)
    return y


x = np.linspace(-2, 2, 50, dtype=np.float32)
for name in ("relu", "gelu"):
    print(name, f"{activate(name, x).sum():.3f}")
print("leaky", f"{activate('leaky', x.astype(np.float64), 0.1).sum():.3f}", len(KERNELS))
