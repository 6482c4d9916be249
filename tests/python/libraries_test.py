"""Host code that uses CuPy and xarray, neither of which is there: what pycu knows of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from uncalled_test import inspected, types_of

HEAD = """
import numpy as np
from numba import cuda


@cuda.jit
def k(x, n):
    i = cuda.grid(1)
    if i < n:
        x[i] = n


"""
XARRAY = "import xarray as xr\n"
CUPY_OR_NONE = """
try:
    import cupy
except ImportError:
    cupy = None
"""

# The host code, and the types of each launch that is known; a `?` in them for what is asked.
CASES: dict[str, tuple[str, list[str]]] = {
    # ---- EasyDict
    "settings": (
        "from easydict import EasyDict as edict\nc = edict()\nc.n = 3\nc.scale = 2.5\n"
        "c.x = edict(dtype=np.float32, n=4)\nk[1, 8](np.zeros(c.x.n, c.x.dtype), c['n'])\n"
        "k[1, 8](np.zeros(c.n), c.scale)",
        ["float32[::1], int64", "float64[::1], float64"],
    ),
    "settings_of_a_dict": (
        "from easydict import EasyDict\nc = EasyDict({'a': {'b': np.int8}}, n=2.5)\n"
        "c['m'] = 1\nc.update({'d': np.int16})\nk[1, 8](np.zeros(3, c.a.b), c.m)\n"
        "k[1, 8](np.zeros(3, c.d), c.n)",
        ["int8[::1], int64", "int16[::1], float64"],
    ),
    "settings_of_settings": (
        "from easydict import EasyDict\nl = [1]\nc = EasyDict(l=l, b=EasyDict(a=1))\n"
        "l[0] = 2.5\nk[1, 8](np.zeros(3), c.l[0])\ne = EasyDict(c)\ne.b.a = 2.5\n"
        "k[1, 8](np.zeros(3, np.int8), c.b.a)",
        ["?[:], ?"],
    ),
    "settings_are_a_dict": (
        "from easydict import EasyDict\nc = EasyDict()\n"
        "k[1, 8](np.zeros(3), 1 if isinstance(c, dict) else 2.5)",
        ["float64[::1], ?"],
    ),
    # ---- scikit-image
    "a_picture_of_scikit_image": (
        "import skimage.data\nfrom skimage.color import rgb2gray\n"
        "x = rgb2gray(skimage.data.coffee())\nk[1, 8](x[0], x.ndim)",
        ["float64[::1], int64"],
    ),
    "in_float32": (
        "import skimage.data\nfrom skimage.color import rgb2gray\n"
        "k[1, 8](rgb2gray(skimage.data.cat().astype(np.float32))[0], 1)",
        ["float32[::1], int64"],
    ),
    "as_bytes": (
        "import skimage\nfrom skimage import data\n"
        "k[1, 8](skimage.img_as_ubyte(skimage.filters.sobel(data.camera()))[0], 1)",
        ["uint8[::1], int64"],
    ),
    # ---- ufuncs of Numba for the CPU
    "a_ufunc_of_one_signature": (
        "from numba import float32, vectorize\n\n\n@vectorize([float32(float32)])\n"
        "def f(x):\n    return x * 2.0\n\n\nk[1, 8](f(np.zeros(4, np.float32)), f(True))",
        ["float32[::1], float32"],
    ),
    "a_ufunc_of_several": (
        "from numba import vectorize\n\n\n@vectorize(['int64(int64)', 'float64(float64)'])\n"
        "def f(x):\n    return x * 2\n\n\nk[1, 8](f(np.zeros((4, 3), np.int16))[:, 0], 1)\n"
        "k[1, 8](f(np.zeros(4, np.float32)), 1)",
        ["int64[:], int64", "float64[::1], int64"],
    ),
    "a_ufunc_that_numpy_cannot_cast_to": (
        "from numba import vectorize\n\n\n@vectorize(['int32(int32)'])\n"
        "def f(x):\n    return x * 2\n\n\nk[1, 8](f(np.zeros(4)), 1)",
        ["?[:], int64"],
    ),
    "a_ufunc_of_numbers_that_numpy_cannot_cast": (
        "from numba import float32, vectorize\n\n\n@vectorize([float32(float32)])\n"
        "def f(x):\n    return x * 2.0\n\n\nk[1, 8](np.zeros(4), f(2))",
        ["float64[::1], ?"],
    ),
    "a_ufunc_of_an_array_and_a_number": (
        "from numba import vectorize\n\n\n@vectorize(['float32(float32, float32)'])\n"
        "def f(x, y):\n    return x * y\n\n\nk[1, 8](f(np.zeros(4, np.float32), 2), 1)",
        ["float32[::1], int64"],
    ),
    "a_ufunc_without_signatures": (
        "from numba import vectorize\n\n\n@vectorize\n"
        "def f(x):\n    return x * 2\n\n\nk[1, 8](f(np.zeros(4)), 1)",
        ["?[:], int64"],
    ),
    # ---- objects that say they are arrays
    "with_the_interface_of_another": (
        "class W:\n    def __init__(self, a):\n"
        "        self.__cuda_array_interface__ = a.__cuda_array_interface__\n\n\n"
        "k[1, 8](W(cuda.to_device(np.zeros(4, np.float32))), 1)",
        ["float32[::1], int64"],
    ),
    "with_a_property": (
        "class W:\n    def __init__(self, a):\n        self.a = a\n\n    @property\n"
        "    def __cuda_array_interface__(self):\n"
        "        return self.a.__cuda_array_interface__\n\n\n"
        "k[1, 8](W(cuda.to_device(np.zeros((4, 5))[:, 1])), 1)",
        ["float64[:], int64"],
    ),
    "with_a_dict_of_its_own": (
        "class W:\n    @property\n    def __cuda_array_interface__(self):\n"
        "        return {'shape': (4,), 'typestr': '<i2', 'data': (64, False), 'version': 3}\n\n\n"
        "k[1, 8](cuda.as_cuda_array(W()), 1)",
        ["int16[::1], int64"],
    ),
    "with_strides_of_its_own": (
        "class W:\n    __cuda_array_interface__ = {'shape': (4,), 'typestr': '|u1', "
        "'strides': (2,), 'data': (64, False), 'version': 3}\n\n\nk[1, 8](W(), 1)",
        ["uint8[:], int64"],
    ),
    "with_a_dict_that_nobody_knows": (
        "class W:\n    @property\n    def __cuda_array_interface__(self):\n"
        "        return dict(eval(input()))\n\n\nk[1, 8](W(), 1)",
        ["?[:], int64"],
    ),
    "an_array_by_its_method": (
        "class W:\n    def __array__(self, dtype=None, copy=None):\n"
        "        return np.zeros(3, np.int8)\n\n\n"
        "k[1, 8](np.asarray(W()), 1)\nk[1, 8](cuda.to_device(W()), 2.5)",
        ["int8[::1], int64", "int8[::1], float64"],
    ),
    # ---- xarray
    "data": (
        XARRAY
        + "a = xr.DataArray(np.zeros(4, np.float32), dims=['x'])\nk[1, 8](a.data, a.shape[0])",
        ["float32[::1], int64"],
    ),
    "of_a_list": (
        "from xarray import DataArray\na = DataArray([1.5, 2.5])\nk[1, 8](a.values, a.size)",
        ["float64[::1], int64"],
    ),
    "keeps_strides": (
        XARRAY + "a = xr.DataArray(np.zeros((4, 4), np.int8).T)\nk[1, 8](a.data[0], a.ndim)",
        ["int8[:], int64"],
    ),
    "astype_and_copy": (
        XARRAY + "a = xr.DataArray(data=np.zeros(4)).astype(np.int16)\nk[1, 8](a.copy().data, 1)\n"
        "k[1, 8](a.copy(data=np.zeros(3, np.uint8)).data, 1)\nk[1, 8](a.data.astype(a.dtype), 1)",
        ["int16[::1], int64", "uint8[::1], int64"],
    ),
    "other_data": (
        XARRAY + "a = xr.DataArray(np.zeros(4))\na.data = a.data.astype(np.float32)\n"
        "k[1, 8](a.data, 1)",
        ["float32[::1], int64"],
    ),
    "coordinates_are_no_elements": (
        XARRAY + "n = np.full(1, 4)\na = xr.DataArray(n)\na['x'] = np.zeros(4)\n"
        "k[1, 8](np.zeros((4,) * int(n[0]))[0, 0, 0], 1)",
        ["float64[::1], int64"],
    ),
    "a_store_changes_elements": (
        XARRAY + "n = np.full(1, 4)\na = xr.DataArray(n)\na[0] = 1\n"
        "k[1, 8](np.zeros((4,) * int(n[0])), 1)",
        ["float64[?], int64"],
    ),
    "so_does_an_operator": (
        XARRAY + "n = np.full(1, 4)\na = xr.DataArray(n)\na -= 3\n"
        "k[1, 8](np.zeros((4,) * int(n[0])), 1)",
        ["float64[?], int64"],
    ),
    "has_names_of_axes": (
        XARRAY + "def f(a):\n    b = a.data if hasattr(a, 'dims') and hasattr(a, 'coords') else a\n"
        "    k[1, 8](b, 1)\n\n\nf(xr.DataArray(np.zeros(3)))\nf(np.zeros(3, np.int8))",
        ["float64[::1], int64", "int8[::1], int64"],
    ),
    # ---- SciPy
    "rotated": (
        "from scipy.spatial.transform import Rotation as R\n"
        "r = R.from_euler('x', 30, degrees=True) * R.from_rotvec([0, 0, 1])\n"
        "k[1, 8](r.apply((0, 1, 0)), 1)\nk[1, 8](r.as_matrix().astype(np.float32)[0], 2.5)",
        ["float64[::1], int64", "float32[::1], float64"],
    ),
    "several_rotations": (
        "import scipy.spatial.transform\n"
        "r = scipy.spatial.transform.Rotation.from_euler('x', [30, 60])\n"
        "k[1, 8](r.apply((0, 1, 0)), 1)",
        ["?[:], int64"],
    ),
    "is_one": (
        XARRAY + "def f(a):\n    if not isinstance(a, xr.DataArray):\n        raise TypeError\n"
        "    k[1, 8](a.data, 1)\n\n\nf(xr.DataArray(np.zeros(3)))",
        ["float64[::1], int64"],
    ),
    "what_is_not_known_is_asked": (
        XARRAY + "a = xr.open_dataarray('a.nc')\nk[1, 8](a.data, 1)",
        ["?[:], int64"],
    ),
    "operators_are_not_known": (
        XARRAY + "a = xr.DataArray(np.zeros(4)) * 2\nk[1, 8](a.data, 1)",
        ["?[:], int64"],
    ),
    "or_none": (
        "try:\n    import xarray as xr\nexcept ImportError:\n    xr = None\n\n"
        "k[1, 8](xr.DataArray(np.zeros(4)).data, 1)",
        ["float64[::1], int64"],
    ),
    "other_values": (
        XARRAY + "a = xr.DataArray(np.zeros(4, np.float32))\na.values = np.zeros(4)\n"
        "k[1, 8](a.data, 1)\na.data = [1, 2, 3]\nk[1, 8](a.data, 1)",
        ["float64[::1], int64", "int64[::1], int64"],
    ),
    "a_number_for_all_coordinates": (
        XARRAY + "a = xr.DataArray(0, coords={'x': [1, 2]}, dims=['x'])\nk[1, 8](a.data, 1)",
        ["?[:], int64"],
    ),
    "an_order_is_not_followed": (
        XARRAY + "a = xr.DataArray(np.zeros((3, 4)).T).astype(np.float32, order='C')\n"
        "k[1, 8](a.data[0], 1)",
        ["?[:], int64"],
    ),
    # ---- CuPy
    "beside_xarray": (
        XARRAY
        + "try:\n    import cupy\n    T = np.float32\nexcept ImportError:\n    T = np.float64\n\n"
        "k[1, 8](np.zeros(3, T), 1)",
        ["?[::1], int64"],
    ),
    "a_list_without_it": (
        "types = [np.float32]\ntry:\n    import cupy\nexcept ImportError:\n"
        "    types.append(np.int8)\n\nk[1, 8](np.zeros(3, types[-1]), 1)",
        ["?[::1], int64"],
    ),
    "another_class_without_it": (
        "class Config:\n    dtype = np.float32\n\n\ntry:\n    import cupy\nexcept ImportError:\n"
        "    class Config:\n        dtype = np.float64\n\n\nk[1, 8](np.zeros(3, Config.dtype), 1)",
        ["?[::1], int64"],
    ),
    "a_warning_without_it": (
        "import warnings\ntry:\n    import cupy\nexcept ImportError:\n    cupy = None\n"
        "    warnings.warn('no CuPy')\n\nk[1, 8](cupy.ones(3), 1)",
        ["float64[::1], int64"],
    ),
    "cupy_or_none": (
        CUPY_OR_NONE + "x = np.zeros(4) if cupy is None else cupy.zeros(4, np.float32)\n"
        "k[1, 8](x, 1)",
        ["float32[::1], int64"],
    ),
    "a_flag": (
        "try:\n    import cupy as cp\n    HAS = True\nexcept Exception:\n    HAS = False\n\n"
        "x = np.zeros(4)\nif HAS:\n    x = cp.asarray(x, dtype=cp.int32)\nk[1, 8](x, 1)",
        ["int32[::1], int64"],
    ),
    "a_class_in_its_place": (
        "try:\n    import cupy\nexcept ImportError:\n    class cupy:\n        ndarray = False\n\n"
        "k[1, 8](cupy.ones(3), 1)",
        ["float64[::1], int64"],
    ),
    "another_dtype_without_it": (
        "try:\n    import cupy\n    T = np.float32\nexcept ImportError:\n    T = np.float64\n\n"
        "k[1, 8](np.zeros(3, T), 1)",
        ["?[::1], int64"],
    ),
    "its_arrays_are_not_numpys": (
        CUPY_OR_NONE
        + "def f(x):\n    if isinstance(x, np.ndarray):\n        x = x.astype(np.int8)\n"
        "    elif isinstance(x, cupy.ndarray):\n        x = x.astype(np.int16)\n"
        "    k[1, 8](x, 1)\n\n\nf(cupy.zeros(3) + 1)\nf(np.zeros(3))",
        ["int16[::1], int64", "int8[::1], int64"],
    ),
    "either_may_be_numpys": (
        "try:\n    import cupy as xp\nexcept ImportError:\n    xp = np\n\n"
        "x = xp.zeros(3)\nif isinstance(x, np.ndarray):\n    x = x.astype(np.int8)\nk[1, 8](x, 1)",
        ["?[::1], int64"],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_types_of_launches(name: str, tmp_path: Path) -> None:
    text, expected = CASES[name]
    known = types_of(inspected(HEAD + text + "\n", tmp_path), "k")
    assert sorted(known) == sorted(f"void({one})" for one in expected)


def test_a_module_of_the_program_comes_before_the_library(tmp_path: Path) -> None:
    (tmp_path / "xarray.py").write_text(
        "import numpy as np\n\n\ndef make():\n    return np.zeros(3)\n"
    )
    found = inspected(HEAD + "import xarray\n\nk[1, 8](xarray.make(), 1)\n", tmp_path)
    assert types_of(found, "k") == ["void(float64[::1], int64)"]
