import argparse


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("--n", type=int, default=1000)
    parser.add_argument("--alpha", type=float, default=2.5)
    parser.add_argument("--single", action="store_true")
    return parser.parse_args()
