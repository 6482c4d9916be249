"""A page of `pycu annotate` in a browser: what the mouse and the keys do, in both themes."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import harness
import pytest

playwright = pytest.importorskip(
    "playwright.sync_api", reason="playwright is not there: scripts/setup installs it"
)

SOURCE = harness.REPOSITORY / "testdata" / "examples" / "heat.py"
BROWSER = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)

KERNEL = '''
@cuda.jit("void(float32[:], float32[:])")
def kernel_{n}(a, out):
    """Kernel {n}."""
    i = cuda.grid(1)
    if i < a.size:
        total = np.float32(0)
        for step in range({n}):
            total += a[i] * step
        out[i] = total

'''


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    if BROWSER is None:
        pytest.skip("no chromium is there: `scripts/setup extras` installs it")
    with playwright.sync_playwright() as running:
        started = running.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield started
        started.close()


def write_page(source: Path, folder: Path, code: int = 0) -> Path:
    command = [str(harness.binary().absolute()), "annotate", str(source), "-q", "-o", "page.html"]
    assert subprocess.run(command, cwd=folder, check=False).returncode == code
    return folder / "page.html"


# The texts whose contrast with what is behind them is below 4.5.
PALE_WORDS = """() => {
  const channel = (v) => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  const luminance = (colour) => {
    const [red, green, blue] = colour.match(/[\\d.]+/g).map(Number);
    return 0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue);
  };
  const behind = (one) => {
    for (; one; one = one.parentElement) {
      const colour = getComputedStyle(one).backgroundColor;
      if (!/, 0\\)$/.test(colour)) return colour;
    }
  };
  const all = document.querySelectorAll(
    '.l span, .l, .msg, .msg *, h1, h2, header *, [role=tab], footer *');
  return [...all].filter((one) => {
    if (!one.textContent.trim() || one.closest('.hidden')) return false;
    const [a, b] = [getComputedStyle(one).color, behind(one)].map(luminance);
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 4.5;
  }).map((one) => `${one.className}: ${one.textContent.slice(0, 20)}`);
}"""


class Shown:
    """A page that is open, and what it has complained about."""

    def __init__(self, browser: Any, path: Path, scheme: str = "light") -> None:
        self.context = browser.new_context(
            color_scheme=scheme, viewport={"width": 1280, "height": 720}
        )
        self.page = self.context.new_page()
        self.problems: list[str] = []
        self.page.on("console", lambda said: self.problems.append(said.text))
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on(
            "request",
            lambda asked: self.problems.extend([asked.url] if asked.url != path.as_uri() else []),
        )
        self.page.goto(path.as_uri())

    def line(self, side: str, code: str) -> Any:
        """The first line of a side that has a text."""
        return self.page.locator(f"#{side} .l", has_text=code).first

    def lit(self, side: str, kind: str = "on") -> list[str]:
        return self.page.locator(f"#{side} .l.{kind}").all_inner_texts()

    def scrolled(self, side: str) -> float:
        return self.page.locator(f"#{side}").evaluate("view => view.scrollTop")

    def wait(self, condition: str) -> None:
        """Until a condition of the page holds; its policy allows no script that looks by itself."""
        for _ in range(500):
            if self.page.evaluate(condition):
                return
            self.page.wait_for_timeout(20)
        raise AssertionError(f"never true: {condition}")

    def focused(self) -> str:
        return self.page.evaluate("document.activeElement.textContent")


@pytest.fixture
def shown(browser: Any, tmp_path: Path) -> Iterator[Shown]:
    made = Shown(browser, write_page(SOURCE, tmp_path))
    yield made
    assert made.problems == []
    made.context.close()


@pytest.fixture
def long_page(browser: Any, tmp_path: Path) -> Iterator[Shown]:
    """A source of more than 5,000 lines."""
    source = tmp_path / "long.py"
    kernels = "".join(KERNEL.format(n=n) for n in range(1, 471))
    source.write_text(
        '"""Many kernels."""\nimport numpy as np\nfrom numba import cuda\n\n' + kernels
    )
    assert source.read_text().count("\n") > 5000
    made = Shown(browser, write_page(source, tmp_path))
    yield made
    assert made.problems == []
    made.context.close()


def test_pointing_at_a_line_shows_what_it_became(shown: Shown) -> None:
    shown.line("python", "while half > 0").hover()
    assert shown.lit("cuda") == ["    for (int half = blockDim.x / 2; half > 0; half /= 2) {"]
    shown.line("cuda", "best[t] = fmaxf(").hover()
    assert shown.lit("python") == ["            best[t] = max(best[t], best[t + half])"]
    # what comes from no line of Python belongs to none
    shown.line("cuda", '#include "pycu.h"').hover()
    assert shown.lit("python") == [] and shown.lit("cuda") == []


def test_a_click_scrolls_the_other_side(shown: Shown) -> None:
    assert shown.scrolled("cuda") == 0
    shown.line("python", "if t == 0").click()
    assert shown.lit("cuda", "picked") == ["    if (t == 0) {"]
    shown.wait("document.querySelector('#cuda').scrollTop > 0")
    box = shown.line("cuda", "if (t == 0)").bounding_box()
    view = shown.page.locator("#cuda").bounding_box()
    assert view["y"] < box["y"] < view["y"] + view["height"]
    # and the side that was clicked stays where it is, and nothing goes sideways
    assert shown.page.evaluate(
        "[...document.querySelectorAll('.view')].every((view) => view.scrollLeft === 0)"
    )


def test_types_are_shown(shown: Shown) -> None:
    name = shown.line("python", "rows, cols = u.shape").locator("[data-type]", has_text="rows")
    name.hover()
    assert shown.page.locator("#tip").inner_text() == "rows: int64"
    assert "rows: int64" in shown.page.locator("#status").inner_text()
    shown.line("cuda", "out(i, j) = u(i, j)").locator("[data-type]", has_text="laplacian").hover()
    assert (
        shown.page.locator("#tip").inner_text() == "laplacian: float64(float32[:, :], int64, int64)"
    )


def test_search_leaves_what_belongs_together(shown: Shown) -> None:
    shown.page.keyboard.press("/")
    assert shown.page.evaluate("document.activeElement.id") == "search"
    shown.page.keyboard.type("HALF > 0")
    shown.wait("document.querySelectorAll('.l.out').length > 0")
    header = "for (int half = blockDim.x / 2; half > 0; half /= 2) {"
    for side, code in (("python", "while half > 0:"), ("cuda", header)):
        left = shown.page.locator(f"#{side} .l:not(.out)").all_inner_texts()
        assert [line.strip() for line in left] == [code]
    assert shown.page.locator("#found").inner_text() == "2 lines"
    shown.page.keyboard.press("Enter")
    assert shown.focused().strip() == "while half > 0:"
    shown.page.keyboard.press("Escape")
    assert shown.page.locator(".l.out").count() == 0
    assert shown.page.locator("#search").input_value() == ""


def test_keys_do_what_the_mouse_does(shown: Shown) -> None:
    first = shown.line("python", "ALPHA =")
    first.click()
    shown.page.keyboard.press("j")
    assert shown.focused() == "BLOCK = 256"
    shown.page.keyboard.press("ArrowUp")
    assert shown.focused().startswith("ALPHA =")
    shown.page.keyboard.press("k")
    shown.page.keyboard.press("ArrowDown")
    shown.page.keyboard.press("ArrowDown")
    assert shown.focused() == "BLOCK = 256"
    assert len(shown.lit("cuda")) == 1
    shown.page.keyboard.press("Enter")
    assert "BLOCK = 256" in shown.focused() and shown.focused() != "BLOCK = 256"
    shown.page.keyboard.press("Enter")
    assert shown.focused() == "BLOCK = 256"
    shown.page.keyboard.press("Escape")
    assert shown.lit("python", "picked") == []
    shown.page.keyboard.press("l")
    assert shown.page.evaluate("document.activeElement.closest('.view').id") == "cuda"


def test_tabs_are_tabs(shown: Shown) -> None:
    shown.page.get_by_role("tab", name="heat.cu").focus()
    shown.page.keyboard.press("ArrowRight")
    assert shown.page.locator("#kernels h3").all_inner_texts() == ["laplacian", "step", "block_max"]
    assert not shown.page.locator("#cuda").is_visible()


def test_messages_are_found(browser: Any, tmp_path: Path) -> None:
    source = tmp_path / "k.py"
    # the words of a message that are like HTML are words
    head = "from numba import cuda\n\n\n@cuda.jit('void(float32[:])')\ndef f(a):\n"
    source.write_text(head + "    a[0] = missing  # </script><b>\n")
    shown = Shown(browser, write_page(source, tmp_path, code=1))
    assert shown.page.locator("#counts").inner_text() == "1 error"
    block = shown.page.locator("#python .msg.error")
    assert "missing is not defined" in block.inner_text() and "PYCU0302" in block.inner_text()
    assert (
        shown.page.locator("#python .l.error").inner_text() == "    a[0] = missing  # </script><b>"
    )
    shown.page.keyboard.press("n")
    assert "missing is not defined" in shown.focused()
    assert shown.page.locator("#python b").count() == 1  # the severity of the message
    assert shown.problems == []
    shown.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_themes(browser: Any, tmp_path: Path, scheme: str) -> None:
    shown = Shown(browser, write_page(SOURCE, tmp_path), scheme)

    def brightness() -> float:
        colour = shown.page.evaluate("getComputedStyle(document.body).backgroundColor")
        return sum(map(int, colour.removeprefix("rgb(").removesuffix(")").split(","))) / 3

    assert (brightness() > 128) == (scheme == "light")
    shown.page.locator("#theme").click()
    assert (brightness() > 128) == (scheme == "dark")
    assert shown.problems == []
    shown.context.close()


def test_words_can_be_read(browser: Any, tmp_path: Path) -> None:
    """Every colour of text has a contrast of 4.5 and more, as WCAG counts it."""
    for scheme in ("light", "dark"):
        shown = Shown(browser, write_page(SOURCE, tmp_path), scheme)
        shown.line("python", "while half > 0").click()
        assert shown.page.evaluate(PALE_WORDS) == []
        shown.context.close()


def test_long_pages_stay_light(long_page: Shown) -> None:
    nodes = long_page.page.evaluate("document.querySelectorAll('*').length")
    lines = long_page.page.locator(".l").count()
    assert lines > 10000
    # what is off the screen has one element a line, without its colours
    assert nodes < lines + 20000
    late = long_page.line("python", "kernel_410(")
    assert late.locator("span").count() == 0
    late.scroll_into_view_if_needed()
    playwright.expect(late.locator("span").first).to_have_text("def")
    long_page.page.keyboard.press("/")
    long_page.page.keyboard.type("kernel_417(")
    playwright.expect(long_page.page.locator("#python .l:not(.out)")).to_have_count(1)
    long_page.page.keyboard.press("Enter")
    long_page.page.keyboard.press("Enter")
    assert "kernel_417(" in long_page.focused() and "PYCU_KERNEL" in long_page.focused()
