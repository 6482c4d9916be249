"""What a program does with PyTorch's transforms: see torch.py. Their strides nobody knows."""

import numpy as np
from torch import _as_complex, _as_real, _default_of, _new, _of_any_order


def fft(input, n=None, dim=-1, norm=None):
    made = np.fft.fft(input._like, n, dim)
    return _of_any_order(made.astype(_as_complex(input._like.dtype)))


ifft = fft


def rfft(input, n=None, dim=-1, norm=None):
    made = np.fft.rfft(input._like, n, dim)
    return _of_any_order(made.astype(_as_complex(input._like.dtype)))


def irfft(input, n=None, dim=-1, norm=None):
    made = np.fft.irfft(input._like, n, dim)
    return _of_any_order(made.astype(_as_real(_as_complex(input._like.dtype))))


def fft2(input, s=None, dim=(-2, -1), norm=None):
    made = np.fft.fft2(input._like, s)
    return _of_any_order(made.astype(_as_complex(input._like.dtype)))


ifft2 = fft2


def fftn(input, s=None, dim=None, norm=None):
    made = np.fft.fftn(input._like, s)
    return _of_any_order(made.astype(_as_complex(input._like.dtype)))


ifftn = fftn


def fftfreq(n, d=1.0, dtype=None, device=None, requires_grad=False):
    return _new((n,), _default_of("f") if dtype is None else dtype.in_numpy)


def rfftfreq(n, d=1.0, dtype=None, device=None, requires_grad=False):
    return _new((n // 2 + 1,), _default_of("f") if dtype is None else dtype.in_numpy)


def fftshift(input, dim=None):
    return _of_any_order(input._like)


ifftshift = fftshift
