"""`pycu-lsp` behind a client as editors have one: messages while typing, types, edits, the text."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import harness
import pytest
import pytest_lsp
from harness import REPOSITORY
from lsprotocol import types as lsp
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

KERNELS = """from numba import cuda


@cuda.jit(device=True)
def twice(v):
    return v * 2


@cuda.jit(["void(float32[:])", "void(float64[:])"])
def double(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] = twice(x[i])  # \N{GREEK SMALL LETTER ALPHA} \N{MATHEMATICAL BOLD CAPITAL A}
"""


@pytest_lsp.fixture(
    config=ClientServerConfig(
        server_command=[sys.executable, "-m", "pycu.lsp"],
        server_env={
            **os.environ,
            "PYTHONPATH": str(REPOSITORY / "python"),
            "PYCU_BINARY": str(harness.binary()),
        },
    )
)
async def client(lsp_client: LanguageClient) -> AsyncIterator[None]:
    await lsp_client.initialize_session(
        lsp.InitializeParams(capabilities=client_capabilities("visual_studio_code"))
    )
    yield
    await lsp_client.shutdown_session()


def open_text(client: LanguageClient, path: Path, text: str) -> str:
    """Opens a text that the file does not have yet."""
    path.write_text("")
    client.text_document_did_open(
        lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(path.as_uri(), "python", 1, text))
    )
    return path.as_uri()


def change(client: LanguageClient, uri: str, version: int, text: str) -> None:
    client.text_document_did_change(
        lsp.DidChangeTextDocumentParams(
            lsp.VersionedTextDocumentIdentifier(version, uri),
            [lsp.TextDocumentContentChangeWholeDocument(text)],
        )
    )


async def published(client: LanguageClient) -> None:
    await asyncio.wait_for(client.wait_for_notification("textDocument/publishDiagnostics"), 20)


@pytest.mark.asyncio
async def test_messages_while_typing_and_what_they_say_to_write(
    client: LanguageClient, tmp_path: Path
) -> None:
    uri = open_text(client, tmp_path / "kernels.py", KERNELS)
    await published(client)
    assert not client.diagnostics[uri]
    wrong = KERNELS.replace("x.size", "x.sise")
    for version in range(2, 6):  # somebody types
        change(client, uri, version, wrong)
    await published(client)
    [told] = client.diagnostics[uri]
    assert (told.code, told.source) == ("PYCU0303", "pycu")
    assert told.severity == lsp.DiagnosticSeverity.Error
    assert told.range == lsp.Range(lsp.Position(11, 13), lsp.Position(11, 17))
    assert "help: there is `size`" in str(told.message)

    actions = await client.text_document_code_action_async(
        lsp.CodeActionParams(
            lsp.TextDocumentIdentifier(uri), told.range, lsp.CodeActionContext([told])
        )
    )
    assert actions
    [action] = actions
    assert isinstance(action, lsp.CodeAction) and action.edit and action.edit.changes
    [edit] = action.edit.changes[uri]
    assert (edit.new_text, edit.range) == ("size", told.range)
    change(client, uri, 6, KERNELS)
    await published(client)
    assert not client.diagnostics[uri]


@pytest.mark.asyncio
async def test_places_are_counted_as_editors_count_them(
    client: LanguageClient, tmp_path: Path
) -> None:
    """\N{MATHEMATICAL BOLD CAPITAL A} is four bytes, two units of UTF-16 and one character."""
    text = KERNELS.replace("twice(x[i])", '("\N{MATHEMATICAL BOLD CAPITAL A}", y)[1]')
    uri = open_text(client, tmp_path / "wide.py", text)
    await published(client)
    [told] = [one for one in client.diagnostics[uri] if one.code == "PYCU0302"]
    line = text.splitlines()[told.range.start.line].encode("utf-16-le")
    start, end = 2 * told.range.start.character, 2 * told.range.end.character
    assert line[start:end].decode("utf-16-le") == "y"


@pytest.mark.asyncio
async def test_types_on_hover(client: LanguageClient, tmp_path: Path) -> None:
    uri = open_text(client, tmp_path / "types.py", KERNELS)
    await published(client)
    lines = KERNELS.splitlines()

    async def shown(line: int, word: str) -> list[str]:
        found = await client.text_document_hover_async(
            lsp.HoverParams(
                lsp.TextDocumentIdentifier(uri), lsp.Position(line, lines[line].index(word))
            )
        )
        assert found is None or isinstance(found.contents, lsp.MarkupContent)
        return found.contents.value.splitlines()[1:-1] if found else []

    assert await shown(10, "i") == ["i: int64"]
    assert await shown(11, "x") == ["x: float32[:]", "x: float64[:]"]
    assert await shown(12, "twice") == ["twice(float32) -> float64", "twice(float64) -> float64"]
    assert await shown(5, "v") == ["v: float32", "v: float64"]
    assert await shown(0, "numba") == []


@pytest.mark.asyncio
async def test_the_text_of_a_file(client: LanguageClient, tmp_path: Path) -> None:
    uri = open_text(client, tmp_path / "text.py", KERNELS)
    await published(client)
    shown = lsp.ExecuteCommandParams("pycu.showCuda", [uri])
    text = await client.workspace_execute_command_async(shown)
    assert "PYCU_KERNEL void double_(pycu::array<T, 1, int> x)" in text
    assert list(tmp_path.iterdir()) == [tmp_path / "text.py"]
    change(client, uri, 2, KERNELS.replace("x.size:", "x.size"))
    await published(client)
    assert "error[PYCU0101]" in await client.workspace_execute_command_async(shown)
