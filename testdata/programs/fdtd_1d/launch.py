def configured(kernel, n, threads=64):
    """The kernel with enough blocks for n threads."""
    return kernel[(n + threads - 1) // threads, threads]
