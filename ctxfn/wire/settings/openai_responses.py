"""Settings of OpenAI's Responses format."""

from __future__ import annotations

from typing import Final

from ctxfn.wire.settings.terms import Choice, Place, Words, flag, number, text, whole

__all__ = ["OPENAI_RESPONSES"]


def _choice(value: object) -> Choice | None:
    match value:
        case "auto":
            return Choice("auto")
        case "none":
            return Choice("none")
        case "required":
            return Choice("required")
        case {"type": "function" | "custom", "name": str(name)}:
            return Choice("named", name)
        case _:
            return None


def _said_choice(choice: object) -> object:
    if not isinstance(choice, Choice):
        return None
    if choice.mode == "named":
        return {"type": "function", "name": choice.name}
    return choice.mode


def _json_only(value: object) -> object:
    return True if value == {"type": "json_object"} else None


def _said_json(wanted: object) -> object:
    return {"type": "json_object"} if wanted is True else None


def _schema(value: object) -> object:
    match value:
        case {"type": "json_schema", "schema": dict(schema)}:
            return schema
        case _:
            return None


def _said_schema(schema: object) -> object:
    return {"type": "json_schema", "name": "answer", "schema": schema}


#: There is no word here for a stop, a seed, penalties or several candidates.
OPENAI_RESPONSES: Final = Words(
    (
        Place("model", "model", text),
        Place("max_tokens", "max_output_tokens", whole),
        Place("temperature", "temperature", number),
        Place("top_p", "top_p", number),
        Place("json", "text.format", _json_only, _said_json),
        Place("schema", "text.format", _schema, _said_schema),
        Place("effort", "reasoning.effort", text),
        Place("tool_choice", "tool_choice", _choice, _said_choice),
        Place("parallel", "parallel_tool_calls", flag),
        Place("stream", "stream", flag),
        Place("user", "user", text),
        Place("user", "safety_identifier", text),
    )
)
