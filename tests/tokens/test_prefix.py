"""The prefix report: the true common prefix, and what is made of it."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from hypothesis import event, given
from hypothesis import strategies as st

from ctxfn.messages import InvalidJson, InvalidMessages, TooDeep
from ctxfn.tokens import (
    OPENAI_CACHING,
    Blame,
    Caching,
    UnclearLimit,
    prefix_of,
    request_lines,
)
from tests.tokens.bodies import LENGTH, any_bodies, bodies, small_bodies

HI = {"role": "user", "content": "hi"}
HELLO = {"role": "assistant", "content": "Hello."}
MORE = {"role": "user", "content": "And now?"}


def written(body: Any) -> bytes:
    """All lines of *body*, put one behind the other."""
    text = "".join(line.text for line in request_lines(body, LENGTH))
    return text.encode("utf-8", "surrogatepass")


def shared_bytes(one: bytes, other: bytes) -> int:
    """How many bytes two texts begin with, byte by byte."""
    same = 0
    while same < min(len(one), len(other)) and one[same] == other[same]:
        same += 1
    return same


class TestExamples:
    """What is shared, where it ends, and what that means."""

    def test_a_request_that_goes_on_shares_all_of_the_one_before(self) -> None:
        found = prefix_of([HI, HELLO], [HI, HELLO, MORE], counter=LENGTH)

        assert (found.messages, found.sent_messages) == (2, 3)
        assert found.tokens == found.earlier_tokens == found.read
        assert found.share == found.tokens / found.sent_tokens
        assert (found.difference, found.blame, found.kept) == (None, None, True)

    def test_the_first_difference_is_named_to_its_innermost_place(self) -> None:
        def asked(kind: str) -> dict[str, Any]:
            parameters = {"type": "object", "properties": {"day": {"type": kind}}}
            function = {"name": "weather", "parameters": parameters}
            return {"tools": [{"type": "function", "function": function}], "messages": [HI]}

        found = prefix_of(asked("string"), asked("number"))

        assert found.difference is not None
        assert found.difference.path == "tools[0].function.parameters.properties.day.type"
        assert '"number"' in found.difference.after
        assert found.blame == Blame("tools", "changed")
        assert found.messages == 0

    def test_tools_in_another_order_share_nothing_behind_them(self) -> None:
        tools = [{"name": "a"}, {"name": "b"}]
        one, other = ({"tools": listed, "messages": [HI, HELLO]} for listed in (tools, tools[::-1]))

        found = prefix_of(one, other)

        assert (found.messages, found.kept) == (0, False)

    def test_a_difference_in_the_last_question_leaves_what_was_closed(self) -> None:
        dated = {"role": "user", "content": "And now? (Monday)"}

        found = prefix_of([HI, HELLO, dated], [HI, HELLO, MORE, HELLO, HI])

        assert found.kept
        assert found.blame == Blame("history", "edited")

    def test_other_models_have_other_caches(self) -> None:
        found = prefix_of({"model": "a", "messages": [HI]}, {"model": "b", "messages": [HI]})

        assert (found.messages, found.read, found.share, found.kept) == (1, 0, 0.0, False)
        assert found.blame == Blame("model", "changed")

    def test_markers_and_ways_to_write_a_text_make_no_difference(self) -> None:
        part = {"text": "hi", "type": "text", "cache_control": {"type": "ephemeral"}}
        rewritten = {"content": [part], "role": "user"}

        assert prefix_of([HI], [rewritten]).share == 1.0

    def test_the_order_of_keys_in_arguments_reaches_the_model(self) -> None:
        def asked(value: dict[str, int]) -> list[dict[str, Any]]:
            return [{"role": "assistant", "content": [{"type": "tool_use", "input": value}]}]

        found = prefix_of(asked({"a": 1, "b": 2}), asked({"b": 2, "a": 1}))

        assert found.messages == 0
        assert found.difference is not None

    def test_characters_that_share_bytes_share_bytes_and_no_tokens(self) -> None:
        one, other = ([{"content": text}] for text in ("é", "è"))
        found = prefix_of(one, other, counter=LENGTH)

        assert (found.size, found.tokens) == (len('{"content":"') + 1, len('{"content":"'))

    def test_what_a_provider_keeps_is_coarser(self) -> None:
        long = {"role": "user", "content": "x" * 2000}
        exact = prefix_of([long, HI], [long, MORE], counter=LENGTH)
        kept = prefix_of([long, HI], [long, MORE], counter=LENGTH, caching=OPENAI_CACHING)
        short = prefix_of([HI], [HI, MORE], counter=LENGTH, caching=OPENAI_CACHING)

        assert kept.read == exact.tokens - (exact.tokens - 1024) % 128
        assert short.read == 0

    @pytest.mark.parametrize("wrong", [{"least": -1}, {"step": 0}, {"step": 1.5}])
    def test_a_rule_that_is_none_is_refused(self, wrong: dict[str, Any]) -> None:
        with pytest.raises(UnclearLimit, match="whole number of tokens"):
            Caching(**wrong)

    def test_what_is_no_request_is_refused(self) -> None:
        with pytest.raises(InvalidMessages):
            prefix_of("hi", [HI])
        with pytest.raises(InvalidJson):
            prefix_of([HI], [{"role": "user", "content": {1, 2}}])
        deep: list[Any] = []
        for _ in range(5000):
            deep = [deep]
        with pytest.raises(TooDeep):
            prefix_of([HI], [{"role": "user", "content": deep}])
        with pytest.raises(InvalidJson, match="nan"):
            prefix_of([HI], [{"role": "user", "content": "hi", "score": float("nan")}])

    @pytest.mark.parametrize("levels", [100, 450, 800])
    def test_lists_in_lists_are_somebodys_data(self, levels: int) -> None:
        deep: Any = "x"
        for _ in range(levels):
            deep = [deep]
        found = prefix_of([{"content": deep, "role": "user"}], [{"content": deep, "role": "tool"}])

        assert found.size == len('{"content":"x","role":"') + 2 * levels
        assert found.difference is not None
        assert found.difference.path == "messages[0].role"

    @pytest.mark.parametrize(("one", "other"), [(1, True), (0, False), (1, 1.0), ([1], [True])])
    def test_what_python_holds_for_equal_and_json_does_not(self, one: Any, other: Any) -> None:
        found = prefix_of([{**HI, "x": one}], [{**HI, "x": other}])

        assert found.difference is not None
        assert found.difference.path.startswith("messages[0].x")

    def test_keys_in_another_order_are_named_where_they_stand(self) -> None:
        names = ("city", "unit")
        one, other = (
            {"tools": [{"name": "f", "input_schema": {"properties": {key: {} for key in order}}}]}
            for order in (names, names[::-1])
        )
        found = prefix_of(one, other)

        assert found.difference is not None
        assert found.difference.path == "tools[0].input_schema.properties"

    @pytest.mark.parametrize(
        ("key", "result"),
        [
            (
                "messages",
                {"content": [{"type": "tool_result", "tool_use_id": "c", "content": "r"}]},
            ),
            ("contents", {"parts": [{"functionResponse": {"name": "f", "response": {}}}]}),
        ],
    )
    def test_a_result_on_the_persons_side_is_nothing_a_person_said(
        self, key: str, result: dict[str, Any]
    ) -> None:
        def request(asked: str) -> dict[str, Any]:
            answer = {"role": "assistant", "content": "Wait."}
            return {
                key: [HI, {"role": "user", "content": asked}, answer, {"role": "user", **result}]
            }

        assert prefix_of(request("a"), request("b")).kept


class TestProperties:
    """For any two requests."""

    @given(bodies())
    def test_what_is_shared_is_the_common_prefix_of_the_json(self, pair: tuple[Any, Any]) -> None:
        before, after = pair
        found = prefix_of(before, after, counter=LENGTH)
        event("whole" if found.difference is None else "differs")

        assert found.size == shared_bytes(written(before), written(after))
        assert found.sent_size == len(written(after))

    @given(bodies())
    def test_never_more_than_either(self, pair: tuple[Any, Any]) -> None:
        found = prefix_of(*pair)

        assert 0.0 <= found.share <= 1.0
        assert found.tokens <= min(found.earlier_tokens, found.sent_tokens)
        assert found.messages <= found.sent_messages

    @given(any_bodies())
    def test_equal_requests_share_all_and_blame_nothing(self, body: Any) -> None:
        found = prefix_of(body, body)

        assert found.share == 1.0
        assert (found.difference, found.blame, found.kept) == (None, None, True)

    @given(bodies())
    def test_what_two_share_does_not_depend_on_which_came_first(
        self, pair: tuple[Any, Any]
    ) -> None:
        one, other = (prefix_of(*order, counter=LENGTH) for order in (pair, pair[::-1]))

        assert (one.size, one.tokens, one.messages) == (other.size, other.tokens, other.messages)
        assert (one.difference is None) == (other.difference is None)
        assert (one.blame is None) == (other.blame is None)

    @given(bodies())
    def test_a_difference_is_blamed_and_nothing_else_is(self, pair: tuple[Any, Any]) -> None:
        found = prefix_of(*pair)

        assert (found.blame is None) == (found.difference is None)

    @given(st.integers(0, 10_000), st.integers(0, 2000), st.integers(1, 500))
    def test_no_more_is_read_than_shared(self, shared: int, least: int, step: int) -> None:
        read = Caching(least=least, step=step).read(shared)

        assert read == 0 or (least <= read <= shared and shared - read < step)


def test_every_pair_of_small_requests() -> None:
    small = small_bodies()
    wrong = []
    for before in small:
        for after in small:
            found = prefix_of(before, after, counter=LENGTH)
            same = shared_bytes(written(before), written(after))
            whole = same in (len(written(before)), len(written(after)))
            if (found.size, found.difference is None) != (same, whole):
                wrong.append((before, after))

    assert wrong == []


def test_blame_of_a_system_text_that_is_a_message() -> None:
    system = {"role": "system", "content": "It is 9:00."}
    found = prefix_of([system, HI], [{**system, "content": "It is 9:05."}, HI])

    assert found.blame == Blame("system", "edited")
    assert found.blame is not None
    assert str(evolve(found.blame, step="clock", facts=("Clock",))) == (
        "step clock (Clock): 1 message edited"
    )
