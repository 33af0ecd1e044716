"""Which empty lists a message was written with; the records do not show them."""

from __future__ import annotations

from typing import Literal

from ctxfn.messages import Node, Text
from ctxfn.wire.openai_chat.written import form_of
from ctxfn.wire.openai_responses.written import form_of as form_of_items

__all__ = ["content_lacking", "empty_lists_in", "is_empty_text", "is_one_text"]


def empty_lists_in(node: Node) -> tuple[str, ...]:
    """Return the keys that held an empty list where *node* was read: ``content``, ``tool_calls``.

    Contract:
        A message that no codec read, or that was changed since, was written with none.

    Complexity: O(1).

    Source: ours; the published schema wants one part and one call at least.

    Examples:
        >>> from ctxfn.wire import codec_named
        >>> read = codec_named("openai_chat").decode([{"role": "assistant", "content": []}])
        >>> empty_lists_in(read.messages[0])
        ('content',)
    """
    form = form_of(node)
    if form is None:
        return ()
    # What stands beside an empty list, a refusal or a spoken answer, is among the parts.
    content = ("content",) if form.content == "list" and not form.parts else ()
    return (*content, "tool_calls") if form.calls == () else content


def content_lacking(node: Node) -> Literal["null", "absent"] | None:
    """Say what stood where *node* was read and its content should have been, if nothing did.

    Contract:
        A message that no codec read, or that was changed since, lacks nothing.

    Complexity: O(1).

    Source: ours; the published schema requires content of all but answers with calls.

    Examples:
        >>> from ctxfn.wire import codec_named
        >>> rows = [{"role": "user", "content": None}, {"role": "user"}, {"role": "user", "content": ""}]
        >>> [content_lacking(node) for node in codec_named("openai_chat").decode(rows).messages]
        ['null', 'absent', None]
    """
    form = form_of(node)
    if form is None or node.parts or form.content not in ("null", "absent"):
        return None
    return "null" if form.content == "null" else "absent"


def is_empty_text(node: Node) -> bool:
    """Say whether *node* was written with a text for content, an empty one.

    Contract:
        A message that no codec read, or that was changed since, was not.

    Complexity: O(1).

    Source: ours; recorded answers tell empty text from ``null``.

    Examples:
        >>> from ctxfn.wire import codec_named
        >>> rows = [{"role": "assistant", "content": text} for text in ("", None)]
        >>> [is_empty_text(node) for node in codec_named("openai_chat").decode(rows).messages]
        [True, False]
    """
    if node.parts:
        return False
    form = form_of(node)
    if form is not None:
        return form.content == "text"
    items = form_of_items(node)
    said = [piece.content for piece in items.pieces if piece.kind == "message"] if items else []
    return bool(said) and said[0] == "text"


def is_one_text(node: Node) -> bool:
    """Say whether the content of *node* will be one text, not a list of parts.

    Contract:
        As it was read, unless parts were changed since; no content is one text as well.

    Complexity: O(1).

    Source: ours; the published schema takes nothing else under the role ``function``.

    Examples:
        >>> from ctxfn.messages import chat, user
        >>> [is_one_text(node) for node in chat(user("hi"), user("hi", "ho"))]
        [True, False]
    """
    form = form_of(node)
    if form is not None and form.content in ("list", "part"):
        return False
    return not node.parts or (len(node.parts) == 1 and type(node.parts[0]) is Text)
