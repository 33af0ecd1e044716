"""Markup of calls that a server let slip into an answer is taken out, and nothing else."""

from __future__ import annotations

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import twins
from ctxfn.context import Context, Note
from ctxfn.messages import Assistant, Text, assistant, call, chat, user
from ctxfn.processors import strip_leaked_calls, without_leaked_calls
from tests.laws.test_growth import lines_run

BAR = "\uff5c"

TEXTS = st.lists(
    st.sampled_from(["<", "</", ">", "|", BAR, "DSML", "DS", "ML", "a", " "]), max_size=14
).map("".join)


class TestExamples:
    """Marks alone, in pairs, unfinished, and those that arise when others go."""

    @pytest.mark.parametrize(
        ("text", "left"),
        [
            (
                f'hi <{BAR}DSML{BAR}calls><{BAR}DSML{BAR}invoke name="a">x</{BAR}DSML{BAR}invoke>'
                f"</{BAR}DSML{BAR}calls>",
                "hi",
            ),
            (f"<{BAR}{BAR}DSML{BAR}{BAR}calls>x</{BAR}{BAR}DSML{BAR}{BAR}calls> there", "there"),
            ("a<|DSML|c>b</|DSML|c>d", "ad"),
            (f"done</{BAR}DSML{BAR}calls>", "done"),
            (f"text<{BAR}{BAR}DSML{BAR}{BAR}calls", "text"),
            ("| a | b |\n|---|---|\n| DSML | < |", "| a | b |\n|---|---|\n| DSML | < |"),
            ("<DSML>x</DSML>", "<DSML>x</DSML>"),
            (f"<{BAR}DS<{BAR}DSML{BAR}>ML{BAR}>z", "z"),
            ("nothing", "nothing"),
        ],
    )
    def test_what_is_left(self, text: str, left: str) -> None:
        assert without_leaked_calls(text) == (left, left != text)

    def test_another_word_may_be_meant(self) -> None:
        assert without_leaked_calls("a<|TOOL|>b", word="TOOL") == ("ab", True)

    def test_a_text_that_held_nothing_else_is_gone_and_its_call_stays(self) -> None:
        said = evolve(assistant("", call("c1")), parts=(Text("<|DSML|x>"), Text("so")), id="a")
        after = strip_leaked_calls(Context(chat(user("<|DSML|>"), said)))

        stripped = after.messages[1]
        assert isinstance(stripped, Assistant)
        assert (stripped.parts, stripped.calls) == ((Text("so"),), said.calls)
        assert after.messages[0] == user("<|DSML|>")
        text = "9 of 11 characters were markup of calls"
        assert list(after.notes) == [Note("strip_leaked_calls", "leaked-call", text, ("a",), (1,))]


class TestProperties:
    """What holds of any text."""

    @given(TEXTS)
    def test_not_found_is_not_changed_and_the_same_object(self, text: str) -> None:
        left, found = without_leaked_calls(text)

        assert found or left is text

    @given(TEXTS)
    def test_twice_is_once(self, text: str) -> None:
        left = without_leaked_calls(text).text

        assert without_leaked_calls(left) == (left, False)

    @given(TEXTS.filter(lambda text: "DSML" not in text))
    def test_without_the_word_nothing_goes(self, text: str) -> None:
        assert without_leaked_calls(text) == (text, False)

    @given(TEXTS, st.sampled_from(["DSML", "DS", "|", "", "<|D", "ML>", "<|DS|>"]))
    def test_agrees_with_the_mutable_twin_that_looks_at_the_whole_text_again(
        self, text: str, word: str
    ) -> None:
        rows = [{"role": "assistant", "content": text}]
        twins.strip_leaked_calls(rows, word=word)

        assert without_leaked_calls(text, word=word).text == rows[0]["content"]

    @given(TEXTS, st.sampled_from(["x", "y z", "(1)"]))
    def test_words_in_front_of_all_marks_stay(self, text: str, words: str) -> None:
        assert without_leaked_calls(f"{words}{text}").text.startswith(words)


@pytest.mark.parametrize(
    "text",
    [
        "<|" * 100_000 + "DSML",
        "|" * 100_000 + "<|DSML",
        "<|DS" * 50_000 + "<|DSML|>" + "ML|>" * 50_000,
        "<|DSML|>" * 50_000 + "</|DSML|>" * 50_000,
    ],
)
def test_a_hundred_thousand_bars_end(text: str) -> None:
    left, found = without_leaked_calls(text)

    assert found
    assert "DSML" not in left


def test_marks_inside_marks_cost_what_they_hold() -> None:
    def nested(depth: int) -> int:
        text = "<|DS" * depth + "<|DSML|>" + "ML|>" * depth
        return lines_run(lambda: without_leaked_calls(text))

    assert nested(800) < 5 * nested(200)
