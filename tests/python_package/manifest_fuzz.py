"""Loads damaged manifests and launches what loads: `manifest_fuzz.py FOLDER MANIFEST SEED COUNT`.

FOLDER holds a module that was built; MANIFEST is the name of the file to damage. Prints how many
texts were refused and how many launches there were; anything but a clean exit is a failure.
"""

from __future__ import annotations

import random
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

REPOSITORY = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY / "python"))
import pycu  # noqa: E402

GUARD = 64
FILLER = 0xA5


def damaged(text: bytes, chance: random.Random, count: int) -> Iterator[bytes]:
    """Single bits, single bytes, pieces that are cut out, moved or doubled, and prefixes."""
    for _ in range(count):
        data = bytearray(text)
        at, other = sorted(chance.randrange(len(data)) for _ in range(2))
        kind = chance.randrange(6)
        if kind == 0:
            data[at] ^= 1 << chance.randrange(8)
        elif kind == 1:
            data[at] = chance.choice(b'0123456789abcdef"{}[],:tnAFC\0\xff')
        elif kind == 2:
            del data[at : at + chance.randrange(1, 20)]
        elif kind == 3:
            data[at:at] = data[other : other + chance.randrange(1, 40)]
        elif kind == 4:
            data = data[:at]
        else:  # a number or a word takes the place of another
            words = [
                b"0",
                b"-1",
                b"1",
                b"7",
                b"33",
                b"1e400",
                b"null",
                b"true",
                b'""',
                b"[]",
                b"{}",
            ]
            colon = data.find(b": ", at)
            end = min(
                i for i in (data.find(b",", colon), data.find(b"}", colon), len(data)) if i > 0
            )
            data[colon + 2 : end] = chance.choice(words)
        yield bytes(data)


class Guarded:
    """An array with bytes around it that no kernel may touch."""

    def __init__(self, dtype: str, rank: int) -> None:
        shape = (4,) * rank if rank < 4 else (1,) * rank
        size = int(np.prod(shape)) * np.dtype(dtype).itemsize
        self.bytes = np.full(size + 2 * GUARD, FILLER, np.uint8)
        self.bytes[GUARD:-GUARD] = 0
        self.array = self.bytes[GUARD:-GUARD].view(dtype).reshape(shape)

    def check(self) -> None:
        around = np.concatenate([self.bytes[:GUARD], self.bytes[-GUARD:]])
        assert (around == FILLER).all(), "bytes beside an array were written"


def value_of(arg: Any, arrays: list[Guarded]) -> Any:
    if arg.kind == "tuple":
        return tuple(value_of(item, arrays) for item in arg.items)
    if arg.kind == "array":
        arrays.append(Guarded(arg.dtype, arg.rank))
        return arrays[-1].array
    return {"b": True, "f": 1.0}.get(np.dtype(arg.dtype).kind, 1)


def launch_all(module: pycu.Module) -> int:
    launches = 0
    for name in module:
        for one in module[name]._info.specialisations:
            arrays: list[Guarded] = []
            values = [value_of(arg, arrays) for arg in one.args]
            try:
                module[name][1, 64](*values)
                launches += 1
            except (TypeError, pycu.LaunchError):
                pass
            for array in arrays:
                array.check()
    return launches


def main(folder: Path, name: str, seed: int, count: int) -> None:
    work = folder / f"fuzz{seed}"
    shutil.copytree(folder, work, ignore=shutil.ignore_patterns("fuzz*"))
    text = (folder / name).read_bytes()
    refused = launches = 0
    for data in damaged(text, random.Random(seed), count):
        (work / name).write_bytes(data)
        try:
            module = pycu.load(work / "plate.json")
        except pycu.ManifestError:
            refused += 1
            continue
        launches += launch_all(module)
    print(refused, launches)


main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
