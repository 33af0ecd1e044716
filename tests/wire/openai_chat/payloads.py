"""Strategies: requests in the OpenAI chat format, well formed ones and whatever JSON allows."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

__all__ = ["any_json", "bodies", "junk_messages", "messages"]

#: Few ids and names, so that calls and answers meet.
IDS = st.sampled_from(["c1", "c2", "c3"])
NAMES = st.sampled_from(["search", "now", "weather-mcp____forecast"])
TEXTS = st.one_of(st.sampled_from(["", " ", "hi", "{}", "\ud800", 'né\n"q"']), st.text(max_size=8))

NUMBERS = st.integers(-9, 9) | st.floats(allow_nan=False, allow_infinity=False)
SCALARS = st.one_of(st.none(), st.booleans(), NUMBERS, TEXTS)
any_json = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)

#: Keys that are none of the format's, some of them a store's.
MORE = st.dictionaries(
    st.sampled_from(["cache_control", "annotations", "index", "x"]), any_json, max_size=2
)
STORED = st.fixed_dictionaries(
    {},
    optional={
        "id": st.sampled_from(["m1", "m2", 7, None]),
        "parentId": st.sampled_from(["m0", None]),
        "created_at": st.sampled_from([1700000000, "2024-05-06T07:08:09Z", "soon", 1.5, None]),
        "agent": st.sampled_from(["ann", 3, {"name": "ann"}]),
        "error": st.sampled_from(["late", {"message": "late", "type": "Timeout"}, None, {}]),
        "retry_of": st.sampled_from(["m1", None]),
        "usage": st.sampled_from([{"prompt_tokens": 3, "completion_tokens": 1}, None]),
    },
)


@st.composite
def objects(draw: st.DrawFn, *pieces: st.SearchStrategy[dict[str, Any]]) -> dict[str, Any]:
    """Draw the pieces, join them, and shuffle the keys; an earlier piece's keys win."""
    joined: dict[str, Any] = {}
    for piece in reversed(pieces):
        joined.update(draw(piece))
    return {key: joined[key] for key in draw(st.permutations(list(joined)))}


def fixed(required: dict[str, Any], **optional: Any) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(required, optional=optional)


def part(kind: str, inner: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return objects(fixed({"type": st.just(kind), kind: inner}), MORE)


URLS = st.sampled_from(["https://example.org/a.png", "data:image/png;base64,iVBORw0KGgo="])
text_parts = objects(fixed({"type": st.just("text"), "text": TEXTS}), MORE)
user_parts = st.one_of(
    text_parts,
    part("image_url", objects(fixed({"url": URLS}, detail=st.sampled_from(["low", None])), MORE)),
    part("input_audio", objects(fixed({"data": TEXTS, "format": st.sampled_from(["wav", "mp3"])}))),
    part("file", objects(fixed({}, file_id=IDS, file_data=TEXTS, filename=st.none() | TEXTS))),
    part("video_url", fixed({"url": URLS})),
    objects(fixed({"type": st.just("future"), "x": any_json})),
)
refusals = objects(fixed({"type": st.just("refusal"), "refusal": TEXTS}), MORE)

functions = objects(fixed({"name": NAMES, "arguments": TEXTS}), MORE)
calls = st.one_of(
    fixed({"id": IDS, "type": st.just("function"), "function": functions}),
    objects(
        fixed({"id": IDS, "type": st.just("function"), "function": functions}),
        fixed({}, thoughtSignature=st.just("s")),
        MORE,
    ),
    objects(
        fixed(
            {
                "id": IDS,
                "type": st.just("custom"),
                "custom": objects(fixed({"name": NAMES, "input": TEXTS}), MORE),
            }
        ),
        MORE,
    ),
    fixed({"id": IDS, "type": st.just("future"), "future": any_json}),
)


def content(*parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(TEXTS, st.lists(st.one_of(*parts), max_size=3))


messages = st.one_of(
    fixed({"role": st.sampled_from(["user", "assistant", "system"]), "content": TEXTS}),
    objects(
        fixed(
            {"role": st.sampled_from(["system", "developer"]), "content": content(text_parts)},
            name=NAMES,
        ),
        STORED,
        MORE,
    ),
    objects(
        fixed({"role": st.just("user"), "content": content(user_parts)}, name=NAMES), STORED, MORE
    ),
    objects(
        fixed(
            {"role": st.just("assistant")},
            content=st.none() | content(text_parts, refusals),
            name=NAMES,
            refusal=st.none() | TEXTS,
            audio=st.none() | fixed({"id": IDS}),
            tool_calls=st.none() | st.lists(calls, max_size=2),
            function_call=st.none() | functions,
            reasoning_content=st.none() | TEXTS,
            reasoning=st.none() | TEXTS,
        ),
        STORED,
        MORE,
    ),
    objects(
        fixed(
            {"role": st.just("tool"), "tool_call_id": IDS, "content": content(text_parts)},
            name=NAMES,
        ),
        STORED,
        MORE,
    ),
    objects(
        fixed({"role": st.just("function"), "name": NAMES, "content": st.none() | TEXTS}),
        STORED,
        MORE,
    ),
)

definitions = objects(
    fixed(
        {"name": NAMES},
        description=st.none() | TEXTS,
        parameters=st.none() | st.dictionaries(TEXTS, any_json, max_size=2),
        strict=st.none() | st.booleans(),
    ),
    MORE,
)
tools = st.one_of(
    objects(fixed({"type": st.just("function"), "function": definitions}), MORE),
    objects(
        fixed(
            {
                "type": st.just("custom"),
                "custom": objects(fixed({"name": NAMES}, description=TEXTS, format=any_json)),
            }
        )
    ),
    objects(fixed({"type": st.just("web_search"), "depth": any_json})),
)

bodies = st.one_of(
    st.lists(messages, max_size=4),
    objects(
        fixed(
            {"messages": st.lists(messages, max_size=4)},
            model=st.just("gpt-4o"),
            tools=st.none() | st.lists(tools, max_size=2),
            functions=st.none() | st.lists(definitions, max_size=2),
            tool_choice=any_json,
            temperature=st.floats(0, 1),
        ),
        MORE,
    ),
)

#: Messages no API would take: any JSON under the keys the format knows.
junk_messages = st.dictionaries(
    st.sampled_from(
        [
            "role",
            "content",
            "name",
            "tool_calls",
            "tool_call_id",
            "function_call",
            "refusal",
            "audio",
            "reasoning",
            "reasoning_content",
            "id",
            "created_at",
            "error",
            "usage",
            "x",
        ]
    ),
    st.one_of(
        any_json,
        st.sampled_from(["user", "assistant", "tool", "function", "robot"]),
        st.lists(st.one_of(any_json, calls, user_parts), max_size=3),
    ),
    max_size=6,
)
