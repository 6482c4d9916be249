"""Lets the Python tests import the package, the scripts and what tests share."""

import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent

for folder in ("python", "scripts", "tests/common"):
    sys.path.insert(0, str(REPOSITORY / folder))
