"""pycu.errors against numba.core.errors: the same names, the same bases, the same texts."""

import warnings

import pytest
from pycu import errors

theirs = pytest.importorskip("numba.core.errors", reason="the reference is Numba")
NAMES = sorted(
    name
    for name, one in vars(theirs).items()
    if isinstance(one, type) and issubclass(one, Exception) and not name.startswith("_")
)


def bases(one):
    return [base.__name__ for base in one.__mro__ if base.__name__ not in ("_Error", "_Warning")]


@pytest.mark.parametrize("name", NAMES)
def test_names_and_bases(name):
    assert bases(getattr(errors, name)) == bases(getattr(theirs, name))
    assert name in errors.__all__


class Place:
    def strformat(self):
        return 'File "a.py", line 3:'


PLAIN = ["TypingError", "LoweringError", "NumbaValueError", "NumbaWarning", "UnsupportedError"]


@pytest.mark.parametrize("name", PLAIN)
@pytest.mark.parametrize("loc", [None, Place()], ids=["nowhere", "placed"])
def test_texts_and_places(name, loc):
    ours, other = (getattr(module, name)("a text", loc=loc) for module in (errors, theirs))
    assert str(ours) == str(other)
    assert (ours.msg, ours.loc) == (other.msg, other.loc) == ("a text", loc)


@pytest.mark.parametrize(
    "name,args",
    [
        ("UnsupportedBytecodeError", ("a text", "there")),
        ("NotDefinedError", ("x",)),
        ("UntypedAttributeError", ("int32", "x")),
        ("InternalError", (ValueError("inner"),)),
        ("ForceLiteralArg", ([1, 2],)),
        ("InternalTargetMismatchError", ("kind", "gpu", "cpu")),
        ("ConstantInferenceError", ("v",)),
    ],
)
def test_errors_that_make_their_own_text(name, args):
    ours, other = (getattr(module, name)(*args) for module in (errors, theirs))
    assert str(ours) == str(other)


def test_contexts_are_appended():
    def failing(module):
        with module.new_error_context("typing of {0}", "f"):
            raise module.TypingError("no type")

    texts = []
    for module in (errors, theirs):
        with pytest.raises(module.TypingError) as raised:
            failing(module)
        assert raised.value.contexts == ["typing of f"]
        texts.append(str(raised.value))
    assert texts[0] == texts[1]


def test_a_patched_text():
    error = errors.TypingError("one")
    error.patch_message("other")
    assert str(error) == "other" and error.msg == "one"


def test_force_literal_arguments_join():
    joined = errors.ForceLiteralArg([1]) | errors.ForceLiteralArg([2])
    assert joined.requested_args == {1, 2}
    with pytest.raises(TypeError, match="must be a"):
        joined | 3


def test_warnings_are_filtered_by_pythons_categories():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", DeprecationWarning)
        warnings.warn(errors.NumbaDeprecationWarning("old"), stacklevel=1)
    assert [one.category for one in caught] == [errors.NumbaDeprecationWarning]


def test_cuda_has_its_own():
    pytest.importorskip("numba.cuda.errors", reason="the reference is numba-cuda")
    from numba.cuda.errors import KernelRuntimeError

    given = ("a text", (0, 0, 0), (1, 0, 0))
    assert str(errors.KernelRuntimeError(*given)) == str(KernelRuntimeError(*given))
    assert issubclass(errors.CudaLoweringError, errors.LoweringError)


def test_deprecated_functions_warn():
    @errors.deprecated("other")
    def old():
        return 3

    with pytest.warns(DeprecationWarning, match='"old".\n Use "other" instead.|"old"'):
        assert old() == 3
