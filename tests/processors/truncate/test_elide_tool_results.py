"""elide_tool_results: old results keep their ends."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from ctxfn.context import Context, Note
from ctxfn.messages import (
    Image,
    Messages,
    Node,
    Text,
    ToolError,
    ToolName,
    ToolResult,
    assistant,
    call,
    chat,
    freeze,
    text_of,
    tool_result,
    user,
)
from ctxfn.pipeline import OptionError
from ctxfn.processors import elide_tool_results

LONG = "x" * 5_000
PICTURE = Image(url="https://example.org/p.png")


def turns(count: int, words: str = LONG) -> Messages:
    """Questions, each with a call, its result and an answer."""
    nodes: list[Node] = []
    for n in range(count):
        asked = assistant("", call(f"c{n}", ToolName("files", "read")))
        nodes += [user(f"q{n}"), asked, tool_result(f"c{n}", words), assistant(f"a{n}")]
    return chat(*nodes)


def elided(messages: Messages, **options: Any) -> list[int]:
    """Number the results that are not whole any more."""
    after = elide_tool_results(**options)(messages)
    results = [
        (before, node)
        for before, node in zip(messages, after, strict=True)
        if isinstance(before, ToolResult)
    ]
    return [number for number, (before, node) in enumerate(results) if node is not before]


class TestAge:
    """Which results are old."""

    def test_results_of_the_last_turns_stay(self) -> None:
        assert elided(turns(5)) == [0, 1]
        assert elided(turns(5), turns=1) == [0, 1, 2, 3]
        assert elided(turns(3)) == []

    def test_the_newest_results_stay(self) -> None:
        assert elided(turns(5), turns=None, keep=2) == [0, 1, 2]
        assert elided(turns(5), turns=None, keep=9) == []

    def test_what_either_keeps_stays(self) -> None:
        assert elided(turns(5), turns=1, keep=3) == [0, 1]
        assert elided(turns(5), turns=4, keep=1) == [0]

    def test_without_turns_and_keep_nothing_is_old(self) -> None:
        said = turns(5)

        assert elide_tool_results(said, turns=None) is said

    def test_results_of_one_message_grow_old_together(self) -> None:
        asked = assistant(*(call(f"c{n}") for n in range(3)))
        said = chat(user("q"), asked, *(tool_result(f"c{n}", LONG) for n in range(3)))

        assert elided(said, turns=None, keep=1) == []
        assert elided(said + turns(1), turns=None, keep=1) == [0, 1, 2]

    def test_the_border_moves_by_every(self) -> None:
        assert elided(turns(5), turns=1, every=3) == [0, 1, 2]
        assert elided(turns(6), turns=1, every=3) == [0, 1, 2]
        assert elided(turns(7), turns=1, every=3) == [0, 1, 2, 3, 4, 5]
        assert elided(turns(5), turns=None, keep=1, every=3) == [0, 1, 2]

    def test_what_several_people_say_at_once_is_one_turn(self) -> None:
        said = turns(1) + chat(user("q"), user("and"), user("so"))

        assert elided(said, turns=2) == []
        assert elided(said, turns=1) == [0]


class TestShape:
    """What is left of them."""

    def test_both_ends_and_a_line_stay(self) -> None:
        said = turns(2, "a" * 500 + "b" * 4_000 + "c" * 500)

        assert text_of(elide_tool_results(said, turns=1)[2]) == (
            "a" * 500
            + "\n\n[4,000 of 5,000 characters of this result are left out: it is old]\n\n"
            + "c" * 500
        )

    def test_the_line_alone_stays_if_both_ends_are_none(self) -> None:
        after = elide_tool_results(turns(2), turns=1, head=0, tail=0)

        assert text_of(after[2]) == (
            "[5,000 of 5,000 characters of this result are left out: it is old]"
        )

    @pytest.mark.parametrize("length", [2_000, 1_200])
    def test_short_results_stay(self, length: int) -> None:
        said = turns(2, "x" * length)

        assert elide_tool_results(said, turns=1) is said

    def test_nothing_gets_longer(self) -> None:
        said = turns(2, "x" * 1_100)

        assert elide_tool_results(said, turns=1, longer_than=0) is said

    def test_several_texts_become_one(self) -> None:
        said = chat(user("q"), ToolResult((Text(LONG), Text(LONG)), call_id="c"), user("so?"))

        after = elide_tool_results(said, turns=1)[1]

        assert len(after.parts) == 1
        assert "[9,002 of 10,002 characters" in text_of(after)

    def test_media_go_with_a_line_that_counts_them(self) -> None:
        said = chat(user("q"), tool_result("c", "seen", PICTURE, PICTURE), user("so?"))

        assert elide_tool_results(said, turns=1)[1].parts == (
            Text("seen\n\n[left out of this result: 2 images; it is old]"),
        )

    def test_pictures_in_a_tool_s_state_go_as_well(self) -> None:
        state = freeze({"images": [{"url": "https://a/x.png"}, {"path": "x"}], "cached": True})
        shown = evolve(tool_result("c", "seen"), state=state)

        after = elide_tool_results(chat(user("q"), shown, user("so?")), turns=1)[1]

        assert isinstance(after, ToolResult)
        assert after.state == freeze({"cached": True})
        assert text_of(after) == "seen\n\n[left out of this result: 2 images; it is old]"

    def test_media_stay_if_they_are_kept(self) -> None:
        said = chat(user("q"), tool_result("c", LONG, PICTURE), user("so?"))

        after = elide_tool_results(said, turns=1, media="keep")[1]

        assert after.parts[1:] == (PICTURE,)

    def test_failures_and_made_up_results_stay(self) -> None:
        failed = evolve(tool_result("c", LONG), error=ToolError("no"))
        made_up = evolve(tool_result("d", LONG), synthetic="missing")
        said = chat(user("q"), failed, made_up, user("so?"))

        assert elide_tool_results(said, turns=1) is said

    @pytest.mark.parametrize("name", ["files", "files____read", "files____read____mcp"])
    def test_exempt_tools_keep_theirs(self, name: str) -> None:
        said = turns(2)

        assert elide_tool_results(said, turns=1, exempt=(name,)) is said

    def test_other_tools_are_not_exempt(self) -> None:
        assert elided(turns(2), turns=1, exempt=("files____write", "file", "read")) == [0]

    def test_a_note_names_them(self) -> None:
        said = chat(user("q"), tool_result("c", LONG, id="m1"), user("so?"))

        assert list(elide_tool_results(Context(said), turns=1).notes) == [
            Note(
                "elide_tool_results", "elided-result", "1 old results are shortened", ("m1",), (1,)
            )
        ]

    @pytest.mark.parametrize("options", [{"turns": 0}, {"keep": 0}, {"every": 0}, {"head": -1}])
    def test_what_makes_no_sense_is_refused(self, options: dict[str, int]) -> None:
        with pytest.raises(OptionError):
            elide_tool_results(**options)  # type: ignore[call-overload]
