from .base import Loss


class MSE(Loss):
    name = "mse"


class L1(Loss):
    name = "l1"


class Huber(Loss):
    name = "huber"

    def __init__(self, delta=1.0, reduction="mean"):
        super().__init__(reduction, delta)
