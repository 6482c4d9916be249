"""The cache of compiled programs: whole entries or none, whoever dies or runs beside."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from pycu._jit import cache

PACKAGE = Path(__file__).resolve().parents[2] / "python"


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("PYCU_CACHE_DIR", str(tmp_path / "cache"))
    cache.folder.cache_clear()
    yield
    cache.folder.cache_clear()


def make(key, text="whole"):
    with cache.making(key) as folder:
        (folder / "a").write_text(text)


def test_what_was_made_is_found():
    key = cache.key_of("a", b"b")
    assert cache.find(key) is None
    make(key)
    assert (cache.find(key) / "a").read_text() == "whole"
    assert not list((cache.folder() / "unfinished").iterdir())


def test_parts_of_a_key_do_not_run_together():
    assert cache.key_of("ab", "c") != cache.key_of("a", "bc")
    assert cache.key_of("ab") != cache.key_of("ab", "")
    assert cache.key_of("ä") == cache.key_of("ä".encode())


def test_what_fails_leaves_nothing():
    key = cache.key_of("x")
    with pytest.raises(RuntimeError), cache.making(key) as folder:
        (folder / "a").write_text("half")
        raise RuntimeError
    assert cache.find(key) is None
    assert not list((cache.folder() / "unfinished").iterdir())


def test_a_process_that_is_killed_leaves_no_entry():
    script = (
        "import sys, time\nfrom pycu._jit import cache\n"
        "with cache.making('ab' * 20) as folder:\n"
        "    (folder / 'a').write_text('half')\n"
        "    print('ready', flush=True)\n    time.sleep(60)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE)}
    process = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, env=environment
    )
    process.stdout.readline()
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    assert cache.find("ab" * 20) is None
    make("ab" * 20)
    assert (cache.find("ab" * 20) / "a").read_text() == "whole"
    # what it left is removed when it is old
    (left,) = (cache.folder() / "unfinished").iterdir()
    old = time.time() - 2 * cache.STALE
    os.utime(left, (old, old))
    cache.prune()
    assert not left.exists()


def _race(key, text):
    for _ in range(50):
        make(key, text)


def test_processes_that_make_one_entry_at_once_agree():
    key = cache.key_of("race")
    context = multiprocessing.get_context("fork")
    workers = [context.Process(target=_race, args=(key, "x" * 1000)) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [worker.exitcode for worker in workers] == [0] * 4
    assert (cache.find(key) / "a").read_text() == "x" * 1000


FILES = 200


def _make_many(keys):
    for key in keys:
        with cache.making(key) as folder:
            for i in range(FILES):
                (folder / str(i)).write_text("whole")


def test_an_entry_is_whole_as_soon_as_it_is_found():
    keys = [cache.key_of(str(i)) for i in range(20)]
    worker = multiprocessing.get_context("fork").Process(target=_make_many, args=(keys,))
    worker.start()
    for key in keys:
        while cache.find(key) is None:
            assert worker.is_alive() or cache.find(key) is not None
        assert len(list(cache.find(key).iterdir())) == FILES
    worker.join()
    assert worker.exitcode == 0


def test_the_least_recently_used_go_first(monkeypatch):
    monkeypatch.setenv("PYCU_CACHE_SIZE", "1")
    keys = [cache.key_of(str(i)) for i in range(6)]
    for age, key in enumerate(keys):
        make(key, "x" * 300_000)
        when = time.time() - 1000 + age
        if cache.find(key):
            os.utime(cache.find(key), (when, when))
    cache.prune()
    kept = [key for key in keys if (cache.folder() / key[:2] / key).exists()]
    assert kept == keys[-3:]


def test_entries_are_counted_when_they_may_be_too_many(monkeypatch):
    counts = []
    monkeypatch.setattr(cache, "prune", lambda keep, prune=cache.prune: counts.append(prune(keep)))
    monkeypatch.setenv("PYCU_CACHE_SIZE", "1")
    for i in range(40):
        make(cache.key_of(str(i)), "x" * 30_000)
        kept = [one for one in cache.folder().glob("??/*") if one.is_dir()]
        assert sum(cache._size(one) for one in kept) <= 2**20
        assert cache.key_of(str(i)) in {one.name for one in kept}
    assert len(counts) == 3  # the first one, and each time that the bound was reached
    later = time.time() + 2 * cache.STALE
    monkeypatch.setattr(cache.time, "time", lambda: later)
    make(cache.key_of("later"))
    assert len(counts) == 4


def test_a_bound_that_is_no_number_is_said(monkeypatch):
    monkeypatch.setenv("PYCU_CACHE_SIZE", "1 GB")
    with pytest.raises(ValueError, match="PYCU_CACHE_SIZE is '1 GB': it is a number of MiB"):
        make(cache.key_of("x"))
    assert cache.find(cache.key_of("x")) is None


def test_the_folder_stays_where_it_is_when_the_program_goes_elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYCU_CACHE_DIR", "here")
    cache.folder.cache_clear()
    make(cache.key_of("x"))
    (tmp_path / "other").mkdir()
    monkeypatch.chdir(tmp_path / "other")
    assert cache.find(cache.key_of("x")) == tmp_path / "here" / cache.key_of("x")[
        :2
    ] / cache.key_of("x")


def test_a_folder_that_cannot_be_written_is_said_and_done_without(tmp_path, monkeypatch, capsys):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PYCU_CACHE_DIR", str(tmp_path / "file" / "below"))
    cache.folder.cache_clear()
    make(cache.key_of("x"))
    assert (cache.find(cache.key_of("x")) / "a").read_text() == "whole"
    assert "cannot be written" in capsys.readouterr().err
