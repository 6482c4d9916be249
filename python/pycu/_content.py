"""Pickles of loaded modules: by the path of the manifest, and by content.

Another process takes the module that it has already, or loads it where the files are as they were;
a machine that has none of them, or others, gets those that the pickle holds.
"""

from __future__ import annotations

import hashlib
import pickle
import tempfile
import weakref
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pycu._module import Module

# the modules of this process by the digest of their content
_loaded: weakref.WeakValueDictionary[str, Module] = weakref.WeakValueDictionary()


@dataclass
class Content:
    """The files that a module was loaded from: manifests as they were read, and the library."""

    path: Path  # of the manifest
    manifest: bytes
    build: bytes | None  # None where there is no build manifest
    library: str  # file name
    library_hash: str
    packed: bytes = b""  # the library, compressed, when it was needed

    @property
    def digest(self) -> str:
        """SHA-256 over all files and their names."""
        parts = [self.path.name.encode(), self.manifest, self.build or b"", self.library.encode()]
        sizes = ",".join(str(len(part)) for part in parts).encode()
        return hashlib.sha256(b"".join([sizes, *parts, self.library_hash.encode()])).hexdigest()

    def pack(self) -> None:
        """Reads the library; PicklingError where it is not the one that was loaded any more."""
        if self.packed:
            return
        path = self.path.parent / self.library
        try:
            library = path.read_bytes()
        except OSError as error:
            raise pickle.PicklingError(f"{path}: cannot be pickled: {error.strerror}") from None
        if hashlib.sha256(library).hexdigest() != self.library_hash:
            raise pickle.PicklingError(f"{path}: was built anew since it was loaded")
        self.packed = zlib.compress(library, 1)

    def write(self, folder: Path) -> Path:
        """Writes the files to a folder, and returns the manifest's path there."""
        manifest = folder / self.path.name
        manifest.write_bytes(self.manifest)
        if self.build is not None:
            manifest.with_suffix(".build.json").write_bytes(self.build)
        (folder / self.library).write_bytes(zlib.decompress(self.packed))
        return manifest


def register(module: Module, content: Content) -> None:
    """Makes a loaded module the one that pickles of its content stand for."""
    _loaded[content.digest] = module


def pickled(content: Content) -> Any:
    """What `__reduce__` of a module returns."""
    content.pack()
    return _restored, (content.digest, content)


def _restored(digest: str, content: Content) -> Module:
    from pycu._errors import ManifestError
    from pycu._module import load_module

    module = _loaded.get(digest)
    if module is not None:
        return module
    try:
        module = load_module(content.path)
        if module._pycu_content.digest == digest:
            return module
    except ManifestError:
        pass
    # Linux keeps a library that is loaded when its file is gone.
    with tempfile.TemporaryDirectory(prefix="pycu-") as folder:
        module = load_module(content.write(Path(folder)))
    module._pycu_content = content
    register(module, content)
    return module
