"""Measure: what one message costs, and what each part of it does."""

from __future__ import annotations

from typing import Final, get_args

from attrs import astuple, frozen

from ctxfn.arguments import blames_arguments
from ctxfn.messages import (
    Audio,
    Call,
    File,
    Image,
    Node,
    Opaque,
    Refusal,
    Text,
    ToolResult,
    Video,
)
from ctxfn.tools import wire_name

from .counters import Counter
from .dimensions import Size, image_size_of_uri
from .formulas import Detail
from .media import FLAT_MEDIA, audio_tokens, document_tokens, image_tokens, video_tokens
from .pieces import MESSAGES, pieces_of
from .tariff import Tariff

__all__ = ["Measured", "measure", "measured", "size_of_image"]

_DETAILS: Final = frozenset(get_args(Detail))

#: Base64 characters of an image to read its size from; a header and some more.
_HEAD: Final = 65_536


@frozen
class Measured:
    """The tokens of one message, by what they are for.

    `calls` are names and arguments, `signatures` what vouches for them, `ids` what ties results
    to them (only if the tariff counts ids), `files` the texts of files.
    """

    text: int = 0
    blocks: int = 0
    calls: int = 0
    reasoning: int = 0
    media: int = 0
    overhead: int = 0
    signatures: int = 0
    ids: int = 0
    files: int = 0

    @property
    def total(self) -> int:
        """All of them."""
        said = self.text + self.blocks + self.calls + self.reasoning + self.media + self.overhead
        return said + self.signatures + self.ids + self.files


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
        Measured(text=3, blocks=0, calls=0, reasoning=0, media=0, overhead=3, signatures=0, \
ids=0, files=0)
    """
    rates = Tariff() if tariff is None else tariff
    if type(node) in MESSAGES:
        return _one(node, counter, rates)
    every = [_one(piece, counter, rates) for piece in pieces_of(node)]
    return Measured(*(sum(amounts) for amounts in zip(*map(astuple, every), strict=True)))


def _one(node: Node, counter: Counter, tariff: Tariff) -> Measured:
    texts: list[str] = []
    media = files = 0
    for part in node.parts:
        if type(part) is Text or isinstance(part, Refusal):
            texts.append(part.text)
        elif isinstance(part, File) and part.text is not None:
            files += counter.text(part.text)
        else:
            media += _media(part, counter, tariff)
    calls: tuple[Call, ...] = getattr(node, "calls", ())
    overhead = tariff.message + len(calls) * tariff.call
    asked = [text for call in calls for text in _words(call)]
    ids = [one.id for one in calls] if tariff.ids else []
    signed = [one.signature for one in calls if one.signature] if tariff.reasoning else []
    if isinstance(node, ToolResult):
        ids += [node.call_id] if tariff.ids else []
        texts += [node.error.message] if node.error is not None and not node.parts else []
    name = getattr(node, "name", None)
    if name and tariff.name:
        overhead += tariff.name
        texts.append(name)
    thought = _thoughts(node) if tariff.reasoning else []
    injected = [block.text for block in node.blocks]
    if tariff.joined:
        words = "".join((*texts, *injected, *asked, *ids, *signed, *thought))
        return Measured(counter.text(words), 0, 0, 0, media, overhead, files=files)
    count = counter.text
    return Measured(
        sum([count(text) for text in texts]),
        sum([count(text) for text in injected]),
        sum([count(text) for text in asked]),
        sum([count(text) for text in thought]),
        media,
        overhead,
        sum([count(text) for text in signed]) if signed else 0,
        sum([count(text) for text in ids]) if ids else 0,
        files,
    )


def _words(call: Call) -> tuple[str, str]:
    return call.tool if isinstance(call.tool, str) else wire_name(call.tool), call.arguments


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
    return image_tokens(size_of_image(image), model=tariff.model, detail=detail)


@blames_arguments
def size_of_image(image: Image, /) -> Size | None:
    """Return the size that the bytes of *image* state, if it holds any.

    Contract:
        As `image_size`; nothing is known of a picture behind an address.

    Complexity: O(1), as `image_size_of_uri`.

    Source: as `image_size`.

    Raises:
        InvalidArgument: *image* is no picture.

    Examples:
        >>> size_of_image(Image(data="R0lGODlhgALgAQ=="))
        Size(width=640, height=480)
    """
    if image.url is not None and image.url.startswith("data:"):
        return image_size_of_uri(image.url)
    if image.data is not None:
        return image_size_of_uri(f"data:;base64,{image.data[:_HEAD]}")
    return None
