"""Host code that nobody wrote for pycu: it ends with a result or a message, and never fails.

PYCU_FUZZ_HOST says how many real files are tried; `all` takes every one.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import host_code
import pytest

FILES = os.environ.get("PYCU_FUZZ_HOST", "60")


def wrong_ones(sources: list[tuple[str, Path]]) -> list[str]:
    """What went wrong, by names."""
    runs = [(name, path, command) for name, path in sources for command in host_code.COMMANDS]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        ends = pool.map(lambda run: host_code.how_it_ended(run[1], run[2]), runs)
        return [
            f"{name}: pycu {' '.join(command)}: {end}"
            for (name, _, command), end in zip(runs, ends, strict=True)
            if end
        ]


def test_real_files_are_followed_as_host_code(tmp_path: Path) -> None:
    files = host_code.real_files()
    assert len(files) > 1000
    chosen = files if FILES == "all" else host_code.every(files, int(FILES))
    sources = []
    for number, (path, text) in enumerate(host_code.texts(chosen)):
        folder = tmp_path / str(number)
        folder.mkdir()
        sources.append((str(path), folder / path.name))
        sources[-1][1].write_text(host_code.as_host_code(text), encoding="utf-8")
    wrong = wrong_ones(sources)
    print(f"{len(sources)} files of {len(files)}, {len(wrong)} wrong")
    assert not wrong, "\n\n".join(wrong[:5])
    assert len(sources) > 0.9 * len(chosen)


def test_small_nasty_ones_end(tmp_path: Path) -> None:
    sources = []
    assert len(host_code.nasty()) > 40
    for name, text in host_code.nasty().items():
        sources.append((name, tmp_path / f"{name}.py"))
        sources[-1][1].write_text(host_code.as_host_code(text), encoding="utf-8")
    sources.append(("cycle", host_code.write_cycle(tmp_path, 200)))
    wrong = wrong_ones(sources)
    assert not wrong, "\n\n".join(wrong[:5])


def test_what_went_wrong_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    crashing = tmp_path / "pycu"
    crashing.write_text("#!/bin/sh\nkill -SEGV $$\n")
    crashing.chmod(0o755)
    monkeypatch.setenv("PYCU_BINARY", str(crashing))
    assert "exit -11" in host_code.how_it_ended(tmp_path / "x.py", ("check",))
