"""How a message was written: what the records do not hold but the same bytes need."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, TypeAlias

from ctxfn.messages import Node, Verbatim
from ctxfn.tools import Declaration

__all__ = [
    "ANSWER",
    "CALLS",
    "CODEC",
    "FAMILY",
    "PLAIN",
    "REASONING_KEYS",
    "SHARED",
    "SILENT_CALLS",
    "USUAL_CALL",
    "USUAL_FUNCTION",
    "ContentForm",
    "Form",
    "Layout",
    "arrange",
    "form_in",
    "form_of",
    "is_usual",
    "layout_of",
]

CODEC: Final = "openai_chat"

#: It, and those whose format is a dialect of it.
FAMILY: Final = (CODEC, "mistral", "deepseek")

#: Under which of them the thoughts of an answer stand beside its content.
REASONING_KEYS: Final = ("reasoning_content", "reasoning")

#: Content as a text, ``null``, no key at all, a list of parts, one part without a list around
#: it, or a value that is no content at all.
ContentForm: TypeAlias = Literal["text", "null", "absent", "list", "part", "value"]


class Layout(NamedTuple):
    """The keys of one part, call or declaration in their order, and those of the object in it.

    ``inner=None``: where the object belongs stands a bare value, or nothing.
    """

    kind: str
    outer: tuple[str, ...]
    inner: tuple[str, ...] | None = None
    #: The arguments of a call stood there as an object, not as its text.
    whole: bool = False


class Form(NamedTuple):
    """How one message was written. Equal messages may differ in it; encode follows it."""

    codec: str
    keys: tuple[str, ...]
    content: ContentForm = "text"
    parts: tuple[Layout | None, ...] = ()
    #: ``None``: calls as usual. An empty tuple is an empty list of calls.
    calls: tuple[Layout | None, ...] | None = None
    #: Keys we know whose value was ``null``.
    nulls: tuple[str, ...] = ()
    value: Verbatim | None = None
    #: For each part of an answer whether it is a thought or a part: ``t``, ``p``. Without a
    #: thought among them it is empty.
    order: str = ""


#: The order of keys in a call that needs no layout.
USUAL_CALL: Final = ("id", "type", "function")
USUAL_FUNCTION: Final = ("name", "arguments")

#: The ways nearly all messages are written, shared by them all.
PLAIN: Final[Mapping[tuple[str, ...], Form]] = {
    keys: Form(CODEC, keys) for keys in (("role", "content"), ("content", "role"))
}
ANSWER: Final = Form(CODEC, ("role", "tool_call_id", "content"))
CALLS: Final = Form(CODEC, ("role", "content", "tool_calls"))
SILENT_CALLS: Final = CALLS._replace(content="null")
#: All of them.
SHARED: Final = (*PLAIN.values(), ANSWER, CALLS, SILENT_CALLS)

#: They stay, so that their addresses tell them.
_USUAL: Final = frozenset((id(None), *map(id, SHARED)))


def is_usual(written: object) -> bool:
    """Say whether *written* tells of nothing but one of the usual ways to write a message.

    Contract:
        Also where nothing is told.

    Complexity: O(1).

    Source: ours.

    Examples:
        >>> is_usual(None), is_usual(ANSWER), is_usual(ANSWER._replace(codec="mistral"))
        (True, True, False)
    """
    return id(written) in _USUAL


def form_of(node: Node) -> Form | None:
    """Return how a codec of chat completions found *node* written, or ``None`` if none read it.

    Contract:
        It tells what equal records no longer do: content that was ``null``, an empty list, a
        list of calls without calls. ``None`` as well once parts or calls have been changed.

    Complexity: O(1).

    Source: ours.

    Examples:
        >>> from ctxfn.wire.openai_chat.decode import decode
        >>> form_of(decode([{"role": "user", "content": None}]).messages[0]).content
        'null'
    """
    written = node.written
    return written if isinstance(written, Form) else None


def form_in(node: Node, dialect: str) -> Form | None:
    """Return how the codec *dialect* found *node* written; plain forms are the same in all.

    Complexity: O(1).
    """
    written = node.written
    if not isinstance(written, Form):
        return None
    return written if written.codec == dialect or any(written is one for one in SHARED) else None


def layout_of(declaration: Declaration) -> Layout | None:
    """Return how this codec found *declaration* written, if it read it."""
    written = declaration.written
    return written if isinstance(written, Layout) else None


def arrange(built: dict[str, object], keys: tuple[str, ...]) -> dict[str, object]:
    """Put *built* into the order of *keys*; a key it lacks was ``null``, new ones come last."""
    if tuple(built) == keys:
        return built
    ordered = {key: built.get(key) for key in keys}
    ordered.update(built)
    return ordered
