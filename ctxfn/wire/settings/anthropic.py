"""Settings of Anthropic's Messages format."""

from __future__ import annotations

from typing import Final, Literal

from ctxfn.wire.settings.terms import Choice, Place, Words, flag, number, text, whole

__all__ = ["ANTHROPIC"]

_Mode = Literal["auto", "required", "none"]

_MODES: Final[dict[object, _Mode]] = {"auto": "auto", "any": "required", "none": "none"}
_SAID: Final = {mode: word for word, mode in _MODES.items()}


def _choice(value: object) -> object:
    match value:
        case {"type": "tool", "name": str(name)}:
            return Choice("named", name)
        case {"type": str(word)} if word in _MODES:
            return Choice(_MODES[word])
        case _:
            return None


def _said(choice: object) -> object:
    if not isinstance(choice, Choice):
        return None
    if choice.mode == "named":
        return {"type": "tool", "name": choice.name}
    return {"type": _SAID[choice.mode]}


def _not(value: object) -> object:
    return not value if isinstance(value, bool) else None


def _texts(value: object) -> object:
    return value if isinstance(value, list) else None


def _with_type(settings: dict[str, object]) -> None:
    """Choose as the API would, where only parallel calls are spoken of; allowed is the default."""
    choice = settings.get("tool_choice")
    if not isinstance(choice, dict):
        return
    if choice.get("disable_parallel_tool_use") is False:
        del choice["disable_parallel_tool_use"]
    if choice:
        settings["tool_choice"] = {"type": "auto", **choice}
    else:
        del settings["tool_choice"]


ANTHROPIC: Final = Words(
    (
        Place("model", "model", text),
        Place("max_tokens", "max_tokens", whole),
        Place("temperature", "temperature", number),
        Place("top_p", "top_p", number),
        Place("top_k", "top_k", whole),
        Place("stop", "stop_sequences", _texts),
        Place("tool_choice", "tool_choice", _choice, _said),
        Place("parallel", "tool_choice.disable_parallel_tool_use", _not, _not),
        Place("stream", "stream", flag),
        Place("user", "metadata.user_id", text),
    ),
    _with_type,
)
