"""Which hints are given when, and where."""

from __future__ import annotations

import pytest

from ctxfn.context import Context
from ctxfn.facts import Clock, Onboarding, Todo, TodoList
from ctxfn.injectors import onboarding_hint, render_onboarding_hint, todo_list
from ctxfn.injectors import onboarding_steps as said
from ctxfn.messages import (
    AssistantGroup,
    Messages,
    Node,
    ToolName,
    Turn,
    assistant,
    call,
    chat,
    user,
)
from ctxfn.slots import TAIL


def hints(known: Onboarding, *, picker_shown: bool = False) -> list[str]:
    lines = render_onboarding_hint(known, picker_shown=picker_shown).splitlines()
    if lines:
        assert (lines[0], lines[-1]) == ("<next_actions>", "</next_actions>")
    return lines[1:-1]


class TestText:
    """One hint a line."""

    def test_what_is_not_written_yet(self) -> None:
        assert hints(Onboarding("G")) == [said.NO_SOUL, said.NO_PERSONA, *said.ALWAYS]
        assert hints(Onboarding("G", "s", " ")) == [said.NO_PERSONA, *said.ALWAYS]
        assert hints(Onboarding("G", soul="s", persona="p")) == [*said.ALWAYS]

    @pytest.mark.parametrize("phase", said.BY_PHASE)
    def test_each_phase_and_how_to_leave_it(self, phase: str) -> None:
        assert hints(Onboarding(f"Phase: {phase}!", soul="s", persona="p")) == [
            *said.BY_PHASE[phase],
            *said.ALWAYS,
            said.LEAVING,
        ]

    @pytest.mark.parametrize(("shown", "hint"), [(False, said.PICKER), (True, said.PICKED)])
    def test_the_picker_is_opened_once(self, shown: bool, hint: str) -> None:
        assert hints(Onboarding("Summary", soul="s", persona="p"), picker_shown=shown) == [
            hint,
            *said.ALWAYS,
        ]

    @pytest.mark.parametrize(
        ("had", "left", "start"),
        [
            (2, 3, "Discovery: 2 exchanges so far, about 5 in all, so go on for about 3 more."),
            (5, 0, "Discovery: 5 exchanges, which is enough."),
        ],
    )
    def test_discovery_is_counted(self, had: int, left: int, start: str) -> None:
        known = Onboarding("Discovery", exchanges=had, remaining=left, soul="s", persona="p")

        assert hints(known)[0].startswith(start)

    @pytest.mark.parametrize(
        "known",
        [
            Onboarding("Discovery", exchanges=2, soul="s", persona="p"),
            Onboarding("Discovery", remaining=2, soul="s", persona="p"),
            Onboarding("User Identity", exchanges=2, remaining=2, soul="s", persona="p"),
        ],
    )
    def test_not_if_a_count_or_the_phase_is_missing(self, known: Onboarding) -> None:
        assert not hints(known)[0].startswith("Discovery:")

    def test_nothing_to_hint_at(self) -> None:
        assert hints(Onboarding(" ", "s")) == []
        assert hints(Onboarding("Discovery", finished=True)) == []


def ends(*nodes: Node) -> Messages:
    return onboarding_hint(Context.of(chat(*nodes), Onboarding("Summary"))).messages


class TestPlace:
    """By itself, at the very end."""

    @pytest.mark.parametrize("last", [user("a"), assistant("b")])
    def test_behind_everything(self, last: Node) -> None:
        after = ends(user("a"), last)

        assert after[:2] == chat(user("a"), last)
        assert [block.name for block in after[2].blocks] == ["onboarding_hint"]

    def test_what_comes_to_the_tail_later_joins_it(self) -> None:
        context = Context.of(chat(user("a")), Onboarding("G"), TodoList((Todo("x"),)))
        after = todo_list(onboarding_hint(context)).messages

        assert [[block.name for block in node.blocks] for node in after] == [
            [],
            ["onboarding_hint", "todo_list"],
        ]

    def test_it_joins_a_tail_that_is_there(self) -> None:
        context = Context.of(chat(assistant("a")), Onboarding("G"), TodoList((Todo("x"),)))
        after = onboarding_hint(todo_list(context)).messages

        assert [block.name for block in after[1].blocks] == ["todo_list", "onboarding_hint"]
        assert todo_list.slot == TAIL

    def test_a_new_hint_takes_its_place(self) -> None:
        once = onboarding_hint(Context.of(chat(user("a")), Onboarding("G")))
        after = onboarding_hint(once.tell(Onboarding("G", "s", "p")))

        assert len(after.messages) == 2
        assert len(after.messages[1].blocks) == 1
        assert onboarding_hint(after) is after

    def test_nothing_known_is_the_same_context(self) -> None:
        for known in ((), (Onboarding(),), (Clock,)):
            context = Context.of(chat(user("a")), *known)
            assert onboarding_hint(context) is context


class TestPicker:
    """A call of the picker counts wherever it stands."""

    @pytest.mark.parametrize(
        "node",
        [
            assistant(call("c", ToolName("market", "showAgentMarketplace"))),
            assistant(call("c", "market____showAgentMarketplace____mcp")),
            AssistantGroup((Turn(assistant(call("c", ToolName("m", "showAgentMarketplace")))),)),
        ],
    )
    def test_it_was_opened(self, node: Node) -> None:
        assert said.PICKED in ends(user("a"), node)[-1].blocks[0].text

    def test_words_about_it_do_not_open_it(self) -> None:
        words = assistant("showAgentMarketplace", call("c", ToolName("showAgentMarketplace", "x")))

        assert said.PICKER in ends(user("showAgentMarketplace"), words)[-1].blocks[0].text
