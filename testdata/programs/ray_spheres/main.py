import numpy as np
from render import render
from scene import Camera, Scene

scene = Scene().add(0, 0, 0, 1.0).add(0.8, 0.5, -0.5, 0.3, shade=0.5)
image = np.zeros((24, 32), np.float32)
render[(4, 3), (8, 8)](scene.spheres, Camera(), scene.light, image)
print(f"{image.sum():.2f} {np.count_nonzero(image)}")
