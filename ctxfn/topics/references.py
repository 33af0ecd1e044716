"""Find where messages refer to other conversations, and write such a reference."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from typing import Final

from attrs import frozen

from ctxfn.arguments import blames_arguments
from ctxfn.errors import check_argument
from ctxfn.messages import (
    Enveloped,
    Node,
    Refusal,
    Text,
    check_nodes,
    every_node,
    is_blank,
    is_ours,
    marks_of,
    tag,
)

__all__ = ["FoundTopic", "find_topics", "refer_topic", "topics_in"]


@frozen
class FoundTopic:
    """A conversation that is referred to: its id, and its name if the reference has one.

    Raises:
        InvalidArgument: the id is no text, or the name neither a text nor None.
    """

    id: str
    name: str | None = None

    def __attrs_post_init__(self) -> None:
        check_argument("FoundTopic, id", self.id, str, "a text")
        check_argument("FoundTopic, name", self.name, str | None, "a text or None")


#: A tag as it should be written; else all up to the next bracket, since people's titles hold
#: quotes. Editors of Markdown put backslashes before what means something to them, and what is
#: quoted in JSON has them before its quotes: any number is read over.
_TAG: Final = re.compile(
    r"<refer\\*+_topic(?=\s)"
    r"(?:(?:\s++[\w.:-]++\\*+=\\*+\"[^\"]*+\")*+\s*+\\*+/?+\\*+>|[^<>]*+>)"
)
#: A name that has no value is taken whole, and backslashes from their first, or a search would
#: begin again at each character of a long one.
_ATTRIBUTE: Final = re.compile(r"([\w.:-]++)(?:\s*+\\*+=\s*+\\*+\"([^\"]*+)\")?|\"[^\"]*+\"")
_ESCAPED: Final = re.compile(r"(?<!\\)\\++(?:([!-/:-@\[-`{-~])|$)")
_ENTITY: Final = re.compile(r"&(?:(amp|lt|gt|quot|apos)|#([0-9]{1,7})|#x([0-9A-Fa-f]{1,6}));")
_MEANT: Final = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
#: What an editor, or JSON, would write in its own way.
_UNSAFE: Final = re.compile(r"[\x00-\x1f\\]")


def refer_topic(id: str, name: str | None = None) -> str:
    """Write a reference to the conversation *id*, called *name*, as a person's message holds it.

    Contract:
        `topics_in` reads both back, through editors that escape Markdown too.

    Complexity: O(characters).

    Source: LobeHub's editor: tag and attributes. It escapes nothing.

    Examples:
        >>> refer_topic("tp_7", 'The "plan"')
        '<refer_topic id="tp_7" name="The &quot;plan&quot;" />'
    """
    written = tag("refer_topic", id=id, name=name)
    return _UNSAFE.sub(lambda found: f"&#{ord(found[0])};", written)


@blames_arguments
def topics_in(text: str) -> tuple[FoundTopic, ...]:
    """Find the references in *text*, escaped as Markdown or not.

    Contract:
        Attributes stand in double quotes, in any order; others are read over. A reference
        without an id is none. One for each id, in the order they are first named, with the last
        name that is not blank.

    Complexity: O(characters).

    Source: LobeHub context-engine, topic references: tag, attributes, the last name. There a
    bracket in a name ends the tag, and an empty name takes back an earlier one.

    Examples:
        >>> topics_in(r'as in \\<refer\\_topic id="tp\\_7" name="Q1 \\*plan\\*" />')
        (FoundTopic(id='tp_7', name='Q1 *plan*'),)
        >>> topics_in('<refer_topic name="nothing" />')
        ()
    """
    return _once(_written_in(text))


@blames_arguments
def find_topics(
    messages: Iterable[Node], /, *, roles: Collection[str] | None = None
) -> tuple[FoundTopic, ...]:
    """Find the references in all that was said in *messages*; *roles*: by those alone.

    A reference makes a program look up another conversation. Whoever lets tools read pages
    of others may want *roles* to be the person's, ``("user",)``.

    Contract:
        Texts and refusals, in any part of any message, in cards as well. What we injected is
        nobody's reference: messages of ours, and our envelope where a store kept it. As
        `topics_in` of all of them together.

    Complexity: O(characters).

    Source: LobeHub context-engine reads content that is one text, and skips all if any message
    holds the name of our element; ours.

    Examples:
        >>> from ctxfn.messages import Council, user
        >>> said = user("see", '<refer_topic id="a" /> and <refer_topic id="b" name="B" />')
        >>> find_topics([Council((said,))])
        (FoundTopic(id='a', name=None), FoundTopic(id='b', name='B'))
    """
    return _once(
        topic for text in _heard(check_nodes(messages), roles) for topic in _written_in(text)
    )


def _heard(messages: Iterable[Node], roles: Collection[str] | None) -> Iterator[str]:
    """Yield the texts that may hold a reference."""
    for node in every_node(messages):
        if is_ours(node) or (roles is not None and node.role not in roles):
            continue
        ends = _ends(node)
        for place, part in enumerate(node.parts):
            if isinstance(part, Text | Refusal) and "<refer" in part.text:
                yield part.text[: ends.get(place)]


def _ends(node: Node) -> dict[int, int]:
    """Map each part where a store kept our envelope to where that begins."""
    ends: dict[int, int] = {}
    for mark in marks_of(Enveloped, node):
        ends.setdefault(mark.part, mark.start)
    return ends


def _written_in(text: str) -> Iterator[FoundTopic]:
    for found in _TAG.finditer(text):
        attributes: dict[str, str] = {}
        for one in _ATTRIBUTE.finditer(found[0]):
            if one[2] is not None:
                attributes.setdefault(one[1], _read(one[2]))
        name = attributes.get("name")
        if attributes.get("id"):
            yield FoundTopic(attributes["id"], None if is_blank(name) else name)


def _read(value: str) -> str:
    """Take from *value* what an editor, and then what we ourselves, put before characters."""
    return _ENTITY.sub(_character, _ESCAPED.sub(r"\1", value))


def _character(found: re.Match[str]) -> str:
    if found[1]:
        return _MEANT[found[1]]
    number = int(found[2]) if found[2] else int(found[3], 16)
    is_character = number < 0xD800 or 0xE000 <= number < 0x110000
    return chr(number) if is_character else found[0]


def _once(found: Iterable[FoundTopic]) -> tuple[FoundTopic, ...]:
    names: dict[str, str | None] = {}
    for topic in found:
        known = names.setdefault(topic.id, topic.name)
        names[topic.id] = known if topic.name is None else topic.name
    return tuple(FoundTopic(topic, name) for topic, name in names.items())
