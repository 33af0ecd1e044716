"""Settings of a request in another format's words, as far as it has any."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from ctxfn.messages import Verbatim, own
from ctxfn.wire.codec import Loss

__all__ = ["settings_for"]

_Row: TypeAlias = dict[str, object]

#: What both mean by the same word.
_SHARED: Final = ("model", "temperature", "top_p", "stream")


def settings_for(
    settings: Verbatim | None, read: str, write: str
) -> tuple[Verbatim | None, tuple[Loss, ...]]:
    """Say *settings* of the format *read* in the words of the format *write*.

    Contract:
        What the other has no word for is a loss. Formats that no table is for keep their
        words: the same object. ``None`` is none.

    Complexity: O(settings).

    Source: the providers' API references.

    Examples:
        >>> from ctxfn.messages import freeze
        >>> said, losses = settings_for(freeze({"stop": "END", "n": 2}), "openai_chat", "anthropic")
        >>> said.thaw(), losses[0].path
        ({'stop_sequences': ['END']}, 'n')
    """
    say = _TABLES.get((read, write))
    value = None if settings is None else settings.thaw()
    if say is None or not isinstance(value, dict):
        return settings, ()
    said, taken = say(value)
    said = {key: one for key, one in value.items() if key in _SHARED} | said
    reason = f"a setting of {read} that {write} has no word for"
    left = [key for key in value if key not in _SHARED and key not in taken]
    return own(said), tuple(Loss(None, key, reason) for key in left)


def _for_anthropic(value: _Row) -> tuple[_Row, set[str]]:
    said: _Row = {}
    taken: set[str] = set()
    for key in ("max_completion_tokens", "max_tokens"):
        if isinstance(value.get(key), int):
            said["max_tokens"] = value[key]
            taken |= {"max_completion_tokens", "max_tokens"} & value.keys()
    stop = value.get("stop")
    if isinstance(stop, str | list):
        said["stop_sequences"] = [stop] if isinstance(stop, str) else stop
        taken.add("stop")
    if isinstance(value.get("user"), str):
        said["metadata"] = {"user_id": value["user"]}
        taken.add("user")
    choice = _choice_for_anthropic(value.get("tool_choice"))
    if choice is not None:
        taken.add("tool_choice")
    several = value.get("parallel_tool_calls")
    if isinstance(several, bool):
        taken.add("parallel_tool_calls")
        if not several:
            choice = {**(choice or {"type": "auto"}), "disable_parallel_tool_use": True}
    if choice is not None:
        said["tool_choice"] = choice
    return said, taken


def _choice_for_anthropic(choice: object) -> _Row | None:
    words: dict[object, str] = {"auto": "auto", "required": "any", "none": "none"}
    if isinstance(choice, str) and choice in words:
        return {"type": words[choice]}
    named = choice.get("function") if isinstance(choice, dict) else None
    if isinstance(named, dict) and isinstance(named.get("name"), str):
        return {"type": "tool", "name": named["name"]}
    return None


def _for_openai(value: _Row) -> tuple[_Row, set[str]]:
    said: _Row = {}
    taken: set[str] = set()
    if isinstance(value.get("max_tokens"), int):
        said["max_tokens"] = value["max_tokens"]
        taken.add("max_tokens")
    if isinstance(value.get("stop_sequences"), list):
        said["stop"] = value["stop_sequences"]
        taken.add("stop_sequences")
    metadata = value.get("metadata")
    if isinstance(metadata, dict) and isinstance(metadata.get("user_id"), str):
        said["user"] = metadata["user_id"]
        taken.add("metadata")
    choice = value.get("tool_choice")
    word = _choice_for_openai(choice)
    if word is not None and isinstance(choice, dict):
        said["tool_choice"] = word
        taken.add("tool_choice")
        if choice.get("disable_parallel_tool_use") is True:
            said["parallel_tool_calls"] = False
    return said, taken


def _choice_for_openai(choice: object) -> object:
    if not isinstance(choice, dict):
        return None
    words: dict[object, str] = {"auto": "auto", "any": "required", "none": "none"}
    kind, name = choice.get("type"), choice.get("name")
    if kind == "tool" and isinstance(name, str):
        return {"type": "function", "function": {"name": name}}
    return words.get(kind) if isinstance(kind, str) else None


_TABLES: Final[Mapping[tuple[str, str], Callable[[_Row], tuple[_Row, set[str]]]]] = (
    MappingProxyType(
        {
            ("openai_chat", "anthropic"): _for_anthropic,
            ("anthropic", "openai_chat"): _for_openai,
        }
    )
)
