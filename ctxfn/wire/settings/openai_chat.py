"""Settings of OpenAI's chat format."""

from __future__ import annotations

from typing import Final

from ctxfn.wire.settings.terms import Choice, Place, Words, flag, number, text, whole

__all__ = [
    "JSON_PLACE",
    "OPENAI_CHAT",
    "SCHEMA_PLACE",
    "chat_choice",
    "said_choice",
    "stop_texts",
]


def stop_texts(value: object) -> object:
    """Hear one text or a list of them, after each of which an answer ends.

    Examples:
        >>> stop_texts("END"), stop_texts(["a", 1])
        (['END'], None)
    """
    if isinstance(value, str):
        return [value]
    texts = isinstance(value, list) and all(isinstance(one, str) for one in value)
    return value if texts and value else None


def chat_choice(value: object) -> Choice | None:
    """Hear which tool has to be called.

    Examples:
        >>> chat_choice("required")
        Choice(mode='required', name='')
    """
    match value:
        case "auto":
            return Choice("auto")
        case "none":
            return Choice("none")
        case "required" | "any":  # the second is how servers of the same format call it
            return Choice("required")
        case {"type": "function", "function": {"name": str(name)}}:
            return Choice("named", name)
        case _:
            return None


def said_choice(choice: object) -> object:
    """Say which tool has to be called.

    Examples:
        >>> said_choice(Choice("named", "now"))
        {'type': 'function', 'function': {'name': 'now'}}
    """
    if not isinstance(choice, Choice):
        return None
    if choice.mode == "named":
        return {"type": "function", "function": {"name": choice.name}}
    return choice.mode


def _json_only(value: object) -> object:
    return True if value == {"type": "json_object"} else None


def _said_json(wanted: object) -> object:
    return {"type": "json_object"} if wanted is True else None


def _schema(value: object) -> object:
    match value:
        case {"type": "json_schema", "json_schema": {"schema": dict(schema)}}:
            return schema
        case _:
            return None


def _said_schema(schema: object) -> object:
    return {"type": "json_schema", "json_schema": {"name": "answer", "schema": schema}}


#: Where a request says that its answer is JSON, or of which schema.
JSON_PLACE: Final = Place("json", "response_format", _json_only, _said_json)
SCHEMA_PLACE: Final = Place("schema", "response_format", _schema, _said_schema)

OPENAI_CHAT: Final = Words(
    (
        Place("model", "model", text),
        Place("max_tokens", "max_tokens", whole),
        Place("max_tokens", "max_completion_tokens", whole),
        Place("temperature", "temperature", number),
        Place("top_p", "top_p", number),
        Place("stop", "stop", stop_texts),
        Place("seed", "seed", whole),
        Place("presence_penalty", "presence_penalty", number),
        Place("frequency_penalty", "frequency_penalty", number),
        Place("candidates", "n", whole),
        JSON_PLACE,
        SCHEMA_PLACE,
        Place("effort", "reasoning_effort", text),
        Place("tool_choice", "tool_choice", chat_choice, said_choice),
        Place("parallel", "parallel_tool_calls", flag),
        Place("stream", "stream", flag),
        Place("user", "user", text),
    )
)
