"""What the extension asks before each launch, and before each configuration."""

from __future__ import annotations

from pycu import _native
from pycu.cuda import _config
from pycu.cuda._host import queues

# Where kernels run beside the host's queues, and where CUDA has queues of its own.
host_context, cuda_context = (
    _native.context(
        *order,
        vars(_config),
        on_configure="CUDA_LOW_OCCUPANCY_WARNINGS",
        on_launch="CUDA_WARN_ON_IMPLICIT_COPY",
        on_import="CUDA_ARRAY_INTERFACE_SYNC",
    )
    for order in (queues.for_launches(), (None, None))
)
