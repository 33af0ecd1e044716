"""Requests on record in every format, and who judges what is written in it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final, NamedTuple

from tests.front.histories import TESTS, lines_of
from tests.front.histories import accepted as chats
from tests.front.openai_judge import judge as judge_of_chat
from tests.judges import anthropic, bedrock, deepseek, gemini, mistral, openai_responses
from tests.judges.anthropic_types import complaints as of_anthropic
from tests.judges.bedrock_model import complaints as of_bedrock
from tests.judges.gemini_types import complaints as of_gemini
from tests.judges.mistral_validator import complaint as of_mistral
from tests.judges.openai_types import chat_complaints, responses_complaints
from tests.wire.anthropic.suite import accepted as of_messages
from tests.wire.bedrock.suite import accepted as of_converse
from tests.wire.deepseek.suite import accepted as of_deepseek_api
from tests.wire.gemini.suite import accepted as of_contents
from tests.wire.mistral.suite import accepted as of_mistral_api

__all__ = ["FORMATS", "Recorded", "judged", "recorded"]

SUITE: Final = TESTS / "wire" / "suite"

#: Each format, and the target that stands for it.
FORMATS: Final = {
    "openai_chat": "openai/chat",
    "openai_responses": "openai/responses",
    "anthropic": "anthropic",
    "gemini": "gemini/3",
    "mistral": "mistral",
    "deepseek": "deepseek/thinking",
    "bedrock": "bedrock/claude",
    "uichat": "uichat",
}


class Recorded(NamedTuple):
    """A body, the format it is in, and its place among those of the format."""

    format: str
    number: int
    body: Any


def recorded() -> Iterator[Recorded]:
    """Return all requests on record, fresh."""
    for named, bodies in _BODIES.items():
        for number, body in enumerate(bodies()):
            yield Recorded(named, number, body)


def judged(body: Any, format: str) -> list[str]:
    """Say what a strict server, or the client library's own types, would refuse in *body*."""
    return [one for judge in _JUDGES[format] for one in judge(body)]


def _items() -> list[Any]:
    rows = [
        row
        for name in ("accepted", "single")
        for row in lines_of(SUITE / "openai_responses" / f"{name}.jsonl")
    ]
    return [row["request"] for row in rows if row["status"] == 200]


def _trees() -> list[Any]:
    return [row["messages"] for row in lines_of(SUITE / "uichat" / "histories.jsonl")]


_BODIES: Final[dict[str, Callable[[], list[Any]]]] = {
    "openai_chat": chats,
    "openai_responses": _items,
    "anthropic": of_messages,
    "gemini": lambda: [body for body, _ in of_contents()],
    "mistral": of_mistral_api,
    "deepseek": of_deepseek_api,
    "bedrock": lambda: [one.body for one in of_converse()],
    "uichat": _trees,
}


def _library_of_mistral(body: Any) -> list[str]:
    told = of_mistral(body, "v13")
    return [] if told is None else [told]


def _model_of_bedrock(body: Any) -> list[str]:
    told = of_bedrock(body)
    return [told] if told else []


def _is_json(body: Any) -> list[str]:
    json.dumps(body, allow_nan=False)
    return []


_JUDGES: Final[dict[str, tuple[Callable[[Any], list[str]], ...]]] = {
    "openai_chat": (judge_of_chat, chat_complaints),
    "openai_responses": (openai_responses.judge, responses_complaints),
    "anthropic": (partial(anthropic.judge, recent=False), of_anthropic),
    "gemini": (gemini.judge, of_gemini),
    "mistral": (mistral.judge, _library_of_mistral),
    "deepseek": (partial(deepseek.judge, version="thinking"),),
    "bedrock": (bedrock.judge, _model_of_bedrock),
    "uichat": (_is_json,),
}
