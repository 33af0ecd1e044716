"""Settings of Bedrock's Converse format."""

from __future__ import annotations

import json
from typing import Final

from ctxfn.wire.settings.terms import Choice, Place, Words, number, text, whole

__all__ = ["BEDROCK"]


def _choice(value: object) -> object:
    match value:
        case {"tool": {"name": str(name)}}:
            return Choice("named", name)
        case {"auto": dict()}:
            return Choice("auto")
        case {"any": dict()}:
            return Choice("required")
        case _:
            return None


def _said(choice: object) -> object:
    if not isinstance(choice, Choice) or choice.mode == "none":
        return None
    if choice.mode == "named":
        return {"tool": {"name": choice.name}}
    return {"auto": {}} if choice.mode == "auto" else {"any": {}}


def _texts(value: object) -> object:
    return value if isinstance(value, list) else None


def _schema(value: object) -> object:
    """Hear the schema that an answer keeps to; it stands there as the text of its JSON."""
    match value:
        case {"type": "json_schema", "structure": {"jsonSchema": {"schema": str(written)}}}:
            try:
                read = json.loads(written)
            except ValueError:
                return None
            return read if isinstance(read, dict) else None
        case _:
            return None


def _with_schema(schema: object) -> object:
    if not isinstance(schema, dict):
        return None
    written = json.dumps(schema, ensure_ascii=False, separators=(",", ":"))
    return {
        "type": "json_schema",
        "structure": {"jsonSchema": {"name": "answer", "schema": written}},
    }


BEDROCK: Final = Words(
    (
        Place("model", "modelId", text),
        Place("max_tokens", "inferenceConfig.maxTokens", whole),
        Place("temperature", "inferenceConfig.temperature", number),
        Place("top_p", "inferenceConfig.topP", number),
        Place("stop", "inferenceConfig.stopSequences", _texts),
        Place("top_k", "additionalModelRequestFields.top_k", whole),
        Place("tool_choice", "toolConfig.toolChoice", _choice, _said),
        Place("effort", "outputConfig.effort", text),
        Place("schema", "outputConfig.textFormat", _schema, _with_schema),
    )
)
