"""Write fixes into the files they are for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ctxfn.front import IGNORES_KEY
from ctxfn.io.cli.reading import Item, read_items
from ctxfn.io.cli.writing import Writer, written_to

__all__ = ["fix_file", "write_mended"]


def fix_file(source: str, mend: Callable[[Item], object]) -> None:
    """Write the file *source* anew, what *mend* makes of each conversation of it.

    What is around a conversation stays, and a file of lines is read and written line by line. It
    is there whole when all went well, or as it was.

    Raises:
        UnreadableInput: it cannot be read, or changed meanwhile into what is no conversation.
        UnwritableOutput: it cannot be written.
    """
    with written_to(Path(source), alone=True) as writer:
        for item in read_items([source]):
            write_mended(writer, item, mend(item))


def write_mended(writer: Writer, item: Item, output: object) -> None:
    """Write what became of *item*, with the object around it, if there is one."""
    if not isinstance(item.around, dict):
        writer.item(item, output)
        return
    if IGNORES_KEY in item.around and isinstance(output, dict):
        output = {key: value for key, value in output.items() if key != IGNORES_KEY}
    writer.item(item, {**item.around, "request": output})
