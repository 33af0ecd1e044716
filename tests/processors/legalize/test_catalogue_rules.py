"""Steps for single rules of the catalogue: examples, and that their mutable twins agree."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from benchmarks import twins
from ctxfn.context import Context
from ctxfn.messages import Image, assistant, call, chat, tool_result, user
from ctxfn.pipeline import AnyStep, run
from ctxfn.processors import (
    claim_results,
    drop_approvals,
    drop_flagged,
    drop_last_thoughts,
    limit_images,
    mend_media_types,
)
from ctxfn.wire import codec_named

GIF = "R0lGODlhgALgAQ=="
CHAT = codec_named("openai_chat")


def asked(*ids: str) -> dict[str, Any]:
    calls = [
        {"id": one, "type": "function", "function": {"name": "f", "arguments": "{}"}} for one in ids
    ]
    return {"role": "assistant", "content": None, "tool_calls": calls}


def answer(id: str) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": id, "content": "42"}


def picture(kind: str) -> dict[str, Any]:
    return {"type": "image_url", "image_url": {"url": f"data:image/{kind};base64,{GIF}"}}


def said(*parts: Any, role: str = "user", **more: Any) -> dict[str, Any]:
    return {"role": role, "content": list(parts) or "words", **more}


#: One turn of each kind; whether a step changes something hangs on which of them stand there.
TURNS: tuple[list[dict[str, Any]], ...] = (
    [said()],
    [said(role="assistant")],
    [said(role="assistant", error=True)],
    [said(role="assistant", error=False)],
    [said(role="assistant", reasoning_content="Hm.")],
    [said(picture("png"), picture("gif"))],
    [said({"type": "text", "text": "Yes."}, {"type": "tool_approval_response", "id": "a"})],
    [said({"type": "tool_approval_request", "id": "a"}, role="assistant")],
)
BATCHES = st.builds(
    lambda number, calls, results: [
        asked(*(f"c{number}{n}" for n in range(calls))),
        *(answer(f"x{number}{n}") for n in range(results)),
    ],
    st.integers(0, 10**6),
    st.integers(1, 3),
    st.integers(0, 3),
)
ROWS = st.lists(st.one_of(st.sampled_from(TURNS), BATCHES), max_size=8).map(
    lambda turns: [row for turn in turns for row in copy.deepcopy(turn)]
)

PAIRS: tuple[tuple[AnyStep, Callable[[Any], None]], ...] = (
    (claim_results(), twins.claim_results),
    (drop_approvals(), twins.drop_approvals),
    (drop_flagged(), twins.drop_flagged),
    (drop_last_thoughts(), twins.drop_last_thoughts),
    (limit_images(many=2, many_side=1), lambda rows: twins.limit_images(rows, many=2)),
    (mend_media_types(), twins.mend_media_types),
)


class TestTwins:
    @pytest.mark.parametrize(("step", "twin"), PAIRS, ids=lambda one: getattr(one, "name", ""))
    @given(rows=ROWS)
    def test_they_agree(self, step: AnyStep, twin: Callable[[Any], None], rows: Any) -> None:
        messages = CHAT.decode(rows).messages
        after = run(step, Context.of(messages)).messages
        twin(rows)
        event(f"changed: {after is not messages}")

        assert after == CHAT.decode(rows).messages


class TestClaimResults:
    def test_the_first_result_is_the_first_calls(self) -> None:
        rows = chat(
            assistant("", call("a"), call("b")), tool_result("x", "1"), tool_result("y", "2")
        )

        assert [one.call_id for one in claim_results(rows)[1:]] == ["a", "b"]  # type: ignore[union-attr]

    @pytest.mark.parametrize(
        "results", [("x",), ("x", "y", "z"), ("a", "x", "y")], ids=["fewer", "more", "one known"]
    )
    def test_other_numbers_decide_nothing(self, results: tuple[str, ...]) -> None:
        rows = chat(assistant("", call("a"), call("b")), *map(tool_result, results))

        assert claim_results(rows) is rows

    def test_a_result_that_is_there_leaves_one_call_for_one_result(self) -> None:
        rows = chat(assistant("", call("a"), call("b")), tool_result("b"), tool_result("x"))

        assert [one.call_id for one in claim_results(rows)[1:]] == ["b", "a"]  # type: ignore[union-attr]

    def test_words_in_between_keep_them_apart(self) -> None:
        rows = chat(assistant("", call("a")), user("Well?"), tool_result("x"))

        assert claim_results(rows) is rows


class TestLimitImages:
    def test_the_oldest_go_no_further_than_the_last_that_is_too_large(self) -> None:
        small = Image(url="https://a.example/b.png")
        large = Image(url=f"data:image/gif;base64,{GIF}")
        rows = chat(user(small), user(large), user(small), user(small))
        after = limit_images(rows, many=1, many_side=600)

        assert [type(node.parts[0]).__name__ for node in after] == [
            "Text",
            "Text",
            "Image",
            "Image",
        ]

    def test_a_crowd_without_a_large_one_stays(self) -> None:
        rows = chat(user(*[Image(url=f"data:image/gif;base64,{GIF}")] * 9))

        assert limit_images(rows, side=640, many=2, many_side=640) is rows
