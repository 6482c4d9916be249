import numpy as np

from ._kernels import get_kernels


class Loss:
    """forward() gives the loss, backward() the gradient."""

    name = None

    def __init__(self, reduction="mean", *args):
        self.reduction = reduction
        self._args = args
        self._forward, self._backward = get_kernels(self.name)

    def _grid(self, x):
        return -(-x.size // 64), 64

    def forward(self, pred, target):
        self.saved = (pred, target)
        each = np.empty_like(pred)
        self._forward[self._grid(pred)](pred, target, each, *self._args)
        return each.mean() if self.reduction == "mean" else each.sum()

    def backward(self):
        pred, target = self.saved
        grad = np.empty(pred.shape, pred.dtype)
        scale = 1.0 / pred.size if self.reduction == "mean" else 1.0
        self._backward[self._grid(pred)](pred, target, grad, scale, *self._args)
        return grad
