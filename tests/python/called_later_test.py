"""Functions that run when the program has gone on: threads, methods that a framework calls.

What kernels get in CPython is all that pycu may find; it may ask.
"""

from __future__ import annotations

from pathlib import Path

from tried_programs import HEAD, inferred, launched

SMALL = "np.zeros(3, np.int8)"
LARGE = "np.zeros((4, 3), np.float32)"
TOP = f"""
import threading
import timeit

small, large = {SMALL}, {LARGE}


def call(owner, name):
    getattr(owner, os.environ.get("A_NAME_THAT_IS_NOT_THERE", name))()
"""
PROGRAMS = {
    "a_global": """
now = small
thread = threading.Thread(target=lambda: k[1, 1](now))
now = large
thread.start(), thread.join()
""",
    "an_attribute": """
class App:
    def __init__(self):
        self.x = None
        self.thread = threading.Thread(target=self.loop)

    def start(self):
        self.x = large
        self.thread.start()
        self.thread.join()

    def loop(self):
        k[1, 1](small if self.x is None else self.x)


App().start()
""",
    "an_argument": """
given = [small]
timer = threading.Timer(0.001, lambda x: k[1, 1](x), args=given)
given[0] = large
timer.start(), timer.join()
""",
    "the_function": """
def work():
    step()


def step():
    k[1, 1](small)


thread = threading.Thread(target=work)


def step():
    k[1, 1](large)


thread.start(), thread.join()
""",
    "a_setup": """
now = small


def setup():
    global now
    now = large


timeit.timeit(lambda: k[1, 1](now), setup, number=1)
""",
    "nothing_changes": """
now = small
thread = threading.Thread(target=lambda x: k[1, 1](x), args=(now,))
thread.start(), thread.join()
""",
    "a_generator_does_not_run": """
def work(x):
    k[1, 1](x)
    yield


threading.Thread(target=work, args=(small,)).start()
k[1, 1](large)
""",
    "an_object_that_others_change": """
class A:
    def __init__(self):
        self.x = small

    def run(self):
        k[1, 1](self.x)


a = A()


class Window:
    def click(self):
        a.x = large


call(Window(), "click")
call(a, "run")
""",
    "an_object_that_others_make": """
class A:
    def __init__(self, x):
        self.x = x

    def run(self):
        k[1, 1](self.x)


A(small)


def make(x):
    return A(x)


call(globals()[os.environ.get("A_NAME_THAT_IS_NOT_THERE", "make")](large), "run")
""",
    "subclasses": """
class Base:
    def make(self):
        raise NotImplementedError

    def run(self):
        k[1, 1](self.make())


class One(Base):
    def make(self):
        return small


class Two(Base):
    def make(self):
        return large


for one in One(), Two():
    call(one, "run")
""",
    "by_super_alone": """
class A:
    def __init__(self):
        self.x = small

    def run(self):
        k[1, 1](self.x)


class B(A):
    def run(self):
        self.x = large
        super().run()


call(B(), "run")
""",
    "the_class_has_it_too": """
class S:
    x = None

    def load(self):
        if os.environ.get("A_NAME_THAT_IS_NOT_THERE"):
            self.x = large


s = S()
s.load()
k[1, 1](small if s.x is None else s.x)
""",
    "a_condition_changes_it": """
class S:
    def __init__(self):
        self.x = large if os.environ.get("PATH") else None

    def clear(self):
        self.x = None
        return True


s = S()
if s.x is not None and s.clear():
    k[1, 1](small if s.x is None else s.x)
""",
}


def test_what_is_found_is_launched(tmp_path: Path) -> None:
    programs = [HEAD + TOP + program for program in PROGRAMS.values()]
    found = inferred(programs, tmp_path)
    wrong, known = [], 0
    for name, program, ours in zip(PROGRAMS, programs, found):
        seen = launched(program)
        assert seen, name
        known += bool(set(ours) & seen)
        # one run takes one path
        paths = {"the_class_has_it_too": {"void(float32[:, ::1])"}}.get(name, set())
        if not set(ours) - {"?"} <= seen | paths:
            wrong.append(f"{name}: pycu says {ours}, CPython launches {sorted(seen)}")
    assert not wrong, "\n".join(wrong)
    assert known >= 4


# Behind a launch of `small` another one of `large`, which something else makes of `k[1, 1]`.
LAUNCHERS = {
    "thread": "threading.Thread(target=k[1, 1], args=(large,)).start()",
    "pool": "with ThreadPoolExecutor() as pool:\n    pool.submit(k[1, 1], large)",
    "pool_map": "with ThreadPoolExecutor() as pool:\n    list(pool.map(k[1, 1], [large]))",
    "map": "list(map(k[1, 1], [large]))",
    "configure": "k.configure(1, 1)(large)",
    "configured": "step = k.configure(1, 1)\nstep(large)",
    "dict": "steps = {'k': k[1, 1]}\nsteps['k'](large)",
    "partial": "functools.partial(k[1, 1], large)()",
    "starmap": "list(itertools.starmap(k[1, 1], [(large,)]))",
    "reduce": "functools.reduce(lambda f, x: f(x) or f, [large], k[1, 1])",
    "attribute": "bare.step = k[1, 1]\nbare.step(large)",
    "caller": "operator.call(k[1, 1], large)",
}
IMPORTS = (
    "import functools\nimport itertools\nimport operator\n"
    "from concurrent.futures import ThreadPoolExecutor\n"
)


def test_no_launch_is_missed(tmp_path: Path) -> None:
    programs = [
        HEAD + IMPORTS + TOP + f"\nk[1, 1](small)\n{program}\n" for program in LAUNCHERS.values()
    ]
    missed, known = [], 0
    for name, program, ours in zip(LAUNCHERS, programs, inferred(programs, tmp_path)):
        seen = launched(program)
        assert len(seen) == 2, name
        known += set(ours) == seen
        if set(ours) != seen and "?" not in ours:
            missed.append(f"{name}: pycu says {ours}, CPython launches {sorted(seen)}")
    assert not missed, "\n".join(missed)
    assert known >= 7
