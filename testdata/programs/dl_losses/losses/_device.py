from numba import cuda

device = cuda.jit(device=True)


@device
def mse(d):
    return d * d


@device
def mse_grad(d):
    return 2 * d


@device
def l1(d):
    return abs(d)


@device
def l1_grad(d):
    return 1.0 if d > 0 else -1.0


@device
def huber(d, delta):
    a = abs(d)
    return 0.5 * d * d if a <= delta else delta * (a - 0.5 * delta)


@device
def huber_grad(d, delta):
    return max(-delta, min(d, delta))
