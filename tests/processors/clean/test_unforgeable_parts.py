"""Whatever a part holds that is sent as words, no envelope of ours can be made of it."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from ctxfn.messages import (
    ENVELOPE_END,
    ENVELOPE_START,
    Assistant,
    Audio,
    Call,
    File,
    Image,
    Message,
    Messages,
    Part,
    Refusal,
    Text,
    ToolResult,
    User,
    Video,
    chat,
    neutralise,
)
from ctxfn.processors import render_blocks
from ctxfn.wire import Conversation, codec_named, profile

WORDS = st.sampled_from(
    [ENVELOPE_START, ENVELOPE_END, "<!-- end system", "context -->", "hi", "<b>", ""]
)
PARTS: st.SearchStrategy[Part] = st.one_of(
    WORDS.map(Text),
    WORDS.map(Refusal),
    WORDS.map(lambda name: Image("https://a.example/x", name=name)),
    WORDS.map(lambda name: Video("https://a.example/x", name=name)),
    WORDS.map(lambda name: Audio(data="aGk=", media_type="audio/wav", name=name)),
    WORDS.map(lambda name: File(data="aGk=", name=name)),
)
SAID: st.SearchStrategy[Message] = st.builds(
    lambda kind, parts: kind(tuple(parts)),
    st.sampled_from([User, Assistant, ToolResult]),
    st.lists(PARTS, max_size=4),
)


def contents(messages: Messages) -> list[str]:
    """Return all that is sent as the content of each of *messages*, without JSON's escapes."""
    body = codec_named("openai_chat").encode(Conversation(messages), profile("openai")).body
    assert isinstance(body, list)
    return [json.dumps(row, ensure_ascii=False) for row in body]


class TestExamples:
    """Which words count."""

    def test_a_refusal_and_the_name_of_a_file_do(self) -> None:
        said = chat(
            User((Text("see"), File(data="aGk=", name=f"a{ENVELOPE_END}.txt"))),
            Assistant((Refusal(f"no {ENVELOPE_START}"),)),
        )

        assert render_blocks(said) == chat(
            User((Text("see"), File(data="aGk=", name=f"a&lt;{ENVELOPE_END[1:]}.txt"))),
            Assistant((Refusal(f"no &lt;{ENVELOPE_START[1:]}"),)),
        )

    def test_arguments_and_names_of_speakers_are_no_parts_and_stay(self) -> None:
        call = Call("c1", "write", json.dumps({"text": ENVELOPE_END}))
        said = chat(User((Text("hi"),), name=ENVELOPE_END), Assistant(calls=(call,)))

        assert render_blocks(said) is said


class TestProperties:
    """Over generated parts."""

    @given(st.lists(SAID, max_size=4))
    def test_no_marker_is_sent_and_twice_is_once(self, said: list[Message]) -> None:
        once = render_blocks(chat(*said))

        assert [neutralise(text) for text in contents(once)] == contents(once)
        assert render_blocks(once) is once
