"""Strategies: requests in the Responses format, well formed ones and whatever JSON allows."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.wire.openai_chat.payloads import MORE, NAMES, TEXTS, any_json, fixed, objects

__all__ = ["bodies", "items", "junk_bodies", "tools"]

CALL_IDS = st.sampled_from(["c1", "c2", "c3"])
URLS = st.sampled_from(["https://example.org/a.png", "data:image/png;base64,iVBORw0KGgo="])


def ids(prefix: str) -> st.SearchStrategy[str]:
    return st.sampled_from([f"{prefix}_1", f"{prefix}_2"])


def typed(kind: str, required: dict[str, Any], **optional: Any) -> st.SearchStrategy[Any]:
    return objects(fixed({"type": st.just(kind), **required}, **optional), MORE)


texts_in = typed("input_text", {"text": TEXTS})
texts_out = typed(
    "output_text",
    {"text": TEXTS},
    annotations=st.sampled_from([[], [{"type": "url_citation", "url": "u"}]]),
    logprobs=st.just([]),
)
pictures = st.one_of(
    typed("input_image", {"image_url": URLS}, detail=st.sampled_from(["auto", None])),
    typed("input_image", {"file_id": ids("file")}, image_url=st.none()),
)
files = st.one_of(
    typed("input_file", {"file_id": ids("file")}),
    typed("input_file", {"file_data": TEXTS, "filename": TEXTS}),
    typed("input_file", {"file_url": URLS}),
)
sounds = typed(
    "input_audio",
    {"input_audio": objects(fixed({"data": TEXTS, "format": st.sampled_from(["wav", "mp3"])}))},
)
strange = objects(fixed({"type": st.just("hologram"), "x": any_json}))
given = st.lists(st.one_of(texts_in, pictures, files, sounds, strange), max_size=3)
spoken = st.lists(st.one_of(texts_out, typed("refusal", {"refusal": TEXTS}), strange), max_size=3)
STATUS = st.sampled_from(["completed", "incomplete", None])
MESSAGE = st.just("message")

told = objects(
    fixed(
        {"role": st.sampled_from(["user", "system", "developer"]), "content": TEXTS | given},
        type=MESSAGE,
        id=ids("msg"),
        status=STATUS,
    ),
    MORE,
)
said = objects(
    fixed(
        {"role": st.just("assistant"), "content": TEXTS | spoken},
        type=MESSAGE,
        id=ids("msg"),
        status=STATUS,
        phase=st.sampled_from(["commentary", "final_answer"]),
    ),
    MORE,
)
summaries = st.lists(fixed({"type": st.just("summary_text"), "text": TEXTS}), max_size=2)
thoughts = st.lists(fixed({"type": st.just("reasoning_text"), "text": TEXTS}), max_size=2)
reasoning = typed(
    "reasoning",
    {"summary": summaries},
    id=ids("rs"),
    encrypted_content=st.none() | TEXTS,
    content=st.none() | thoughts,
    status=STATUS,
)
calls = st.one_of(
    typed(
        "function_call",
        {"call_id": CALL_IDS, "name": NAMES, "arguments": TEXTS},
        id=ids("fc"),
        status=STATUS,
        namespace=TEXTS,
    ),
    typed("custom_tool_call", {"call_id": CALL_IDS, "name": NAMES, "input": TEXTS}, id=ids("ctc")),
)
results = st.one_of(
    *(
        typed(kind, {"call_id": CALL_IDS, "output": TEXTS | given}, id=ids("out"), status=STATUS)
        for kind in ("function_call_output", "custom_tool_call_output")
    )
)
kept = st.one_of(
    *(
        typed(kind, {"id": TEXTS})
        for kind in (
            "web_search_call",
            "file_search_call",
            "computer_call",
            "computer_call_output",
            "code_interpreter_call",
            "image_generation_call",
            "mcp_list_tools",
            "mcp_approval_request",
            "mcp_approval_response",
            "mcp_call",
            "local_shell_call",
            "local_shell_call_output",
            "shell_call",
            "shell_call_output",
            "apply_patch_call",
            "apply_patch_call_output",
            "tool_search_call",
            "tool_search_output",
            "compaction",
            "item_reference",
            "hologram",
        )
    ),
    fixed({"id": ids("msg")}),
    typed("additional_tools", {"role": st.just("developer"), "tools": st.just([])}),
)
items = st.lists(st.one_of(told, said, reasoning, calls, results, kept), max_size=6)

schemas = st.sampled_from([None, {"type": "object", "properties": {}}])
tools = st.lists(
    st.one_of(
        typed(
            "function",
            {"name": NAMES},
            description=st.none() | TEXTS,
            parameters=schemas,
            strict=st.sampled_from([True, False, None]),
        ),
        typed("custom", {"name": NAMES}, description=TEXTS, format=st.just({"type": "text"})),
        typed("web_search", {}, search_context_size=st.just("low")),
        typed("mcp", {"server_label": TEXTS}, name=TEXTS),
    ),
    max_size=3,
)


def has_item_after(rows: list[dict[str, Any]]) -> bool:
    """Say whether something of the model's follows each item of reasoning."""
    for number, row in enumerate(rows):
        if row.get("type") != "reasoning":
            continue
        after = next((one for one in rows[number:] if one.get("type") != "reasoning"), None)
        if after is None or after.get("role", "assistant") != "assistant":
            return False
        if after.get("type") in ("function_call_output", "custom_tool_call_output"):
            return False
    return True


good_items = items.filter(has_item_after)
bodies = st.one_of(
    good_items,
    objects(
        fixed(
            {"input": TEXTS | good_items},
            model=st.just("gpt-5"),
            instructions=st.none() | TEXTS,
            tools=st.none() | tools,
            tool_choice=st.just("auto"),
            previous_response_id=st.none() | TEXTS,
            store=st.sampled_from([True, None]),
            include=st.just(["reasoning.encrypted_content"]),
            text=st.just({"format": {"type": "text"}}),
            reasoning=st.just({"effort": "low"}),
        ),
        MORE,
    ),
)


@st.composite
def junk_bodies(draw: st.DrawFn) -> Any:
    """Draw a body and put any JSON into some places of it."""
    body = draw(bodies)
    rows = body if isinstance(body, list) else body["input"]
    if isinstance(rows, list) and rows:
        for row in draw(st.lists(st.sampled_from(rows), max_size=3)):
            key = draw(st.sampled_from(["type", "role", "content", "id", "call_id", *row]))
            row[key] = draw(any_json)
    if isinstance(body, dict) and draw(st.booleans()):
        body[draw(st.sampled_from(["input", "tools", "instructions", "store"]))] = draw(any_json)
    return body
