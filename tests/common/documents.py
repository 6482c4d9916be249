"""The documents' pages, for the tests that do what they say."""

from __future__ import annotations

import re

from harness import REPOSITORY


def page(name: str) -> list[tuple[str, str]]:
    """The fenced blocks of a page of docs/, `how-to/cmake`: language and text."""
    text = (REPOSITORY / "docs" / f"{name}.md").read_text()
    return re.findall(r"^```(\w+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
