"""Steps for targets that count and name documents: examples, and that their twins agree."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve
from hypothesis import event, given
from hypothesis import strategies as st

from benchmarks import twins
from ctxfn.context import Context
from ctxfn.messages import (
    File,
    Image,
    Messages,
    Opaque,
    Text,
    ToolError,
    ToolResult,
    assistant,
    chat,
    freeze,
    text_of,
    tool_result,
    user,
)
from ctxfn.pipeline import AnyStep, run
from ctxfn.processors import (
    fill_empty_results,
    introduce_documents,
    join_results,
    limit_media,
    name_documents,
)
from ctxfn.wire import Conversation, codec_named, document_name, fitting_document_names, profile

CHAT = codec_named("openai_chat")
CONVERSE = codec_named("bedrock")
LETTERS = r"[a-zA-Z0-9 ()\[\]-]+"


def after(step: AnyStep, messages: Messages) -> Messages:
    return run(step, Context.of(messages)).messages


def file(name: str | None = None) -> dict[str, Any]:
    named = {} if name is None else {"filename": name}
    return {"type": "file", "file": {"file_data": "data:text/plain;base64,QQ==", **named}}


PICTURE = {"type": "image_url", "image_url": {"url": "https://a.example/x.png"}}
WORDS = {"type": "text", "text": "Look:"}
BLANK = {"type": "text", "text": " "}
PARTS = st.sampled_from(
    [
        file(),
        file("plan.pdf"),
        file("Plan"),
        file("a_b  c.txt"),
        file("plan-2"),
        PICTURE,
        WORDS,
        BLANK,
    ]
)
ROWS = st.lists(
    st.one_of(
        st.builds(
            lambda parts: {"role": "user", "content": parts},
            st.lists(PARTS, min_size=1, max_size=4),
        ),
        st.just({"role": "assistant", "content": "Well."}),
        st.builds(
            lambda said, error: {
                "role": "tool",
                "tool_call_id": "c1",
                "content": said,
                **({} if error is None else {"error": error}),
            },
            st.sampled_from(["", " ", "42"]),
            st.sampled_from([None, "gone", {"message": ""}, {"message": "gone"}]),
        ),
    ),
    max_size=6,
).map(lambda rows: json.loads(json.dumps(rows)))

PAIRS: tuple[tuple[AnyStep, Callable[[Any], None]], ...] = (
    (fill_empty_results(), twins.fill_empty_results),
    (introduce_documents(), twins.introduce_documents),
    (
        limit_media(images=1, documents=2),
        lambda rows: twins.limit_media(rows, images=1, documents=2),
    ),
    (name_documents(), twins.name_documents),
)


class TestTwins:
    @pytest.mark.parametrize(("step", "twin"), PAIRS, ids=lambda one: getattr(one, "name", ""))
    @given(rows=ROWS)
    def test_they_agree(self, step: AnyStep, twin: Callable[[Any], None], rows: Any) -> None:
        messages = CHAT.decode(rows).messages
        done = after(step, messages)
        twin(rows)
        event(f"changed: {done is not messages}")

        assert done == CHAT.decode(rows).messages

    @given(st.lists(st.sampled_from(["result", "words", "answer"]), max_size=6))
    def test_they_agree_on_what_stands_together(self, kinds: list[str]) -> None:
        rows = [converse(kind, number) for number, kind in enumerate(kinds)]
        read = CONVERSE.decode(rows)
        joined = evolve(read, messages=after(join_results(), read.messages))
        twins.join_results(rows)

        assert CONVERSE.encode(joined, profile("bedrock")).body == rows


def converse(kind: str, number: int) -> dict[str, Any]:
    if kind == "result":
        block: Any = {"toolResult": {"toolUseId": f"t{number}", "content": [{"json": {"a": 1}}]}}
        return {"role": "user", "content": [block]}
    role = "user" if kind == "words" else "assistant"
    return {"role": role, "content": [{"text": f"{number}"}]}


class TestNameDocuments:
    @pytest.mark.parametrize(
        ("given", "names"),
        [
            (["plan", "plan"], ["plan", "plan-2"]),
            (["plan", "PLAN", "plan-2"], ["plan", "PLAN-2", "plan-2-2"]),
            ([None, ""], ["document", "document-2"]),
            (["a_b.tar.gz", "ü.md", "  x  "], ["a b tar", "document", "x"]),
            (["Bericht (final) [2].docx"], ["Bericht (final) [2]"]),
            (["x" * 201, "x" * 200], ["x" * 200, "x" * 198 + "-2"]),
        ],
    )
    def test_names(self, given: list[str | None], names: list[str]) -> None:
        said = chat(*(user(File(name=name)) for name in given))

        assert [document_name(node.parts[0]) for node in after(name_documents(), said)] == names

    def test_a_document_that_is_kept_whole_is_named_too(self) -> None:
        block = {"document": {"name": "plan", "source": {"content": [{"text": "x"}]}}}
        said = chat(user(File(name="plan"), Opaque("bedrock", freeze(block))))
        (node,) = after(name_documents(), said)

        assert [document_name(part) for part in node.parts] == ["plan", "plan-2"]

    @given(st.lists(st.text(max_size=9), max_size=6), st.text(max_size=9))
    def test_one_more_changes_none_before(self, names: list[str], more: str) -> None:
        before = list(fitting_document_names(names, LETTERS, 12))
        behind = list(fitting_document_names([*names, more], LETTERS, 12))

        assert behind[:-1] == before
        assert len({name.lower() for name in behind}) == len(behind)
        assert list(fitting_document_names(behind, LETTERS, 12)) == behind

    def test_right_names_are_the_same_object(self) -> None:
        said = chat(user(File(name="a")), user(File(name="b (2)")))

        assert after(name_documents(), said) is said


class TestLimitMedia:
    def test_what_stands_between_two_answers_is_one_turn(self) -> None:
        shot = Image(url="https://a.example/x.png")
        said = chat(tool_result("c1", shot), user(shot), assistant("a"), user(shot))
        done = after(limit_media(images=1), said)

        assert [type(node.parts[0]).__name__ for node in done] == ["Text", "Image", "Text", "Image"]

    def test_the_words_of_a_document_stand_for_it(self) -> None:
        said = chat(user(File(name="a", text="Ahoy")), user(File(name="b")))

        assert text_of(after(limit_media(documents=1), said)[0]) == "[The file a:]\nAhoy"

    def test_without_a_limit_all_stay(self) -> None:
        said = chat(user(*[Image(url="https://a.example/x.png")] * 30))

        assert after(limit_media(), said) is said


class TestFillEmptyResults:
    @pytest.mark.parametrize(
        ("result", "text"),
        [
            (ToolResult(call_id="c", error=ToolError()), "(no output)"),
            (ToolResult((Text(" "),), call_id="c", error=ToolError("why")), "(no output)"),
            (ToolResult(call_id="c", synthetic="missing"), "(no output)"),
            (ToolResult(call_id="c", error=ToolError("why")), ""),
            (ToolResult(call_id="c"), ""),
            (ToolResult((Text("a"),), call_id="c", error=ToolError()), "a"),
        ],
    )
    def test_results(self, result: ToolResult, text: str) -> None:
        assert text_of(after(fill_empty_results(), chat(result))[0]) == text


class TestJoinResults:
    def test_how_blocks_were_written_stays(self) -> None:
        rows = [converse("result", 0), converse("result", 1), converse("words", 2)]
        read = CONVERSE.decode(rows)
        joined = Conversation(after(join_results(), read.messages))

        assert joined.messages == read.messages
        assert CONVERSE.encode(joined, profile("bedrock")).body == [
            {"role": "user", "content": [one for row in rows for one in row["content"]]}
        ]
