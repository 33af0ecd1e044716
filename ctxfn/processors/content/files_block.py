"""Tell a model in text what was attached to a message: names, kinds, addresses, contents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ctxfn.messages import Audio, Block, File, Image, Media, Video, enclose, tag

__all__ = ["FILES_INFO", "files_block", "files_text", "reference_prefix"]

FILES_INFO: Final = "files_info"

_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
_SHOWN_DIGITS: Final = 6
_FNV_OFFSET: Final = 2166136261
_FNV_PRIME: Final = 16777619

#: Per kind, in the order of the block: the list's tag, the element's, and what the list says.
_LISTS: Final = (
    (Image, "images", "image", "Pictures attached to this message, in their order."),
    (File, "files", "file", "Files attached to this message, with their text where it is known."),
    (Video, "videos", "video", "Videos attached to this message, in their order."),
    (Audio, "audios", "audio", "Sounds attached to this message, in their order."),
)


def files_block(
    message_id: str | None, attached: Sequence[Media], *, include_urls: bool = True
) -> Block | None:
    """Make the block that tells of the *attached* media of one message; none, no block.

    Contract:
        What `files_text` writes, as a block whose element is ``files_info``, so that it stands
        in the one envelope of its message.

    Complexity: O(characters).

    Source: LobeHub context-engine, file context.

    Examples:
        >>> block = files_block("m1", (Image("https://a.example/x.png", name="x"),))
        >>> print(block.text)
        <images>
        <images_docstring>Pictures attached to this message, in their order.</images_docstring>
        <image ref="msg_15454v.image_1" name="x" url="https://a.example/x.png"></image>
        </images>
        >>> files_block("m1", ())
    """
    text = files_text(message_id, attached, include_urls=include_urls)
    return Block(FILES_INFO, text, "render_media") if text else None


def files_text(
    message_id: str | None, attached: Sequence[Media], *, include_urls: bool = True
) -> str:
    """Write the *attached* media of one message as elements, one list for each kind.

    Contract:
        Lists in the order images, files, videos, audios; a kind without any has none. Each
        medium but a file has a `ref`, its ordinal among its kind behind `reference_prefix`, so
        that a tool can be told which one is meant. A file's text is its element's body.
        Names, addresses and contents are escaped. An address that holds the data itself is not
        repeated; none is written if *include_urls* is false.

    Complexity: O(characters).

    Source: LobeHub context-engine, file context: elements, attributes, order; it escapes
    nothing.

    Examples:
        >>> print(files_text(None, (File(id="f1", name="a<b", size=3, text="1 < 2"),)))
        <files>
        <files_docstring>Files attached to this message, with their text where it is \
known.</files_docstring>
        <file id="f1" name="a&lt;b" size="3">1 &lt; 2</file>
        </files>
    """
    prefix = reference_prefix(message_id)
    written = []
    for kind, plural, single, words in _LISTS:
        found = [one for one in attached if isinstance(one, kind)]
        if found:
            elements = [
                _element(one, single, f"{prefix}{single}_{place}", include_urls)
                for place, one in enumerate(found, 1)
            ]
            written.append(enclose(plural, tag(f"{plural}_docstring", words), *elements))
    return "\n".join(written)


def reference_prefix(message_id: str | None) -> str:
    """Return what stands before the ordinals of one message, so that two messages' differ.

    Contract:
        ``msg_``, up to six base-36 digits of the 32-bit FNV-1a hash over the first UTF-16 unit
        of each character of the id, and a dot. Without an id: nothing.

    Complexity: O(characters of the id).

    Source: LobeHub context-engine, media references; FNV by Fowler, Noll and Vo.

    Examples:
        >>> reference_prefix("m1"), reference_prefix(None)
        ('msg_15454v.', '')
    """
    if not message_id:
        return ""
    hashed = _FNV_OFFSET
    for character in message_id:
        code = ord(character)
        unit = code if code < 0x10000 else 0xD800 + ((code - 0x10000) >> 10)
        hashed = ((hashed ^ unit) * _FNV_PRIME) % 2**32
    return f"msg_{_digits_of(hashed)[:_SHOWN_DIGITS]}."


def _element(one: Media, single: str, ref: str, include_urls: bool) -> str:
    url = one.url if include_urls and one.url and not one.url.startswith("data:") else None
    if isinstance(one, File):
        return tag(
            single, one.text or "", id=one.id, name=one.name, type=one.media_type, size=one.size,
            url=url,
        )  # fmt: skip
    return tag(single, "", ref=ref, name=one.name, url=url)


def _digits_of(number: int) -> str:
    digits = ""
    while number:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
    return digits or "0"
