"""What APIs accepted goes to every other format and back with all that was said."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import pytest
from attrs import evolve
from pyrsistent import PVector

from ctxfn import convert
from ctxfn.front import Converted
from ctxfn.messages import Assistant, Call, Image, Node, Part, Text, ToolResult, Verbatim, flat
from ctxfn.wire import codec_named
from tests.front.recorded import FORMATS, Recorded, judged, recorded

#: So many of the recorded are tried soon; a nightly run has all of them.
SOON: Final = 7

#: What gets lost where a format is at one end, by nature: of which kind, and why.
NATURE: Final = {
    (
        "thoughts",
        "anthropic",
    ): "thoughts that its model did not sign, or not as they stand, are refused",
    (
        "thoughts",
        "bedrock",
    ): "thoughts that its model did not sign, or not as they stand, are refused",
    ("thoughts", "openai_responses"): "reasoning is replayed with its id or sealed, or not at all",
    ("images", "deepseek"): "no model of it takes pictures",
    ("images", "bedrock"): "a picture is its bytes, or lies in a store that no other API reads",
    ("images", "anthropic"): "a picture may lie in its own store, which no other API reads",
    (
        "images",
        "gemini",
    ): "an address is a file's, and only its media type says that it is a picture",
    ("images", "openai_responses"): "an answer of the model holds no pictures",
    ("results", "uichat"): "stored rows hold results that no call asked for; APIs refuse them",
    (
        "calls",
        "uichat",
    ): "stored arguments that are no JSON become an object, or a result tells of them",
    ("thoughts", "uichat"): "a stored row has room for one thought",
    ("words", "uichat"): "three dots of a stored answer say that it was still on its way",
}
#: The lists that hold what must not be lost.
KINDS: Final = ("words", "results", "calls", "thoughts", "images")


class Held(NamedTuple):
    """What of a conversation must not be lost."""

    words: tuple[str, ...]
    results: tuple[str, ...]
    calls: Counter[tuple[str, str]]
    thoughts: tuple[str, ...]
    images: Counter[str]


def held(body: Any, format: str) -> Held:
    """Read what *body* says; of a tree's calls the name is one word elsewhere."""
    said = list(codec_named(format).decode(body).messages)
    answers = [node for node in said if isinstance(node, Assistant)]
    results = [node for node in said if isinstance(node, ToolResult)]
    return Held(
        tuple(text for node in said if node not in results for text in texts_of(node)),
        tuple(text for node in results for text in texts_of(node)),
        Counter(call_of(call) for node in answers for call in node.calls),
        tuple(one.text for node in answers for one in node.reasoning if one.text),
        Counter("image" for node in said for part in parts_of(node) if isinstance(part, Image)),
    )


def parts_of(node: Node) -> tuple[Part, ...]:
    return getattr(node, "parts", ())


def texts_of(node: Node) -> Iterator[str]:
    for part in parts_of(node):
        if isinstance(part, Text) and part.text.strip():
            yield part.text.strip()


def call_of(call: Call) -> tuple[str, str]:
    return (call.tool if isinstance(call.tool, str) else "", meaning(call.arguments or "{}"))


def meaning(text: str) -> str:
    """Spell JSON in one way."""
    try:
        return json.dumps(json.loads(text), sort_keys=True)
    except ValueError:
        return text


def missing(before: Held, after: Held) -> set[str]:
    """Name the kinds of which something is not there any more."""
    words = "\n\n".join((*after.words, *after.results))
    meant = {meaning(one) for one in after.results}
    gone: dict[str, object] = {
        "words": [one for one in before.words if one not in words],
        "results": [
            one for one in before.results if one not in words and meaning(one) not in meant
        ],
        "calls": before.calls - after.calls,
        "thoughts": [one for one in before.thoughts if one not in "\n\n".join(after.thoughts)],
        "images": before.images - after.images,
    }
    return {kind for kind in KINDS if gone[kind]}


class Way(NamedTuple):
    """A request, and a format that it goes to."""

    one: Recorded
    target: str


def ways() -> Iterator[Any]:
    """Return each request with each other format: the first of a format soon, and each seventh."""
    for one in recorded():
        for target in FORMATS:
            if target != one.format:
                marks = [pytest.mark.slow] if one.number % SOON else []
                name = f"{one.format}-{one.number}-{target}"
                yield pytest.param(Way(one, target), id=name, marks=marks)


WAYS: Final = list(ways())


def gone_to(way: Way) -> Converted:
    """Convert; a person's turn is made up where one has to be first, so that nothing goes."""
    to = FORMATS[way.target]
    return convert(way.one.body, to=to, format=way.one.format, first_turn="prepend")


def come_back(there: Converted, way: Way) -> Converted:
    to = FORMATS[way.one.format]
    return convert(there.body, to=to, format=way.target, first_turn="prepend")


@pytest.mark.parametrize("way", WAYS)
def test_what_was_said_comes_back(way: Way) -> None:
    before = copy.deepcopy(way.one.body)
    there = gone_to(way)
    back = come_back(there, way)
    source = way.one.format
    gone = missing(comparable(held(before, source), way), comparable(held(back.body, source), way))

    assert {kind for kind in gone if not excuses(kind, way)} == set()
    assert not gone or there.losses or there.notes
    assert way.one.body == before


def excuses(kind: str, way: Way) -> set[tuple[str, str]]:
    return {(kind, way.one.format), (kind, way.target)} & set(NATURE)


def comparable(found: Held, way: Way) -> Held:
    """Leave names and doublets of a tree's calls out: elsewhere a name is one word, a call is once."""
    if way.one.format != "uichat":
        return found
    return found._replace(calls=Counter({("", arguments) for _, arguments in found.calls}))


def read(body: Any, name: str) -> object:
    """Read all that *body* says but its settings, JSON spelled in one way."""
    found = codec_named(name).decode(body)
    tools = tuple(evolve(one, parameters=_taken(one.parameters)) for one in found.tools or ())
    return tuple(map(_plainly, found.messages)), tools


def _taken(parameters: Verbatim | None) -> Verbatim | None:
    """Say in one way that a function takes nothing."""
    said = None if parameters is None else parameters.thaw()
    return None if said == {"type": "object", "properties": {}} else parameters


def _plainly(node: Node) -> Node:
    match node:
        case Assistant():
            calls = tuple(evolve(one, arguments=meaning(one.arguments)) for one in node.calls)
            return evolve(node, calls=calls)
        case ToolResult():
            return evolve(node, tool=None)  # its call says the same
        case _:
            return node


def is_flat(one: Recorded) -> bool:
    """Say whether there are no cards: what becomes of them, pages of their own tell."""
    return isinstance(flat(codec_named(one.format).decode(one.body).messages), PVector)


@pytest.mark.parametrize("way", [one for one in WAYS if is_flat(one.values[0].one)])
def test_whatever_is_changed_is_told(way: Way) -> None:
    there = gone_to(way)
    back = come_back(there, way)
    told = (*there.losses, *there.notes, *back.losses, *back.notes)

    assert told or read(back.body, way.one.format) == read(way.one.body, way.one.format)


@pytest.mark.parametrize("way", WAYS)
def test_what_is_written_stands_before_the_judges(way: Way) -> None:
    there = gone_to(way)

    assert [one.code for one in there.left if one.severity == "error"] == []
    assert judged(there.body, way.target) == []


def test_each_exception_is_needed() -> None:
    found: set[tuple[str, str]] = set()
    for way in (param.values[0] for param in WAYS if param.values[0].one.number % SOON in (0, 5)):
        before, after = (
            comparable(held(body, way.one.format), way)
            for body in (way.one.body, come_back(gone_to(way), way).body)
        )
        for kind in missing(before, after):
            found |= excuses(kind, way)

    assert set(NATURE) - found == set()
