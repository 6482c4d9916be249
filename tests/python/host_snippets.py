"""Host code before a launch, and the argument launched: what Numba sees is known by running it.

A snippet is `statement; statement; expression`. The file is one table, sorted by what the snippets
are about: no part of it means anything without the others, so it is not split.
"""

from __future__ import annotations

MADE = [
    "np.zeros(5)",
    "np.zeros((3, 4), np.float32)",
    "np.ones((3, 4), dtype=np.int32, order='F')",
    "np.empty((2, 3, 4), dtype='f4')",
    "np.full((3, 4), 1.5)",
    "np.full(6, 7)",
    "np.full((2, 2), np.float32(3))",
    "np.full(3, True)",
    "np.arange(12)",
    "np.arange(12.0)",
    "np.arange(1, 9, 2)",
    "np.arange(0, 1, 0.25)",
    "np.arange(10, dtype=np.uint8)",
    "np.arange(np.float32(4))",
    "np.arange(np.int32(4))",
    "np.arange(np.int8(1), np.int8(9), np.int8(2))",
    "np.arange(np.float32(0), np.float32(1), np.float32(0.25))",
    "np.linspace(0, 1, 7)",
    "np.linspace(0, 1, 7, dtype=np.float32)",
    "np.linspace(np.float32(0), np.float32(1), 7)",
    "np.linspace(-4, 4)",
    "np.logspace(0, 2, 5)",
    "np.mgrid[0:3, 0:4]",
    "np.mgrid[0:3, 0:4][0]",
    "np.mgrid[0:1:5j, -1:1:4j][1]",
    "np.mgrid[0:1:complex(0, 3), 0:2][0]",
    "np.mgrid[0:6:2, 0:4]",
    "np.mgrid[0:5]",
    "np.mgrid[0:1:0.25]",
    "np.mgrid[0.0:3, 0:4].reshape(2, -1).T",
    "np.ogrid[0:3, 0:4][0]",
    "np.ogrid[0:1:3j, 0:4][1]",
    "np.eye(4)",
    "np.eye(3, 4, dtype=np.float32)",
    "np.identity(3)",
    "np.tri(4)",
    "np.tri(3, 5, dtype=np.float32)",
    "np.identity(3, np.int16)",
    "np.array([1, 2, 3])",
    "np.array([1, 2.5, 3])",
    "np.array([[1, 2], [3, 4]])",
    "np.array([[1, 2], [3, 4]], order='F')",
    "np.array([True, False])",
    "np.array([1, True])",
    "np.array([])",
    "np.array([[]])",
    "np.array(5)",
    "np.array(2.5)",
    "np.array([np.float32(1), np.float32(2)])",
    "np.array([np.int8(1), np.uint8(2)])",
    "np.array([1, np.float32(2)])",
    "np.array([2**63, 1])",
    "np.array((1, 2, 3), dtype=np.float32)",
    "np.array([[1, 2, 3]] * 4)",
    "np.asarray([1.0, 2.0])",
    "np.asarray([1, 2], dtype=np.float32)",
    "np.ascontiguousarray([[1, 2], [3, 4]])",
    "np.asfortranarray([[1.0, 2.0], [3.0, 4.0]])",
    "np.ndarray((3, 4), np.int16)",
    "np.zeros(())",
    "np.zeros((1, 5), order='F')",
    "np.zeros((5, 1), order='F')",
    "np.zeros((0, 3), order='F')",
    "np.zeros((1, 1, 4), order='F')",
    "np.zeros([2, 3])",
    "np.zeros(shape=(2, 3), dtype=float)",
    "np.zeros(4, int)",
    "np.zeros(4, bool)",
    "np.zeros(4, complex)",
    "np.zeros(4, np.float16)",
    "np.zeros(4, np.complex64)",
    "np.zeros(4, '>i4')",
    "np.random.rand(3)",
    "np.random.rand(3, 4)",
    "np.random.randn(3, 3)",
    "np.random.random(5)",
    "np.random.random((2, 3))",
    "np.random.randint(0, 9, 5)",
    "np.random.randint(0, 9, size=(2, 3))",
    "np.random.randint(0, 9, 5, dtype=np.int32)",
    "np.random.uniform(0, 1, 5)",
    "np.random.uniform(size=(3, 3))",
    "np.random.normal(size=4)",
    "np.random.normal(0.0, 1.0, (4, 2))",
    "np.random.poisson(2.0, 5)",
    "np.random.permutation(7)",
    "np.random.choice(5, 3)",
    "np.random.choice(np.array([1.0, 2.0]), 4)",
    "np.random.default_rng(1).random(4)",
    "np.random.default_rng().random((3, 4), dtype=np.float32)",
    "np.random.default_rng().integers(0, 9, 5)",
    "np.random.default_rng().integers(0, 9, size=5, dtype=np.uint8)",
    "np.random.default_rng().standard_normal(4)",
    "np.random.default_rng().standard_normal((2, 2), dtype=np.float32)",
    "np.random.default_rng().normal(0, 1, 5)",
    "np.random.default_rng().uniform(-1, 1, (3, 2))",
]

# On an array of three dimensions' worth of numbers, `a`.
CHANGED = [
    "{a}.astype(np.float32)",
    "{a}.astype('int32')",
    "{a}.astype(int, order='C')",
    "{a}.copy()",
    "{a}.copy(order='K')",
    "np.copy({a})",
    "{a}.T",
    "{a}.transpose()",
    "{a}.T.copy()",
    "np.transpose({a})",
    "{a}.ravel()",
    "{a}.flatten()",
    "{a}[::2]",
    "{a}[::-1]",
    "{a}[1:]",
    "{a}[:-1]",
    "{a}[:1]",
    "{a}[...]",
    "{a}[None]",
    "{a} + 1",
    "{a} * 2.5",
    "{a} / 2",
    "{a} ** 2",
    "-{a}",
    "{a} > 0",
    "np.sqrt(abs({a}))",
    "np.zeros_like({a})",
    "np.empty_like({a})",
    "np.ones_like({a}, dtype=np.int8)",
    "np.full_like({a}, 3)",
    "np.ascontiguousarray({a})",
    "np.asfortranarray({a})",
    "np.asarray({a})",
    "np.array({a})",
    "np.array({a}, dtype=np.float64, copy=True)",
    "{a}.reshape(-1)",
    "{a}.sum()",
    "{a}.mean()",
    "{a}.max()",
    "{a}.sum(axis=0)",
    "{a}.shape",
    "{a}.size",
    "len({a})",
    "cuda.device_array_like({a})",
    "cuda.to_device({a}.copy())",
    "np.add({a}, {a})",
    "{a} + {a}.copy()",
    "{a}.view()",
]
BASES = [
    "np.arange(6, dtype=np.int32)",
    "np.zeros((4, 6), np.float32)",
    "np.zeros((4, 6), np.float64, order='F')",
    "np.zeros((4, 6, 2), np.int16)[::2]",
    "np.zeros((6, 4), np.uint8)[:, ::2]",
    "np.zeros((1, 4), np.float32, order='F')",
]

ODD = r"""
3
2.5
True
1j
2**40
2**63
-1
np.float32(1.5)
np.float64(1.5)
np.int8(3)
np.uint64(3)
np.bool_(True)
np.complex64(1)
np.float16(1)
(1, 2)
(1, 2.5)
(np.float32(1), 2)
((1, 2), 3.0)
(np.zeros(3), 1)
int(2.7)
float(3)
int('12')
float('1.5')
bool(3)
complex(1, 2)
len([1, 2, 3])
len((1, 2))
max(1, 2)
min(1.5, 2.5)
abs(-3)
abs(-3.5)
abs(np.float32(-3))
round(2.5)
round(2.567, 2)
sum([1, 2, 3])
sum([1.0, 2.0])
pow(2, 3)
divmod(7, 2)
7 // 2
7 / 2
7 % 3
2 ** 10
2 ** -1
2.0 ** 0.5
1 << 20
~5
not 5
3 < 4
3 == 3.0
1 and 2.5
0 or 2.5
3 if 2 > 1 else 2.5
math.pi
math.e
math.sqrt(2)
math.floor(2.5)
math.ceil(10 / 4)
math.sin(1)
math.hypot(3, 4)
math.gcd(12, 8)
math.isnan(1.0)
math.log2(8)
math.factorial(5)
math.pow(2, 3)
math.isqrt(17)
np.pi
np.sqrt(2)
np.sqrt(np.float32(2))
np.sin(1)
np.floor(2.5)
np.abs(-3)
np.maximum(3, 4)
np.maximum(np.float32(3), 4)
np.hypot(3, 4)
np.multiply(2, 3)
np.power(2.0, 3)
np.int32(3) + 1
np.int32(3) + 1.5
np.int32(3) / 2
np.int8(3) * np.uint8(2)
np.float32(3) * 2
np.float32(3) * 2.5
np.float32(3) * np.float64(2)
np.float32(3) + np.int32(1)
np.float32(3) + np.int16(1)
3 * np.int8(2)
np.uint64(3) + np.int64(1)
np.uint8(3) << 2
-np.int16(3)
np.float32(3) > 2
np.int64(7) // 2
np.int64(7) % 2
np.float32(2) ** 2
n = 5; np.zeros(n)
n, m = 3, 4; np.zeros((n, m))
n = 4; np.zeros((n, n + 1), order='F')
a = np.zeros((3, 4)); a.shape[0]
a = np.zeros((3, 4)); n, m = a.shape; n * m
a = np.zeros((3, 4)); a[0]
a = np.zeros((3, 4)); a[:, 0]
a = np.zeros((3, 4)); a[0, 0]
a = np.zeros((3, 4)); a[-1, 1:3]
a = np.zeros((3, 4)); a[1:, 1:]
a = np.zeros((3, 4)); a[:, :1]
a = np.zeros((3, 4)); a[1:2, 1:3]
a = np.zeros((3, 4)); a[::3]
a = np.zeros((3, 4)); a[0:0]
a = np.zeros((3, 4)); a[..., 0]
a = np.zeros((3, 4)); a[:, None]
a = np.zeros((3, 4)); a[:, np.newaxis, :]
a = np.zeros((3, 4, 5)); a[1]
a = np.zeros((3, 4, 5)); a[:, 1]
a = np.zeros((3, 4, 5)); a[..., 1]
a = np.zeros((3, 4, 5)); a[1, :, ::2]
a = np.zeros((3, 4, 5)); a.T
a = np.zeros((3, 4, 5)); a.transpose(0, 2, 1)
a = np.zeros((3, 4, 5)); a.transpose((1, 0, 2))
a = np.zeros((3, 4, 5)); a.swapaxes(0, 2)
a = np.zeros((3, 4, 5)); np.swapaxes(a, 0, 1)
a = np.zeros((3, 4, 5)).transpose(1, 0, 2); a + 1
a = np.zeros((3, 4, 5)).transpose(1, 0, 2); a.copy('K')
a = np.zeros((3, 4, 5)).transpose(1, 0, 2); np.empty_like(a)
a = np.zeros((3, 4, 5)).transpose(1, 0, 2); a.astype(np.float32)
a = np.zeros((3, 4, 5)).transpose(1, 0, 2); a.sum(axis=0)
a = np.zeros((3, 4, 5)).transpose(1, 2, 0); a.sum(axis=1)
a = np.zeros((3, 4, 5)); a.sum(axis=(0, 1))
a = np.zeros((3, 4, 5)); a.sum(axis=2, keepdims=True)
a = np.zeros((3, 4, 5)); a.mean(axis=-1)
a = np.zeros((3, 4, 5), order='F'); a.max(axis=0)
a = np.zeros((3, 4, 5), order='F'); a.sum(axis=1)
a = np.zeros((3, 4, 5), order='F'); a[:, :, 0]
a = np.zeros((3, 4, 5), order='F'); a[0]
a = np.zeros((3, 4, 5), order='F'); a.reshape(12, 5)
a = np.zeros((3, 4, 5), order='F'); a.reshape(12, 5, order='F')
a = np.zeros((3, 4, 5)); a.reshape(12, 5)
a = np.zeros((3, 4, 5)); a.reshape((5, -1))
a = np.zeros((3, 4, 5)); a.reshape(60, order='F')
a = np.zeros((3, 4)).T; a.reshape(4, 3)
a = np.zeros((3, 4)).T; a.reshape(12)
a = np.zeros((3, 4)).T; a.reshape(2, 2, 3)
a = np.zeros((4, 6))[::2]; a.reshape(2, 3, 2)
a = np.zeros((4, 6))[:, ::2]; a.reshape(2, 2, 3)
a = np.zeros((4, 6))[:, ::2]; a.ravel()
a = np.arange(6); a.reshape(2, 3)
a = np.arange(6); a.reshape(2, 3, order='F')
a = np.arange(6); a[a > 2]
a = np.arange(6); a[[0, 2]]
a = np.zeros((2, 3)); a[a > 0]
a = np.arange(6); a[2]
a = np.arange(6); a[1:2]
a = np.arange(6); a[::6]
a = np.arange(6); a[::2][1:]
a = np.arange(6); a[4::2]
a = np.arange(6); a.cumsum()
a = np.zeros(6, np.int8); a.cumsum()
a = np.zeros(6, np.int8); a.sum()
a = np.zeros(6, np.uint8); a.sum()
a = np.zeros(6, bool); a.sum()
a = np.zeros(6, np.float16); a.mean()
a = np.zeros(6, np.int32); a.std()
a = np.zeros(6, np.int32); a.argmax()
a = np.zeros(6, np.int32); a.any()
a = np.zeros(6, np.int32); a.item(0)
a = np.zeros(1, np.int32); a.item()
a = np.zeros(6, np.float32); float(a[0])
a = np.zeros(6, np.float32); a[0]
a = np.zeros(6, np.float32); a[0] * 2
a = np.zeros(6, np.float32); a.nbytes
a = np.zeros(6, np.float32); a.ndim
a = np.zeros(6, np.float32); np.sum(a)
a = np.zeros(6, np.float32); sum(a)
a = np.zeros(6, np.float32); a += 1.5; a
a = np.zeros(6, np.float32); a = a + 1.5; a
a = np.zeros(6, np.float32); a = a + np.arange(6); a
a = np.zeros(6, np.float32); a[:] = 3; a
a = np.zeros(6, np.float32); b = a; b
a = np.zeros(3, np.float32); 1 if a.dtype == np.float32 else 2.5
a = np.zeros(3, np.float32); 1 if a.dtype != np.float32 else 2.5
a = np.zeros(3, np.float32); 1 if np.float32 == a.dtype else 2.5
a = np.zeros(3, np.float32); 1 if a.dtype == np.float64 else 2.5
a = np.zeros(3, np.float32); 1 if a.dtype == 'float32' else 2.5
a = np.zeros(3, np.longlong); 1 if np.longlong == np.int64 else 2.5
a = np.zeros(3, np.longlong); 1 if a.dtype == np.int64 else 2.5
a = np.zeros(3, np.float32); 1 if a.dtype == 'f4' else 2.5
a = np.zeros(3, np.float32); 1 if a.dtype == 'nothing' else 2.5
a = np.zeros(3); 1 if a.dtype == float else 2.5
a = np.zeros(3, int); 1 if a.dtype == int else 2.5
a = np.zeros(3, bool); 1 if a.dtype == bool else 2.5
a = np.zeros(3); 1 if a.dtype is np.float64 else 2.5
a = np.zeros(3); 1 if a.dtype in (np.float32, np.float64) else 2.5
a = np.zeros(3, np.int8); 1 if a.dtype in [np.float32, np.float64] else 2.5
a = np.zeros(3, np.int8); 1 if a.dtype not in [np.float32, np.float64] else 2.5
a = np.zeros(3); 1 if a.dtype in {np.float64: 1} else 2.5
a = np.zeros(3); 1 if a.dtype in {np.dtype(np.float64): 1} else 2.5
a = np.zeros(3); 1 if a.dtype.type == np.float64 else 2.5
a = np.zeros(3); 1 if np.float64 == float else 2.5
a = np.zeros(3); 1 if np.float32 == np.float64 else 2.5
a = np.zeros(3); 1 if np.float32 == 'float32' else 2.5
a = np.zeros(3); 1 if a.dtype == 3 else 2.5
a = np.zeros(3, np.uint16); 1 if a.dtype.kind == 'u' else 2.5
a = np.zeros(3, bool); 1 if a.dtype.kind == 'b' else 2.5
a = np.zeros(3, np.complex64); 1 if a.dtype.kind == 'c' else 2.5
a = np.zeros(3, np.uint16); 1 if a.dtype.name == 'uint16' else 2.5
a = np.zeros(3, bool); 1 if a.dtype.name == 'bool' else 2.5
a = np.zeros(3, np.uint16); 1 if a.dtype.str == '<u2' else 2.5
a = np.zeros(3, bool); 1 if a.dtype.str == '|b1' else 2.5
a = np.zeros(3, np.int8); 1 if a.dtype.str == '|i1' else 2.5
a = np.zeros((3, 4)); 1 if a.flags.c_contiguous else 2.5
a = np.zeros((3, 4)).T; 1 if a.flags.c_contiguous else 2.5
a = np.zeros((3, 4)).T; 1 if a.flags.f_contiguous else 2.5
a = np.zeros((3, 4))[:, 1:]; 1 if a.flags['C_CONTIGUOUS'] else 2.5
a = np.zeros((3, 4)); 1 if a.flags['F_CONTIGUOUS'] else 2.5
a = np.zeros((3, 4)); np.shape(a)
np.shape([[1, 2], [3, 4]])
np.zeros(np.shape(np.zeros((3, 4))))
np.zeros((2,) + np.shape(3))
np.broadcast_shapes((3, 1), (4,))
np.zeros(np.broadcast_shapes((3, 1), (4,), (2, 1, 1)))
np.zeros(3, np.promote_types(np.float32, np.int64))
np.zeros(3, np.promote_types('i2', 'f4'))
np.fft.fftfreq(8, np.float32(0.5))
np.fft.fftfreq(8, np.float64(0.5))
1 if isinstance(3, np.integer) else 2.5
1 if isinstance(np.int32(3), np.integer) else 2.5
1 if isinstance(np.float32(3), np.integer) else 2.5
1 if isinstance(np.float32(3), (int, np.floating)) else 2.5
1 if isinstance(np.bool_(True), np.number) else 2.5
1 if isinstance(np.bool_(True), np.generic) else 2.5
1 if isinstance(1j, np.complexfloating) else 2.5
1 if isinstance([1], list) else 2.5
1 if isinstance((1,), list) else 2.5
1 if isinstance([1], tuple) else 2.5
1 if isinstance({1: 2}, dict) else 2.5
1 if isinstance({1: 2}, (list, tuple)) else 2.5
1 if isinstance([1], dict) else 2.5
1 if isinstance(3, (list, tuple)) else 2.5
1 if isinstance(slice(3), slice) else 2.5
1 if isinstance([1], slice) else 2.5
1 if isinstance([1], np.ndarray) else 2.5
1 if isinstance(range(3), list) else 2.5
i = ...; 1 if i is ... else 2.5
i = ...; 1 if i is Ellipsis else 2.5
i = (0, ...); 1 if i is ... else 2.5
i = (0, ...); 1 if i[1] is not ... else 2.5
i = 3; 1 if i is ... else 2.5
d = {1: 2}; 1 if isinstance(d.keys(), list) else 2.5
1 if isinstance(map(int, [1]), (list, tuple)) else 2.5
a = np.zeros(3); 1 if a.base is None else 2.5
a = np.zeros(3); 1 if a.dtype.names is None else 2.5
a = np.zeros(3); 1 if a.dtype == np.float64() else 2.5
a = np.zeros(3); a.flags['WRITEABLE'] = False; a
import enum; S = enum.Enum('S', 'A B', type=str); 1 if S.A == '1' else 2.5
import random; 1 if random.getrandbits(8) < 256 else 2.5
import random; random.random()
import random; random.randint(1, 6)
import random; random.randrange(10)
import random; random.getrandbits(8)
import random; random.uniform(1, 6)
import random; random.uniform(np.float32(1), np.float32(6))
import random; random.gauss(0, 1)
import random; random.choice([1, 2])
import random; random.choice([1.5, 2.5])
import random; random.choice(np.zeros(3, np.float32))
import random; random.choice((np.zeros(3), np.ones(4)))
import random; np.array([random.random() for i in range(3)])
import random; np.array([[random.randint(0, 9) for i in range(3)] for j in range(2)])
import random; np.array(random.sample([1, 2, 3], 2))
import random; np.array(random.sample(range(10), 4))
import random; np.array(random.choices([1.5, 2.5], k=5))
import random; a = [1, 2, 3]; random.shuffle(a); np.array(a)
import random; a = [1, 2.5]; random.shuffle(a); np.array(a)
import random; a = [np.zeros(3), np.ones(3)]; random.shuffle(a); a[0]
import random; r = random.Random(3); r.random()
import random; r = random.Random(3); r.randint(1, 6)
import random; random.seed(3); random.random()
a = [1, 2, 3]; np.random.shuffle(a); np.array(a)
a = np.zeros(6); a.setflags(write=False); a
a = np.zeros(6); a.flags.writeable = False; a
a = np.zeros(6); a.shape = (2, 3); a
a = np.arange(6); np.broadcast_to(a, (3, 6))
a = np.arange(6); np.broadcast_to(a, (1, 6))
a = np.arange(6); np.broadcast_to(a, (6,))
a = np.arange(6); np.broadcast_to(a, (3, 6)).copy()
a = np.arange(6); np.broadcast_to(a, (3, 6)) + 1
a = np.zeros((3, 1)); b = np.zeros((1, 4)); a + b
a = np.zeros((3, 4), order='F'); b = np.zeros((3, 4)); a + b
a = np.zeros((3, 4), order='F'); b = np.zeros((3, 4), order='F'); a + b
a = np.zeros((3, 4), order='F'); b = np.zeros(4); a + b
a = np.zeros((3, 4), order='F'); b = np.zeros((3, 1)); a * b
a = np.zeros((3, 4), order='F'); a * 2
a = np.zeros((3, 4), order='F'); a[1:] * 2
a = np.zeros((3, 4), order='F'); np.sqrt(a)
a = np.zeros((3, 4), order='F'); a > 1
a = np.zeros((3, 4)); a.T + a.T
a = np.zeros((3, 4)); a[::-1]
a = np.zeros((3, 4)); a[::-1] + 1
a = np.zeros((3, 4)); a[:, ::-1] + 1
a = np.zeros((3, 4)); a[:, ::-1].copy()
a = np.zeros((3, 4)); np.dot(a, a.T)
a = np.zeros((3, 4)); a @ a.T
a = np.zeros((3, 4)); a @ np.zeros(4)
a = np.zeros(4); a @ a
a = np.zeros((3, 4), np.float32); a @ np.zeros((4, 2), np.float32)
a = np.zeros((3, 4)); np.where(a > 0, a, 0)
a = np.zeros((3, 4), np.float32); np.where(a > 0, 1, 0)
a = np.zeros((3, 4), np.float32); np.clip(a, 0, 1)
a = np.zeros((3, 4), np.float32); a.clip(0, 1)
a = np.zeros(5, np.int8); np.sqrt(a)
a = np.zeros(5, np.uint16); np.exp(a)
a = np.zeros(5, np.int32); np.sin(a)
a = np.zeros(5, np.int32); np.floor(a)
a = np.zeros(5, np.float32); np.floor(a)
a = np.zeros(5, np.int32); a / 2
a = np.zeros(5, np.int32); a // 2
a = np.zeros(5, np.int32); a % 2.5
a = np.zeros(5, np.uint8); a + 1
a = np.zeros(5, np.uint8); a - np.int16(1)
a = np.zeros(5, np.uint64); a + np.int64(1)
a = np.zeros(5, bool); a + True
a = np.zeros(5, bool); a * 1
a = np.zeros(5, bool); ~a
a = np.zeros(5, bool); a & a
a = np.zeros(5, np.float32); 1 / a
a = np.zeros(5, np.float32); np.arctan2(a, a)
a = np.zeros(5, np.int8); np.arctan2(a, a)
a = np.zeros(5, np.float32); np.isnan(a)
a = np.zeros(5, np.float32); np.fix(a)
a = np.zeros(5, np.complex64); abs(a)
a = np.zeros(5, np.complex64); a.real
a = np.zeros(5, np.complex64); a * 2.0
a = np.zeros(5, np.float32); a * 1j
a = np.zeros(5, np.float32); a.view(np.int32)
a = np.zeros(4, np.float32); a.view(np.float64)
a = np.zeros((2, 4), np.float32); a.view(np.uint8)
a = np.zeros((1, 4, 1)); a.squeeze()
a = np.zeros((3, 4)); np.concatenate([a, a])
a = np.zeros(3); np.concatenate((a, np.arange(3)))
a = np.zeros(3, np.float32); np.stack([a, a])
a = np.zeros(3); np.vstack([a, a])
a = np.zeros(3); np.hstack([a, a])
np.hamming(7)
np.hanning(0) + np.blackman(-2)
np.bartlett(5.5).astype(np.float32)
np.kaiser(np.int32(9), 14)
np.concatenate([np.zeros((n, 2), np.float32) for n in (1, 2, 3)])
np.vstack([np.arange(3) * n for n in (1, 2)])
np.hstack([np.zeros(n, np.int8) for n in range(1, 4)])
a = np.zeros((4, 3), np.int16); a[np.array([3, 0, 2]), 1]
a = np.zeros((4, 3), order='F'); a[1, np.arange(3)[::-1]]
a = np.zeros((2, 4, 3)); a[1, np.array([2, 2]), 0]
a = np.zeros((4, 3), np.float32); a[np.random.permutation(len(a))]
a = np.zeros((4, 1)); a[np.array([2, 1])]
a = np.zeros((3, 1)); np.hstack([a, a])
a = np.zeros(3, np.int32); np.append(a, 1)
a = np.zeros(3, np.float32); np.sort(a)
a = np.zeros(3, np.float32); np.argsort(a)
a = np.zeros(3, np.int32); np.unique(a)
a = np.zeros(3, np.int32); np.bincount(a)
np.fft.fft(np.ones(8, np.float32))
np.fft.fft(np.ones((4, 6), np.float64))
np.fft.fft(np.ones(8, np.int16))
np.fft.ifft(np.ones(8, np.float32))
np.fft.ifft(np.ones((4, 6), np.float64))
np.fft.ifft(np.ones(8, np.int16))
np.fft.rfft(np.ones(8, np.float32))
np.fft.rfft(np.ones((4, 6), np.float64))
np.fft.rfft(np.ones(8, np.int16))
np.fft.irfft(np.ones(8, np.float32))
np.fft.irfft(np.ones((4, 6), np.float64))
np.fft.irfft(np.ones(8, np.int16))
np.fft.fftn(np.ones(8, np.float32))
np.fft.fftn(np.ones((4, 6), np.float64))
np.fft.fftn(np.ones(8, np.int16))
np.fft.rfftn(np.ones(8, np.float32))
np.fft.rfftn(np.ones((4, 6), np.float64))
np.fft.rfftn(np.ones(8, np.int16))
np.fft.irfftn(np.ones(8, np.float32))
np.fft.irfftn(np.ones((4, 6), np.float64))
np.fft.irfftn(np.ones(8, np.int16))
np.fft.fftshift(np.ones(8, np.float32))
np.fft.fftshift(np.ones((4, 6), np.float64))
np.fft.fftshift(np.ones(8, np.int16))
np.fft.ifftshift(np.ones(8, np.float32))
np.fft.ifftshift(np.ones((4, 6), np.float64))
np.fft.ifftshift(np.ones(8, np.int16))
np.fft.fft2(np.ones((4, 6), np.float32))
np.fft.ifft2(np.ones((4, 6)))
np.fft.rfft2(np.ones((4, 6)))
np.fft.irfft2(np.ones((4, 6), np.complex64))
np.fft.fft(np.ones(8, np.complex64), 16)
np.fft.fft(np.ones(8))[1]
np.fft.fftfreq(8)
np.fft.rfftfreq(8, 0.1)
a, b = np.ones(3, np.float32), np.ones(3, np.int16); np.zeros(3, np.result_type(a, b))
a = np.ones(3, np.float32); np.zeros(3, np.result_type(a, 1.0))
np.zeros(3, np.result_type(np.int8, np.float16))
np.zeros(3, np.result_type('f4', np.int32))
np.zeros(3, np.result_type(1, 2.0))
a = np.zeros(3, np.float32); np.diff(a)
a = np.zeros(3, np.float32); np.repeat(a, 2)
a = np.zeros(3, np.float32); np.tile(a, 2)
a = np.zeros(3, np.float32); np.round(a, 2)
a = np.zeros(3, np.int16); np.gcd(a, 4)
a = np.zeros((2, 3), np.uint8, order='F'); np.lcm(a, a)
a = np.zeros(3, np.int8); np.invert(a)
a = np.zeros(3, bool); np.bitwise_not(a)
a = np.zeros(3, np.float32); np.spacing(a)
a = np.zeros(3, np.float32); np.isclose(a, 1.0, rtol=1e-3)
a = np.zeros(3, np.int32); np.sinc(a)
a = np.zeros((2, 3), np.float32); np.sinc(a.T)
a = np.zeros(3, np.float32); np.i0(a)
a = np.zeros(3); np.allclose(a, a)
np.array_equal([1, 2], [1, 2])
a = np.zeros((3, 4), np.float32); np.linalg.norm(a)
a = np.zeros((3, 4), np.int16); np.linalg.norm(a, axis=1)
a = np.zeros((3, 4), np.float32); np.nanprod(a)
a = np.zeros((3, 4), np.float32); np.nanvar(a, axis=0)
a = np.zeros((3, 4)); np.nanargmax(a)
a = np.zeros(3, np.float32); np.trapezoid(a)
a = np.zeros((3, 4), np.int32); np.trapezoid(a)
a = np.zeros((3, 4)); np.flip(a)
a = np.zeros((3, 4), np.float32); np.flip(a, axis=0) + 1
a = np.zeros((3, 4, 5)); np.flip(a, (0, 2)).copy('K')
a = np.zeros((3, 4), order='F'); np.flipud(a)
a = np.zeros((3, 4)); np.fliplr(a)
a = np.zeros((3, 4)); np.expand_dims(a, 0)
a = np.zeros((3, 4), np.int8); np.expand_dims(a, -1)
a = np.zeros((3, 4)); np.expand_dims(a, 1)[:, 0]
np.count_nonzero(np.arange(4))
np.sum([1, 2])
np.mean([1, 2])
np.prod((3, 4))
np.random.rand()
np.random.randn()
np.random.random()
np.random.randint(5)
np.random.uniform(0, 1)
np.random.default_rng().random()
np.random.default_rng().integers(5)
np.random.default_rng().integers(5, dtype=np.int32)
np.random.default_rng().normal()
rng = np.random.default_rng(3); rng.random(5).astype(np.float32)
rng = np.random.RandomState(3); rng.rand(4, 4)
rng = np.random.RandomState(3); rng.randint(0, 5, 3)
cuda.to_device(np.zeros((3, 4), order='F'))
cuda.to_device(np.zeros((3, 4))[1:])
cuda.to_device([1, 2, 3])
cuda.to_device(np.broadcast_to(np.arange(4), (3, 4)))
cuda.device_array(4)
cuda.device_array((3, 4))
cuda.device_array((3, 4), np.float32, order='F')
cuda.device_array(shape=(3, 4), dtype=np.int16)
cuda.device_array((3, 4), np.float32, strides=(32, 8))
cuda.device_array_like(np.zeros((3, 4), order='F'))
cuda.device_array_like(np.zeros((3, 4))[:, ::2])
cuda.device_array_like(np.zeros((4, 3))[::2].T)
cuda.pinned_array(8, dtype=np.float64)
cuda.pinned_array((3, 4), np.float32, order='F')
cuda.mapped_array(8, dtype=np.float32)
d = cuda.to_device(np.zeros((3, 4), np.float32)); d.copy_to_host()
d = cuda.to_device(np.zeros((3, 4), np.float32)); d[0]
d = cuda.to_device(np.zeros((3, 4), np.float32)); d[1:]
d = cuda.to_device(np.zeros((3, 4), np.float32)); d[:, 1]
d = cuda.to_device(np.zeros((3, 4), np.float32)); d.reshape(4, 3)
d = cuda.to_device(np.zeros((3, 4), np.float32)); d.reshape((2, 6))
d = cuda.to_device(np.zeros((3, 4), np.float32)); d.ravel()
d = cuda.to_device(np.zeros((3, 4), np.float32)); d.shape[0]
d = cuda.to_device(np.zeros((3, 4), np.float32)); d.size
d = cuda.to_device(np.zeros(6)); d[::2]
d = cuda.to_device(np.zeros(6)); d[::2].copy_to_host()
d = cuda.to_device(np.zeros(6)); h = np.zeros(6); d.copy_to_host(h); h
d = cuda.device_array(6, np.int32); e = cuda.device_array_like(d); e
cuda.In(np.zeros(3))
cuda.Out(np.zeros(3, np.float32))
dtype = np.float32; np.zeros(3, dtype)
dtype = np.dtype('int16'); np.zeros(3, dtype=dtype)
a = np.zeros(3, np.float32); np.zeros(4, a.dtype)
xs = [1, 2, 3]; np.array(xs)
xs = []; xs.append(1.5); np.array(xs)
xs = [1]; xs.append(2); np.array(xs)
np.array([i * i for i in range(5)])
np.array([i * 0.5 for i in range(5)])
np.array([[i + j for i in range(3)] for j in range(4)], dtype=np.float32)
np.array(range(5))
np.array(list(range(5)))
f = lambda n: np.zeros(n, np.float32); f(4)
def f(n, t=np.float32): return np.zeros((n, 2), t); f(4)
def f(n, t=np.float32): return np.zeros((n, 2), t); f(4, t=np.int32)
def f(a): return a.T.copy(); f(np.zeros((2, 3)))
def f(): return 1, 2.5; f()
def f(): return np.zeros(2), 3; a, n = f(); a
def f(*xs): return xs[0]; f(np.zeros(3), 1)
for i in range(3): a = np.zeros(i + 1); a
r = np.zeros(3, np.float32)\nfor i in range(40): r = np.zeros(3, np.float32) + i; r
x = 0.0\nfor i in range(40): x += 1; x
i = 0\nwhile i < 40: i += 2; i
a, b = np.zeros(3), np.zeros(4, np.int32)\nfor i in range(3): a, b = b, a; a
if np.random.rand() > 2: a = np.zeros(3)\nelse: a = np.ones(4); a
if np.random.rand() > 2: a = np.zeros(3, np.float32)\nelse: a = np.ones(4); a
if np.random.rand() > 2: n = 10\nelse: n = 20; np.zeros((n, n), order='F')
n = int(np.random.rand() * 3) + 4; np.zeros((n, n))
n = int(np.random.rand() * 3) + 4; np.zeros(n)[:-1]
n = int(np.random.rand() * 3) + 4; np.zeros((n, n))[1:]
n = int(np.random.rand() * 3) + 4; n
n = int(np.random.rand() * 3) + 4; np.zeros((n, n)).T
n = int(np.random.rand() * 3) + 2; np.zeros((n, n)).T
n = int(np.random.rand() * 3) + 2; np.zeros((n, n), order='F')
n = int(np.random.rand() * 3) + 2; np.zeros((n, n))[:, 1:]
try: a = np.zeros(3)\nexcept ValueError: a = None; a
with np.errstate(all='ignore'): a = np.zeros(3) / 2; a
a = None\nif a is None: a = np.zeros(3, np.int16); a
a = np.zeros(3)\nassert a.sum() == 0; a
x = np.float32(3); y = x * x; y
import numpy; numpy.zeros(3)
from numpy import zeros, float32; zeros(3, float32)
np.loadtxt
np.load('x.npy')
eval('np.zeros(3)')
globals()['np'].zeros(3)
np.fromfunction(lambda i, j: i + j, (3, 3))
def f(d, x, y): return (1 - d) * np.sin(x) + y; np.fromfunction(f, (2, 3, 4))
def f(x, y): return x**2 < y; np.fromfunction(f, (4, 5))
def f(x, y, n): return x + y * n; np.fromfunction(f, (4, 5), dtype=np.int32, n=2)
cuda.to_device(np.frombuffer(b'1234', dtype=np.uint8))
np.frombuffer(b'1234', dtype=np.int16) * 2
np.frombuffer(b'1234', np.ubyte).copy()
np.fromiter((i for i in range(3)), np.float32)
np.fromiter(range(3), dtype=int)
np.fromstring('1 2', sep=' ')
np.fromstring('1 2', dtype=np.int32, sep=' ')
np.meshgrid(np.arange(3), np.arange(4))[0]
np.histogram(np.zeros(5), 3)[0]
np.einsum('ij->ji', np.zeros((2, 3)))
np.zeros((3, 4))[np.array([0, 1])]
np.zeros(3, dtype=[('x', 'f4')])
{'a': np.zeros(3)}['a']
[np.zeros(3), np.zeros(4)][1]
(lambda *a: a)(1, 2)
a=np.arange(24).reshape(2,3,4)[..., :2]; np.round(a,2)
a=np.arange(24).reshape(2,3,4)[..., :2]; a.round()
np.round(np.broadcast_to(np.arange(3),(2,3)),2)
a=np.ones((2,3,4)).transpose(1,0,2); np.round(a,2)
a=np.ones((2,3,4)).transpose(1,0,2); a.round()
np.zeros((3,3),complex).T.round()
np.zeros((3,4)).T.round()
np.zeros((3,4),np.float32).round(2)
np.round(np.zeros((3,4),order='F'))
np.argwhere(np.ones((3,3)))
np.zeros((2,2),bool)**2
np.trace(np.zeros((2,3,4),np.float32))
np.trace(np.zeros((3,4),np.float32))
np.zeros((2,3,4),np.int8).trace()
np.searchsorted([0,1], np.array(3))
np.digitize(np.array(3),[0,1])
np.interp(np.array(3),[0,1],[0,1])
a=np.arange(5); np.fft.ifft(a).real
np.float32(np.zeros((3,4),order='F'))
np.dot(np.zeros(3,np.float32), 2.5)
np.dot(0, np.zeros(3,np.uint8))
np.dot(np.float32(2),0.0)
np.dot(np.zeros(3,np.float32), np.float32(2))
np.clip(1,np.zeros(3,np.int8),np.zeros(3,np.int8))
np.clip(3,np.zeros(3,np.float16),np.zeros(3,np.float16))
np.clip(np.zeros(3,np.int8),1,3)
np.clip(np.zeros(3,np.float32),0.0,1.0)
np.hypot(np.uint16(3),np.int8(3))
np.arctan2(np.int8(3),np.uint16(3))
np.logaddexp(np.int8(3),np.uint16(3))
np.heaviside(np.int8(3),np.uint16(3))
np.nextafter(np.zeros(3,np.uint8), np.array(3,np.int8))
np.copysign(np.int8(3),np.uint8(3))
np.arctan2(np.int16(3),np.uint16(3))
np.arctan2(np.int8(3),np.uint32(3))
np.true_divide(np.int8(3),np.uint16(3))
np.zeros(3,np.bool_)**np.float16(2)
np.array(True)**np.float64(2)
np.zeros(3,np.int16)**np.float16(2)
np.zeros(3,np.uint16)**np.float32(2)
np.zeros(3,np.float16)**np.arange(3.)[1]
np.zeros(3,np.complex64)**np.float64(2)
np.zeros(3,np.float32)**np.float64(2)
np.zeros(3,np.float32)**np.float64(3)
np.zeros(3,np.float32)**2
np.zeros(3,np.float32)**2.5
np.zeros(3,np.int32)**2
np.zeros(3,np.int32)**2.0
np.zeros(3,np.int8)**0.5
np.float32(3)**np.float64(2)
np.int8(3)**2
np.zeros(3,np.float32)**np.zeros(3)
pow(np.zeros(3,np.float32),np.float64(2))
np.power(np.zeros(3,np.float32),np.float64(2))
np.fmod(True, False)
np.fmod(np.zeros(3,bool),False)
np.remainder(True,False)
np.mod(np.zeros(3,bool),True)
np.floor_divide(True,True)
np.arange(np.array(2.5,np.float32),-3)
np.arange(-1,np.array(2.5,np.float32))
np.arange(np.int32(3),np.array(2.5,np.float32))
np.arange(np.array(3))
np.zeros((2,2)).imag == 0
np.zeros((2,2)).imag < 1
np.zeros((2,2)).mT == 3
np.zeros((2,2)).real == 0
np.zeros((2,2)).imag
np.vstack([np.zeros(1),np.zeros(1)]).T
np.vstack([np.zeros((2,1))]*2).T
np.vstack([np.zeros((2,3))]*2).T
np.stack([np.zeros(3)]).T
np.stack([np.zeros(3),np.zeros(3)]).T
np.column_stack([np.zeros(3)]).T
np.column_stack([np.zeros(3),np.zeros(3)]).T
np.column_stack([np.zeros((1,4))]*2).T
np.hstack([np.zeros((3,1))]).T
np.hstack([np.zeros((3,1)),np.zeros((3,1))]).T
np.flipud(np.hstack([np.zeros((1,3))]*2))
np.concatenate([np.zeros((4,1)),np.zeros((4,1),np.float32)])[...,:1]
np.outer([1],[1,2]).T
np.outer([1,2],[1,2]).T
np.meshgrid([1,2],[1,2])[0].T
np.indices((1,3))[0].T
np.indices((2,3))[0].T
np.pad(np.zeros((2,3)),((0,0),(1,1))).T
np.fft.fft(np.zeros((2,3))).T
np.fft.rfft(np.zeros((3,4))).T
np.diag([1]).T
np.diag([1,2]).T
np.trapezoid(np.zeros(5))
np.trapezoid(np.zeros(5, np.float32), dx=0.5)
np.trapezoid(np.zeros(5, np.int8))
np.meshgrid(np.arange(3), np.arange(4), indexing='ij')[0].T
np.meshgrid([1], [1, 2])[0].T
np.cross(np.zeros((4, 3)), np.zeros(3)).T
np.cross([[1, 2, 3]], [[1, 2, 3]]).T
np.fft.fft(np.zeros((1, 3))).T
np.pad(np.zeros((1, 3)), 1).T
np.stack([np.zeros(3)] * 2, axis=0)[:1]
np.concatenate([np.zeros((2, 3)), np.zeros((1, 3))], -2).T
np.concatenate([np.zeros((2, 1)), np.zeros((2, 1))], axis=-1)[:1]
np.concatenate([np.zeros(0), np.zeros(1)])
np.hstack([np.zeros((2, 3, 4))] * 2)[:1]
np.vstack([[1, 2], [3, 4]])
np.float32(np.broadcast_to(np.arange(3), (2, 3)))
np.float32(np.zeros((3, 4), order='F'))
np.array(3).sum(keepdims=True)
cuda.device_array_like(np.zeros((3, 3), np.float32).sum())
"""

# Functions that make new arrays of others, of arrays of several orders and dtypes.
ARRANGED_OF = [
    "np.arange(1.0, 7.0)",
    "np.ones((3, 4), np.float32)",
    "np.ones((3, 4), np.int16, order='F')",
    "np.ones((4, 6), np.complex64)[:, ::2]",
    "np.arange(9)[::3]",
    "[1, 2, 3]",
]
ARRANGED = [
    "np.argwhere({a})",
    "np.convolve({a}, np.ones(3, np.int8))",
    "np.convolve([1.0, 2.0], {a}, mode='same')",
    "np.cross({a}, [1, 0, 0])",
    "np.cross(np.ones((5, 3), np.float32), [1, 0, 0])",
    "np.cross([1, 2, 3], np.ones(3, np.float32))",
    "np.delete({a}, 0)",
    "np.delete({a}, [0, 2], axis=0)",
    "np.diag({a})",
    "np.digitize({a}, [0.5, 1.5])",
    "np.digitize(2.5, [0.5, 1.5])",
    "np.flatnonzero({a})",
    "np.indices((3, 4))",
    "np.indices((3, 4), dtype=np.float32)[1]",
    "np.insert({a}, 1, 7)",
    "np.insert({a}, 1, 7, axis=0)",
    "np.interp({a}, [0.0, 1.0], [2.0, 3.0])",
    "np.interp(0.5, [0, 1], [2, 3])",
    "np.linalg.inv(np.outer({a}, {a})[:3, :3] + np.eye(3))",
    "np.linalg.inv(np.eye(3, dtype=np.float32).T)",
    "np.linalg.inv(np.eye(3, dtype=np.int8))",
    "np.linalg.det(np.eye(3, dtype=np.float32))",
    "np.linalg.solve(np.eye(3), [1, 2, 3])",
    "np.linalg.solve(np.eye(3, dtype=np.float32), np.ones((3, 2), np.float32, order='F'))",
    "np.meshgrid({a}, np.arange(3, dtype=np.int8))[0]",
    "np.meshgrid({a}, np.arange(3, dtype=np.int8), indexing='ij')[1]",
    "np.meshgrid({a}, {a}, [0.5], sparse=True)[2]",
    "np.nonzero({a})[0]",
    "np.outer({a}, np.arange(3))",
    "np.pad({a}, 1)",
    "np.pad({a}, 2, mode='edge')",
    "np.pad({a}, 2, 'constant', constant_values=1)",
    "np.searchsorted([0.5, 1.5], {a})",
    "np.searchsorted([0.5, 1.5], 1.0)",
    "np.diag({a}, k=1)",
    "np.diagonal({a})",
    "np.diagonal({a}, 1)",
    "{a}.diagonal()",
    "np.diagonal({a}).copy()",
    "np.rot90({a})",
    "np.rot90({a}, 2)",
    "np.rot90({a}, -1)",
    "np.rot90({a}, 0)",
    "np.moveaxis({a}, 0, -1)",
    "np.moveaxis(np.zeros((2, 3, 4), np.int8), -1, 0)",
    "np.repeat({a}, 2)",
    "np.repeat({a}, 2, axis=0)",
    "np.tile({a}, 2)",
    "np.tile({a}, (2, 1))",
    "np.tile({a}, (2, 1, 1))",
    "np.triu({a})",
    "np.tril({a}, -1)",
    "np.gradient({a}, 0.5)",
    "np.gradient({a})",
    "np.gradient({a})[0]",
]


def snippets() -> list[str]:
    """All of them, each once."""
    all_of_them = list(MADE)
    for base in BASES:
        all_of_them += [f"a = {base}; {one.format(a='a')}" for one in CHANGED]
    for base in ARRANGED_OF:
        all_of_them += [f"a = {base}; {one.format(a='a')}" for one in ARRANGED]
    odd = [line.replace("\\n", "\n") for line in ODD.strip().splitlines()]
    return list(dict.fromkeys(all_of_them + odd))
