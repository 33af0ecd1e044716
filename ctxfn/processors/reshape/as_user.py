"""What another agent said, called or was told by a tool, as a user message with a speaker."""

from __future__ import annotations

import functools
from typing import Final, Literal, NamedTuple, TypeAlias, assert_never

from ctxfn.messages import (
    AGENT_TAGS,
    Assistant,
    Attributed,
    Call,
    Part,
    Refusal,
    Text,
    ToolName,
    ToolResult,
    User,
    enclose,
    is_blank,
    neutralise_tags,
    tag,
)

__all__ = ["Label", "Speaker", "result_as_user", "said_as_user"]

Label: TypeAlias = Literal["tag", "brackets", "colon"]
"""How words begin with who speaks: a tag, which no text can imitate, ``[Bo]:``, or ``Bo:``."""

#: What stands for an id or a name that nobody stored.
_UNKNOWN: Final = "unknown"


class Speaker(NamedTuple):
    """Who speaks: the id its messages carry, if any, and what it is called."""

    agent: str | None
    name: str


def said_as_user(message: Assistant, speaker: Speaker, label: Label) -> User:
    """Write *message* as a user message that says *speaker* said it.

    Contract:
        The words stay as they are but for tags of ours in them, which lose their meaning, and
        texts side by side become lines of one; other parts stay in their place, a refusal
        becomes its words. Calls follow the last
        words as elements. Reasoning, usage, signatures and carried keys belong to the
        speaker's own model and stay behind.

    Complexity: O(characters).

    Source: LobeHub context-engine, roles of a group: the elements; it escapes no name, drops
    images among the words, and loses calls in wire form.

    Examples:
        >>> from ctxfn.messages import assistant, call, text_of
        >>> print(text_of(said_as_user(assistant("Hm.", call("c1", "now")), Speaker("b", "Bo"), "tag")))
        <speaker name="Bo" />
        Hm.
        <BLANKLINE>
        <tool_use>
        <tool id="c1" name="now">
        {}
        </tool>
        </tool_use>
    """
    parts = _worded(message.parts)
    head = _head(speaker.name, label)
    if message.calls:
        tail = enclose("tool_use", *(_call(call) for call in message.calls))
        parts = _around(parts, head, f"\n\n{tail}" if _has_words(parts) else tail)
    else:
        parts = _around(parts, head, "")
    return _user(message, parts, speaker)


def result_as_user(
    result: ToolResult, speaker: Speaker, label: Label, tool: ToolName | str | None
) -> User:
    """Write *result* as a user message that says *tool* gave it to *speaker*.

    Contract:
        The words stand in one element with the call's id and the tool's name, and then the text
        of its error; media keep their place. The rest is as in `said_as_user`.

    Complexity: O(characters).

    Source: LobeHub context-engine, roles of a group; it loses error texts and images.

    Examples:
        >>> from ctxfn.messages import text_of, tool_result
        >>> print(text_of(result_as_user(tool_result("c1", "42"), Speaker("b", "Bo"), "tag", "dig")))
        <speaker name="Bo" />
        <tool_result id="c1" name="dig">
        42
        </tool_result>
    """
    parts = _worded(result.parts)
    named = result.tool if tool is None else tool
    failed = "" if result.error is None else ' error="true"'
    opened = f"<tool_result {_named(result.call_id, named)}{failed}>"
    closed = "</tool_result>"
    tail = f"\n{closed}"
    if result.error is not None and not is_blank(result.error.message):
        failure = _plain(result.error.message)
        tail = f"\n{failure}{tail}" if _has_words(parts) else f"{failure}{tail}"
    return _user(result, _around(parts, f"{_head(speaker.name, label)}{opened}\n", tail), speaker)


@functools.lru_cache(maxsize=256)
def _head(name: str, label: Label) -> str:
    match label:
        case "tag":
            return f"{tag('speaker', name=name)}\n"
        case "brackets":
            return f"[{' '.join(name.split())}]: "
        case "colon":
            return f"{' '.join(name.split())}: "
        case _:
            assert_never(label)


def _call(call: Call) -> str:
    return f"<tool {_named(call.id, call.tool)}>\n{_plain(call.arguments)}\n</tool>"


def _named(call_id: str, tool: ToolName | str | None) -> str:
    return f"{_attribute('id', call_id or _UNKNOWN)} {_attribute('name', _name_of(tool))}"


@functools.lru_cache(maxsize=4096)
def _attribute(key: str, value: str) -> str:
    """Write one attribute as `tag` does; ids come twice, and names of tools all the time."""
    return tag("x", **{key: value}).removeprefix("<x ").removesuffix(" />")


def _plain(text: str) -> str:
    return neutralise_tags((text,), AGENT_TAGS)[0] if "<" in text else text


def _name_of(tool: ToolName | str | None) -> str:
    if isinstance(tool, ToolName):
        return ".".join(filter(None, (tool.identifier, tool.api))) or _UNKNOWN
    return tool or _UNKNOWN


def _worded(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Let words be plain, refusals too, without tags of ours; neighbours become one, by lines."""
    if len(parts) == 1 and isinstance(parts[0], Text):
        return (Text(_plain(parts[0].text)),)
    said = [part.text for part in parts if isinstance(part, Text | Refusal)]
    plain = iter(neutralise_tags(said, AGENT_TAGS))
    worded: list[Part] = []
    for part in parts:
        if not isinstance(part, Text | Refusal):
            worded.append(part)
            continue
        text = next(plain)
        last = worded[-1] if worded else None
        if isinstance(last, Text):
            worded[-1] = Text("\n".join(filter(None, (last.text, text))))
        else:
            worded.append(Text(text))
    return tuple(worded)


def _has_words(parts: tuple[Part, ...]) -> bool:
    return any(isinstance(part, Text) and part.text for part in parts)


def _around(parts: tuple[Part, ...], head: str, tail: str) -> tuple[Part, ...]:
    """Put *head* in front of all parts, and *tail* behind the last words among them."""
    if len(parts) == 1 and isinstance(parts[0], Text):
        return (Text(f"{head}{parts[0].text}{tail}"),)
    laid = list(parts) if parts and isinstance(parts[0], Text) else [Text(""), *parts]
    last = max(place for place, part in enumerate(laid) if isinstance(part, Text))
    for place, before, after in ((0, head, ""), (last, "", tail)):
        part = laid[place]
        assert isinstance(part, Text)
        laid[place] = Text(f"{before}{part.text}{after}")
    return tuple(laid)


def _user(message: Assistant | ToolResult, parts: tuple[Part, ...], speaker: Speaker) -> User:
    marks = (*message.marks, Attributed(speaker.agent, speaker.name))
    return User(parts, message.id, None, message.blocks, marks, message.origin)
