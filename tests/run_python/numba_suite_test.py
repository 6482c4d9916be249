"""numba-cuda's own tests: what does not pass stands in numba_suite.txt, and only that.

By default a part of the modules runs; PYCU_NUMBA_SUITE=all takes all of them, which needs cffi:
`pip install -t FOLDER cffi` and PYTHONPATH=FOLDER.
"""

import importlib.util
import os

import numba_suite
import pytest
from harness import binary

QUICK = """
cudadrv.test_array_attr cudadrv.test_context_stack cudadrv.test_cuda_array_slicing
cudadrv.test_cuda_auto_context cudadrv.test_cuda_devicerecord cudadrv.test_cuda_memory
cudadrv.test_cuda_ndarray cudadrv.test_deallocations cudadrv.test_detect cudadrv.test_emm_plugins
cudadrv.test_events cudadrv.test_host_alloc cudadrv.test_pinned cudadrv.test_profiler
cudadrv.test_select_device cudadrv.test_streams cudapy.test_alignment cudapy.test_array_args
cudapy.test_blackscholes cudapy.test_boolean
"""


def test_what_does_not_pass_is_listed_and_nothing_else(monkeypatch):
    monkeypatch.setenv("PYCU_BINARY", str(binary()))
    whole = os.environ.get("PYCU_NUMBA_SUITE") == "all"
    if whole and importlib.util.find_spec("cffi") is None:
        pytest.skip("the tests import cffi, which is not installed")
    names = numba_suite.modules() if whole else QUICK.split()
    results = numba_suite.run(names)
    wrong = numba_suite.differences(results, names)
    assert not wrong, "\n".join(wrong)
    assert sum(outcome == "passed" for outcome, _ in results.values()) > len(names)


def known():
    return set(numba_suite.modules())


def test_each_name_of_the_list_has_a_reason_and_a_module():
    modules = tuple(f"{name}." for name in known())
    listed = numba_suite.listed()
    assert listed and all(listed.values())
    strange = [one for one in listed if not f"{one}.".startswith(modules)]
    assert not strange


@pytest.mark.parametrize(
    ("results", "wrong"),
    [
        ({"m.T.passes": ("passed", ""), "m.T.listed": ("error", "")}, []),
        ({"m.T.new": ("failed", "why"), "m.T.listed": ("skipped", "")}, ["m.T.new does not pass"]),
        ({"m.T.listed": ("passed", "")}, ["m.T.listed is listed, and passes"]),
        ({}, ["m.T.listed is listed, and is not there"]),
    ],
)
def test_results_are_held_to_the_list(results, wrong, monkeypatch, tmp_path):
    path = tmp_path / "list.txt"
    path.write_text("# reason\nm.T.listed\n\n# other\nelsewhere.T.listed\n", encoding="utf-8")
    monkeypatch.setattr(numba_suite, "LIST", path)
    found = numba_suite.differences(results, ["m"])
    assert len(found) == len(wrong) and all(map(str.startswith, found, wrong))


def test_the_list_keeps_the_reasons_that_stand_there(monkeypatch, tmp_path):
    path = tmp_path / "list.txt"
    path.write_text("# by hand\nm.T.old\nm.T.gone\n", encoding="utf-8")
    monkeypatch.setattr(numba_suite, "LIST", path)
    numba_suite.write_list(
        {
            "m.T.old": ("error", "whatever"),
            "m.T.gone": ("passed", ""),
            "m.T.skip": ("skipped", "why"),
            "m.T.new": ("error", "f.py:3:4: error[PYCU0304]: `+` has no meaning for `a`\nmore"),
        }
    )
    assert numba_suite.listed() == {
        "m.T.old": "by hand",
        "m.T.skip": "Skipped by the suite itself",
        "m.T.new": "Not yet: PYCU0304 `...` has no meaning for `...`",
    }
