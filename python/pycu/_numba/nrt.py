"""`numba.cuda.memory_management.nrt`: what Numba counts of the memory of its own run time.

pycu's kernels allocate nothing, so all counts are zero.
"""

from __future__ import annotations

from collections import namedtuple
from typing import Any

Stats = namedtuple("Stats", "alloc free mi_alloc mi_free")


class Runtime:
    """`rtsys`."""

    def get_allocation_stats(self, stream: Any = None) -> Stats:
        """How often memory was taken and freed."""
        return Stats(0, 0, 0, 0)

    def memsys_stats_enabled(self, stream: Any = None) -> bool:
        """Whether something is counted."""
        return False

    def _nothing(self, stream: Any = None) -> None:
        """Does nothing."""

    memsys_enable_stats = memsys_disable_stats = initialize = ensure_initialized = _nothing
    shutdown = print_memsys = _nothing


rtsys = Runtime()
