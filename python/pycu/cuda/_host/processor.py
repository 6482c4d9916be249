"""The machine's processor as a device of CUDA: its name, its size and its limits."""

from __future__ import annotations

import os
import platform

COMPUTE_CAPABILITY = (9, 0)
# The attributes of the driver (CU_DEVICE_ATTRIBUTE_...) that are the same on every machine.
ATTRIBUTES = {
    "ASYNC_ENGINE_COUNT": 1,
    "CAN_MAP_HOST_MEMORY": 1,
    "COMPUTE_CAPABILITY_MAJOR": COMPUTE_CAPABILITY[0],
    "COMPUTE_CAPABILITY_MINOR": COMPUTE_CAPABILITY[1],
    "COMPUTE_MODE": 0,
    "CONCURRENT_KERNELS": 1,
    "CONCURRENT_MANAGED_ACCESS": 1,
    "COOPERATIVE_LAUNCH": 1,
    "ECC_ENABLED": 0,
    "GPU_OVERLAP": 1,
    "INTEGRATED": 1,
    "KERNEL_EXEC_TIMEOUT": 0,
    "MANAGED_MEMORY": 1,
    "MAX_BLOCKS_PER_MULTIPROCESSOR": 32,
    "MAX_BLOCK_DIM_X": 1024,
    "MAX_BLOCK_DIM_Y": 1024,
    "MAX_BLOCK_DIM_Z": 64,
    "MAX_GRID_DIM_X": 2**31 - 1,
    "MAX_GRID_DIM_Y": 65535,
    "MAX_GRID_DIM_Z": 65535,
    "MAX_PITCH": 2**31 - 1,
    "MAX_REGISTERS_PER_BLOCK": 65536,
    "MAX_REGISTERS_PER_MULTIPROCESSOR": 65536,
    "MAX_SHARED_MEMORY_PER_BLOCK": 48 * 1024,
    "MAX_SHARED_MEMORY_PER_BLOCK_OPTIN": 227 * 1024,
    "MAX_SHARED_MEMORY_PER_MULTIPROCESSOR": 228 * 1024,
    "MAX_THREADS_PER_BLOCK": 1024,
    "MAX_THREADS_PER_MULTIPROCESSOR": 2048,
    "PAGEABLE_MEMORY_ACCESS": 1,
    "PCI_BUS_ID": 0,
    "PCI_DEVICE_ID": 0,
    "PCI_DOMAIN_ID": 0,
    "SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO": 2,
    "TCC_DRIVER": 0,
    "TOTAL_CONSTANT_MEMORY": 64 * 1024,
    "UNIFIED_ADDRESSING": 1,
    "WARP_SIZE": 32,
}


def processor_name() -> str:
    """What the machine calls its processor."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def workers() -> int:
    """The threads that kernels run on."""
    given = os.environ.get("PYCU_WORKERS", "")
    if given.isdigit() and int(given) > 0:
        return int(given)
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
