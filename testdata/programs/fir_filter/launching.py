from functools import partial


def launch(kernel, n, *args, threads=128):
    kernel[(n + threads - 1) // threads, threads](*args)


launch_small = partial(launch, threads=32)
