"""Strategies: requests in Gemini's format, well formed ones and whatever JSON allows."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.wire.openai_chat.payloads import any_json, fixed, objects

__all__ = ["any_json", "bodies", "contents", "junk_contents"]

#: Few ids and names, so that calls and answers meet.
IDS = st.sampled_from(["c1", "c2", "gemini_0", ""])
NAMES = st.sampled_from(["search", "now", "weather-mcp____forecast"])
TEXTS = st.sampled_from(["", " ", "hi", "{}", "[1]", "5", "\ud800", 'né\n"q"'])
TYPES = st.sampled_from(["image/png", "audio/wav", "video/mp4", "application/pdf", None])
MORE = st.dictionaries(st.sampled_from(["x", "index"]), any_json, max_size=1)
OBJECTS = st.dictionaries(TEXTS, any_json, max_size=2)

_SNAKE = {
    "thoughtSignature": "thought_signature",
    "functionCall": "function_call",
    "functionResponse": "function_response",
    "inlineData": "inline_data",
    "fileData": "file_data",
    "fileUri": "file_uri",
    "mimeType": "mime_type",
    "displayName": "display_name",
    "systemInstruction": "system_instruction",
    "functionDeclarations": "function_declarations",
    "parametersJsonSchema": "parameters_json_schema",
    "generationConfig": "generation_config",
}


def snaked(value: Any) -> Any:
    """Spell the keys we know with underscores."""
    if isinstance(value, dict):
        return {_SNAKE.get(key, key): snaked(one) for key, one in value.items()}
    return [snaked(one) for one in value] if isinstance(value, list) else value


SIGNED = fixed({}, thoughtSignature=st.none() | st.just("s"))
texts = objects(fixed({"text": TEXTS}), SIGNED, MORE)
media = st.one_of(
    objects(
        fixed(
            {
                "inlineData": objects(
                    fixed({"data": TEXTS}, mimeType=TYPES, displayName=st.none() | TEXTS), MORE
                )
            }
        ),
        SIGNED,
        MORE,
    ),
    objects(
        fixed({"fileData": objects(fixed({"fileUri": TEXTS}, mimeType=TYPES), MORE)}),
        fixed({}, videoMetadata=OBJECTS),
    ),
)
opaque = st.one_of(
    fixed({"executableCode": OBJECTS}, thoughtSignature=st.just("s")),
    fixed({"codeExecutionResult": OBJECTS}),
    fixed({}, videoMetadata=OBJECTS, thoughtSignature=st.just("s")),
)
thoughts = objects(fixed({"text": TEXTS, "thought": st.booleans() | st.none()}), SIGNED, MORE)
calls = objects(
    fixed(
        {
            "functionCall": objects(
                fixed({"name": NAMES}, id=st.none() | IDS, args=st.none() | OBJECTS), MORE
            )
        },
    ),
    SIGNED,
    MORE,
)
answers = objects(
    fixed(
        {
            "functionResponse": objects(
                fixed(
                    {"name": NAMES},
                    id=st.none() | IDS,
                    response=st.none() | OBJECTS | fixed({"result": any_json}),
                    parts=st.none() | st.lists(media, max_size=2),
                ),
                MORE,
            )
        },
    ),
    MORE,
)


def parts(*kinds: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.lists(st.one_of(*kinds), max_size=3)


contents = st.one_of(
    objects(
        fixed(
            {},
            role=st.sampled_from(["user", "function", None]),
            parts=st.none() | parts(texts, media, opaque, answers, thoughts),
        ),
        MORE,
    ),
    objects(
        fixed(
            {"role": st.just("model")},
            parts=st.none() | parts(texts, media, opaque, calls, thoughts),
        ),
        MORE,
    ),
)
functions = objects(
    fixed({"name": NAMES}, description=st.none() | TEXTS),
    fixed({}, parameters=st.none() | OBJECTS) | fixed({}, parametersJsonSchema=st.none() | OBJECTS),
    MORE,
)
tools = objects(
    fixed({"functionDeclarations": st.lists(functions, max_size=2)})
    | st.just({"googleSearch": {}}),
    fixed({}, codeExecution=OBJECTS),
)
camel_bodies = objects(
    fixed(
        {"contents": st.lists(contents, max_size=4)},
        systemInstruction=st.one_of(
            st.none(),
            st.sampled_from(["", "be brief"]),
            objects(fixed({}, parts=parts(texts), role=st.sampled_from(["user", "system"])), MORE),
        ),
        tools=st.one_of(st.none(), tools, st.lists(tools, max_size=2)),
        generationConfig=OBJECTS,
        toolConfig=OBJECTS,
        cachedContent=TEXTS,
    )
)
bodies = st.one_of(camel_bodies, camel_bodies.map(snaked), st.lists(contents, max_size=4))

junk_values = st.one_of(any_json, texts, media, calls, answers, thoughts)
junk_contents = st.lists(
    objects(
        st.dictionaries(st.sampled_from(["role", "parts", "x"]), junk_values, max_size=2),
        fixed(
            {},
            role=st.sampled_from(["user", "model", "assistant", "system", "robot", "tool"]),
            parts=st.lists(junk_values, max_size=3),
        ),
    ),
    max_size=3,
)
