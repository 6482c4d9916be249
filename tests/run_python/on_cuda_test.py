"""Programs that run on CUDA: on the device of tests/ptx that stands in for a GPU, each in a process
of its own. The tests of the host API run there too, with PYCU_TARGET=cuda."""

import os
import subprocess
import sys

import cuda_target
import pytest
from harness import REPOSITORY, binary
from pycu import _native

SEEDS = sorted((REPOSITORY / "testdata" / "seeds").glob("*.py"))
BEGIN = """
import ctypes, json
import numpy as np
from numba import cuda

@cuda.jit
def add(x, value):
    i = cuda.grid(1)
    if i < x.size:
        x[i] += value

def counted():
    "How often each function of the runtime was called."
    library = ctypes.CDLL("libcudart.so.13")
    library.ptx_record.restype = ctypes.c_char_p
    names = [one["function"] for one in json.loads(library.ptx_record())]
    return {name: names.count(name) for name in set(names)}
"""


@pytest.fixture(autouse=True, scope="module")
def needs_nvcc():
    cuda_target.needs_nvcc()


def run(*arguments, **more):
    """What `pycu run` of a script gives; a value None takes a variable from the environment."""
    environment = {
        **os.environ,
        "PYCU_BINARY": str(binary()),
        "PYCU_PYTHON": sys.executable,
        **cuda_target.environment(),
        **more,
    }
    return subprocess.run(
        [str(binary()), "run", *map(str, arguments)],
        capture_output=True,
        text=True,
        env={name: value for name, value in environment.items() if value is not None},
        timeout=600,
    )


@pytest.fixture
def script(tmp_path):
    """Runs a text; the result is what it printed."""

    def made(text, **more):
        path = tmp_path / "script.py"
        path.write_text(BEGIN + text, encoding="utf-8")
        done = run(path, **more)
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()

    return made


def test_ten_thousand_launches_copy_nothing(script):
    lines = script("""
stream = cuda.stream()
x, y = cuda.to_device(np.zeros(4)), cuda.to_device(np.zeros(4), stream=stream)
add[1, 4](x, 1.0)
add[1, 4, stream](y, 1.0)
cuda.synchronize()
before = counted()
configured = add[1, 4]
for _ in range(5000):
    configured(x, 1.0)
    add[1, 4, stream](y, 2.0)
after = counted()
more = {name: after[name] - before.get(name, 0) for name in after}
print({name: count for name, count in more.items() if count})
print(x.copy_to_host()[0], y.copy_to_host()[3])
print(add._fast_launches)
""")
    made_by_extension = 0 if _native.fast is None else 10_000
    assert lines == ["{'launch': 10000}", "5001.0 10001.0", str(made_by_extension)]


FOREIGN = """
class Told:
    def __init__(self, own, **changes):
        self.own = own
        self.__cuda_array_interface__ = {**own.__cuda_array_interface__, **changes}

stream = cuda.stream()
plain = Told(cuda.to_device(np.zeros(4)))
queued = Told(cuda.to_device(np.zeros(4)), stream=stream.handle)
"""


def test_arrays_of_other_libraries_are_asked_for_their_memory(script):
    lines = script(
        FOREIGN
        + """
for one in (plain, queued):
    for _ in range(3):
        add[1, 4](one, 1.0)
before = counted()
for _ in range(100):
    add[1, 4](plain, 1.0)
    add[1, 4, stream](queued, 1.0)
after = counted()
print({name: after[name] - before.get(name, 0) for name in after})
print(plain.own.copy_to_host()[0], queued.own.copy_to_host()[3])
print(add._fast_launches)
"""
    )
    made_by_extension = 0 if _native.fast is None else 205
    assert lines[1:] == ["103.0 103.0", str(made_by_extension)]
    counts = eval(lines[0])
    assert counts["launch"] == 200
    assert counts["cudaStreamSynchronize"] == 100
    assert counts["cudaPointerGetAttributes"] == 200


def test_memory_of_the_host_is_no_memory_of_others(script):
    lines = script(
        FOREIGN
        + """
host = np.zeros(4)
print(add[1, 4](plain, 1.0), add[1, 4](plain, 1.0))
plain.__cuda_array_interface__["data"] = host.ctypes.data, False
for _ in range(3):
    try:
        add[1, 4](plain, 1.0)
    except Exception as error:
        print(type(error).__name__, "the host's own" in str(error))
print(host[0])
"""
    )
    assert lines == ["None None", *["CudaDriverError True"] * 3, "0.0"]


def test_arrays_of_the_host_are_copied_there_and_back(script):
    lines = script("""
@cuda.jit
def copied(x, out):
    out[cuda.grid(1)] = x[cuda.grid(1)]

x, out = np.arange(8.0), np.zeros(8)
copied[1, 8](x, out)
was = counted()
copied[1, 8](x, cuda.Out(out))
now = counted()
print(was["cudaMemcpyAsync"], now["cudaMemcpyAsync"] - was["cudaMemcpyAsync"], out[7])
""")
    assert lines == ["3 2 7.0"]  # the second launch brings `x` there and `out` back


def test_the_host_cannot_read_device_memory(script):
    """What the other tests count on: a read that should be a copy does not go unseen."""
    lines = script("""
import os
x = cuda.to_device(np.zeros(4))
child = os.fork()
if child == 0:
    ctypes.string_at(x.gpu_data.device_pointer, 8)
    os._exit(0)
print(os.WTERMSIG(os.waitpid(child, 0)[1]))
""")
    assert lines == ["11"]


def test_a_stray_store_is_an_error_where_somebody_waits(script):
    lines = script("""
@cuda.jit
def stray(x):
    x[cuda.grid(1) + 1_000_000_000] = 1

x = cuda.to_device(np.zeros(4))
stray[1, 1](x)
for wait in (cuda.synchronize, x.copy_to_host):
    try:
        wait()
    except cuda.cudadrv.driver.CudaAPIError as error:
        print(error.code, "CUDA_ERROR_ILLEGAL_ADDRESS" in str(error), "stray" in str(error))
""")
    assert lines == ["700 True True"] * 2


def test_what_a_device_and_a_kernel_say_of_themselves(script):
    lines = script("""
device = cuda.get_current_device()
print(device.name, device.compute_capability, device.MULTIPROCESSOR_COUNT, device.WARP_SIZE)
try:
    device.NO_SUCH_THING
except AttributeError as error:
    print(error)
x = cuda.to_device(np.zeros(4))
add[1, 4](x, 1.0)
(registers,) = add.get_regs_per_thread().values()
(ptx,) = add.inspect_asm().values()
print(0 < registers < 256, add.get_shared_mem_per_block(next(iter(add.overloads))))
print(add.get_local_mem_per_thread(), list(add.get_max_threads_per_block().values()))
print(".entry" in ptx, ".version" in ptx, "add__contiguous" in ptx)
print(cuda.current_context().get_memory_info().total == 8 << 30, len(cuda.gpus))
""")
    assert lines[0] == "Interpreter of PTX (7, 5) 4 32"
    assert lines[1] == "CUDA has no device attribute NO_SUCH_THING"
    assert lines[2] == "True 0"
    assert lines[3].endswith("[1024]")
    assert lines[4:] == ["True True True", "True 1"]


def test_ufuncs_for_the_cpu_run_there(script):
    lines = script("""
from numba import vectorize

def product(x, y):
    return x * y + 1

types = ["float64(float64, float64)"]
on_cpu, on_gpu = (vectorize(types, target=one)(product) for one in ("cpu", "cuda"))
host, device = np.arange(3.0), cuda.to_device(np.arange(3.0))
before = counted().get("launch", 0)
print(on_cpu(host, 2.0), on_cpu(device, host), counted().get("launch", 0) - before)
print(on_gpu(host, 2.0), on_gpu(device, host).copy_to_host(), counted()["launch"] - before)
print(cuda.vectorize(types)(product)(device, 2.0).copy_to_host())
""")
    assert lines == ["[1. 3. 5.] [1. 2. 5.] 0", "[1. 3. 5.] [1. 2. 5.] 2", "[1. 3. 5.]"]


def test_machine_code_is_what_cudas_tool_says(script, tmp_path):
    text = "add[1, 4](np.zeros(4), 1.0)\nprint(list(add.inspect_sass().values()))"
    fake = tmp_path / "cuobjdump"
    fake.write_text('#!/bin/sh\necho "$1 of $(basename "$2" | cut -c 1-3)"\n', encoding="utf-8")
    fake.chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    assert script(text, PATH=path) == [r"['-sass of lib\n']"]


def test_loaded_libraries_take_arrays_of_the_device(script, tmp_path):
    source = tmp_path / "scale.py"
    source.write_text(
        "from numba import cuda\n@cuda.jit('void(float64[:], float64)')\ndef scale(x, by):\n"
        "    i = cuda.grid(1)\n    if i < x.size:\n        x[i] *= by\n"
    )
    for target in ("cuda", "cpu"):
        command = [binary(), "build", source, "-o", tmp_path / target, "--target", target]
        command += cuda_target.PASSED_ON if target == "cuda" else []
        subprocess.run(list(map(str, command)), check=True, capture_output=True)
    lines = script(f"""
import pycu
cuda_library = pycu.load({str(tmp_path / "cuda")!r})
x = cuda.to_device(np.arange(4.0))
cuda_library.scale[1, 4](x, 2.0)
add[1, 4](x, 1.0)
stream = cuda.stream()
cuda_library.scale[1, 4, stream](x, 2.0)
print(x.copy_to_host(stream=stream).tolist(), counted()["cudaMemcpy"])
host = np.ones(4)
cuda_library.scale[1, 4](host, 2.0)
print(host.tolist())
cpu_library = pycu.load({str(tmp_path / "cpu")!r})
cpu_library.scale[1, 4](memoryview(host), 2.0)
print(host.tolist())
try:
    cpu_library.scale[1, 4](x, 2.0)
except TypeError as error:
    print(error)
""")
    assert lines == [
        "[2.0, 6.0, 10.0, 14.0] 1",
        "[2.0, 2.0, 2.0, 2.0]",
        "[4.0, 4.0, 4.0, 4.0]",
        "scale: is built for the CPU, and an argument is on the GPU",
    ]


def test_records_of_the_device_are_arguments(script):
    lines = script("""
R = np.dtype([("a", np.int32), ("b", np.float64)], align=True)

@cuda.jit
def read(record, out):
    out[0] = record.a + record.b

@cuda.jit
def write(record):
    record.b = 7.5

host = np.zeros(3, R)
host["a"] = [1, 2, 3]
device, out = cuda.to_device(host), cuda.to_device(np.zeros(1))
read[1, 1](device[2], out)
print(out[0])
write[1, 1](device[1])
print(device[1]["b"], device[0]["b"])
write[1, 1](host[0])
print(host[0]["b"])
""")
    assert lines == ["3.0", "7.5 0.0", "7.5"]


def test_arrays_go_to_others_and_come_back_by_dlpack(script):
    lines = script("""
import gc
from pycu.cuda._gpu import dlpack

class Tensor:
    def __init__(self, array):
        self.array = array
    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)
    def __dlpack_device__(self):
        return self.array.__dlpack_device__()

device = cuda.to_device(np.arange(6.0).reshape(2, 3))
part = Tensor(device[:, 1:])
add[1, 4](cuda.to_device(part)[1], 10.0)
print(part.__dlpack_device__(), device.copy_to_host().tolist())
taken = cuda.to_device(part)
print(len(dlpack._exported))
del taken
gc.collect()
print(len(dlpack._exported))
for _ in range(3):
    device.__dlpack__()
print(len(dlpack._exported))
try:
    np.from_dlpack(part)
except (RuntimeError, BufferError) as error:
    print("refused")
""")
    assert lines[0] == "(2, 0) [[0.0, 1.0, 2.0], [3.0, 14.0, 15.0]]"
    assert lines[1:] == ["1", "0", "1", "refused"]


def test_nothing_of_cuda_is_touched_before_it_is_used(script):
    """So a program may fork before: CUDA does not survive a fork."""
    lines = script("""
def is_loaded():
    return "libcudart" in open("/proc/self/maps").read()

print(is_loaded())
import os
child = os.fork()
if child == 0:
    x = cuda.to_device(np.zeros(4))
    add[1, 4](x, 1.0)
    os._exit(0 if x[0] == 1 and is_loaded() else 1)
print(os.waitpid(child, 0)[1])
""")
    assert lines == ["False", "0"]


CHOICE = """
from numba import cuda
import pycu._jit.settings
print(cuda.is_available(), pycu._jit.settings.target())
"""


@pytest.mark.parametrize(
    ("variables", "target", "told"),
    [
        ({"PYCU_TARGET": ""}, "cuda", ""),
        ({"PYCU_TARGET": "", "PYCU_VERBOSE": "1"}, "cuda", "pycu: kernels run on a GPU"),
        ({"PYCU_TARGET": "cpu", "PYCU_VERBOSE": "1"}, "cpu", "pycu: kernels run on the CPU"),
        ({"PYCU_TARGET": "", "PTX_DEVICES": "0"}, "cpu", ""),
        ({"PYCU_TARGET": "", "PYCU_DEBUG": "1"}, "cpu", ""),
        ({"PYCU_TARGET": "", "PATH": "/usr/bin:/bin", "CUDA_HOME": None}, "cpu", ""),
    ],
)
def test_the_target_is_cuda_where_there_is_a_device(tmp_path, variables, target, told):
    path = tmp_path / "choice.py"
    path.write_text(CHOICE, encoding="utf-8")
    done = run(path, **variables)
    assert (done.returncode, done.stdout.strip()) == (0, f"True {target}"), done.stderr
    assert done.stderr.strip() == told


@pytest.mark.parametrize(
    ("variables", "reason"),
    [
        ({"PTX_DEVICES": "0"}, "there is no device"),
        ({"PTX_DRIVER": "12040"}, "the driver knows CUDA 12.4, and nvcc is of CUDA 13.0"),
        ({"LD_LIBRARY_PATH": ""}, "there is no driver of NVIDIA's"),
        ({"PATH": "/usr/bin:/bin", "CUDA_HOME": None}, "nvcc was not found in PATH or CUDA_HOME"),
    ],
)
def test_what_keeps_cuda_from_being_used_is_told(tmp_path, variables, reason):
    path = tmp_path / "script.py"
    path.write_text(BEGIN + "print(cuda.is_available())\nadd[1, 4](np.zeros(4), 1.0)\n")
    done = run("--target", "cuda", path, **variables)
    assert done.stdout == "False\n"
    assert done.stderr.splitlines()[-1].endswith(f"CudaSupportError: PYCU_TARGET=cuda: {reason}")


@pytest.mark.parametrize("seed", SEEDS, ids=lambda path: path.stem)
def test_the_seeds_run_on_cuda(seed):
    done = run(seed, SEED_SMALL="1")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1] == f"{seed.stem}: ok"
