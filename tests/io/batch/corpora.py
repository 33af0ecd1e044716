"""Files of small corpora, and what became of them."""

from __future__ import annotations

from pathlib import Path

__all__ = ["kept", "words"]


def words(path: Path, count: int) -> Path:
    """Write *count* lines, some of them blank or to be refused."""
    with path.open("wb") as stream:
        for number in range(count):
            word = b"refuse" if number % 7 == 3 else b"" if number % 11 == 5 else b"word"
            stream.write(word + (b" %d" % number if word else b"") + b"\n")
    return path


def kept(folder: Path) -> dict[str, bytes]:
    """Return the files of *folder* with what they hold."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
