"""`numba.typed`: lists and dictionaries, which are Python's here."""

from __future__ import annotations

from typing import Any


class List(list):  # type: ignore[type-arg]
    """A list; the type of its items is not looked at."""

    @classmethod
    def empty_list(cls, item_type: Any, allocated: int = 0) -> List:
        """A list without items."""
        return cls()


class Dict(dict):  # type: ignore[type-arg]
    """A dictionary; the types of its keys and values are not looked at."""

    @classmethod
    def empty(cls, key_type: Any, value_type: Any, n_keys: int = 0) -> Dict:
        """A dictionary without items."""
        return cls()
