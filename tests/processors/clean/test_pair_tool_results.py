"""pair_tool_results: every call answered once, right behind it."""

from __future__ import annotations

import json

from ctxfn.context import Context, Note
from ctxfn.messages import (
    Assistant,
    AssistantGroup,
    Call,
    Image,
    Messages,
    Reasoning,
    Text,
    ToolError,
    ToolName,
    ToolResult,
    Turn,
    assistant,
    call,
    chat,
    text_of,
    tool_result,
    user,
)
from ctxfn.processors import flatten_groups, pair_tool_results

PAIRED = chat(
    user("find it"),
    assistant("looking", call("c1"), call("c2")),
    tool_result("c1", "here"),
    tool_result("c2", "there"),
    user("thanks"),
)
OPEN = chat(user("hi"), assistant("", call("c1"), id="m1"))
PICTURE = Image(url="https://example.org/p.png")


def notes_of(messages: Messages) -> list[Note]:
    context = pair_tool_results(Context.of(messages))
    return [note for note in context.notes if isinstance(note, Note)]


def said(messages: Messages) -> list[tuple[str, str]]:
    return [(node.role, text_of(node)) for node in messages]


class TestExamples:
    """What it does, in cases a reader can check by eye."""

    def test_what_is_paired_comes_back_as_the_same_object(self) -> None:
        assert pair_tool_results(PAIRED) is PAIRED

    def test_results_come_right_behind_their_call_in_call_order(self) -> None:
        one, two, three, four, five = PAIRED

        assert pair_tool_results(chat(four, one, two, five, three)) == PAIRED[:4].set(
            2, three
        ).append(five)

    def test_a_missing_result_is_made_up(self) -> None:
        made = pair_tool_results(OPEN, placeholder="it was cut off")[2]

        assert isinstance(made, ToolResult)
        assert made.synthetic == "missing"
        assert made.error == ToolError("it was cut off", "missing")
        assert (made.id, made.origin.ours) == ("pair_tool_results:m1:c1", "pair_tool_results")
        assert json.loads(text_of(made)) == {
            "error": "it was cut off",
            "reason": "missing",
            "success": False,
            "synthetic": True,
            "tool": "tool",
        }

    def test_a_made_up_result_names_the_tool_as_the_model_calls_it(self) -> None:
        asked = chat(assistant(Call("c1", ToolName("web", "search", "mcp"))))

        made = json.loads(text_of(pair_tool_results(asked)[1]))

        assert made["tool"] == "web____search____mcp"

    def test_a_call_without_result_can_be_dropped(self) -> None:
        talking = chat(assistant("let me look", call("c1")), user("well?"))

        assert said(pair_tool_results(talking, missing_result="drop_call")) == [
            ("assistant", "let me look"),
            ("user", "well?"),
        ]
        assert pair_tool_results(OPEN, missing_result="drop_call") == OPEN[:1]

    def test_calls_at_the_very_end_can_be_left_open(self) -> None:
        assert pair_tool_results(OPEN, open_calls="leave") is OPEN

    def test_calls_that_something_follows_are_not_left_open(self) -> None:
        after = pair_tool_results(OPEN.append(user("hello?")), open_calls="leave")

        assert [node.role for node in after] == ["user", "assistant", "tool", "user"]

    def test_an_open_call_keeps_the_results_of_its_neighbours(self) -> None:
        running = chat(assistant(call("c1"), call("c2")), tool_result("c2", "done"))

        assert pair_tool_results(running, open_calls="leave") is not None
        assert said(pair_tool_results(running, open_calls="leave")) == said(running)

    def test_an_orphan_is_dropped_and_noted(self) -> None:
        alone = chat(tool_result("c9", "42", id="r1"), user("hi"))

        assert pair_tool_results(alone) == alone[1:]
        assert [(n.kind, n.ids, n.places) for n in notes_of(alone)] == [
            ("orphan-result", ("r1", "c9"), (0,))
        ]

    def test_an_orphan_can_become_text(self) -> None:
        alone = chat(tool_result("c9", "42", tool="sum"))

        kept = pair_tool_results(alone, orphan_result="keep_as_text")

        assert kept[0].role == "user"
        assert text_of(kept[0]).endswith("42")
        assert kept[0].origin.ours is None


class TestWhichResult:
    """Of several results: usable beats blank, real beats made up, the first wins."""

    def test_the_first_that_says_something_wins(self) -> None:
        several = chat(
            assistant(call("c1")),
            tool_result("c1"),
            tool_result("c1", '{"synthetic": true}'),
            tool_result("c1", "first"),
            tool_result("c1", "second"),
        )

        assert said(pair_tool_results(several))[1:] == [("tool", "first")]
        assert [note.kind for note in notes_of(several)] == ["repeated-result"] * 3

    def test_late_results_can_replace_or_stay_as_text(self) -> None:
        several = chat(assistant(call("c1")), tool_result("c1", "old"), tool_result("c1", "new"))

        assert said(pair_tool_results(several, late_result="replace"))[1:] == [("tool", "new")]
        kept = said(pair_tool_results(several, late_result="keep_as_text"))
        assert [role for role, _ in kept] == ["assistant", "tool", "user"]
        assert kept[2][1].endswith("new")

    def test_a_made_up_result_stays_where_there_is_no_other(self) -> None:
        stored = chat(assistant(call("c1")), tool_result("c1", '{"synthetic": true}'))

        assert pair_tool_results(stored) is stored

    def test_an_error_speaks_where_the_result_says_nothing(self) -> None:
        failed = chat(assistant(call("c1")), tool_result("c1", " ", error="no network"))

        assert said(pair_tool_results(failed))[1:] == [("tool", "no network")]

    def test_words_are_not_replaced_by_the_error(self) -> None:
        failed = chat(assistant(call("c1")), tool_result("c1", "half of it", error="cut off"))

        assert pair_tool_results(failed) is failed

    def test_nothing_is_an_answer(self) -> None:
        quiet = chat(assistant(call("c1")), tool_result("c1"))

        assert pair_tool_results(quiet) is quiet

    def test_a_picture_is_a_result(self) -> None:
        shown = chat(assistant(call("c1")), tool_result("c1", PICTURE, error="slow"))

        assert pair_tool_results(shown) is shown

    def test_a_result_behind_its_call_beats_one_in_front(self) -> None:
        both = chat(
            tool_result("c1", "left over"), assistant(call("c1")), tool_result("c1", "mine")
        )

        assert said(pair_tool_results(both)) == [("assistant", ""), ("tool", "mine")]


class TestIds:
    """Ids that come back, twice in one message, or not at all."""

    def test_an_id_that_comes_back_keeps_each_turns_result(self) -> None:
        again = chat(
            assistant(call("c0")),
            tool_result("c0", "a"),
            assistant(call("c0")),
            user("wait"),
            tool_result("c0", "b"),
        )

        assert said(pair_tool_results(again)) == [
            ("assistant", ""),
            ("tool", "a"),
            ("assistant", ""),
            ("tool", "b"),
            ("user", "wait"),
        ]

    def test_a_result_in_front_of_a_reused_id_answers_its_first_open_call(self) -> None:
        early = chat(
            tool_result("c0", "a"),
            assistant(call("c0")),
            user("and?"),
            assistant(call("c0")),
            tool_result("c0", "b"),
        )

        assert [text for _, text in said(pair_tool_results(early))] == ["", "a", "and?", "", "b"]

    def test_the_same_call_twice_is_one(self) -> None:
        twice = chat(assistant(call("c1"), call("c1")), tool_result("c1", "a"))

        paired = pair_tool_results(twice)

        assert paired == chat(assistant(call("c1")), tool_result("c1", "a"))
        assert [note.kind for note in notes_of(twice)] == ["repeated-call"]

    def test_results_of_both_its_places_are_the_one_calls(self) -> None:
        twice = chat(
            assistant(call("c1"), call("c1")), tool_result("c1"), tool_result("c1", "it says so")
        )

        assert said(pair_tool_results(twice)) == [("assistant", ""), ("tool", "it says so")]

    def test_two_calls_under_one_id_become_two_ids(self) -> None:
        clash = chat(
            assistant(call("c1", "a"), call("c1", "b"), call("c1_2", "c")),
            tool_result("c1", "of a"),
            tool_result("c1", "of b"),
            tool_result("c1_2", "of c"),
        )

        paired = pair_tool_results(clash)

        message = paired[0]
        assert isinstance(message, Assistant)
        assert [one.id for one in message.calls] == ["c1", "c1_3", "c1_2"]
        assert [text for _, text in said(paired)[1:]] == ["of a", "of b", "of c"]

    def test_a_call_without_an_id_is_dropped_and_noted(self) -> None:
        nameless = chat(assistant("hm", call("")), tool_result("", "42"))

        assert pair_tool_results(nameless) == chat(assistant("hm"))
        assert [note.kind for note in notes_of(nameless)] == ["call-without-id", "orphan-result"]

    def test_a_result_that_is_now_text_says_why_it_failed(self) -> None:
        alone = chat(tool_result("c9", "half", error="no disk"))

        assert said(pair_tool_results(alone, orphan_result="keep_as_text")) == [
            (
                "user",
                "Result of a tool call that is no longer in this conversation:"
                "\n\nhalf\n\nThe tool failed: no disk",
            )
        ]


class TestWordsBetween:
    """What stands between a call and its result."""

    def test_words_of_a_person_follow_behind_the_results(self) -> None:
        between = chat(assistant("", call("c1")), user("hurry"), tool_result("c1", "42"))

        assert [role for role, _ in said(pair_tool_results(between))] == [
            "assistant",
            "tool",
            "user",
        ]

    def test_words_behind_a_wordless_call_are_said_with_it(self) -> None:
        """One answer that was stored in two pieces."""
        split = chat(
            assistant(call("c1"), id="a"),
            assistant("I am editing.", Reasoning("why"), id="b"),
            tool_result("c1", "saved"),
        )

        paired = pair_tool_results(split)

        assert said(paired) == [("assistant", "I am editing."), ("tool", "saved")]
        assert (paired[0].id, paired[0].reasoning) == ("a", (Reasoning("why"),))  # type: ignore[union-attr]
        assert [(n.kind, n.ids) for n in notes_of(split)] == [("joined-text", ("b",))]

    def test_a_call_with_words_takes_no_others(self) -> None:
        split = chat(assistant("one", call("c1")), assistant("two"), tool_result("c1", "r"))

        assert said(pair_tool_results(split)) == [
            ("assistant", "one"),
            ("tool", "r"),
            ("assistant", "two"),
        ]

    def test_another_speakers_words_are_not_taken(self) -> None:
        split = chat(assistant(call("c1")), assistant("two", name="bo"), tool_result("c1", "r"))

        assert [text for _, text in said(pair_tool_results(split))] == ["", "r", "two"]


class TestCards:
    """Cards are other steps' business, and theirs come first."""

    def test_a_result_beside_a_card_that_holds_its_call_finds_it_once_that_is_flat(self) -> None:
        card = AssistantGroup((Turn(Assistant((Text("on it"),), None, (call("c1"),))),))
        around = chat(card, tool_result("c1", "42"))

        assert said(pair_tool_results(flatten_groups(around)))[1] == ("tool", "42")
        assert pair_tool_results(around) == around[:1]
