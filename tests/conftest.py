"""Lets the Python tests import the package, the scripts and each other."""

import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent

for folder in ("python", "scripts", "tests"):
    sys.path.insert(0, str(REPOSITORY / folder))
