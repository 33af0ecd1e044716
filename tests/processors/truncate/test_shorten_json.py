"""shortened_json: what was JSON is JSON, shorter, and says what went."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.processors import elide_tool_results
from ctxfn.processors.truncate.shorten_json import shortened_json
from ctxfn.wire import Conversation, codec_named, profile
from tests.front.histories import reports

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=300),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=30,
)


class TestExamples:
    """What it does, in cases a reader can check by eye."""

    def test_lists_keep_their_first_items(self) -> None:
        text = json.dumps(list(range(1_000)))

        assert shortened_json(text, 100, "old") == (
            '[0,1,2,3,4,5,6,7,8,"[991 of 1,000 items are left out: old]"]'
        )

    def test_the_longest_member_shrinks_first(self) -> None:
        text = json.dumps({"a": "x" * 100, "b": "y" * 300})

        left = shortened_json(text, 250, "old")

        assert left is not None
        read = json.loads(left)
        assert read["a"] == "x" * 100
        assert read["b"].endswith(" [243 of 300 characters are left out: old]")

    def test_a_list_of_one_long_item_keeps_some_of_it(self) -> None:
        left = shortened_json(json.dumps([{"text": "x" * 900}]), 300, "old")

        assert left is not None
        assert json.loads(left)[0]["text"].startswith("xxx")

    @pytest.mark.parametrize(
        "text", ["", "x", '"text"', "7", '{"a": ', "[NaN]", "[" * 30 + "]" * 30, "[" * 9_999]
    )
    def test_what_is_no_object_or_list_or_too_deep_is_not_its_business(self, text: str) -> None:
        assert shortened_json(text, 10, "old") is None

    def test_many_members_that_have_no_room_are_cut_as_text(self) -> None:
        text = json.dumps({f"key {number}": number for number in range(500)})

        assert shortened_json(text, 100, "old") is None


@given(VALUES, st.integers(0, 2_000))
def test_what_comes_out_is_json_of_the_same_kind_and_fits(value: object, size: int) -> None:
    left = shortened_json(json.dumps(value), size, "old")

    if left is not None:
        assert len(left) <= size
        assert type(json.loads(left)) is type(value)


def test_what_a_report_says_of_a_cut_value() -> None:
    """b076: a result of 4,901 characters, cut to 500, is JSON still."""
    case = reports()["b076"]
    codec = codec_named("openai_chat")
    rows = [*case["input"]["messages"], {"role": "user", "content": "so?"}]
    limit = case["expect"]["tool_content_max"]

    step = elide_tool_results(turns=1, head=limit - 100, tail=100)
    after = step(codec.decode(rows).messages)

    body = codec.encode(Conversation(after), profile("openai")).body
    assert isinstance(body, list)
    content = body[2]["content"]
    assert len(content) <= limit
    assert json.loads(content)["items"][:2] == [{"n": 0}, {"n": 1}]
