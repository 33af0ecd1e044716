"""Write docs/reference: a page a room, from the docstrings of its public names.

Run it from the root after a public name came or went: ``python docs/reference.py``.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGES = ROOT / "docs" / "reference"

sys.path.insert(0, str(ROOT))

SECTION = re.compile(r"^(?P<title>[A-Z][a-z]+):(?P<rest>.*)$")


def main() -> None:
    """Write every page anew, and take away those of rooms that are gone."""
    pages = {"ctxfn.md": page("ctxfn")}
    for room in pkgutil.iter_modules([str(ROOT / "ctxfn")]):
        if room.name != "__main__":
            pages[f"{room.name}.md"] = page(f"ctxfn.{room.name}")
    PAGES.mkdir(exist_ok=True)
    for path in PAGES.glob("*.md"):
        if path.name not in pages:
            path.unlink()
    for name, text in pages.items():
        (PAGES / name).write_text(text, encoding="utf-8")


def page(door: str) -> str:
    """Write one room's page: what it is for, then each public name."""
    module = importlib.import_module(door)
    names = getattr(module, "__all__", ())
    parts = [f"# {door}", inspect.cleandoc(module.__doc__ or "")]
    parts += [entry(name, getattr(module, name)) for name in names]
    return "\n\n".join(part for part in parts if part) + "\n"


def entry(name: str, value: object) -> str:
    """Write one name: its signature, then its docstring; a constant's is its class's line."""
    own = inspect.isclass(value) or inspect.isroutine(value) or "__doc__" in vars_of(value)
    says = inspect.cleandoc(getattr(value, "__doc__", None) or "")
    if not own:
        kind = type(value).__name__
        return f"## `{name}`\n\nA constant: `{kind}`."
    return "\n\n".join([f"## `{name}`", *signature(name, value), markdown(says)]).rstrip()


def vars_of(value: object) -> dict[str, object]:
    return getattr(value, "__dict__", {})


def signature(name: str, value: object) -> Iterator[str]:
    """Yield the call as a block of code, where there is one to show.

    A default that prints its address in memory would change the page at every run.
    """
    try:
        text = str(inspect.signature(value))  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return
    text = re.sub(r"<(\w+)[^<>]* at 0x[0-9a-f]+>", r"<\1>", text)
    yield f"```text\n{name}{text}\n```"


def markdown(docstring: str) -> str:
    """Turn the sections of a docstring into paragraphs, and its examples into a block."""
    lines: list[str] = []
    inside = ""
    for line in docstring.splitlines():
        match = SECTION.match(line)
        if match:
            lines += closing(inside)
            inside = match["title"]
            lines += opening(inside, match["rest"])
        elif inside and line and not line.startswith(" "):
            lines += [*closing(inside), line]
            inside = ""
        else:
            lines.append(line.removeprefix("    ") if inside else line)
    lines += closing(inside)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


def opening(title: str, rest: str) -> list[str]:
    """Begin a section."""
    return ["", f"**{title}.**{rest}", "", *(["```pycon"] if title == "Examples" else [])]


def closing(title: str) -> list[str]:
    """End a section; only the examples need it."""
    return ["```", ""] if title == "Examples" else []


if __name__ == "__main__":
    main()
