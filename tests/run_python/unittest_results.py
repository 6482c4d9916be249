"""Runs one module of numba-cuda's tests and writes what became of each: `MODULE RESULTS.json`.

What it imports of Numba is pycu; numba_suite.py starts this for each module. A test that takes
longer than its bound is interrupted and counts as an error.
"""

from __future__ import annotations

import importlib
import json
import signal
import sys
import unittest
from typing import Any

from pycu import _numba

SECONDS = 60


class Recorder(unittest.TestResult):
    """Notes the outcome of each test by its id, with the last line of the reason."""

    def __init__(self) -> None:
        super().__init__()
        self.outcomes: dict[str, list[str]] = {}

    def _note(self, test: unittest.TestCase, outcome: str, reason: str = "") -> None:
        self.outcomes[test.id()] = [outcome, reason]

    def startTest(self, test: unittest.TestCase) -> None:
        super().startTest(test)
        signal.alarm(SECONDS)

    def stopTest(self, test: unittest.TestCase) -> None:
        signal.alarm(0)
        super().stopTest(test)

    def addSuccess(self, test: unittest.TestCase) -> None:
        if self.outcomes.get(test.id(), ["passed"])[0] == "passed":
            self._note(test, "passed")

    def addError(self, test: unittest.TestCase, err: Any) -> None:
        self._note(test, "error", f"{err[0].__name__}: {str(err[1])[:400]}")

    def addFailure(self, test: unittest.TestCase, err: Any) -> None:
        self._note(test, "failed", f"{err[0].__name__}: {str(err[1])[:400]}")

    def addSkip(self, test: unittest.TestCase, reason: str) -> None:
        self._note(test, "skipped", reason)

    def addExpectedFailure(self, test: unittest.TestCase, err: Any) -> None:
        self._note(test, "passed")

    def addUnexpectedSuccess(self, test: unittest.TestCase) -> None:
        self._note(test, "failed", "it was expected to fail")

    def addSubTest(self, test: unittest.TestCase, subtest: unittest.TestCase, err: Any) -> None:
        if err is not None:
            self._note(test, "failed", f"{err[0].__name__}: {str(err[1])[:400]}")


def _interrupted(signum: int, frame: Any) -> None:
    raise TimeoutError(f"the test took more than {SECONDS} s")


def main() -> None:
    """The command line."""
    name, path = sys.argv[1:3]
    signal.signal(signal.SIGALRM, _interrupted)
    _numba.install(tests=True)
    _numba.share()
    recorder = Recorder()
    try:
        suite = unittest.defaultTestLoader.loadTestsFromModule(importlib.import_module(name))
        suite.run(recorder)
    except BaseException as error:  # a module that cannot be imported is a result
        recorder.outcomes[name] = ["error", f"{type(error).__name__}: {str(error)[:400]}"]
    with open(path, "w", encoding="utf-8") as file:
        json.dump(recorder.outcomes, file, indent=1, sort_keys=True)


if __name__ == "__main__":
    main()
