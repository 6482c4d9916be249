import numpy as np
from cg import solve
from matrices import poisson

a = poisson(20)
x = solve(a, np.ones(a.rows), iterations=30)
print(f"{x.sum():.3f} {x.max():.3f}")
