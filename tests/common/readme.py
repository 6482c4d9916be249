"""The README's pages, for the tests that do what they say."""

from __future__ import annotations

import re

from harness import REPOSITORY


def page(title: str) -> list[tuple[str, str]]:
    """The fenced blocks of a page: language and text."""
    readme = (REPOSITORY / "README.md").read_text()
    text = re.split(r"^## ", readme.split(f"\n## {title}\n", 1)[1], flags=re.MULTILINE)[0]
    return re.findall(r"^```(\w+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
