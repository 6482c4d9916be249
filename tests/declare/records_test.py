"""Records: the layout of their structs, the manifest, launches that give them types."""

from __future__ import annotations

import ctypes
import json
import subprocess
from pathlib import Path

import jsonschema
import numpy as np
import pycu
import pytest
from harness import REPOSITORY, binary, build

DTYPES = {
    "plain": 'np.dtype([("a", np.int8), ("b", np.float64), ("c", np.bool_)], align=True)',
    "unaligned": 'np.dtype([("a", np.int32), ("b", np.float32), ("c", np.int32)])',
    "arrays": 'np.dtype([("a", "i1", (3,)), ("b", "f8", (2, 2)), ("c", "f4")], align=True)',
    "nested": 'np.dtype([("a", np.int16), ("b", plain), ("c", plain, (2,))], align=True)',
    "in_place": 'np.dtype([("a", np.int8), ("b", [("x", "i1"), ("y", "f8")])], align=True)',
    "placed": 'np.dtype({"names": ["b", "a"], "formats": ["f8", "i2"], "offsets": [8, 2]})',
    "packed_in": 'np.dtype([("a", np.int8), ("b", np.int8), ("c", packed)])',
    "wide": 'np.dtype({"names": ["b"], "formats": ["f8"], "itemsize": 32})',
    "names": 'np.dtype([("int", "i4"), ("a b", "i4"), ("class", "i4"), ("x__y", "i4")])',
}
KERNEL = """

@cuda.jit((numba.from_dtype({name})[:], numba.from_dtype({name})))
def take_{name}(records, one):
    i = cuda.grid(1)
    if i < records.size:
        records[i] = one
"""


def source() -> str:
    text = "import numba\nimport numpy as np\nfrom numba import cuda\n"
    text += 'packed = np.dtype([("x", np.int8), ("y", np.float64)])\n'
    text += "".join(f"{name} = {dtype}\n" for name, dtype in DTYPES.items())
    return text + "".join(KERNEL.format(name=name) for name in DTYPES)


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("records")
    (folder / "layouts.py").write_text(source())
    build([folder / "layouts.py"], folder)
    return folder


def dtypes() -> dict[str, np.dtype]:
    packed = np.dtype([("x", np.int8), ("y", np.float64)])
    made = {"np": np, "packed": packed}
    for name, dtype in DTYPES.items():
        made[name] = eval(dtype, made)
    return {name: made[name] for name in DTYPES}


def test_the_manifest_has_numpys_layout(out: Path) -> None:
    manifest = json.loads((out / "layouts.json").read_text())
    schema = REPOSITORY / "lib/manifest/schema/manifest.schema.json"
    jsonschema.Draft202012Validator(json.loads(schema.read_text())).validate(manifest)
    known = {one["name"]: one for one in manifest["records"]}
    for name, dtype in dtypes().items():
        record = known[name]
        assert (record["size"], record["aligned"]) == (dtype.itemsize, dtype.isalignedstruct)
        offsets = {field["name"]: field["offset"] for field in record["fields"]}
        assert offsets == {field: dtype.fields[field][1] for field in dtype.names}


@pytest.mark.parametrize("name", DTYPES)
def test_records_arrive_whole(out: Path, name: str) -> None:
    dtype = dtypes()[name]
    rng = np.random.default_rng(1)
    one = np.frombuffer(rng.integers(0, 2, dtype.itemsize, np.uint8).tobytes(), dtype)
    records = np.zeros(5, dtype)
    k = pycu.load(out / "layouts.json")
    k[f"take_{name}"][1, 8](records, one[0])
    for record in records:
        assert record == one[0]
    with pytest.raises(TypeError, match="another dtype"):
        k[f"take_{name}"][1, 8](np.zeros(5, np.float32), one[0])
    with pytest.raises(TypeError, match="the kernel takes"):
        k[f"take_{name}"][1, 8](records, 1.5)


@pytest.mark.parametrize("language", ["c11", "c++17"])
def test_the_header_holds_itself_to_the_layout(out: Path, language: str) -> None:
    compiler = ["gcc", "-x", "c"] if language == "c11" else ["g++", "-x", "c++"]
    text = '#include "layouts.h"\n#include "layouts.h"\nint size = sizeof(layouts_plain);\n'
    command = [*compiler, f"-std={language}", "-Wall", "-Werror", "-I", out, "-fsyntax-only", "-"]
    subprocess.run([str(word) for word in command], input=text, text=True, check=True)
    library = ctypes.CDLL(str(out / "liblayouts.so"))
    assert library.layouts_take_plain__a1rplaina_rplain is not None


LAUNCHES = """
import numba
import numpy as np
from numba import cuda
from numba.cuda.random import create_xoroshiro128p_states, xoroshiro128p_uniform_float32

pair = np.dtype([("x", np.float32), ("n", np.int32)], align=True)


@cuda.jit
def kernel(records, grid, states):
    i = cuda.grid(1)
    if i < records.size:
        records[i].x = grid[i, 0].x + xoroshiro128p_uniform_float32(states, i)


def main():
    records = np.zeros(100, dtype=pair)
    records["x"] = 1
    device = cuda.to_device(records)
    states = create_xoroshiro128p_states(128, seed=1)
    kernel[1, 128](device, np.recarray((100, 2), pair)[:, :1], states)
"""


def test_launches_give_records_their_types(tmp_path: Path) -> None:
    (tmp_path / "launches.py").write_text(LAUNCHES)
    command = [str(binary()), "inspect", "--signatures", str(tmp_path / "launches.py")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    record = "Record(x: float32 @0, n: int32 @4; size 8)"
    state = "Record(s0: uint64 @0, s1: uint64 @8; size 16)"
    written = done.stdout.replace(record, "pair").replace(state, "xoroshiro128p_type")
    assert "(pair[::1], pair[:, :], xoroshiro128p_type[::1])" in written


SIGNATURES = """
import numpy as np
from numba import cuda

pair = np.dtype([("x", np.float32), ("n", np.int32)], align=True)


@cuda.jit
def kernel(records, states):
    records[0].x = records[1].n
"""


def test_records_are_named_in_signatures(tmp_path: Path) -> None:
    (tmp_path / "named.py").write_text(SIGNATURES)
    command = [
        str(binary()),
        "transpile",
        str(tmp_path / "named.py"),
        "-o",
        "-",
        "--sig",
        "kernel=void(pair[:], xoroshiro128p_type[:])",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "struct pair {\n    float x;\n    int n;\n};" in done.stdout
    assert "pycu::array<pair, 1, int> records" in done.stdout
    assert "records[0].x = " in done.stdout
