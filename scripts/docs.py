"""What MkDocs shows beside docs/: documents that stand elsewhere, and a page of all messages.

README.md, LANGUAGE.md, those in lib/ and the pages of `pycu explain` are read where they are, so
that nobody keeps two of them.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parents[1]

DOCUMENTS = {
    "index.md": "README.md",
    "reference/language.md": "LANGUAGE.md",
    "reference/manifest.md": "lib/manifest/README.md",
    "background/inside.md": "lib/README.md",
}

# What stands in front of the two programs of a page of `pycu explain`.
PROGRAMS = {"wrong": "This causes it:", "right": "This does not:"}


def messages() -> str:
    """A page with a section for each message."""
    pages = sorted((ROOT / "lib/diag/explain").glob("PYCU*.md"))
    return "# Messages\n\n" + "\n".join(section(page) for page in pages)


def section(page: Path) -> str:
    """What is told of one message: `## PYCU0205: The types of a kernel are not known`."""
    text = re.sub(r"<!--.*?-->", "", page.read_text(), flags=re.DOTALL)
    text = re.sub(r"\A# (.*)", rf"## {page.stem}: \1 {{#{page.stem.lower()}}}", text)

    def program(fence: re.Match[str]) -> str:
        return f"{PROGRAMS[fence[2]]}\n\n```{fence[1]}"

    text = re.sub(rf"^```(\w+) ({'|'.join(PROGRAMS)})", program, text, flags=re.MULTILINE)
    return text.rstrip() + "\n"


def linked(text: str, path: str, uri: str) -> str:
    """The text of the file `path` as the page `uri`: its links lead to pages, or are words.

    Links are written for the repository, as a browser of its files follows them.
    """
    pages = {path: uri for uri, path in DOCUMENTS.items()}

    def link(found: re.Match[str]) -> str:
        target, hash_sign, anchor = found[2].partition("#")
        name = (ROOT / path).parent.joinpath(target).resolve().relative_to(ROOT).as_posix()
        page = pages.get(name) or (name.removeprefix("docs/") if name.startswith("docs/") else "")
        up = "../" * uri.count("/")
        return f"[{found[1]}]({up}{page}{hash_sign}{anchor})" if page else found[1]

    return re.sub(r"\[([^]]+)\]\((?!https?:|#)([^)]+)\)", link, text)


def on_files(files: Files, config: Any) -> Files:
    """MkDocs calls it when it has listed docs/."""
    for uri, path in DOCUMENTS.items():
        text = linked((ROOT / path).read_text(), path, uri)
        files.append(File.generated(config, uri, content=text))
    files.append(File.generated(config, "reference/messages.md", content=messages()))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """MkDocs calls it for each page."""
    uri = page.file.src_uri
    is_ours = (ROOT / "docs" / uri).exists()
    return linked(markdown, f"docs/{uri}", uri) if is_ours else markdown
