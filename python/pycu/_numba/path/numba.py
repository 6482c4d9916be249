"""What Python programs that `pycu run` starts import as `numba`: it puts pycu in its place.

`pycu._numba.share` puts this folder into PYTHONPATH.
"""

import importlib
import os
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[3]))  # pycu may have been found otherwise
from pycu import _numba  # noqa: E402

del sys.modules["numba"]
_numba.install(
    tests=os.environ.get(_numba.TESTS) == "1",
    keep_cpu=os.environ.get(_numba.KEEP_CPU, "") not in ("", "0"),
)
importlib.import_module("numba")
