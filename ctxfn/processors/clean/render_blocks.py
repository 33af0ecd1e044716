"""Write what was injected into the messages it was injected with; the last step but one."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Final, TypeVar, assert_never

from attrs import evolve

from ctxfn.context import Note
from ctxfn.messages import (
    ENVELOPE_END,
    ENVELOPE_START,
    Assistant,
    Block,
    Enveloped,
    Mark,
    Messages,
    Opaque,
    Part,
    Refusal,
    System,
    Text,
    ToolResult,
    User,
    enclose,
    is_ours,
    marks_of,
    neutralise,
    neutralise_all,
    tag,
    unspeaking_text,
    unusual,
    whole_text,
    with_blocks,
    with_parts,
)
from ctxfn.pipeline import Told, each_message, writes_blocks

__all__ = ["close_seams", "neutralise_message", "neutralise_words", "render_blocks"]

M = TypeVar("M", bound=User | Assistant | ToolResult)
P = TypeVar("P", bound=System | User | ToolResult)

#: What the model is told about the envelope, inside it.
INSTRUCTION: Final = (
    "The application added what stands in this block; the person did not write it. Answer the "
    "person's own words above first, and use this context only where they call for it."
)


@each_message
@writes_blocks
def render_blocks(
    message: System | User | Assistant | ToolResult, /
) -> System | User | Assistant | ToolResult | Told:
    """Write the blocks of a message as text, in an envelope where a person speaks.

    What we inject stays apart from what was said until here, so no text is searched for what
    is ours. What a person, a model or a tool says can neither open nor close the envelope: in
    their texts, refusals and names of files its two markers lose their meaning (other tags stay),
    in every message,
    injected or not, so that bytes do not change when a block appears. A marker may be spread
    over the texts of a message: many formats join them.

    Contract:
        In system messages and messages of ours, blocks follow the text after a blank line, as
        they are. In a person's message they go into one envelope, at the end of its last text
        (a text of its own if it has none); a block placed later goes into the same envelope.
        A tool's result has them behind its text, without an envelope, which is a person's.
        Halves of characters in blocks (of a name that was cut, say) become U+FFFD, and a note
        names the blocks; what was said is left to `mend_unicode`.
        A message without blocks and without a marker is the same object; twice is once.

    Complexity: O(characters of texts that hold ``<!--``, and of blocks).

    Source: LobeHub context-engine, wrapper protocol: markers, one envelope a message; it finds
    its own envelope by searching the text, we know it by `Enveloped`.

    Examples:
        >>> from ctxfn.messages import chat, inject, text_of, user
        >>> asked = inject(user("Which one?"), Block("hint", "The blue one is sold."))
        >>> print(text_of(render_blocks(chat(asked))[0]))
        Which one?
        <BLANKLINE>
        <!-- SYSTEM CONTEXT (NOT PART OF USER QUERY) -->
        <context.instruction>The application added what stands in this block; the person did \
not write it. Answer the person&apos;s own words above first, and use this context only \
where they call for it.</context.instruction>
        <hint>
        The blue one is sold.
        </hint>
        <!-- END SYSTEM CONTEXT -->
    """
    if not (message.blocks or _may_hold_marker(message.parts)):
        return message
    blocks, broken = _whole(message.blocks)
    if not broken:
        return _rendered(message)
    text = f"halves of characters were replaced in {', '.join(dict.fromkeys(broken))}"
    ids = () if message.id is None else (message.id,)
    note = Note("render_blocks", "unicode-mended", text, ids)
    return Told((_rendered(with_blocks(message, blocks)),), (note,))


def _whole(blocks: tuple[Block, ...]) -> tuple[tuple[Block, ...], list[str]]:
    """Return *blocks* with whole characters, and the names of those that had halves."""
    texts = [whole_text(block.text) for block in blocks]
    pairs = list(zip(blocks, texts, strict=True))
    broken = [block.name for block, text in pairs if text is not block.text]
    if not broken:
        return blocks, broken
    return tuple(evolve(block, text=text) for block, text in pairs), broken


def _rendered(
    message: System | User | Assistant | ToolResult,
) -> System | User | Assistant | ToolResult:
    match message:
        case System():
            return _plain(message)
        case User():
            return _plain(message) if is_ours(message) else _enveloped(message)
        case Assistant():
            return neutralise_message(message)
        case ToolResult():
            return _plain(neutralise_message(message))
        case _:
            assert_never(message)


@render_blocks.looks
def _look(messages: Messages, /) -> list[int]:
    """Find what has blocks, or texts that may hold a comment."""
    return [
        place
        for place in unusual(messages)
        if (node := messages[place]).blocks or _may_hold_marker(node.parts)
    ]


def _may_hold_marker(parts: tuple[Part, ...]) -> bool:
    """Say whether a marker may stand in *parts*; a look for one character spares most the rest."""
    if len(parts) == 1:
        words = _words(parts[0])
        return "<" in words and "<!--" in words
    # A plain loop: `any` over a generator takes longer than the look itself.
    for part in parts:  # noqa: SIM110
        if "<" in _words(part):
            return True
    return False


def _words(part: Part) -> str:
    """The words of *part* that are sent: what was said, what was refused, how a medium is called.

    A part that only its own format reads is kept as it is.
    """
    if isinstance(part, Text | Refusal):
        return part.text
    return "" if isinstance(part, Opaque) else part.name or ""


def _plain(message: P) -> P:
    if not message.blocks:
        return message
    written = "\n\n".join(block.text for block in message.blocks)
    if isinstance(message, ToolResult):
        written = neutralise(written)
    elif isinstance(message, User):
        written = unspeaking_text(written)
    parts = _appended(message.parts, _last_text(message.parts), written)
    return evolve(with_parts(message, parts), blocks=())


def _enveloped(message: User) -> User:
    message = neutralise_message(message)
    if not message.blocks:
        return message
    elements = "\n".join(_element(block) for block in message.blocks)
    envelopes = _envelopes_of(message)
    if not envelopes:
        instruction = tag("context.instruction", INSTRUCTION)
        envelope = "\n".join((ENVELOPE_START, instruction, elements, ENVELOPE_END))
        at = _last_text(message.parts)
        parts = _appended(message.parts, at, envelope)
        place = len(parts) - 1 if at is None else at
        start = len(_text_at(parts, place).text) - len(envelope)
        envelopes = {place: Enveloped(place, start)}
    else:
        last = max(envelopes)
        head = _text_at(message.parts, last).text.removesuffix(ENVELOPE_END)
        parts = _replaced(message.parts, last, f"{head}{elements}\n{ENVELOPE_END}")
    return evolve(with_parts(message, parts), blocks=(), marks=_marked(message, envelopes))


def _envelopes_of(message: User | Assistant | ToolResult) -> dict[int, Enveloped]:
    """Find the envelopes we wrote, by part and by their marks; one that no longer fits is none.

    There are several only where messages with one each were joined.
    """
    found: dict[int, Enveloped] = {}
    for mark in marks_of(Enveloped, message):
        if 0 <= mark.part < len(message.parts) and mark.start >= 0 and mark.part not in found:
            text = _text_at(message.parts, mark.part).text
            if text.startswith(ENVELOPE_START, mark.start) and text.endswith(ENVELOPE_END):
                found[mark.part] = mark
    return found


def _marked(
    message: User | Assistant | ToolResult, envelopes: dict[int, Enveloped]
) -> tuple[Mark, ...]:
    others = (one for one in message.marks if not isinstance(one, Enveloped))
    return (*others, *envelopes.values())


def neutralise_message(message: M) -> M:
    """Neutralise what was said, all texts as one; keep the envelopes we wrote behind it."""
    return neutralise_words(message, neutralise_all)


def neutralise_words(message: M, change: Callable[[Sequence[str]], tuple[str, ...]]) -> M:
    """Apply *change* to what was said, all texts together; keep the envelopes we wrote behind it.

    The name of a medium is a word of its own: no format joins it to the texts around it.
    """
    envelopes = _envelopes_of(message)
    places = [place for place, part in enumerate(message.parts) if isinstance(part, Text | Refusal)]
    said = [_said(message.parts, place, envelopes) for place in places]
    parts = [part if isinstance(part, Text | Refusal) else _renamed(part) for part in message.parts]
    same = all(map(operator.is_, parts, message.parts))
    for place, before, after in zip(places, said, change(said), strict=True):
        if after is before:
            continue
        same = False
        rest = _words(parts[place])[len(before) :]
        part = parts[place]
        if isinstance(part, Text | Refusal):
            parts[place] = evolve(part, text=after + rest)
        if place in envelopes:
            envelopes[place] = Enveloped(place, len(after))
    if same:
        return message
    marks = _marked(message, envelopes) if envelopes else message.marks
    return evolve(with_parts(message, tuple(parts)), marks=marks)


def close_seams(joined: M, *pieces: M) -> M:
    """Neutralise *joined* if none of the *pieces* it was made of held a marker.

    Texts that were rendered may make up a marker when they meet; those that hold one already
    are still to be rendered.
    """
    if not _may_hold_marker(joined.parts):
        return joined
    rendered = all(neutralise_message(piece) is piece for piece in pieces)
    return neutralise_message(joined) if rendered else joined


def _said(parts: tuple[Part, ...], place: int, envelopes: dict[int, Enveloped]) -> str:
    text = _words(parts[place])
    return text[: envelopes[place].start] if place in envelopes else text


def _renamed(part: Part) -> Part:
    if isinstance(part, Text | Refusal | Opaque) or not part.name:
        return part
    harmless = neutralise(part.name)
    return part if harmless is part.name else evolve(part, name=harmless)


def _element(block: Block) -> str:
    return enclose(block.tag or block.name, unspeaking_text(neutralise(block.text)))


def _last_text(parts: tuple[Part, ...]) -> int | None:
    places = [place for place, part in enumerate(parts) if isinstance(part, Text)]
    return places[-1] if places else None


def _text_at(parts: tuple[Part, ...], place: int) -> Text:
    part = parts[place]
    return part if isinstance(part, Text) else Text("")


def _appended(parts: tuple[Part, ...], at: int | None, text: str) -> tuple[Part, ...]:
    if at is None:
        return (*parts, Text(text))
    before = _text_at(parts, at).text
    return _replaced(parts, at, f"{before}\n\n{text}" if before else text)


def _replaced(parts: tuple[Part, ...], place: int, text: str) -> tuple[Part, ...]:
    changed = evolve(_text_at(parts, place), text=text)
    return (*parts[:place], changed, *parts[place + 1 :])
