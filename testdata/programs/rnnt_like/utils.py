def rows(x):
    return x.shape[0]


def check_contiguous(x, name):
    if not x.flags["C_CONTIGUOUS"]:
        raise ValueError(f"{name} must be contiguous")
