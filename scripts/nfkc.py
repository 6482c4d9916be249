"""Lists what NFKC does to names, for lib/syntax/nfkc.def: `scripts/nfkc.py > lib/syntax/nfkc.def`.

Run with Python 3.11, whose Unicode is that of the names it takes. Hangul syllables are arithmetic
and stand in nfkc.cpp.
"""

from __future__ import annotations

import itertools
import unicodedata

HANGUL = range(0xAC00, 0xD7A4)
HEADER = """\
// What NFKC does to the characters of names: how they decompose, the combining classes of those
// that are reordered, and which pairs compose. Written by scripts/nfkc.py, Unicode %s."""


def main() -> None:
    """Prints the table."""
    letters = [chr(c) for c in range(0x80, 0x110000) if not 0xD800 <= c < 0xE000]
    print(HEADER % unicodedata.unidata_version)
    for letter in letters:
        parts = unicodedata.normalize("NFKD", letter)
        if parts != letter and ("a" + letter).isidentifier() and ord(letter) not in HANGUL:
            text = "".join(f"\\U{ord(c):08x}" if ord(c) > 127 else c for c in parts)
            print(f'PYCU_DECOMPOSES(0x{ord(letter):x}, U"{text}")')
    for order, group in itertools.groupby(
        (c for c in letters if unicodedata.combining(c)), unicodedata.combining
    ):
        run = [ord(c) for c in group]
        spans = itertools.groupby(enumerate(run), lambda item: item[1] - item[0])
        for _, span in spans:
            points = [point for _, point in span]
            print(f"PYCU_REORDERS(0x{points[0]:x}, 0x{points[-1]:x}, {order})")
    pairs = []
    for letter in letters:
        parts = unicodedata.decomposition(letter).split()
        if len(parts) == 2 and not parts[0].startswith("<"):
            first, second = (int(part, 16) for part in parts)
            if unicodedata.normalize("NFC", chr(first) + chr(second)) == letter:
                pairs.append((first, second, ord(letter)))
    for first, second, both in sorted(pairs):
        print(f"PYCU_COMPOSES(0x{first:x}, 0x{second:x}, 0x{both:x})")


if __name__ == "__main__":
    main()
