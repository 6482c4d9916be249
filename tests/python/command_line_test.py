"""Arguments of a command line: pycu takes them for what argparse and click give, or asks."""

from __future__ import annotations

import argparse
import json
import subprocess
from pathlib import Path

import harness
import numba
import numpy as np
import pytest

# `add_argument(...)`, and command lines that parse.
ARGUMENTS = {
    "int": ('"--n", type=int, default=5', ["", "--n 3"]),
    "float": ('"--n", type=float, default=0.5', ["", "--n 3"]),
    "int_by_default_of_a_float": ('"--n", type=float, default=1', ["", "--n 3"]),
    "text_by_default": ('"--n", type=float, default="1"', ["", "--n 3"]),
    "no_default": ('"--n", type=int', ["", "--n 3"]),
    "required": ('"--n", type=int, required=True', ["--n 3"]),
    "a_place": ('"n", type=int', ["3"]),
    "a_place_that_may_be_missing": ('"n", type=int, nargs="?", default=4', ["", "3"]),
    "a_place_without_default": ('"n", type=int, nargs="?"', ["", "3"]),
    "a_constant": ('"--n", type=int, nargs="?", const=7, default=4', ["", "--n", "--n 3"]),
    "no_constant": ('"--n", type=int, nargs="?", default=4', ["", "--n", "--n 3"]),
    "a_flag": ('"--n", action="store_true"', ["", "--n"]),
    "no_flag": ('"--n", action="store_false"', ["", "--n"]),
    "a_flag_with_another_default": ('"--n", action="store_true", default=0', ["", "--n"]),
    "bool": ('"--n", type=bool, default=False', ["", "--n 3"]),
    "count": ('"--n", "-n", action="count", default=0', ["", "-nn"]),
    "count_from_nothing": ('"-n", action="count"', ["", "-nn"]),
    "numpy": ('"--n", type=np.float32, default=np.float32(1)', ["", "--n 3"]),
    "choices": ('"--n", type=int, choices=[1, 2], default=1', ["", "--n 2"]),
    "dest": ('"--number", "-x", dest="n", type=int, default=1', ["", "-x 3"]),
    "long_name": ('"-x", "--n", type=int, default=1', ["", "-x 3"]),
    "a_function": ('"--n", type=lambda text: int(text) * 2, default=2', ["", "--n 3"]),
    "a_text": ('"--n", default=4', ["", "--n 3"]),
}
MANY = {
    "list": ('"--n", type=float, nargs="+", default=[0.5]', ["", "--n 1 2"]),
    "list_of_two": ('"--n", type=int, nargs=2, required=True', ["--n 1 2"]),
    "list_by_another_default": ('"--n", type=float, nargs="*", default=[1]', ["", "--n 1 2"]),
}

HEAD = """
import argparse
import numpy as np
from numba import cuda


@cuda.jit
def k(x):
    x + 1


"""


def taken_for(text: str, folder: Path) -> str:
    path = folder / "m.py"
    path.write_text(HEAD + text)
    command = [str(harness.binary()), "inspect", str(path), "--signatures", "--json"]
    done = subprocess.run(command, capture_output=True, text=True)
    (kernel,) = json.loads(done.stdout)["kernels"]
    return kernel["signature"].removeprefix("void(").removesuffix(")")


def check(argument: str, lines: list[str], of: str, folder: Path) -> None:
    parser = argparse.ArgumentParser()
    exec(f"parser.add_argument({argument})", {"parser": parser, "np": np})
    values = [eval(of, {"args": parser.parse_args(line.split())}) for line in lines]
    types = {"?" if isinstance(v, str | None) else str(numba.typeof(v)) for v in values}
    ours = taken_for(
        f"def main():\n    p = argparse.ArgumentParser()\n    p.add_argument({argument})\n"
        f"    args = p.parse_args()\n    k[1, 1]({of})\n\n\nmain()\n",
        folder,
    )
    assert ours == (types.pop() if len(types) == 1 else "?")


@pytest.mark.parametrize(("argument", "lines"), ARGUMENTS.values(), ids=ARGUMENTS)
def test_argparse(argument: str, lines: list[str], tmp_path: Path) -> None:
    check(argument, lines, "args.n", tmp_path)


@pytest.mark.parametrize(("argument", "lines"), MANY.values(), ids=MANY)
def test_argparse_with_lists(argument: str, lines: list[str], tmp_path: Path) -> None:
    check(argument, lines, "args.n[0]", tmp_path)


@pytest.mark.parametrize(
    ("text", "expected"),
    {
        "known_args": (
            "p = argparse.ArgumentParser()\np.add_argument('--n', type=int, default=1)\n"
            "args, rest = p.parse_known_args()\nk[1, 1](args.n)",
            "int64",
        ),
        "a_function_adds_it": (
            "def add(p):\n    p.add_argument('--n', type=int, default=1)\n\n\n"
            "p = argparse.ArgumentParser()\nadd(p)\nk[1, 1](p.parse_args().n)",
            "int64",
        ),
        "a_group": (
            "p = argparse.ArgumentParser()\ng = p.add_argument_group('g')\n"
            "g.add_argument('--n', type=int, default=1)\nk[1, 1](p.parse_args().n)",
            "int64",
        ),
        "two_commands": (
            "p = argparse.ArgumentParser()\ns = p.add_subparsers(dest='command')\n"
            "a, b = s.add_parser('a'), s.add_parser('b')\n"
            "a.add_argument('--n', type=int, default=1)\n"
            "b.add_argument('--n', type=float, default=1.5)\nk[1, 1](p.parse_args().n)",
            "?",
        ),
        "another_default": (
            "p = argparse.ArgumentParser()\np.add_argument('--n', type=int, default=1)\n"
            "p.set_defaults(n=0.5)\nk[1, 1](p.parse_args().n)",
            "?",
        ),
        "one_path_adds_it": (
            "import sys\np = argparse.ArgumentParser()\n"
            "if len(sys.argv) > 3:\n    p.add_argument('--n', type=int, default=1)\n"
            "else:\n    p.add_argument('--n', type=float, default=1.5)\n"
            "k[1, 1](p.parse_args().n)",
            "?",
        ),
        "assigned": (
            "p = argparse.ArgumentParser()\np.add_argument('--n', type=int)\n"
            "args = p.parse_args()\nargs.n = 0.5\nk[1, 1](args.n)",
            "float64",
        ),
        "as_a_dict": (
            "p = argparse.ArgumentParser()\np.add_argument('--n', type=int, default=1)\n"
            "k[1, 1](vars(p.parse_args())['n'])",
            "int64",
        ),
        "of_no_parser": ("args = argparse.Namespace(n=3)\nk[1, 1](args.n)", "?"),
        "click": (
            "import click\n\n\n@click.command()\n@click.option('--n', default=16)\n"
            "def main(n):\n    k[1, 1](n)\n\n\nmain()",
            "int64",
        ),
        "click_converts_defaults": (
            "import click\n\n\n@click.command()\n@click.option('--n', default=1, type=float)\n"
            "def main(n):\n    k[1, 1](n)\n\n\nmain()",
            "float64",
        ),
        "click_argument": (
            "import click\n\n\n@click.command()\n@click.argument('n', type=int)\n"
            "def main(n):\n    k[1, 1](n)\n\n\nmain()",
            "int64",
        ),
        "click_without_default": (
            "import click\n\n\n@click.command()\n@click.option('--n', type=int)\n"
            "def main(n):\n    k[1, 1](n)\n\n\nmain()",
            "?",
        ),
        "environment": ("import os\nk[1, 1](int(os.environ.get('N', 16)))", "int64"),
        "environment_as_it_is": ("import os\nk[1, 1](os.environ.get('N', 16))", "?"),
        "sys_argv": ("import sys\nk[1, 1](float(sys.argv[1]))", "float64"),
    }.values(),
)
def test_command_lines(text: str, expected: str, tmp_path: Path) -> None:
    assert taken_for(text, tmp_path) == expected
