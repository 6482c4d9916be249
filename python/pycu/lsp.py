"""`pycu-lsp`: a language server. Needs `pip install pycu-compiler[lsp]`.

Messages while typing, types on hover, code actions from messages' edits, and the command
`pycu.showCuda`, which gives the CUDA C++ of a file. All of it is asked of the pycu executable,
which reads the text of the editor in place of the file.
"""

from __future__ import annotations

import ast
import asyncio
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.workspace import TextDocument

from ._binary import binary
from ._version import VERSION

#: Seconds without a key before a text is looked at.
PAUSE = 0.2

SEVERITIES = {
    "error": lsp.DiagnosticSeverity.Error,
    "warning": lsp.DiagnosticSeverity.Warning,
}


@dataclass
class Finding:
    """A message of pycu about a document, and the edits that answer it."""

    shown: lsp.Diagnostic
    edits: list[lsp.TextEdit] = field(default_factory=list)
    is_safe: bool = True


class Server(LanguageServer):
    """What is known of the open documents."""

    def __init__(self) -> None:
        super().__init__("pycu-lsp", VERSION)
        self.findings: dict[str, list[Finding]] = {}
        self.waiting: dict[str, asyncio.Task[None]] = {}


server = Server()


async def ask(command: str, document: TextDocument, *options: str) -> tuple[str, str]:
    """What pycu prints of the editor's text of a document: standard output and errors."""
    process = await asyncio.create_subprocess_exec(
        binary(), command, "-", "--stdin-filename", document.path, *options,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        cwd=Path(document.path).parent,
    )  # fmt: skip
    out, err = await process.communicate(document.source.encode())
    return out.decode(), err.decode()


def position(text: bytes, byte: int) -> lsp.Position:
    """A place of a text, in the UTF-16 units that the protocol counts in."""
    before = text[:byte]
    line = before.count(b"\n")
    column = before[before.rfind(b"\n") + 1 :].decode(errors="replace")
    return lsp.Position(line, len(column.encode("utf-16-le")) // 2)


def span(text: bytes, place: dict[str, Any]) -> lsp.Range:
    return lsp.Range(position(text, place["byte"]), position(text, place["end_byte"]))


def finding(told: dict[str, Any], document: TextDocument) -> Finding | None:
    """A message as the editor shows it; nothing for one about another file."""
    text = document.source.encode()
    if told.get("file", document.path) != document.path:
        return None
    here = span(text, told) if "byte" in told else lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0))
    lines = [told["message"], *told["notes"], *(f"help: {one}" for one in told["help"])]
    made = Finding(
        lsp.Diagnostic(
            here,
            "\n".join(lines),
            severity=SEVERITIES[told["severity"]],
            code=told["code"],
            source="pycu",
            related_information=[
                lsp.DiagnosticRelatedInformation(
                    lsp.Location(document.uri, span(text, label)), label["message"]
                )
                for label in told["labels"]
                if label["file"] == document.path
            ],
        )
    )
    for edit in told["edits"]:
        if edit["file"] == document.path:
            made.edits.append(lsp.TextEdit(span(text, edit), edit["replacement"]))
            made.is_safe = made.is_safe and edit["safe"]
    return made


async def look_at(uri: str) -> None:
    """Publishes the messages of a document."""
    document = server.workspace.get_text_document(uri)
    _, told = await ask("check", document, "--diagnostic-format", "json", "--color", "never")
    lines = [json.loads(line) for line in told.splitlines() if line.startswith("{")]
    findings = [one for one in (finding(line, document) for line in lines) if one is not None]
    server.findings[uri] = findings
    server.text_document_publish_diagnostics(
        lsp.PublishDiagnosticsParams(uri, [one.shown for one in findings], document.version)
    )


def look_soon(uri: str, pause: float) -> None:
    """Looks at a document when nobody has typed for a while."""

    async def wait() -> None:
        await asyncio.sleep(pause)
        await look_at(uri)

    if uri in server.waiting:
        server.waiting[uri].cancel()
    server.waiting[uri] = asyncio.ensure_future(wait())


@server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
def did_open(params: lsp.DidOpenTextDocumentParams) -> None:
    look_soon(params.text_document.uri, 0)


@server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
def did_change(params: lsp.DidChangeTextDocumentParams) -> None:
    look_soon(params.text_document.uri, PAUSE)


@server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
def did_save(params: lsp.DidSaveTextDocumentParams) -> None:
    look_soon(params.text_document.uri, 0)


@server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
def did_close(params: lsp.DidCloseTextDocumentParams) -> None:
    uri = params.text_document.uri
    if uri in server.waiting:
        server.waiting.pop(uri).cancel()
    server.findings.pop(uri, None)
    server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))


@server.feature(
    lsp.TEXT_DOCUMENT_CODE_ACTION,
    lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix]),
)
def code_actions(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
    """The edits of the messages in a range; preferred where nothing else can be meant."""
    uri = params.text_document.uri
    wanted = params.range
    return [
        lsp.CodeAction(
            title=f"pycu: write `{one.edits[0].new_text}`",
            kind=lsp.CodeActionKind.QuickFix,
            diagnostics=[one.shown],
            is_preferred=one.is_safe,
            edit=lsp.WorkspaceEdit(changes={uri: one.edits}),
        )
        for one in server.findings.get(uri, [])
        if one.edits and one.shown.range.start <= wanted.end and wanted.start <= one.shown.range.end
    ]


def around(source: str, line: int) -> ast.FunctionDef | None:
    """The innermost function around a line, counted from 1."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return None
    found = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.lineno <= line <= (node.end_lineno or line)
    ]
    return max(found, key=lambda node: node.lineno, default=None)


def types_of(name: str, line: int, source: str, told: dict[str, Any]) -> list[str]:
    """What a name is at a line: a text for each list of types that its function has."""
    functions = told["kernels"] + told["device_functions"]
    function = around(source, line)
    texts = []
    for one in functions:
        if one["name"] == name:
            texts += [
                f"{name}({', '.join(made['args'])}) -> {made['returns']}"
                for made in one["specialisations"]
            ]
        if function is None or one["line"] != function.lineno:
            continue
        arguments = [argument.arg for argument in function.args.posonlyargs + function.args.args]
        for made in one["specialisations"]:
            known = dict(zip(arguments, made["args"]))
            # of a name that is assigned several times, what it is by then
            for variable in made["variables"]:
                if variable["line"] <= line or variable["name"] not in known:
                    known[variable["name"]] = variable["type"]
            if name in known:
                texts.append(f"{name}: {known[name]}")
    return list(dict.fromkeys(texts))


@server.feature(lsp.TEXT_DOCUMENT_HOVER)
async def hover(params: lsp.HoverParams) -> lsp.Hover | None:
    """The types that pycu found."""
    document = server.workspace.get_text_document(params.text_document.uri)
    name = document.word_at_position(params.position)
    out, _ = await ask("inspect", document, "--types", "--json")
    try:
        told = json.loads(out)
    except ValueError:
        return None
    texts = types_of(name, params.position.line + 1, document.source, told) if name else []
    if not texts:
        return None
    block = "```python\n" + "\n".join(texts) + "\n```"
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, block))


@server.command("pycu.showCuda")
async def show_cuda(uri: str) -> str:
    """The text x.cu of a document; where there is none, the messages that say why."""
    document = server.workspace.get_text_document(uri)
    out, err = await ask("transpile", document, "-o", "-", "--color", "never")
    return out or err


def main() -> None:
    """Talks to an editor on standard input and output."""
    server.start_io()


if __name__ == "__main__":
    main()
