"""What a conversation can hold, a small request for each: what docs/conversions.py converts.

A feature is written in the words of the formats that have them of their own. Every other format
gets it by conversion, and is said to have it if nothing was lost on the way.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

__all__ = ["FEATURES", "Body"]

Body = Any

_PIXEL: Final = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
_PAPER: Final = "JVBERi0xLjQKJSVFT0YK"
_SOUND: Final = "UklGRiQAAABXQVZFZm10IA=="
_ADDRESS: Final = "https://example.com/cat.png"
_ASKED: Final = {"role": "user", "content": "What time is it in Rome?"}
_SCHEMA: Final = {
    "type": "object",
    "properties": {"city": {"type": "string"}},
    "required": ["city"],
    "additionalProperties": False,
}


def _tool(name: str = "clock") -> Body:
    return {
        "type": "function",
        "function": {"name": name, "description": "Tell the time.", "parameters": _SCHEMA},
    }


def _call(id: str, city: str) -> Body:
    arguments = f'{{"city":"{city}"}}'
    return {"id": id, "type": "function", "function": {"name": "clock", "arguments": arguments}}


def _answer(*calls: Body, **more: Body) -> Body:
    return {"role": "assistant", "content": None, "tool_calls": list(calls), **more}


def _result(id: str, said: str) -> Body:
    return {"role": "tool", "tool_call_id": id, "content": said}


def _chat(*rows: Body, **more: Body) -> Body:
    return {"messages": list(rows), **more}


def _shown(*parts: Body) -> Body:
    asked = {"type": "text", "text": "What is this?"}
    return _chat({"role": "user", "content": [asked, *parts]})


_CLAUDE_TOOL: Final = {"name": "clock", "description": "Tell the time.", "input_schema": _SCHEMA}
_CLAUDE_CALL: Final = {
    "type": "tool_use",
    "id": "toolu_1",
    "name": "clock",
    "input": {"city": "Rome"},
}


def _claude(*thoughts: Body, **result: Body) -> Body:
    given = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "12:00", **result}
    return {
        "max_tokens": 2048,
        "messages": [
            _ASKED,
            {"role": "assistant", "content": [*thoughts, _CLAUDE_CALL]},
            {"role": "user", "content": [given]},
        ],
        "tools": [_CLAUDE_TOOL],
    }


def _converse(*thoughts: Body, **result: Body) -> Body:
    call = {"toolUse": {"toolUseId": "tooluse_1", "name": "clock", "input": {"city": "Rome"}}}
    given = {"toolUseId": "tooluse_1", "content": [{"text": "12:00"}], **result}
    spec = {
        "name": "clock",
        "description": "Tell the time.",
        "inputSchema": {"json": _SCHEMA},
    }
    return {
        "messages": [
            {"role": "user", "content": [{"text": "What time is it in Rome?"}]},
            {"role": "assistant", "content": [*thoughts, call]},
            {"role": "user", "content": [{"toolResult": given}]},
        ],
        "toolConfig": {"tools": [{"toolSpec": spec}]},
    }


def _gemini(*parts: Body) -> Body:
    results = sum("functionCall" in part for part in parts)
    result = {"name": "clock", "response": {"result": "12:00"}}
    declared = {"name": "clock", "description": "Tell the time.", "parametersJsonSchema": _SCHEMA}
    return {
        "contents": [
            {"role": "user", "parts": [{"text": "What time is it in Rome?"}]},
            {"role": "model", "parts": list(parts)},
            {"role": "user", "parts": [{"functionResponse": result} for _ in range(results)]},
        ],
        "tools": [{"functionDeclarations": [declared]}],
    }


def _responses(*items: Body, **more: Body) -> Body:
    return {"input": [_ASKED, *items], **more}


def _said(text: str, **more: Body) -> Body:
    content = [{"type": "output_text", "text": text, "annotations": []}]
    return {"type": "message", "role": "assistant", "content": content, **more}


_SIGNED: Final = {
    "anthropic": _claude(
        {"type": "thinking", "thinking": "The clock knows.", "signature": "c2lnbmF0dXJl"}
    ),
    "bedrock": _converse(
        {
            "reasoningContent": {
                "reasoningText": {"text": "The clock knows.", "signature": "c2lnbmF0dXJl"}
            }
        }
    ),
    "gemini": _gemini(
        {"text": "The clock knows.", "thought": True},
        {
            "functionCall": {"name": "clock", "args": {"city": "Rome"}},
            "thoughtSignature": "c2lnbmF0dXJl",
        },
    ),
    "openai_responses": _responses(
        {
            "type": "reasoning",
            "id": "rs_1",
            "summary": [{"type": "summary_text", "text": "The clock knows."}],
            "encrypted_content": "c2lnbmF0dXJl",
        },
        {
            "type": "function_call",
            "call_id": "call_1",
            "name": "clock",
            "arguments": '{"city":"Rome"}',
        },
        {"type": "function_call_output", "call_id": "call_1", "output": "12:00"},
        store=False,
    ),
}
_PLAIN: Final = {
    "deepseek": _chat(
        _ASKED,
        _answer(_call("call_1", "Rome"), reasoning_content="The clock knows."),
        _result("call_1", "12:00"),
        tools=[_tool()],
    ),
    "mistral": _chat(
        _ASKED,
        {
            "role": "assistant",
            "content": [
                {"type": "thinking", "thinking": [{"type": "text", "text": "The clock knows."}]},
                {"type": "text", "text": "Noon."},
            ],
        },
        {"role": "user", "content": "Thanks."},
    ),
}
_SERVER: Final = {
    "anthropic": {
        "max_tokens": 2048,
        "messages": [
            {"role": "user", "content": "Who won?"},
            {
                "role": "assistant",
                "content": [
                    {
                        "type": "server_tool_use",
                        "id": "srvtoolu_1",
                        "name": "web_search",
                        "input": {"query": "who won"},
                    },
                    {
                        "type": "web_search_tool_result",
                        "tool_use_id": "srvtoolu_1",
                        "content": [
                            {
                                "type": "web_search_result",
                                "url": "https://example.com/cup",
                                "title": "The cup",
                                "encrypted_content": "c2VjcmV0",
                            }
                        ],
                    },
                    {"type": "text", "text": "Rome did."},
                ],
            },
            {"role": "user", "content": "Thanks."},
        ],
        "tools": [{"type": "web_search_20250305", "name": "web_search"}],
    },
    "openai_responses": _responses(
        {
            "type": "web_search_call",
            "id": "ws_1",
            "status": "completed",
            "action": {"type": "search", "query": "time in Rome"},
        },
        _said("Noon.", id="msg_1", status="completed"),
        {"role": "user", "content": "Thanks."},
        tools=[{"type": "web_search"}],
    ),
    "gemini": {
        "contents": [
            {"role": "user", "parts": [{"text": "Add one and one."}]},
            {
                "role": "model",
                "parts": [
                    {"executableCode": {"language": "PYTHON", "code": "print(1 + 1)"}},
                    {"codeExecutionResult": {"outcome": "OUTCOME_OK", "output": "2"}},
                    {"text": "Two."},
                ],
            },
            {"role": "user", "parts": [{"text": "Thanks."}]},
        ],
        "tools": [{"codeExecution": {}}],
    },
}


def _two(one: str = "call_1", other: str = "call_2") -> Body:
    return _chat(
        _ASKED,
        _answer(_call(one, "Rome"), _call(other, "Oslo")),
        _result(one, "12:00"),
        _result(other, "12:01"),
        tools=[_tool()],
    )


_RULE: Final = "Answer in rhymes, and never in prose."

#: What is asked about, and how the formats that have words for it say it.
FEATURES: Final[Mapping[str, Mapping[str, Body]]] = {
    "text": {
        "openai_chat": _chat(
            _ASKED,
            {"role": "assistant", "content": "Noon."},
            {"role": "user", "content": "Thanks."},
        )
    },
    "system text": {"openai_chat": _chat({"role": "system", "content": _RULE}, _ASKED)},
    "two system texts": {
        "openai_chat": _chat(
            {"role": "system", "content": _RULE},
            {"role": "system", "content": "Be brief."},
            _ASKED,
        )
    },
    "system text midway": {
        "openai_chat": _chat(
            _ASKED,
            {"role": "assistant", "content": "Noon."},
            {"role": "system", "content": _RULE},
            {"role": "user", "content": "Thanks."},
        )
    },
    "image, by address": {
        "openai_chat": _shown({"type": "image_url", "image_url": {"url": _ADDRESS}})
    },
    "image, bytes": {
        "openai_chat": _shown(
            {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{_PIXEL}"}}
        )
    },
    "image's detail": {
        "openai_chat": _shown(
            {"type": "image_url", "image_url": {"url": _ADDRESS, "detail": "low"}}
        )
    },
    "document": {
        "openai_chat": _shown(
            {
                "type": "file",
                "file": {
                    "filename": "paper.pdf",
                    "file_data": f"data:application/pdf;base64,{_PAPER}",
                },
            }
        )
    },
    "audio": {
        "openai_chat": _shown(
            {"type": "input_audio", "input_audio": {"data": _SOUND, "format": "wav"}}
        )
    },
    "tool and its description": {"openai_chat": _chat(_ASKED, tools=[_tool()])},
    "call and result": {
        "openai_chat": _chat(
            _ASKED, _answer(_call("call_1", "Rome")), _result("call_1", "12:00"), tools=[_tool()]
        ),
        "mistral": _chat(
            _ASKED,
            {"role": "assistant", "content": "", "tool_calls": [_call("call00001", "Rome")]},
            {**_result("call00001", "12:00"), "name": "clock"},
            tools=[_tool()],
        ),
        "deepseek": _chat(
            _ASKED, _answer(_call("call_1", "Rome")), _result("call_1", "12:00"), tools=[_tool()]
        ),
        "gemini": _gemini(
            {"functionCall": {"name": "clock", "args": {"city": "Rome"}}},
        ),
    },
    "parallel calls": {
        "openai_chat": _two(),
        "deepseek": _two(),
        "mistral": _two("call00001", "call00002"),
        "gemini": _gemini(
            {"functionCall": {"name": "clock", "args": {"city": "Rome"}}},
            {"functionCall": {"name": "clock", "args": {"city": "Oslo"}}},
        ),
    },
    "failed result": {"anthropic": _claude(is_error=True), "bedrock": _converse(status="error")},
    "result with an image": {
        "anthropic": _claude(
            content=[
                {"type": "text", "text": "The dial:"},
                {
                    "type": "image",
                    "source": {"type": "base64", "media_type": "image/png", "data": _PIXEL},
                },
            ]
        )
    },
    "signed reasoning": _SIGNED,
    "plain reasoning": _PLAIN,
    "refusal": {
        "openai_chat": _chat(
            _ASKED,
            {"role": "assistant", "content": None, "refusal": "I would rather not."},
            {"role": "user", "content": "Why?"},
        )
    },
    "speaker's name": {"openai_chat": _chat({**_ASKED, "name": "Ada"})},
    "custom tool": {
        "openai_chat": _chat(
            _ASKED,
            _answer(
                {"id": "call_1", "type": "custom", "custom": {"name": "run", "input": "now()"}}
            ),
            _result("call_1", "12:00"),
            tools=[{"type": "custom", "custom": {"name": "run", "description": "Run a line."}}],
        )
    },
    "server's tool": _SERVER,
    "cache marker": {
        "anthropic": {
            "max_tokens": 2048,
            "messages": [
                {
                    "role": "user",
                    "content": [
                        {
                            "type": "text",
                            "text": "What time is it in Rome?",
                            "cache_control": {"type": "ephemeral"},
                        }
                    ],
                }
            ],
        },
        "bedrock": {
            "messages": [
                {
                    "role": "user",
                    "content": [
                        {"text": "What time is it in Rome?"},
                        {"cachePoint": {"type": "default"}},
                    ],
                }
            ]
        },
    },
    "ids of items": {
        "openai_responses": _responses(
            _said("Noon.", id="msg_1", status="completed"), {"role": "user", "content": "Thanks."}
        )
    },
    "max tokens": {"openai_chat": _chat(_ASKED, max_completion_tokens=99)},
    "stop": {"openai_chat": _chat(_ASKED, stop=["END"])},
    "temperature": {"openai_chat": _chat(_ASKED, temperature=0.5)},
    "seed": {"openai_chat": _chat(_ASKED, seed=7)},
    "tool choice: any": {"openai_chat": _chat(_ASKED, tools=[_tool()], tool_choice="required")},
    "tool choice: one": {
        "openai_chat": _chat(
            _ASKED,
            tools=[_tool()],
            tool_choice={"type": "function", "function": {"name": "clock"}},
        )
    },
    "one call at a time": {
        "openai_chat": _chat(_ASKED, tools=[_tool()], parallel_tool_calls=False)
    },
    "response schema": {
        "openai_chat": _chat(
            _ASKED,
            response_format={
                "type": "json_schema",
                "json_schema": {"name": "place", "schema": _SCHEMA, "strict": True},
            },
        )
    },
}
