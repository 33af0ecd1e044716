"""The pictures that a tool left in its state rather than in its answer."""

from __future__ import annotations

from typing import Final, NamedTuple

from attrs import evolve

from ctxfn.messages import Image, ToolResult, freeze

__all__ = ["ToolImages", "take_tool_images"]

_KEY: Final = "images"
_SCHEMES: Final = ("data:", "http:", "https:")


class ToolImages(NamedTuple):
    """A result without pictures in its state, those pictures, and how many had no address."""

    result: ToolResult
    images: tuple[Image, ...]
    unreachable: int


def take_tool_images(result: ToolResult) -> ToolImages:
    """Take the pictures out of the state of *result*, those that a model can be sent.

    Contract:
        A picture counts if its address is a ``data:``, ``http:`` or ``https:`` URL; others are
        counted as unreachable. What was taken is no longer in the state, so that it is not
        taken twice; the rest of the state stays. No list of pictures: the very result.

    Complexity: O(1) without pictures, else O(size of the state).

    Source: LobeHub context-engine, tool messages in its content step.

    Examples:
        >>> from ctxfn.messages import tool_result
        >>> drawn = evolve(
        ...     tool_result("c1", "drawn"), state=freeze({"images": [{"url": "https://a/x.png"}]})
        ... )
        >>> [image.url for image in take_tool_images(drawn).images]
        ['https://a/x.png']
    """
    value = None if result.state is None else result.state.shared()
    entries = value.get(_KEY) if isinstance(value, dict) else None
    if not isinstance(value, dict) or not isinstance(entries, list) or not entries:
        return ToolImages(result, (), 0)
    found = [image for entry in entries if (image := _image(entry)) is not None]
    left = {key: inner for key, inner in value.items() if key != _KEY}
    bare = evolve(result, state=freeze(left) if left else None, written=None)
    return ToolImages(bare, tuple(found), len(entries) - len(found))


def _image(entry: object) -> Image | None:
    if not isinstance(entry, dict):
        return None
    url, name, kind = entry.get("url"), entry.get("alt", entry.get("name")), entry.get("mimeType")
    if not isinstance(url, str) or not url.startswith(_SCHEMES):
        return None
    return Image(
        url,
        media_type=kind if isinstance(kind, str) else None,
        name=name if isinstance(name, str) else None,
    )
