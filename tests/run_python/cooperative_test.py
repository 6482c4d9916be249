"""Kernels that sync the whole grid: as many blocks as a dispatcher says run at once."""

import numpy as np
import pytest
from pycu import LaunchError, cuda
from pycu.cuda import cg


@cuda.jit
def shifted(x):
    i = cuda.grid(1)
    here = x[(i + 1) % x.size]
    cg.this_grid().sync()
    x[i] = here


def test_as_many_blocks_as_are_told_run_at_once():
    x = np.arange(16, dtype=np.int32)
    shifted[16, 1](x)
    assert x.tolist() == [*range(1, 16), 0]
    (one,) = shifted.overloads.values()
    most = one.max_cooperative_grid_blocks(1)
    x = np.arange(most, dtype=np.int32)
    shifted[most, 1](x)
    assert x.tolist() == [*range(1, most), 0]
    with pytest.raises(LaunchError):
        shifted[most + 1, 1](np.arange(most + 1, dtype=np.int32))
