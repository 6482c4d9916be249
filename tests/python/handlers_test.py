"""`try`: statements that may raise, and what handlers and imports in it decide."""

from __future__ import annotations

import json
import subprocess
import textwrap
from pathlib import Path

import harness
import pytest
from tried_programs import HEAD, inferred

MAY_RAISE = {
    "picture": """
def axes(img: np.ndarray):
    try:
        h, w, c = img.shape
    except ValueError:
        return np.float64
    return np.float32
T = axes(np.loadtxt("file"))
""",
    "name": """
if len(sys.argv) > 3:
    scale = np.float32
try:
    T = scale
except NameError:
    T = np.float64
""",
    "shapes": """
n = int(sys.argv[1])
T = np.float32
try:
    np.zeros(n) + np.zeros(n + 1)
except ValueError:
    T = np.float64
""",
    "argv": """
try:
    n = int(sys.argv[1])
    T = np.float32
except (IndexError, ValueError):
    T = np.float64
""",
    "module": """
try:
    import cupy
    T = np.float32
except ImportError:
    T = np.float64
""",
    "divisor": """
n = len(sys.argv) - 1
try:
    n = 1 / n
    T = np.float32
except ZeroDivisionError:
    T = np.float64
""",
    "parameter": """
def choose(n):
    try:
        items[n]
        return np.float32
    except IndexError:
        return np.float64
T = choose(len(sys.argv))
""",
    "root": """
try:
    math.sqrt(len(sys.argv) - 2)
    T = np.float32
except ValueError:
    T = np.float64
""",
}


@pytest.mark.parametrize("name", MAY_RAISE)
def test_what_may_raise_is_not_known(name: str, tmp_path: Path) -> None:
    program = HEAD + MAY_RAISE[name] + "k[1, 1](np.zeros(3, T))\n"
    (found,) = inferred([program], tmp_path)
    assert not found or all("?" in one for one in found), found


def test_a_handler_that_ends_the_program_changes_nothing(tmp_path: Path) -> None:
    for end in ("sys.exit(1)", "exit()", "raise", "raise RuntimeError from None", "os._exit(2)"):
        program = HEAD + textwrap.dedent(f"""
            try:
                T = np.dtype(np.float32)
                n = int(sys.argv[1])
                import a_module_that_is_not_there
            except Exception:
                T = np.float64
                {end}
            k[1, 1](np.zeros(3, T))
            """)
        folder = tmp_path / end.split("(")[0].replace(" ", "_").replace(".", "_")
        folder.mkdir()
        (found,) = inferred([program], folder)
        assert found == ["void(float32[::1])"], end


def test_names_of_handlers_decide(tmp_path: Path) -> None:
    program = HEAD + textwrap.dedent("""
        try:
            n = int(sys.argv[1])
            T = np.float32
        except ImportError:
            T = np.float64
        k[1, 1](np.zeros(3, T))
        try:
            import a_module_that_is_not_there
            U = np.int32
        except ValueError:
            U = np.int64
        k[1, 1](np.zeros(3, U))
        """)
    (found,) = inferred([program], tmp_path)
    assert set(found) == {"void(float32[::1])", "void(int32[::1])"}


def test_numpy_in_place_of_cupy_gives_the_same_types(tmp_path: Path) -> None:
    program = HEAD + textwrap.dedent("""
        try:
            import cupy as xp
        except ImportError:
            xp = np
        k[1, 1](xp.zeros((3, 4), xp.float32))
        k[1, 1](xp.arange(5).astype(xp.int16))
        """)
    (found,) = inferred([program], tmp_path)
    assert set(found) == {"void(float32[:, ::1])", "void(int16[::1])"}


def test_an_import_that_may_fail_makes_no_later_one_certain(tmp_path: Path) -> None:
    """Beside a module of the program, which runs before the paths of a `try` part."""
    statement = """
try:
    import a_module_that_is_not_there
    {0} = np.float32
except ImportError:
    {0} = np.float64
k[1, 1](np.zeros(3, {0}))
"""
    condition = "if len(sys.argv) > 9:\n    import a_module_that_is_not_there\n"
    for name, first in (("tried", statement.format("T")), ("asked", condition)):
        folder = tmp_path / name
        (folder / "p0").mkdir(parents=True)
        (folder / "p0" / "other.py").write_text("N = 4\n")
        path = folder / "p0" / "program.py"
        path.write_text(HEAD + "import other\n" + first + statement.format("U"))
        command = [str(harness.binary()), "inspect", "--signatures", "--json", str(path)]
        result = subprocess.run(command, capture_output=True, text=True)
        assert json.loads(result.stdout)["signatures"].get("k", []) == [], name
