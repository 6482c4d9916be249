"""What a program does with PyTorch's modules: see torch.py."""

from torch import Tensor, _device
from torch_itself import AnyBase, any_value


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

    def to(self, *given, device=None, dtype=None, non_blocking=False):
        for one in given:
            if not isinstance(one, (str, int, _device)):
                self.change_()
        if dtype is not None:
            self.change_()
        return self

    def double(self, *given, **named):
        self.change_()  # what nobody knows changes the module
        return self

    half = float = bfloat16 = type = apply = _apply = double
    register_forward_hook = register_forward_pre_hook = register_full_backward_hook = double

    def parameters(self, recurse=True):
        return any_value

    named_parameters = buffers = named_buffers = children = modules = state_dict = parameters

    def load_state_dict(self, state_dict, strict=True):
        return any_value

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
