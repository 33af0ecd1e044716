"""Settings of Gemini's format: most of them stand in ``generationConfig``."""

from __future__ import annotations

from typing import Final, Literal

from ctxfn.wire.settings.openai_chat import stop_texts
from ctxfn.wire.settings.terms import Choice, Place, Words, number, text, whole

__all__ = ["GEMINI"]

_Mode = Literal["auto", "required", "none"]

_MODES: Final[dict[object, _Mode]] = {"AUTO": "auto", "ANY": "required", "NONE": "none"}
_SAID: Final = {mode: word for word, mode in _MODES.items()}
_JSON: Final = "application/json"
#: Objects whose own keys are settings, in either spelling.
_INSIDE: Final = ("generationConfig", "toolConfig", "functionCallingConfig")


def _choice(value: object) -> object:
    match value:
        case {"mode": "ANY", "allowedFunctionNames": [str(name)]}:
            return Choice("named", name)
        case {"mode": str(word), **others} if word in _MODES and not others:
            return Choice(_MODES[word])
        case _:
            return None


def _said(choice: object) -> object:
    if not isinstance(choice, Choice):
        return None
    if choice.mode == "named":
        return {"mode": "ANY", "allowedFunctionNames": [choice.name]}
    return {"mode": _SAID[choice.mode]}


def _json_only(value: object) -> object:
    return True if value == _JSON else None


def _said_json(wanted: object) -> object:
    return _JSON if wanted is True else None


def _schema(value: object) -> object:
    return value if isinstance(value, dict) else None


def _with_media_type(settings: dict[str, object]) -> None:
    """Ask for JSON where a schema of it is given: the API wants both."""
    inside = settings.get("generationConfig")
    if isinstance(inside, dict) and "responseJsonSchema" in inside:
        inside["responseMimeType"] = _JSON


def _spelled(settings: dict[str, object]) -> dict[str, object]:
    """Spell the keys as the reference does; that a schema is of JSON need not be said twice."""
    spelled: dict[str, object] = {}
    for key, value in settings.items():
        name = _camel(key)
        inner = isinstance(value, dict) and name in _INSIDE
        spelled[name] = _spelled(value) if inner and isinstance(value, dict) else value
    has_schema = any(spelled.get(key) for key in ("responseJsonSchema", "responseSchema"))
    if has_schema and spelled.get("responseMimeType") == _JSON:
        del spelled["responseMimeType"]
    return spelled


def _camel(key: str) -> str:
    first, *others = key.split("_")
    return first + "".join(f"{one[:1].upper()}{one[1:]}" for one in others)


GEMINI: Final = Words(
    (
        # The API has it in its address; who sends the request looks for it here.
        Place("model", "model", text),
        Place("max_tokens", "generationConfig.maxOutputTokens", whole),
        Place("temperature", "generationConfig.temperature", number),
        Place("top_p", "generationConfig.topP", number),
        Place("top_k", "generationConfig.topK", whole),
        Place("stop", "generationConfig.stopSequences", stop_texts),
        Place("seed", "generationConfig.seed", whole),
        Place("presence_penalty", "generationConfig.presencePenalty", number),
        Place("frequency_penalty", "generationConfig.frequencyPenalty", number),
        Place("candidates", "generationConfig.candidateCount", whole),
        Place("schema", "generationConfig.responseJsonSchema", _schema),
        Place("schema", "generationConfig.responseSchema", _schema),
        Place("json", "generationConfig.responseMimeType", _json_only, _said_json),
        Place("tool_choice", "toolConfig.functionCallingConfig", _choice, _said),
    ),
    _with_media_type,
    _spelled,
)
