"""How much of a device a kernel takes, by what the compiler says that it needs."""

from __future__ import annotations

from typing import Any, NamedTuple

WARP = 32
REGISTER_UNIT = 256  # registers, in which a warp gets them
WARP_UNIT = 4  # warps, which a multiprocessor places together


class Needs(NamedTuple):
    """What one thread or block of a kernel needs; memory in bytes."""

    registers: int
    stack_bytes: int
    shared_bytes: int
    constant_bytes: int


def needs_of(entries: list[dict[str, Any]], architecture: str) -> Needs:
    """What the entries of a kernel need at most, as they were compiled for a device."""
    own = [one for one in entries if one["architecture"] == architecture] or entries
    return Needs(*(max(one[name] for one in own) for name in Needs._fields))


def _warps_by_registers(registers: int, available: int) -> int:
    of_a_warp = -(-registers * WARP // REGISTER_UNIT) * REGISTER_UNIT
    return available // of_a_warp // WARP_UNIT * WARP_UNIT if of_a_warp else 1 << 16


def max_threads(needs: Needs, device: Any) -> int:
    """How many threads a block can have."""
    warps = _warps_by_registers(needs.registers, device.MAX_REGISTERS_PER_BLOCK)
    return min(int(device.MAX_THREADS_PER_BLOCK), warps * WARP)


def max_blocks(needs: Needs, device: Any, threads: int, shared_bytes: int) -> int:
    """How many blocks of so many threads run at once, with their dynamic shared memory."""
    warps = -(-threads // WARP)
    shared = needs.shared_bytes + shared_bytes
    by_registers = _warps_by_registers(needs.registers, device.MAX_REGISTERS_PER_MULTIPROCESSOR)
    limits = [
        device.MAX_BLOCKS_PER_MULTIPROCESSOR,
        device.MAX_THREADS_PER_MULTIPROCESSOR // (warps * WARP),
        by_registers // warps,
    ]
    if shared > 0:
        of_a_block = shared + device.RESERVED_SHARED_MEMORY_PER_BLOCK
        limits.append(device.MAX_SHARED_MEMORY_PER_MULTIPROCESSOR // of_a_block)
    return int(min(limits) * device.MULTIPROCESSOR_COUNT)
