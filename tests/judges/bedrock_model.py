"""The second judge: the service model that Amazon's own client library ships, asked offline."""

from __future__ import annotations

import base64
import binascii
from functools import cache
from typing import Any

__all__ = ["complaints"]

#: The keys whose values are bytes to the library, and text in base64 in the API's JSON.
_BYTES = ("bytes", "redactedContent")


@cache
def _shape() -> Any:
    import botocore.session

    runtime = botocore.session.Session().get_service_model("bedrock-runtime")
    return runtime.operation_model("Converse").input_shape


def complaints(body: object, *, model: str = "anthropic.claude-sonnet-4-5-20250929-v1:0") -> str:
    """Say which of *body*, a request or a list of messages, the service has no shape for."""
    from botocore.validate import ParamValidator

    request = body if isinstance(body, dict) else {"messages": body}
    given = _as_bytes({"modelId": model, **request})
    return str(ParamValidator().validate(given, _shape()).generate_report())


def _as_bytes(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            key: _decoded(one) if key in _BYTES else _as_bytes(one) for key, one in value.items()
        }
    return [_as_bytes(one) for one in value] if isinstance(value, list) else value


def _decoded(text: Any) -> Any:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, TypeError, ValueError):
        return text
