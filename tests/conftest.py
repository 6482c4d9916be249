"""Lets the Python tests import the package, the scripts and what tests share."""

import os
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent

for folder in ("python", "scripts", "tests/common"):
    sys.path.insert(0, str(REPOSITORY / folder))

os.environ.setdefault("PYCU_TARGET", "cpu")  # also where there is a GPU
# What kernels of tests are compiled to stays here; it is found by content.
os.environ.setdefault("PYCU_CACHE_DIR", str(REPOSITORY / "build" / "test_cache"))
