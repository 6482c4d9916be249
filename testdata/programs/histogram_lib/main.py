import histlib
import numpy as np

data = np.linspace(0, 1, 1000, endpoint=False)
print(histlib.histogram(data).tolist())
print(histlib.histogram(data.astype(np.float32), bins=50, range=(0.0, 2.0)).sum())
