"""The CUDA target: the devices that the CUDA runtime knows."""

from __future__ import annotations

import ctypes

from pycu._cudart import runtime
from pycu.cuda._errors import CudaDriverError
from pycu.cuda._gpu.attributes import NUMBERS
from pycu.cuda._gpu.mark import GpuMark
from pycu.cuda._gpu.memory import GpuMemory, attributes_of
from pycu.cuda._gpu.order import GpuOrder
from pycu.cuda._target import Facts, Order, Target, Work

DLPACK_CUDA = 2
NAME_BYTES, UUID_BYTES = 256, 16  # of cudaDeviceProp, which begins with them
PROPERTIES_BYTES = 8192  # of cudaDeviceProp, and more: it grows with each version


class Gpu(Facts):
    """What a device says of itself."""

    def __init__(self, number: int) -> None:
        self._number = number
        properties = ctypes.create_string_buffer(PROPERTIES_BYTES)
        runtime().cudaGetDeviceProperties(properties, number)
        self.name = properties.raw[:NAME_BYTES].partition(b"\0")[0].decode()
        digits = properties.raw[NAME_BYTES : NAME_BYTES + UUID_BYTES].hex()
        ends = (0, 8, 12, 16, 20, 32)
        self.uuid = "GPU-" + "-".join(digits[a:b] for a, b in zip(ends, ends[1:]))
        self.compute_capability = (
            self.attribute("COMPUTE_CAPABILITY_MAJOR"),
            self.attribute("COMPUTE_CAPABILITY_MINOR"),
        )

    def attribute(self, name: str) -> int:
        if name not in NUMBERS:
            raise AttributeError(f"CUDA has no device attribute {name}")
        value = ctypes.c_int()
        runtime().cudaDeviceGetAttribute(ctypes.byref(value), NUMBERS[name], self._number)
        return value.value


class GpuTarget(Target):
    """Kernels run on CUDA's devices."""

    name = "cuda"
    dlpack_kind = DLPACK_CUDA
    is_host = False

    def version(self) -> tuple[int, int]:
        return runtime().version()

    def device_count(self) -> int:
        return runtime().number("cudaGetDeviceCount")

    def facts(self, number: int) -> Facts:
        return Gpu(number)

    def memory(self, number: int) -> GpuMemory:
        return GpuMemory()

    def use(self, number: int) -> None:
        runtime().cudaSetDevice(number)

    def can_access_peer(self, number: int, other: int) -> bool:
        answer = ctypes.c_int()
        runtime().cudaDeviceCanAccessPeer(ctypes.byref(answer), number, other)
        return bool(answer.value)

    def new_order(self) -> tuple[int, Order, Work]:
        stream = ctypes.c_void_p()
        runtime().cudaStreamCreateWithFlags(ctypes.byref(stream), 0)
        handle = stream.value or 0
        return handle, GpuOrder(handle), lambda: runtime().code("cudaStreamDestroy", handle)

    def order_of(self, handle: int) -> Order:
        return GpuOrder(handle)

    def mark(self, timing: bool) -> GpuMark:
        return GpuMark(timing)

    def synchronize(self) -> None:
        runtime().cudaDeviceSynchronize()

    def check_usable(self, address: int, size: int) -> None:
        if size > 0 and attributes_of(address).type == 0:
            raise CudaDriverError(
                f"the memory at {address:#x} is the host's own: kernels on CUDA cannot use it"
            )

    def memory_functions(self) -> tuple[int, int]:
        address = runtime().address
        return address("cudaPointerGetAttributes"), address("cudaStreamSynchronize")

    def profile(self, is_on: bool) -> None:
        if is_on:
            runtime().cudaProfilerStart()
        else:
            runtime().cudaProfilerStop()
