"""Measure: what one message costs, and what each part of it does."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Final, get_args

from attrs import frozen

from ctxfn.arguments import blames_arguments
from ctxfn.messages import (
    MANY_NODES,
    Assistant,
    Audio,
    Call,
    CompressedGroup,
    File,
    Image,
    Node,
    Opaque,
    Refusal,
    System,
    Text,
    ToolResult,
    User,
    Video,
    check_size,
    nested_in,
)
from ctxfn.tools import Declaration, wire_name

from .counters import Counter
from .dimensions import Size, image_size_of_uri
from .formulas import Detail
from .media import FLAT_MEDIA, audio_tokens, document_tokens, image_tokens, video_tokens
from .tariff import Tariff

__all__ = ["Measured", "measure", "measure_tools", "measured"]

#: What holds nothing inside; looked up by class, since this is on a hot path.
_MESSAGES: Final = frozenset({System, User, Assistant, ToolResult})

_DETAILS: Final = frozenset(get_args(Detail))

#: Base64 characters of an image to read its size from; a header and some more.
_HEAD: Final = 65_536


@frozen
class Measured:
    """The tokens of one message, by what they are for."""

    text: int = 0
    blocks: int = 0
    calls: int = 0
    reasoning: int = 0
    media: int = 0
    overhead: int = 0

    @property
    def total(self) -> int:
        """All of them."""
        return self.text + self.blocks + self.calls + self.reasoning + self.media + self.overhead


@blames_arguments
def measure(node: Node, counter: Counter, *, tariff: Tariff | None = None) -> int:
    """Return the tokens of *node*: words, calls, reasoning, media, and what every message costs.

    Contract:
        Media cost what their formula says, never the length of their data. A card costs what
        it flattens to. Blocks not yet rendered count as their text.

    Complexity: O(characters), the counter's.

    Source: OpenAI cookbook, counting tokens of chat messages; media as `image_tokens`.

    Examples:
        >>> from ctxfn.messages import assistant, call, user
        >>> from ctxfn.tokens import estimate
        >>> measure(user("hello world"), estimate())
        6
        >>> measure(assistant(call("c1", "search", '{"query": "tea"}')), estimate()) > 6
        True
    """
    return measured(node, counter, tariff=tariff).total


@blames_arguments
def measured(node: Node, counter: Counter, *, tariff: Tariff | None = None) -> Measured:
    """Return the tokens of *node* by what they are for; their sum is `measure`.

    Contract:
        As `measure`. With a joined tariff all words stand under `text`.

    Complexity: O(characters), the counter's.

    Source: ours.

    Raises:
        TooManyNodes: a card's cards stand inside each other so often that no end is near.

    Examples:
        >>> from ctxfn.messages import user
        >>> from ctxfn.tokens import estimate
        >>> measured(user("hello world"), estimate())
        Measured(text=3, blocks=0, calls=0, reasoning=0, media=0, overhead=3)
    """
    rates = Tariff() if tariff is None else tariff
    one = _one(node, counter, rates)
    if type(node) in _MESSAGES:
        return one
    inside = [_one(inner, counter, rates) for inner in _flattened(node)]
    if not inside:
        return one
    every = (one, *inside)
    return Measured(
        sum(each.text for each in every),
        sum(each.blocks for each in every),
        sum(each.calls for each in every),
        sum(each.reasoning for each in every),
        sum(each.media for each in every),
        sum(each.overhead for each in every),
    )


@blames_arguments
def measure_tools(tools: Sequence[Declaration], counter: Counter) -> int:
    """Return the tokens of the tools offered: their declarations as compact JSON.

    Contract:
        No tools, no tokens. What a provider calls a tool of its own counts as it is kept.

    Complexity: O(size of the declarations).

    Source: ours; providers render schemas each in their way, JSON is close to all.

    Examples:
        >>> from ctxfn.tokens import estimate
        >>> measure_tools((), estimate())
        0
        >>> measure_tools((Declaration("now", "Tell the time."),), estimate()) > 10
        True
    """
    if not tools:
        return 0
    listed = [_declared(tool) for tool in tools]
    return counter.text(json.dumps(listed, ensure_ascii=False, separators=(",", ":")))


def _declared(tool: Declaration) -> dict[str, object]:
    kept = {key: value.shared() for key, value in tool.extras}
    if tool.kind not in ("function", "custom"):
        return {"type": tool.kind, **kept}
    name = tool.tool if isinstance(tool.tool, str) else wire_name(tool.tool)
    told: dict[str, object] = {"name": name}
    if tool.description is not None:
        told["description"] = tool.description
    if tool.parameters is not None:
        told["parameters"] = tool.parameters.shared()
    if tool.strict is not None:
        told["strict"] = tool.strict
    return {"type": tool.kind, tool.kind: told}


def _flattened(node: Node) -> Iterator[Node]:
    """Yield what *node* flattens to besides itself, however deep."""
    due = list(_inside(node))
    counted = 0
    while due:
        inner = due.pop()
        counted += 1
        if counted == MANY_NODES:
            check_size(node)
        yield inner
        due.extend(_inside(inner))


def _inside(node: Node) -> tuple[Node, ...]:
    # A summary stands for what it compressed; only what is pinned is sent beside it.
    return node.pinned if isinstance(node, CompressedGroup) else nested_in(node)


def _one(node: Node, counter: Counter, tariff: Tariff) -> Measured:
    texts: list[str] = []
    media = 0
    for part in node.parts:
        if type(part) is Text or isinstance(part, Refusal):
            texts.append(part.text)
        else:
            media += _media(part, counter, tariff)
    calls: tuple[Call, ...] = getattr(node, "calls", ())
    overhead = tariff.message + len(calls) * tariff.call
    asked = [text for call in calls for text in _words(call, tariff)]
    if isinstance(node, ToolResult):
        asked += [node.call_id] if tariff.ids else []
        texts += [node.error.message] if node.error is not None and not node.parts else []
    name = getattr(node, "name", None)
    if name and tariff.name:
        overhead += tariff.name
        texts.append(name)
    thought = _thoughts(node) if tariff.reasoning else []
    injected = [block.text for block in node.blocks]
    if tariff.joined:
        words = "".join((*texts, *injected, *asked, *thought))
        return Measured(counter.text(words), 0, 0, 0, media, overhead)
    count = counter.text
    return Measured(
        sum([count(text) for text in texts]),
        sum([count(text) for text in injected]),
        sum([count(text) for text in asked]),
        sum([count(text) for text in thought]),
        media,
        overhead,
    )


def _words(call: Call, tariff: Tariff) -> Iterator[str]:
    yield call.tool if isinstance(call.tool, str) else wire_name(call.tool)
    yield call.arguments
    if tariff.ids:
        yield call.id
    if call.signature is not None and tariff.reasoning:
        yield call.signature


def _thoughts(node: Node) -> list[str]:
    found = []
    for thought in getattr(node, "reasoning", ()):
        found += [thought.text, thought.signature or "", thought.sealed or ""]
    return [text for text in found if text]


def _media(part: object, counter: Counter, tariff: Tariff) -> int:
    match part:
        case Image():
            return _image(part, tariff)
        case Audio():
            return audio_tokens(None, model=tariff.model)
        case Video():
            return video_tokens(None, model=tariff.model)
        case File():
            if part.text is not None:
                return counter.text(part.text)
            return document_tokens(None, model=tariff.model)
        case Opaque():
            return _opaque(part, counter)
        case _:
            return 0


def _opaque(part: Opaque, counter: Counter) -> int:
    text = part.value.text
    return FLAT_MEDIA if "base64" in text else counter.text(text)


def _image(image: Image, tariff: Tariff) -> int:
    if tariff.image is not None:
        return tariff.image
    detail: Detail = image.detail if image.detail in _DETAILS else "auto"  # type: ignore[assignment]
    return image_tokens(_size(image), model=tariff.model, detail=detail)


def _size(image: Image) -> Size | None:
    if image.url is not None and image.url.startswith("data:"):
        return image_size_of_uri(image.url)
    if image.data is not None:
        return image_size_of_uri(f"data:;base64,{image.data[:_HEAD]}")
    return None
