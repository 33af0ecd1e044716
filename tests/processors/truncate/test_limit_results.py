"""limit_results: no result takes more than its share of the window."""

from __future__ import annotations

import json

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.context import Context, Note
from ctxfn.messages import (
    Image,
    Messages,
    Text,
    ToolError,
    ToolResult,
    assistant,
    call,
    chat,
    text_of,
    user,
    with_parts,
)
from ctxfn.processors import cut_result, limit_results, result_limit
from ctxfn.wire import Conversation, codec_named, profile
from tests.front.histories import reports

PICTURE = Image(url="https://example.org/p.png")


def asked(*results: ToolResult) -> Messages:
    """A call, and the *results* it had."""
    return chat(user("Look."), assistant("", call("c1", "files____read")), *results)


def result(text: str, *more: Image | Text) -> ToolResult:
    return ToolResult((Text(text), *more), "r1", "c1")


class TestExamples:
    """The limits of the rule, and what stays of a result."""

    @pytest.mark.parametrize(
        ("window", "ratio", "limit"),
        [(8192, 0.15, 4300), (32_000, 0.15, 16_800), (128_000, 0.15, 67_200), (1000, 0.0, 0)],
    )
    def test_a_share_of_the_window_in_characters(
        self, window: int, ratio: float, limit: int
    ) -> None:
        assert result_limit(window, ratio=ratio) == limit

    def test_beside_the_line_exactly_as_many_characters_as_the_limit_stay(self) -> None:
        cut = cut_result("ab" * 2_500, 4_300, tail=0.0, within=False)

        head, line = cut.split("\n\n")
        assert head == "ab" * 2_150
        assert line == "[700 of 5,000 characters of this result are left out: it is too long]"

    def test_both_ends_are_kept_in_their_shares(self) -> None:
        text = "a" * 5_000 + "z" * 5_000
        head, line, tail = cut_result(text, 1_076, tail=0.25).split("\n\n")

        assert (set(head), set(tail)) == ({"a"}, {"z"})
        assert len(tail) == (len(head) + len(tail)) // 4
        assert f"{10_000 - len(head) - len(tail):,} of 10,000" in line

    def test_at_the_limit_nothing_is_cut(self) -> None:
        messages = asked(result("x" * 4_300))

        assert limit_results(messages, window=8192) is messages

    def test_pictures_stay_behind_the_words(self) -> None:
        cut = limit_results(asked(result("x" * 9_000, PICTURE, Text("y"))), window=8192)[2]

        assert [type(part) for part in cut.parts] == [Text, Image]
        assert len(text_of(cut)) <= 4_300

    def test_words_of_a_failure_are_cut_too(self) -> None:
        failed = ToolResult((), "r1", "c1", error=ToolError("trace " * 2_000, "crash"))
        cut = limit_results(asked(failed), window=8192)[2]

        assert isinstance(cut, ToolResult)
        assert cut.error is not None
        assert cut.error.kind == "crash"
        assert len(cut.error.message) <= 4_300

    @pytest.mark.parametrize("name", ["files", "files____read", "read"])
    def test_tools_that_are_exempt_keep_theirs(self, name: str) -> None:
        messages = asked(result("x" * 9_000))
        kept = limit_results(messages, window=8192, exempt=(name,)) is messages

        assert kept == (name != "read")

    def test_the_note_names_what_was_cut(self) -> None:
        notes = limit_results(Context(asked(result("x" * 9_000))), window=8192).notes

        text = "1 results are longer than 4,300 characters and are cut"
        assert list(notes) == [Note("limit_results", "cut-result", text, ("r1",), (2,))]

    def test_b076_a_result_of_a_report_is_json_still(self) -> None:
        case = reports()["b076"]
        codec, most = codec_named("openai_chat"), case["expect"]["tool_content_max"]
        messages = codec.decode(case["input"]["messages"]).messages

        cut = limit_results(messages, window=1_000, ratio=most / 3_500)

        body = codec.encode(Conversation(cut), profile("openai")).body
        assert isinstance(body, list)
        assert len(body[2]["content"]) <= most
        assert json.loads(body[2]["content"])["items"][0] == {"n": 0}


class TestProperties:
    """What holds of any text and any limit."""

    @given(st.text(max_size=400), st.integers(0, 300), st.floats(0, 1), st.booleans())
    def test_nothing_is_longer_than_the_limit_or_one_line(
        self, text: str, limit: int, tail: float, json: bool
    ) -> None:
        assert len(cut_result(text, limit, tail=tail, json=json)) <= max(limit, 100)

    @given(st.integers(0, 2_000), st.integers(0, 300), st.floats(0, 1))
    def test_twice_is_once(self, length: int, limit: int, tail: float) -> None:
        once = cut_result("x" * length, limit, tail=tail)

        assert cut_result(once, limit, tail=tail) == once

    @given(st.text("ab\n", min_size=200, max_size=900), st.integers(100, 300), st.floats(0, 1))
    def test_what_stays_is_the_beginning_and_the_end(
        self, text: str, limit: int, tail: float
    ) -> None:
        cut = cut_result(text, limit, tail=tail, json=False)

        if cut != text:
            begin, end = cut.index("["), cut.index("]") + 1
            head, last = cut[:begin].removesuffix("\n\n"), cut[end:].removeprefix("\n\n")
            assert text.startswith(head)
            assert text.endswith(last)
            assert f"[{len(text) - len(head) - len(last):,} of" in cut

    @given(st.integers(0, 10**6), st.floats(0, 1))
    def test_the_limit_is_the_rule_rounded_down(self, window: int, ratio: float) -> None:
        limit = result_limit(window, ratio=ratio)

        assert limit <= window * ratio * 3.5 < limit + 1

    @given(st.lists(st.integers(0, 9_000), max_size=4))
    def test_all_but_long_results_are_the_same_objects(self, lengths: list[int]) -> None:
        results = [evolve(result("x" * length), id=f"r{n}") for n, length in enumerate(lengths)]
        messages = asked(*results)
        cut = limit_results(messages, window=8192)

        same = [one is other for one, other in zip(messages, cut, strict=True)]
        assert same == [True, True, *(length <= 4_300 for length in lengths)]
        assert (cut is messages) == all(same)

    def test_parts_that_a_cut_does_not_shorten_stay_apart(self) -> None:
        two = with_parts(result("a"), (Text("a"), Text("b")))
        messages = asked(two)

        assert limit_results(messages, window=0) is messages
