"""Turn attachments, stored multimodal text and signed reasoning into parts, in place."""

from __future__ import annotations

import json

from benchmarks.twins.render_files import files_info
from benchmarks.twins.shapes import Row, Rows
from benchmarks.twins.write_envelopes import add_block

__all__ = ["STAND_IN", "render_parts"]

#: What stands where an attachment cannot be shown.
STAND_IN = "[an attachment that this model cannot take]"
_LISTS = (("imageList", "image_url"), ("videoList", "video_url"), ("audioList", "audio_url"))
_ATTACHED = frozenset({"imageList", "videoList", "audioList", "fileList"})


def render_parts(
    rows: Rows,
    *,
    vision: bool = True,
    video: bool = False,
    audio: bool = False,
    files: bool = True,
    urls: bool = True,
) -> None:
    """Show what each message has attached, or say that the model cannot see it.

    With *files*, what is attached to a user's message is listed in a block besides.
    """
    shown = {"image_url": vision, "video_url": video, "audio_url": audio}
    for row in rows:
        role = row.get("role")
        if role == "user":
            _render_user(row, shown, files, urls)
        elif role == "assistant":
            if "reasoning" in row or "metadata" in row or "imageList" in row:
                _render_assistant(row, vision)
        elif role == "tool" and "pluginState" in row:
            _render_result(row, vision)


def _render_user(row: Row, shown: dict[str, bool], files: bool, urls: bool) -> None:
    content = row.get("content")
    inline = content if isinstance(content, list) else []
    if _ATTACHED.isdisjoint(row) and not (inline and not shown["image_url"]):
        return
    attached = any(row.get(name) for name in _ATTACHED)
    hidden = not shown["image_url"] and any(_kind(part) == "image_url" for part in inline)
    if not attached and not hidden:
        return
    if files and (info := files_info(row, urls=urls)):
        add_block(row, "files_info", info)
    row["content"] = _gathered(row, inline, shown)


def _gathered(row: Row, inline: list[object], shown: dict[str, bool]) -> object:
    """Return the words, then what is attached and what was among them, and take the lists off."""
    content = row.get("content")
    media: list[object] = []
    missing = 0
    for name, kind in _LISTS:
        entries = row.pop(name, None)
        entries = entries if isinstance(entries, list) else []
        found = [_medium(kind, entry["url"]) for entry in entries if _has_url(entry)]
        within = [part for part in inline if _kind(part) == kind]
        if shown[kind]:
            media += found + within
        else:
            missing += len(entries) + len(within)
    row.pop("fileList", None)
    media += [part for part in inline if _kind(part) not in ("text", *shown)]
    texts = [content, *(part.get("text") for part in inline if isinstance(part, dict))]
    texts.append("\n".join([STAND_IN] * missing))
    text = "\n\n".join(text for text in texts if isinstance(text, str) and text)
    return [*_text_parts(text), *media] if media else text


def _kind(part: object) -> str:
    return str(part.get("type")) if isinstance(part, dict) else ""


def _text_parts(text: object) -> list[Row]:
    if isinstance(text, list):
        return text
    return [{"type": "text", "text": text}] if text else []


def _medium(kind: str, url: object) -> Row:
    return _image(url) if kind == "image_url" else {"type": kind, kind: {"url": url}}


def _image(url: object) -> Row:
    return {"type": "image_url", "image_url": {"url": url}}


def _render_assistant(row: Row, vision: bool) -> None:
    reasoning = row.get("reasoning")
    if (
        isinstance(reasoning, dict)
        and reasoning.get("isMultimodal")
        and (parts := _stored_parts(reasoning.get("content")))
    ):
        text = "\n".join(_as_text(part) for part in parts)
        row["reasoning"] = reasoning = {**reasoning, "content": text, "isMultimodal": False}
    content = row.get("content")
    metadata = row.get("metadata")
    if (
        isinstance(metadata, dict)
        and metadata.get("isMultimodal")
        and (stored := _stored_parts(content))
    ):
        content = [shown for part in stored for shown in _stored_part(part, vision)]
    images = row.pop("imageList", None)
    if isinstance(images, list) and images:
        content = _with_images(content, images, vision)
    if isinstance(reasoning, dict) and reasoning.get("signature"):
        content = _with_thinking(content, reasoning)
    if content is not row.get("content"):
        row["content"] = content


def _with_images(content: object, images: list[object], vision: bool) -> object:
    if not vision:
        return _with_text(content, "\n".join([STAND_IN] * len(images)))
    found = [
        _image(image["url"]) for image in images if isinstance(image, dict) and _has_url(image)
    ]
    return [*_text_parts(content), *found] if found else content


def _with_thinking(content: object, reasoning: Row) -> object:
    if isinstance(content, list) and content and _kind(content[0]) == "thinking":
        return content
    thinking = {
        "type": "thinking",
        "thinking": reasoning.get("content") or "",
        "signature": reasoning["signature"],
    }
    return [thinking, *_text_parts(content)]


def _stored_parts(text: object) -> list[Row]:
    """Return the parts that stored multimodal text holds, none if it is not that."""
    if not isinstance(text, str) or not text.lstrip().startswith("["):
        return []
    try:
        parts = json.loads(text)
    except (ValueError, RecursionError):
        return []
    if not isinstance(parts, list) or not parts or not isinstance(parts[0], dict):
        return []
    return [part for part in parts if isinstance(part, dict)] if parts[0].get("type") else []


def _stored_part(part: Row, vision: bool) -> list[Row]:
    if part.get("type") == "text":
        shown: Row = {"type": "text", "text": part.get("text") or ""}
    elif part.get("type") == "image":
        shown = _image(part.get("image")) if vision else {"type": "text", "text": STAND_IN}
    else:
        return []
    if signature := part.get("thoughtSignature"):
        shown["googleThoughtSignature"] = signature
    return [shown]


def _as_text(part: Row) -> str:
    if part.get("type") == "text":
        return str(part.get("text") or "")
    return f"[image: {part.get('image')}]" if part.get("type") == "image" else ""


def _has_url(image: object) -> bool:
    return isinstance(image, dict) and bool(image.get("url"))


def _with_text(content: object, text: str) -> object:
    if isinstance(content, list):
        return [*content, {"type": "text", "text": text}]
    return f"{content}\n\n{text}" if content else text


def _render_result(row: Row, vision: bool) -> None:
    state = row["pluginState"]
    images = state.get("images") if isinstance(state, dict) else None
    if not isinstance(images, list):
        return
    urls = [image["url"] for image in images if _has_url(image)]
    urls = [url for url in urls if str(url).startswith(("data:", "http:", "https:"))]
    if not urls:
        return
    row["pluginState"] = {key: value for key, value in state.items() if key != "images"}
    content = row.get("content")
    if vision:
        row["content"] = [*_text_parts(content), *map(_image, urls)]
    else:
        row["content"] = _with_text(content, "\n".join([STAND_IN] * len(urls)))
