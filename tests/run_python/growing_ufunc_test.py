"""`@vectorize` without signatures: a loop for each list of types that no loop before it takes."""

import pickle

import numpy as np
import pytest
from harness import binary
from pycu import vectorize

numba = pytest.importorskip("numba", reason="the reference is Numba")


@pytest.fixture(autouse=True)
def own_binary(monkeypatch):
    monkeypatch.setenv("PYCU_BINARY", str(binary()))


def scaled(a, b):
    return a * b + 1


single, double, integer = np.arange(3, dtype="f4"), np.arange(4.0), np.arange(5)
CALLS = [
    lambda f: f(1, 2),
    lambda f: f(integer, 2),
    lambda f: f(1.5, 2),
    lambda f: f(single, np.float32(2)),
    lambda f: f(single, 2.0),
    lambda f: f(1.5, 2.5),
    # Numba's folds ask for a loop that is there
    lambda f: f.reduce(double),
    lambda f: f.accumulate(single),
    lambda f: f.outer(double, integer),
    lambda f: f(1j * double, 2),
    lambda f: f(True, integer, np.zeros(5)),
]


def test_it_grows_as_numbas_does():
    own, wanted = vectorize(scaled), numba.vectorize(scaled)
    assert (own.nin, own.nout, own.types) == (wanted.nin, wanted.nout, [])
    for call in CALLS:
        np.testing.assert_array_equal(call(own), call(wanted))
        assert np.asarray(call(own)).dtype == np.asarray(call(wanted)).dtype
        assert own.types == wanted.types


@pytest.mark.parametrize("name", ["reduce", "accumulate", "reduceat", "outer", "at"])
def test_folds_may_come_first(name):
    own = vectorize(lambda a, b: a - b)
    arguments = {
        "outer": (double, integer),
        "reduceat": (double, [0, 2]),
        "at": (double, [0, 0], 2),
    }
    given = [np.copy(one) for one in arguments.get(name, (double,))]
    wanted = [np.copy(one) for one in given]
    made = getattr(own, name)(*given)
    np.testing.assert_array_equal(made, getattr(np.subtract, name)(*wanted))
    np.testing.assert_array_equal(given[0], wanted[0])


def test_what_no_loop_can_be_made_for_stays_an_error():
    own = vectorize(scaled)
    assert own(1, 2) == 3
    for _ in range(2):
        with pytest.raises(TypeError, match="takes"):
            own(1, 2, 3, 4)
    assert own.types == ["ll->l"]


def test_a_copy_grows_on():
    own = vectorize(scaled)
    own(1, 2)
    copy = pickle.loads(pickle.dumps(own))
    assert copy(1.5, 2.0) == 4.0


def test_under_the_name_of_numba_it_is_compiled(tmp_path, capfd):
    from pycu._numba import ufuncs

    made = ufuncs.vectorize(scaled)
    assert made(2, 3) == 7
    assert made.types == ["ll->l"]
    assert "runs as Python" not in capfd.readouterr().err
