def launch(kernel, threads, *args):
    n = args[-1].size
    kernel[(n + threads - 1) // threads, threads](*args)
