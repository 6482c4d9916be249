import numpy as np
from losses import L1, MSE, Huber

pred = np.linspace(-1, 3, 100).astype(np.float32)
target = np.ones_like(pred)
for loss in (MSE(), L1(reduction="sum"), Huber(0.5)):
    value = loss.forward(pred, target)
    print(type(loss).__name__, f"{value:.4f} {np.abs(loss.backward()).sum():.4f}")
