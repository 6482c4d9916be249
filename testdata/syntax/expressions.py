# One of every expression.
a = b = c = d = x = y = []
values = (1, 0x1F, 0b1_01, 0o17, 1_000, 1.5e-3, .5, 5., 1e10, 2j, 0, 00)
strings = ("plain", 'single', r"raw\d", b"bytes\x00", rb"\d", u"u", """triple
quoted""", "joined" 'together' "\u00e9\n\
continued")
formatted = f"{a!r:>{x}} {{literal}} {x + 1} {y=} {'nested' + c} {a[0]:%Y-%m}" f'{b}' "c"
compared = a < b <= c != d == x is not y not in a in b is c > d >= x
logic = not a and b or c if d else (x or y) and not not a
arithmetic = -a ** -b + ~c * d @ x / y // a % b - +c << 2 >> 3 & d | x ^ y
called = print(a, *b, c, key=d, *x, **y)(1)(x for x in y).attribute[0][1:2, ::3, ...][:][a:b:c]
sliced = a[1:2, *b, (c := 3)]
displays = [], (), {}, [1], (1,), {1}, {1: 2}, [*a, 1], (*a, 1), {*a, 1}, {**a, 1: 2, **b}
comprehensions = (
    [x for x in a if x if y for y, in b],
    {x for x in a},
    {x: y for x, y in a},
    list(x async for x in y) if a else (lambda: (yield))(),
)
functions = lambda: 0, lambda x: x, lambda *x, y=1, **z: (x, y, z), lambda x, /, y, *, z: x
if (n := len(a)) > 10 and [last := n for _ in a]:
    print(n)
print((yield_ := 1), end="")
x, (y, *a), [b, c], d.e, d[0] = 1, (2, 3), [4, 5], 6, 7
x = *a, *b
for x in *a, *b: print(x)
a = \
    1 + \
    2
b = (  # comment
    1,

    2  # another
)
