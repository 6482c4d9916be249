"""`cuda.compile` and its kin: Numba's functions that make PTX or LTO-IR, which pycu does not."""

from __future__ import annotations

from typing import Any, NoReturn


def _refused(name: str) -> Any:
    def refuse(pyfunc: Any, sig: Any = None, *args: Any, **kwargs: Any) -> NoReturn:
        raise NotImplementedError(
            f"cuda.{name}: pycu makes CUDA C++ and no PTX; `kernel.inspect_cuda()` is the text, "
            "which nvcc --ptx compiles"
        )

    refuse.__name__ = refuse.__qualname__ = name
    refuse.__doc__ = f"Raises NotImplementedError: pycu makes no PTX, and so has no {name}."
    return refuse


NAMES = {
    name: _refused(name)
    for name in (
        "compile",
        "compile_all",
        "compile_for_current_device",
        "compile_ptx",
        "compile_ptx_for_current_device",
    )
}
