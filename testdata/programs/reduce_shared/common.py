import math

TPB = 128


def blocks(n, tpb=TPB):
    return int(math.ceil(n / tpb))
