"""Kernels, gufuncs and ufuncs of pycu on a Dask array that is larger than a worker's memory.

pycu build seismograms.py -o out --target cpu
python3 survey.py out/seismograms.json
"""

import argparse
from tempfile import TemporaryDirectory

import dask
import dask.array as da
import numpy as np
import pycu
from dask.distributed import Client, LocalCluster


def record(block_info: dict) -> np.ndarray:
    """The traces of one chunk: made where they are needed, as if they were read from a file."""
    where = block_info[None]
    (first, last), _ = where["array-location"]
    samples = np.arange(where["shape"][1], dtype=np.float32)
    number = np.arange(first, last, dtype=np.float32)[:, None]
    return np.sin(samples * (number + 1) * np.float32(1e-3)) / (number + 1)


def smoothed(traces: np.ndarray, kernels: pycu.Module) -> np.ndarray:
    """One chunk through a kernel; the module came to the worker by pickle."""
    out = np.empty_like(traces)
    kernels.smooth.forall(traces.size, kernels.THREADS)(traces, out)
    return out


def loudness(kernels: pycu.Module, traces: da.Array) -> da.Array:
    """Decibels of each trace over the loudest one, after smoothing; nothing is computed yet."""
    smooth = da.map_blocks(smoothed, traces, kernels, dtype=traces.dtype)
    energy = da.apply_gufunc(kernels.energy, "(n)->()", smooth, output_dtypes=float)
    return kernels.decibel(energy, energy.max())  # a ufunc takes Dask's arrays as they are


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("manifest")
    parser.add_argument("--traces", type=int, default=4096)
    parser.add_argument("--samples", type=int, default=65536)
    parser.add_argument("--chunk", type=int, default=128, help="traces in a chunk")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--memory", default="512MiB", help="of each worker")
    parser.add_argument("--save", help="a file .npy for the result")
    given = parser.parse_args()

    kernels = pycu.load(given.manifest)
    traces = da.map_blocks(
        record,
        chunks=(da.core.normalize_chunks(given.chunk, (given.traces,))[0], given.samples),
        dtype=np.float32,
        meta=np.empty((0, 0), np.float32),
    )
    with TemporaryDirectory() as scratch, dask.config.set(temporary_directory=scratch):
        cluster = LocalCluster(
            n_workers=given.workers,
            threads_per_worker=1,  # a kernel runs on all cores by itself
            memory_limit=given.memory,
            dashboard_address=None,
        )
        with cluster, Client(cluster):
            result = loudness(kernels, traces).compute()
    limit = dask.utils.parse_bytes(given.memory)
    print(f"{traces.nbytes / limit:.1f} times a worker's memory")
    print(f"trace 0 {result[0]:.2f} dB, trace {given.traces - 1} {result[-1]:.2f} dB")
    if given.save:
        np.save(given.save, result)


if __name__ == "__main__":
    main()
