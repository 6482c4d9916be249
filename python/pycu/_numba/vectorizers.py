"""`numba.cuda.vectorizers`: what the real Numba's `@vectorize(target="cuda")` makes ufuncs with."""

from __future__ import annotations

from typing import Any

from pycu.cuda import _ufuncs


class CUDAVectorize:
    """Collects the signatures of a function, and makes a ufunc of it."""

    def __init__(
        self, func: Any, identity: Any = None, cache: bool = False, targetoptions: Any = None
    ) -> None:
        self.func = func
        self._signatures: list[Any] = []
        self._options = {**(targetoptions or {}), "cache": cache, "identity": identity}

    def add(self, sig: Any = None) -> None:
        """Adds a signature."""
        self._signatures.append(sig)

    def disable_compile(self) -> None:
        """Does nothing: with signatures a ufunc has no other loops."""

    def build_ufunc(self) -> Any:
        """The ufunc."""
        return _ufuncs.vectorize(self._signatures, target="cuda", **self._options)(self.func)


class CUDAGUFuncVectorize(CUDAVectorize):
    """Collects the signatures of a function, and makes a generalised ufunc of it."""

    def __init__(
        self,
        func: Any,
        sig: str,
        identity: Any = None,
        cache: bool = False,
        targetoptions: Any = None,
        writable_args: Any = (),
    ) -> None:
        super().__init__(func, identity, cache, targetoptions)
        self.signature = sig
        self._options["writable_args"] = writable_args

    def build_ufunc(self) -> Any:
        """The generalised ufunc."""
        make = _ufuncs.guvectorize(self._signatures, self.signature, target="cuda", **self._options)
        return make(self.func)
