"""Write docs/conversions.md: what each format keeps of each other one, by converting it.

Run it from the root after a codec, a profile or a repair changed: ``python docs/conversions.py``.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "conversions.md"

sys.path.insert(0, str(ROOT))

from ctxfn import convert  # noqa: E402
from ctxfn.context import Note  # noqa: E402
from ctxfn.wire import codec_named  # noqa: E402
from docs.conversion_samples import FEATURES, Body  # noqa: E402

#: Each format, the target that stands for it, and how the page calls it.
FORMATS: Final[Mapping[str, tuple[str, str]]] = {
    "openai_chat": ("openai/chat", "OpenAI chat"),
    "openai_responses": ("openai/responses", "OpenAI Responses"),
    "anthropic": ("anthropic", "Anthropic"),
    "gemini": ("gemini", "Gemini"),
    "mistral": ("mistral", "Mistral"),
    "deepseek": ("deepseek/thinking", "DeepSeek"),
    "bedrock": ("bedrock/claude", "Bedrock"),
    "uichat": ("uichat", "UI rows"),
}
#: What most other samples have too: what is said of these is not said again.
_BELOW: Final = ("tool and its description", "call and result")
#: Kinds of notes that tell of something that is gone, not of something said in another way.
_GONE: Final = (
    "stand-in",
    "stripped-key",
    "thoughts-dropped",
    "signatures-dropped",
    "tools-left-out",
)
#: Losses of what something else in the request says as well: a call, an address.
_STILL_SAID: Final = ("messages[].tool", "messages[].parts[].media_type")
_MARKS: Final = {"kept": "●", "changed": "◐", "lost": "○", "none": ""}

_HEAD: Final = """# What a conversion keeps

Eight formats, and from each to each other one: what comes over as it was, what is said in another way, and what is lost. The
page is written by really converting a small request a feature with `ctxfn.convert`, and what it says is what the conversion
told in its `losses` and `notes`: nothing goes without a word. The targets are {targets}; other versions of a provider take
more or less, and options of `convert` choose otherwise.

A feature counts for a format if it can be written in it: in its own words, or by a conversion that lost nothing. *Lost* is
what the target has no word for, be it left out or put into words that a person can read; *changed* is what is there, but said
in another way (an id that was mapped, a text that joined another).

## Features kept, changed and lost

From the format of the row to that of the column: kept, changed, lost, of the features that the row's format has.

"""
_FOOT: Final = """
Next: [rows of a chat UI](uichat.md), the format that is a tree.
"""


class Cell(NamedTuple):
    """What became of one feature on its way from one format to another, and why."""

    verdict: str
    reasons: tuple[str, ...] = ()


#: What was told of a conversion, each with whether something is gone.
Told = tuple[tuple[str, bool], ...]
Row = Mapping[str, Cell]
Table = Mapping[str, Mapping[str, Row]]


def main() -> None:
    """Write the page anew."""
    PAGE.write_text(page(), encoding="utf-8")


def page() -> str:
    """Write the matrix, then a section for each format that is converted from."""
    found = table()
    targets = ", ".join(f"`{target}`" for target, _ in FORMATS.values())
    return (
        _HEAD.format(targets=targets)
        + "".join(_matrix(found))
        + "".join(line for source in FORMATS for line in _section(source, found[source]))
        + _FOOT
    )


def table() -> Table:
    """Convert every feature from every format that has it to every other one."""
    return {
        source: {target: _cells(source, target) for target in FORMATS if target != source}
        for source in FORMATS
    }


def _cells(source: str, target: str) -> dict[str, Cell]:
    told: dict[str, Told] = {}
    cells: dict[str, Cell] = {}
    for feature in FEATURES:
        body = _written(feature, source)
        if body is None:
            cells[feature] = Cell("none")
            continue
        there, told[feature] = _converted(body, source, target)
        below = _below(feature, told)
        own = tuple(one for one in told[feature] if one not in below)
        cells[feature] = _cell(own, told[feature], body, source, there, target)
    return cells


def _cell(own: Told, told: object, body: Body, source: str, there: Body, target: str) -> Cell:
    reasons = tuple(dict.fromkeys(reason for reason, _ in own))
    if any(gone for _, gone in own):
        return Cell("lost", reasons)
    if own:
        return Cell("changed", reasons)
    back, untold = _converted(there, target, source)
    if told or untold or _meant(back, source) == _meant(body, source):
        return Cell("kept")
    return Cell("changed", ("what comes back says the same in other words",))


def _meant(body: Body, format: str) -> object:
    found = codec_named(format).decode(body)
    settings = None if found.settings is None else found.settings.thaw()
    return found.messages, found.tools, settings


@cache
def _written(feature: str, format: str) -> Body | None:
    """Return the sample in the words of *format*, if it can be said in it."""
    homes = FEATURES[feature]
    if format in homes:
        return homes[format]
    home, body = next(iter(homes.items()))
    there, told = _converted(body, home, format)
    samples = {name: _written(name, home) for name in _BELOW if name != feature}
    below = _below(
        feature,
        {name: _converted(one, home, format)[1] for name, one in samples.items() if one},
    )
    return None if any(one not in below for one in told) else there


def _below(feature: str, told: Mapping[str, Told]) -> list[tuple[str, bool]]:
    """Tell what was said of tools and calls, and need not be said again of what holds some."""
    tools, calls = (told.get(name, ()) if name != feature else () for name in _BELOW)
    return [*tools, *calls]


def _converted(body: Body, source: str, target: str) -> tuple[Body, Told]:
    """Convert *body*: what came out, and what was told of it, each with whether it is gone."""
    done = convert(body, to=FORMATS[target][0], format=source)
    lost = tuple(_lost(one.path, one.reason) for one in done.losses)
    return done.body, lost + tuple(told for one in done.notes for told in _told(one))


def _lost(path: str, reason: str) -> tuple[str, bool]:
    """Tell of a loss; what the call or the address still says is not gone."""
    path = re.sub(r"\[\d+\]", "[]", path)
    reason = re.sub(r", left out of \d+$", "", reason)
    return f"`{path}`: {reason}", path not in _STILL_SAID


def _told(note: Any) -> Iterator[tuple[str, bool]]:
    if isinstance(note, Note):
        yield note.text, note.kind in _GONE


def _matrix(found: Table) -> Iterator[str]:
    names = [name for _, name in FORMATS.values()]
    yield f"| from \\ to | {' | '.join(names)} |\n"
    yield f"|---|{'--:|' * len(names)}\n"
    for source, (_, name) in FORMATS.items():
        counts = (
            "–" if target == source else _count(source, target, found[source][target])
            for target in FORMATS
        )
        yield f"| [{name}](#from-{_anchor(name)}) | {' | '.join(counts)} |\n"


def _count(source: str, target: str, row: Row) -> str:
    verdicts = [cell.verdict for cell in row.values()]
    counts = (f"{verdicts.count(one)}&nbsp;{_MARKS[one]}" for one in ("kept", "changed", "lost"))
    pair = _anchor(f"{FORMATS[source][1]} to {FORMATS[target][1]}")
    return f"[{' '.join(counts)}](#{pair})"


def _section(source: str, rows: Mapping[str, Row]) -> Iterator[str]:
    name = FORMATS[source][1]
    yield f"\n## From {name}\n\n● kept, ◐ changed, ○ lost; what the format has no word for itself is not in its table.\n\n"
    yield f"| feature | {' | '.join(FORMATS[target][1] for target in rows)} |\n"
    yield f"|---|{':-:|' * len(rows)}\n"
    for feature in FEATURES:
        cells = [row[feature] for row in rows.values()]
        if any(cell.verdict != "none" for cell in cells):
            marks = " | ".join(_MARKS[cell.verdict] for cell in cells)
            yield f"| {feature} | {marks} |\n"
    for target, row in rows.items():
        yield f"\n### {name} to {FORMATS[target][1]}\n\n"
        yield from _reasons(row)


def _reasons(row: Row) -> Iterator[str]:
    for verdict in ("lost", "changed"):
        for feature, cell in row.items():
            if cell.verdict == verdict:
                yield f"- {_MARKS[verdict]} {feature}: {'; '.join(cell.reasons)}\n"
    if all(cell.verdict in ("kept", "none") for cell in row.values()):
        yield "All is kept.\n"


def _anchor(name: str) -> str:
    return name.lower().replace(" ", "-")


if __name__ == "__main__":
    main()
