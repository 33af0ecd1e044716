"""Options that several commands have, each written once."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, TypeAlias, cast

import typer

from ctxfn import front
from ctxfn.io.cli.reading import read_file, read_value
from ctxfn.io.errors import InvalidArgument
from ctxfn.tokens import PLACES, Lifetime, Place

__all__ = [
    "AsJson",
    "Breakpoints",
    "Budget",
    "Config",
    "DropFlags",
    "Files",
    "FirstTurn",
    "Format",
    "HeadLifetime",
    "KeepGroups",
    "MessageLifetime",
    "MidSystem",
    "MissingResult",
    "MissingSignature",
    "Model",
    "OpenCalls",
    "OrphanResult",
    "Out",
    "Plugins",
    "PrefixChanged",
    "Quiet",
    "Reserve",
    "SourcesFile",
    "Stable",
    "System",
    "To",
    "ToolOrder",
    "Tools",
    "TurnTokens",
    "places_of",
    "text_of",
    "tools_of",
]

Files: TypeAlias = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE",
        help="A .json file (a list of messages or a request body), a .jsonl file (one a line, or "
        "a message a line), or - for standard input.",
        show_default=False,
    ),
]
To: TypeAlias = Annotated[
    str | None,
    typer.Option("--to", metavar="TARGET", help="Whom it is for: openai, openai/reasoning, ..."),
]
Model: TypeAlias = Annotated[
    str | None,
    typer.Option("--model", metavar="NAME", help="The model that will read it."),
]
Format: TypeAlias = Annotated[
    str | None,
    typer.Option("--format", metavar="NAME", help="How the input is written; else detected."),
]
Tools: TypeAlias = Annotated[
    str | None,
    typer.Option("--tools", metavar="FILE", help="A JSON list of the tools that are offered."),
]
ToolOrder: TypeAlias = Annotated[
    front.ToolOrder,
    typer.Option(help="In which order tools are offered: by name, equal sets make equal bytes."),
]
System: TypeAlias = Annotated[
    str | None,
    typer.Option("--system", metavar="TEXT|@FILE", help="A system text sent beside the messages."),
]
AsJson: TypeAlias = Annotated[
    bool, typer.Option("--json", help="Answer in JSON, an object a conversation, a line each.")
]
Quiet: TypeAlias = Annotated[
    bool, typer.Option("--quiet", "-q", help="No remarks on standard error.")
]
Out: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--out",
        "-o",
        metavar="FILE",
        help="Write here; may be a file that is read.",
        show_default=False,
    ),
]
Budget: TypeAlias = Annotated[
    int | None, typer.Option("--budget", min=0, metavar="TOKENS", help="Tokens it may have.")
]
Config: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--config",
        metavar="FILE",
        help="A pipeline as a .toml or .json file.",
        show_default=False,
    ),
]
Plugins: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--plugin", metavar="PACKAGE", help="Use the steps this package brings, too."),
]
SourcesFile: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--sources",
        metavar="FILE",
        help="Sources that a .toml file declares.",
        show_default=False,
    ),
]
Reserve: TypeAlias = Annotated[
    int, typer.Option("--reserve", min=0, metavar="TOKENS", help="Of these, for the answer.")
]
Stable: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--stable", help="Cut to the budget by whole units, so that what was sent stays cached."
    ),
]
TurnTokens: TypeAlias = Annotated[
    int,
    typer.Option(
        "--turn-tokens",
        min=0,
        metavar="TOKENS",
        help="With --stable: set aside for the last question and what follows it.",
    ),
]
Breakpoints: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--breakpoint",
        metavar="PLACE",
        help="Mark it for the cache behind the tools, system, closed or last messages; or all.",
        rich_help_panel="What is decided once",
    ),
]
HeadLifetime: TypeAlias = Annotated[
    Lifetime,
    typer.Option(
        "--head-lifetime",
        help="How long the cache is to keep tools and system text.",
        rich_help_panel="What is decided once",
    ),
]
MessageLifetime: TypeAlias = Annotated[
    Lifetime,
    typer.Option(
        "--message-lifetime",
        help="How long the cache is to keep messages.",
        rich_help_panel="What is decided once",
    ),
]
KeepGroups: TypeAlias = Annotated[
    int | None,
    typer.Option("--keep-groups", min=0, metavar="N", help="Groups of history to keep."),
]
MissingResult: TypeAlias = Annotated[
    front.MissingResult,
    typer.Option(help="What becomes of a call without a result."),
]
OrphanResult: TypeAlias = Annotated[
    front.OrphanResult,
    typer.Option(help="What becomes of a result without a call."),
]
OpenCalls: TypeAlias = Annotated[
    front.OpenCalls,
    typer.Option(help="What becomes of calls at the very end."),
]
MidSystem: TypeAlias = Annotated[
    front.MidSystem,
    typer.Option(help="What becomes of later system messages, where only a first may be."),
]
FirstTurn: TypeAlias = Annotated[
    front.FirstTurn,
    typer.Option(help="What becomes of first turns that the target refuses as such."),
]
MissingSignature: TypeAlias = Annotated[
    front.MissingSignature,
    typer.Option(help="What becomes of a call that needs a signature nobody knows."),
]
DropFlags: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--drop-flag",
        metavar="KEY",
        help="Drop answers that have something under this key, as 'error'; again for more keys.",
    ),
]
PrefixChanged: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--prefix-changed",
        help="The system text is another than when thoughts were signed: those of old turns go.",
    ),
]


def places_of(names: Sequence[str]) -> tuple[Place, ...]:
    """Read where cache markers go; ``all`` is everywhere. The policy refuses what is no place."""
    return PLACES if "all" in names else cast("tuple[Place, ...]", tuple(names))


def text_of(value: str | None) -> str | None:
    """Read an option that is a text, or ``@`` and a file with it; ``@@`` begins a text with ``@``.

    Raises:
        UnreadableInput: the file cannot be read.
    """
    if value is None or not value.startswith("@"):
        return value
    return value[1:] if value.startswith("@@") else read_file(value[1:])


def tools_of(path: str | None) -> list[object] | None:
    """Read the tools of a file: a list, or a body that has one.

    Raises:
        UnreadableInput: the file cannot be read.
        InvalidArgument: it holds no list of tools.
    """
    if path is None:
        return None
    value = read_value(path)
    tools = value.get("tools") if isinstance(value, dict) else value
    if not isinstance(tools, list):
        raise InvalidArgument("--tools", f"a {type(tools).__name__} in {path}", "a list of tools")
    return tools
