"""Keys that a target with a closed schema does not permit, and answers to go on with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias, TypeVar

from attrs import evolve

from ctxfn.messages import (
    Assistant,
    Audio,
    Call,
    Extras,
    File,
    Image,
    Message,
    Node,
    Opaque,
    Part,
    Reasoning,
    Refusal,
    System,
    Text,
    ToolResult,
    User,
    Video,
    extra,
    own,
)
from ctxfn.wire.openai_chat.written import form_in
from ctxfn.wire.profiles import Profile

__all__ = ["is_prefix", "surplus_keys", "without_surplus_keys"]

#: What carries keys inside a message.
Holder: TypeAlias = Text | Image | Video | Audio | File | Refusal | Call | Reasoning

Held = TypeVar("Held", bound=Part | Call | Reasoning)

#: The key of an answer that the model is to go on with.
_PREFIX: Final = "prefix"


def is_prefix(node: Node, profile: Profile) -> bool:
    """Say whether *node* is an answer that the target's model is told to go on with.

    Contract:
        Only as the target's own codec read it: the key means nothing elsewhere.

    Complexity: O(keys).

    Source: the API references of Mistral and DeepSeek.

    Examples:
        >>> from ctxfn.wire import codec_named, profile
        >>> row = {"role": "assistant", "content": "La", "prefix": True}
        >>> is_prefix(codec_named("mistral").decode([row]).messages[0], profile("mistral"))
        True
    """
    if not profile.prefix or not isinstance(node, Assistant) or not node.extras:
        return False
    return extra(node.extras, profile.codec).get(_PREFIX) is True


def surplus_keys(node: Node, profile: Profile, *, last: bool = True) -> tuple[str, ...]:
    """Name the keys that *node* would be sent with though the target permits no such key.

    Contract:
        ``name``, or ``content[0].cache_control``, in the order they are written. An answer
        to go on with is only permitted to say so if it is the *last*.

    Complexity: O(keys).

    Source: ours; what is permitted is the profile's.

    Examples:
        >>> from ctxfn.wire import codec_named, profile
        >>> row = {"role": "user", "content": "hi", "mood": "calm"}
        >>> surplus_keys(codec_named("mistral").decode([row]).messages[0], profile("mistral"))
        ('mood',)
    """
    if profile.permitted_keys is None or not isinstance(node, Message):
        return ()
    return tuple(_surplus(node, profile, last))


def _surplus(node: Message, profile: Profile, last: bool) -> Iterator[str]:
    form = form_in(node, profile.codec)
    carried = extra(node.extras, profile.codec)
    written = form.keys if form is not None and form.codec == profile.codec else ()
    for key in dict.fromkeys((*written, *carried)):
        if not profile.permits(_role(node), key) or _is_misplaced(
            key, carried.get(key), node, last
        ):
            yield key
    for where, held in _inside(node):
        for key in extra(held.extras, profile.codec):
            if not profile.permits(_kind(held), key):
                yield f"{where}.{key}"


def _is_misplaced(key: str, value: object, node: Message, last: bool) -> bool:
    """Say whether *key* tells a model to go on with what is not at the end, or makes no sense."""
    if key != _PREFIX or not isinstance(node, Assistant):
        return False
    return not isinstance(value, bool | None) or (value is True and not last)


def _role(node: Message) -> str:
    old = isinstance(node, ToolResult) and node.kind == "function_call"
    return "function" if old else node.role


def _inside(node: Message) -> Iterator[tuple[str, Holder]]:
    for number, part in enumerate(node.parts):
        if not isinstance(part, Opaque):
            yield f"content[{number}]", part
    if isinstance(node, Assistant):
        for number, one in enumerate(node.reasoning):
            yield f"reasoning[{number}]", one
        for number, call in enumerate(node.calls):
            yield f"tool_calls[{number}]", call


def _kind(held: Part | Call | Reasoning) -> str:
    return "call" if isinstance(held, Call) else "thinking" if isinstance(held, Reasoning) else ""


def without_surplus_keys(node: Node, profile: Profile, *, last: bool = True) -> Node:
    """Return *node* without the keys that `surplus_keys` names; the same object if there are none.

    Contract:
        What a key says that a record has a field for is not lost: it is written where the
        target has a word for it.

    Complexity: O(keys).

    Source: ours.

    Examples:
        >>> from ctxfn.wire import codec_named, profile
        >>> row = {"role": "user", "content": "hi", "mood": "calm"}
        >>> read = codec_named("mistral").decode([row]).messages[0]
        >>> surplus_keys(without_surplus_keys(read, profile("mistral")), profile("mistral"))
        ()
    """
    if not surplus_keys(node, profile, last=last):
        return node
    assert isinstance(node, System | User | Assistant | ToolResult)
    gone = {key for key in _surplus(node, profile, last) if "." not in key}
    bare = evolve(node, extras=_kept(node.extras, profile, lambda key: key not in gone))
    bare = evolve(bare, parts=tuple(_bare(part, profile) for part in bare.parts))
    if isinstance(bare, Assistant):
        bare = evolve(
            bare,
            calls=tuple(_bare(call, profile) for call in bare.calls),
            reasoning=tuple(_bare(one, profile) for one in bare.reasoning),
        )
    return evolve(bare, written=None)


def _bare(held: Held, profile: Profile) -> Held:
    if isinstance(held, Opaque) or not held.extras:
        return held
    kind = _kind(held)
    kept = _kept(held.extras, profile, lambda key: profile.permits(kind, key))
    return held if kept is held.extras else evolve(held, extras=kept)


def _kept(extras: Extras, profile: Profile, keep: Callable[[str], bool]) -> Extras:
    carried = extra(extras, profile.codec)
    kept = {key: value for key, value in carried.items() if keep(key)}
    if len(kept) == len(carried):
        return extras
    others = tuple(one for one in extras if one[0] != profile.codec)
    return (*others, (profile.codec, own(kept))) if kept else others
