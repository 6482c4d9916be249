"""Host code that uses PyTorch, which is not there: what pycu knows of it is what PyTorch does.

torch_snippets.txt has expressions and what Numba sees of each, as record_torch.py has recorded it
with PyTorch; a `?` before a type stands where pycu asks.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from uncalled_test import inspected, types_of

HERE = Path(__file__).parent
SETUP = (HERE / "torch_setup.txt").read_text()
LINES = (HERE / "torch_snippets.txt").read_text().splitlines()
SNIPPETS = [tuple(line.split(" => ")) for line in LINES]
AT_ONCE = 25
RUN = "@cuda.jit\ndef k(x, n):\n    x[0] = n\n\n\ndef run(a, n):\n    k[1, 4](a, n)\n"
HEAD = "import numpy as np\nimport torch\nfrom numba import cuda\n\n\n"


@pytest.mark.parametrize("first", range(0, len(SNIPPETS), AT_ONCE))
def test_tensors_are_what_pytorch_makes(first: int, tmp_path: Path) -> None:
    chunk = SNIPPETS[first : first + AT_ONCE]
    kernels = "".join(f"@cuda.jit\ndef k{at}(x):\n    pass\n\n\n" for at in range(len(chunk)))
    # Each expression by itself: what one changes, another does not see.
    launches = "".join(
        f"def run{at}():\n{indented(SETUP)}    k{at}[1, 1]({snippet})\n\n\nrun{at}()\n"
        for at, (snippet, _) in enumerate(chunk)
    )
    found = inspected(HEAD + kernels + launches, tmp_path)
    wrong = []
    for at, (snippet, expected) in enumerate(chunk):
        types = types_of(found, f"k{at}")
        said = types[0][len("void(") : -1] if len(types) == 1 else str(types)
        if ("?" in said) != expected.startswith("?") or (said != expected and "?" not in said):
            wrong.append(f"{snippet}: {said} and not {expected}")
    assert not wrong, "\n".join(wrong)


# What a program does before it launches `k(x)`, and what is known of it then.
MODULE = (
    "class M(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n"
    "        self.register_buffer('w', torch.zeros(3))\n\n\nm = M()\n"
)
STATEMENTS = {
    "a_module": (MODULE, "m.w", "float32[::1]"),
    "a_module_on_a_device": (MODULE + "m = m.to('cuda').eval()\n", "m.w", "float32[::1]"),
    "a_module_on_a_torch_device": (
        MODULE + "m.to(torch.device('cuda'))\ntorch.optim.Adam(m.parameters())\n",
        "m.w",
        "float32[::1]",
    ),
    "a_module_of_doubles": (MODULE + "m.double()\n", "m.w", "?[:]"),
    "a_module_of_another_dtype": (MODULE + "m.to(torch.float64)\n", "m.w", "?[:]"),
    "a_module_of_a_named_dtype": (MODULE + "m.to(dtype=torch.float64)\n", "m.w", "?[:]"),
    "a_module_that_a_function_changes": (
        MODULE + "m.apply(lambda one: one.double())\n",
        "m.w",
        "?[:]",
    ),
    "changed_by_what_nobody_knows": (
        "x = torch.zeros(3, 4)\nx.swapdims_(0, 1)\n",
        "x[0]",
        "?[:]",
    ),
    "changed_through_another_name": (
        "x = torch.zeros(3, 4)\ny = x.float()\ny.t_()\n",
        "x[0]",
        "?[:]",
    ),
    "given_other_data_through_another_name": (
        "x = torch.zeros(3, 4)\ny = x.detach()\ny.data = torch.zeros(2)\n",
        "x[0]",
        "?[:]",
    ),
    "in_another_default_dtype": (
        "torch.set_default_dtype(torch.float64)\n",
        "torch.Tensor([1, 2])",
        "float64[::1]",
    ),
    "in_autocast": (
        "x = torch.zeros(3, 3)\nwith torch.autocast('cuda'):\n    x = x @ x\n",
        "x[0]",
        "?[:]",
    ),
    "of_a_class_of_the_program": (
        "class T(torch.Tensor):\n    def twice(self):\n        return self * 2\n\n\n"
        "x = T(torch.zeros(3)).twice()\n",
        "1 if isinstance(x, T) else 2.5",
        "?[:]",
    ),
    "without_gradients": (
        "@torch.no_grad()\ndef f(x):\n    return x * 2\n\n\n"
        "with torch.no_grad():\n    x = f(torch.zeros(3))\n",
        "x",
        "float32[::1]",
    ),
}


@pytest.mark.parametrize(("before", "launched", "expected"), STATEMENTS.values(), ids=STATEMENTS)
def test_what_programs_do_with_tensors(
    before: str, launched: str, expected: str, tmp_path: Path
) -> None:
    kernel = "@cuda.jit\ndef k(x):\n    x[0] = 1\n\n\n"
    found = inspected(f"{HEAD}{kernel}{before}k[1, 1]({launched})\n", tmp_path)
    assert types_of(found, "k") == [f"void({expected})"]


def indented(text: str) -> str:
    return "".join(f"    {line}" if line.strip() else line for line in text.splitlines(True))


def test_what_one_program_sets_another_does_not_see(tmp_path: Path) -> None:
    """Each runs for itself, whatever modules they share."""
    body = "import torch\nimport m\n"
    (tmp_path / "a.py").write_text(
        body + "torch.set_default_dtype(torch.float64)\nm.run(torch.zeros(3), 1)\n"
    )
    (tmp_path / "b.py").write_text(body + "m.run(torch.zeros(3), 2.5)\n")
    found = inspected(HEAD + RUN, tmp_path)
    assert sorted(types_of(found, "k")) == [
        "void(float32[::1], float64)",
        "void(float64[::1], int64)",
    ]


def test_a_tensor_of_one_program_is_one_of_its_modules(tmp_path: Path) -> None:
    """Modules that several programs import know one class of tensors."""
    body = "import torch\nimport m\n"
    check = "    if not isinstance(a, torch.Tensor):\n        raise TypeError\n"
    for name in "ab":
        (tmp_path / f"{name}.py").write_text(body + "m.run(torch.zeros(3), 1)\n")
    found = inspected(HEAD + RUN.replace("    k[", check + "    k["), tmp_path)
    assert types_of(found, "k") == ["void(float32[::1], int64)"]
