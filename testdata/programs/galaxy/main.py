import numpy as np
from galaxy.bodies import Bodies
from galaxy.integrate import leapfrog

bodies = leapfrog(Bodies.random(100), dt=1e-3, steps=4)
momentum = (bodies.mass[:, None] * bodies.vel).sum(axis=0)
print(f"{np.abs(bodies.pos).mean():.3f} {np.abs(momentum).max() < 1e-5}")
