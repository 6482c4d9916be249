"""What a program does with PyTorch's functions with gradients: see torch.py."""

from torch import (  # noqa: F401
    Tensor,
    _of_any_order,
    any_value,
    enable_grad,
    inference_mode,
    no_grad,
)
from torch_itself import AnyBase


class FunctionCtx(AnyBase):
    def __init__(self):
        self.needs_input_grad = any_value

    def save_for_backward(self, *tensors):
        self.saved_tensors = tensors

    def mark_non_differentiable(self, *tensors):
        return None

    mark_dirty = set_materialize_grads = mark_non_differentiable


def _gradient(made):
    """It has the shape and the dtype of what it is of, and any strides."""
    if isinstance(made, Tensor):
        return (_of_any_order(made._like),)
    return tuple([_of_any_order(one._like) for one in made])


class Function(AnyBase):
    @classmethod
    def apply(cls, *args):
        ctx = FunctionCtx()
        made = cls.forward(ctx, *args)
        if any_value:  # where somebody asks for gradients
            cls.backward(ctx, *_gradient(made))
        return made
