"""What a program does with PyTorch's modules: see torch.py."""

from torch import Tensor
from torch_itself import AnyBase


class Module(AnyBase):
    def __init__(self, *args, **kwargs):
        self.training = True

    def __call__(self, *args, **kwargs):
        return self.forward(*args, **kwargs)

    def register_buffer(self, name, tensor, persistent=True):
        setattr(self, name, tensor)

    def register_parameter(self, name, param):
        setattr(self, name, param)

    def cuda(self, device=None):
        return self

    def cpu(self):
        return self

    def train(self, mode=True):
        self.training = mode
        return self

    def eval(self):
        return self.train(False)

    def requires_grad_(self, requires_grad=True):
        return self

    def zero_grad(self, set_to_none=True):
        return None


class Parameter(Tensor):
    def __init__(self, data, requires_grad=True):
        super().__init__(like=data._like, data=data._data, is_ordered=data._is_ordered)
