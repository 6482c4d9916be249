"""What tests of running programs share."""

import gc

import pytest


@pytest.fixture
def pending():
    """The memory that waits for its release: none now, and no garbage that would join it."""
    from pycu import cuda

    gc.collect()
    waiting = cuda.current_context().memory_manager.deallocations
    waiting.clear()
    return waiting
