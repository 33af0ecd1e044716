"""Strategies: requests in Mistral's format, with the chunks that only it has."""

from __future__ import annotations

from hypothesis import strategies as st

from ctxfn.wire import codec_named
from tests.wire.openai_chat.payloads import (
    IDS,
    MORE,
    NAMES,
    STORED,
    TEXTS,
    URLS,
    any_json,
    content,
    fixed,
    functions,
    objects,
    part,
    text_parts,
)

__all__ = ["bodies", "is_well_formed", "messages"]

SOUNDS = st.sampled_from(["AAAA", "data:audio/mp3;base64,AA==", "https://a.example/x.mp3", ""])
user_parts = st.one_of(
    text_parts,
    part("image_url", URLS),
    part("image_url", objects(fixed({"url": URLS}, detail=st.sampled_from(["low", None])), MORE)),
    objects(
        fixed(
            {"type": st.just("document_url"), "document_url": URLS},
            document_name=st.none() | TEXTS,
        ),
        MORE,
    ),
    objects(fixed({"type": st.just("file"), "file_id": IDS}), MORE),
    part("file", objects(fixed({}, file_id=IDS, file_data=TEXTS))),
    part("input_audio", SOUNDS),
    part("input_audio", objects(fixed({"data": TEXTS, "format": st.sampled_from(["wav", "mp3"])}))),
    objects(fixed({"type": st.just("future"), "x": any_json})),
)
references = fixed({"type": st.just("reference"), "reference_ids": st.lists(st.integers(0, 9))})
inner = st.one_of(
    objects(fixed({"type": st.just("text"), "text": TEXTS})),
    objects(fixed({"type": st.just("text"), "text": TEXTS}), MORE),
    references,
)
thoughts = objects(
    fixed(
        {"type": st.just("thinking"), "thinking": TEXTS | st.lists(inner, max_size=2)},
        closed=st.booleans() | st.none(),
    ),
    MORE,
)
calls = objects(
    fixed(
        {
            "id": IDS,
            "function": functions
            | objects(fixed({"name": NAMES, "arguments": st.dictionaries(TEXTS, any_json)})),
        },
        type=st.just("function"),
        index=st.integers(0, 3),
    ),
    MORE,
)
messages = st.one_of(
    fixed({"role": st.sampled_from(["user", "assistant", "system"]), "content": TEXTS}),
    objects(
        fixed({"role": st.just("system"), "content": content(text_parts, thoughts)}), STORED, MORE
    ),
    objects(fixed({"role": st.just("user"), "content": content(user_parts)}), STORED, MORE),
    objects(
        fixed(
            {"role": st.just("assistant")},
            content=st.none() | content(text_parts, thoughts, thoughts, references),
            tool_calls=st.none() | st.lists(calls, max_size=2),
            prefix=st.booleans(),
            reasoning_content=st.none() | TEXTS,
        ),
        STORED,
        MORE,
    ),
    objects(
        fixed(
            {"role": st.just("tool"), "tool_call_id": IDS, "content": content(text_parts)},
            name=NAMES,
        ),
        MORE,
    ),
)
tools = objects(
    fixed(
        {
            "function": objects(
                fixed({"name": NAMES}, description=TEXTS, parameters=st.just({"type": "object"}))
            )
        },
        type=st.just("function"),
    ),
    MORE,
)
bodies = objects(
    fixed(
        {"messages": st.lists(messages, max_size=4)},
        model=st.just("mistral-large-latest"),
        tools=st.none() | st.lists(tools, max_size=2),
        safe_prompt=st.booleans(),
        tool_choice=st.sampled_from(["any", "auto"]),
    )
) | st.lists(messages, max_size=4)


def is_well_formed(body: object) -> bool:
    """Say whether nothing in *body* had to be read as something else."""
    return not codec_named("mistral").decode(body).problems
