"""Commands that a benchmark needs to succeed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from typing import Any


def said(command: Iterable[Any]) -> str:
    """What a command prints; it ends the run where it fails."""
    words = [str(word) for word in command]
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"bench: {words[0]} said:\n{(done.stdout + done.stderr)[:2000]}")
    return done.stdout + done.stderr
