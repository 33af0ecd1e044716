"""Attachments: what they will cost, before and after a message is sent."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from attrs import frozen

from ctxfn.arguments import blames_arguments
from ctxfn.messages import Audio, File, Image, Media, Node, User, Video

from .counters import Counter
from .media import FLAT_MEDIA

__all__ = ["AttachmentTokens", "attachment_tokens", "upload_tokens"]

#: Bytes a token, for a text that nobody has read yet.
_BYTES: Final = 4

#: What is text though its type does not begin with it. Source: LobeHub, text-like types.
_TEXT_TYPES: Final = frozenset(
    f"application/{name}"
    for name in (
        "ecmascript",
        "javascript",
        "json",
        "ld+json",
        "sql",
        "toml",
        "typescript",
        "x-javascript",
        "x-ndjson",
        "x-sh",
        "x-toml",
        "x-yaml",
        "xhtml+xml",
        "xml",
        "yaml",
    )
)
_TEXT_ENDINGS: Final = (".cs", ".jsonl", ".ts", ".tsx")


@frozen
class AttachmentTokens:
    """Tokens of attachments by kind; they add up with ``+``."""

    text: int = 0
    images: int = 0
    videos: int = 0
    audios: int = 0

    @property
    def total(self) -> int:
        """All of them."""
        return self.text + self.images + self.videos + self.audios

    def __add__(self, other: AttachmentTokens) -> AttachmentTokens:
        return AttachmentTokens(
            self.text + other.text,
            self.images + other.images,
            self.videos + other.videos,
            self.audios + other.audios,
        )


@blames_arguments
def attachment_tokens(
    messages: Iterable[Node],
    counter: Counter,
    /,
    *,
    vision: bool = True,
    video: bool = True,
    audio: bool = True,
) -> AttachmentTokens:
    """Estimate what is attached to what people said in *messages*.

    Contract:
        The texts of files, and 1,000 tokens for each image, film and sound that the model can
        take; what it cannot take costs nothing. For a display of costs: what a request costs is
        `account`.

    Complexity: O(characters of files).

    Source: LobeHub context-engine, estimates of attachments.

    Examples:
        >>> from ctxfn.messages import Image, chat, user
        >>> from ctxfn.tokens import estimate
        >>> said = chat(user("See.", Image(url="https://example.org/p.png", attached=True)))
        >>> attachment_tokens(said, estimate())
        AttachmentTokens(text=0, images=1000, videos=0, audios=0)
    """
    attached = [
        part
        for node in messages
        if isinstance(node, User)
        for part in node.parts
        if isinstance(part, Image | Video | Audio | File) and part.attached
    ]
    return _sum(attached, counter, vision=vision, video=video, audio=audio)


@blames_arguments
def upload_tokens(
    pending: Sequence[Media],
    counter: Counter,
    /,
    *,
    vision: bool = True,
    video: bool = True,
    audio: bool = True,
) -> AttachmentTokens:
    """Estimate what is *pending* to be attached, of which the text may not be known yet.

    Contract:
        As `attachment_tokens`; and a file that is text by its type or its ending, and whose
        text is not known, counts as its bytes by four, rounded up.

    Complexity: O(characters of files).

    Source: LobeHub context-engine, estimates of attachments.

    Examples:
        >>> from ctxfn.tokens import estimate
        >>> upload_tokens((File(name="a.tsx", size=401),), estimate()).text
        101
    """
    unread = sum(
        -(-(one.size or 0) // _BYTES)
        for one in pending
        if isinstance(one, File) and one.text is None and _is_text(one)
    )
    known = _sum(pending, counter, vision=vision, video=video, audio=audio)
    return known + AttachmentTokens(text=unread)


def _sum(
    media: Iterable[Media], counter: Counter, *, vision: bool, video: bool, audio: bool
) -> AttachmentTokens:
    total = AttachmentTokens()
    for one in media:
        match one:
            case File():
                total += AttachmentTokens(text=counter.text(one.text) if one.text else 0)
            case Image():
                total += AttachmentTokens(images=FLAT_MEDIA * vision)
            case Video():
                total += AttachmentTokens(videos=FLAT_MEDIA * video)
            case Audio():
                total += AttachmentTokens(audios=FLAT_MEDIA * audio)
    return total


def _is_text(file: File) -> bool:
    kind = (file.media_type or "").partition(";")[0].strip().lower()
    named = (file.name or "").lower()
    return kind.startswith("text/") or kind in _TEXT_TYPES or named.endswith(_TEXT_ENDINGS)
