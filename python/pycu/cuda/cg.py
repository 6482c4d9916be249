"""Groups of threads: `cg.this_grid().sync()` in a kernel waits for all threads of the grid."""

from pycu import _stubs

this_grid = _stubs.stub("numba.cuda.cg.this_grid")
GridGroup = _stubs.stub("numba.cuda.cg.GridGroup")
__all__ = ["GridGroup", "this_grid"]
