"""Writes down what programs print when Numba's simulator of CUDA runs them.

`python simulate.py FOLDER...` runs the `main.py` of each folder and writes `prints.txt` beside it,
what `pycu run` is to print, too.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def simulate(folder: Path) -> None:
    """Runs one program in a process of its own: the simulator is chosen when Numba is imported."""
    done = subprocess.run(
        [sys.executable, "-B", "main.py"],
        cwd=folder,
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
    )
    if done.returncode != 0:
        sys.exit(f"{folder}: {done.stderr}")
    (folder / "prints.txt").write_text(done.stdout)


if __name__ == "__main__":
    for one in sys.argv[1:]:
        simulate(Path(one))
