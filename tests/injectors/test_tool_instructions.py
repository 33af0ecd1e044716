"""tool_instructions: what the authors of tools say to the model; and the date they may tell."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given

from ctxfn.context import Context
from ctxfn.facts import Clock, InvalidFact, Model, ToolInstructions, ToolManual
from ctxfn.injectors import date, render_tool_instructions, tool_instructions
from ctxfn.messages import chat, user
from ctxfn.slots import SYSTEM
from ctxfn.wire import Profile, profile
from tests.injectors.hostile import ATTACKS, TEXTS, holds_no_marker, injected, opened, parsed

SAID = chat(user("hi"))
NOTES = ToolManual("notes", "Notes", "Personal notes", functions=("add",))
MAPS = ToolManual("maps", instructions="Always give kilometres.")
BOTH = ToolInstructions((NOTES, MAPS))
CLOCK = Clock(datetime(2026, 3, 1, tzinfo=UTC))
HEAD = '<tools description="The tools you may call, and how they are meant to be used.">\n'


class TestExamples:
    """One element a package."""

    def test_where_it_stands_and_what_it_reads(self) -> None:
        assert tool_instructions.slot == SYSTEM
        assert tool_instructions.reads == (ToolInstructions, Model, Profile)

    def test_text(self) -> None:
        assert render_tool_instructions(BOTH) == (
            HEAD + '<tool name="Notes">Personal notes</tool>\n'
            '<tool name="maps">\n'
            "<tool.instructions>Always give kilometres.</tool.instructions>\n"
            "</tool>\n</tools>"
        )

    @pytest.mark.parametrize("description", [None, "", " "])
    def test_nothing_known_of_a_package_is_said_so(self, description: str | None) -> None:
        one = ToolManual("a", " ", description, functions=("f",))

        assert render_tool_instructions(ToolInstructions((one,))) == (
            HEAD + '<tool name="a">Nothing more is said about this one.</tool>\n</tools>'
        )

    @pytest.mark.parametrize(
        "manuals", [(), (ToolManual("a", "A", "about"),), (ToolManual("a", instructions=" \n"),)]
    )
    def test_packages_without_anything_are_not_told(self, manuals: tuple[ToolManual, ...]) -> None:
        context = Context.of(SAID, ToolInstructions(manuals))

        assert tool_instructions(context) is context

    @pytest.mark.parametrize(
        ("facts", "told"),
        [
            ((), True),
            ((Model(functions=True),), True),
            ((Model(functions=False),), False),
            ((Model("m"), profile("openai")), True),
        ],
    )
    def test_only_a_model_that_calls_is_told(self, facts: tuple[object, ...], told: bool) -> None:
        assert bool(injected(tool_instructions, Context.of(SAID, BOTH, *facts))) is told

    def test_markup_in_instructions_stays_readable(self) -> None:
        one = ToolManual("a", instructions="Write <artifact id='1'>, if a < b.")

        assert "<artifact id='1'>, if a < b." in render_tool_instructions(ToolInstructions((one,)))

    @pytest.mark.parametrize("attack", ATTACKS, ids=range(len(ATTACKS)))
    def test_no_value_breaks_out(self, attack: str) -> None:
        said = ToolManual(attack, attack, instructions=attack)
        silent = ToolManual(attack, None, attack, functions=("f",))
        text = render_tool_instructions(ToolInstructions((said, silent)))
        counts = [opened(text, name) for name in ("tools", "tool", "tool.instructions")]

        assert counts == [(1, 1), (2, 2), (1, 1)]
        assert holds_no_marker(text)

    def test_what_is_told_must_be_text(self) -> None:
        with pytest.raises(InvalidFact, match=r"ToolManual: field instructions"):
            ToolManual("a", instructions=b"x")  # type: ignore[arg-type]


class TestProperties:
    """What is true of any package."""

    @given(TEXTS, TEXTS)
    def test_name_and_description_can_be_read_again(self, name: str, said: str) -> None:
        one = ToolManual("a", name, said, functions=("f",))
        (found,) = parsed(render_tool_instructions(ToolInstructions((one,)))).findall("tools/tool")

        assert (found.get("name"), found.text) == (name, said)


class TestDate:
    """The date is not said twice."""

    TOLD = ToolInstructions((ToolManual("web", instructions="It is May 1.", tells_date=True),))

    @pytest.mark.parametrize(
        ("facts", "said"),
        [
            ((), True),
            ((BOTH,), True),
            ((TOLD,), False),
            ((ToolInstructions((ToolManual("web", tells_date=True),)),), True),
            ((TOLD, Model(functions=False)), True),
        ],
        ids=["unknown", "silent", "told", "no instructions", "no calls"],
    )
    def test_it_stands_back_where_tools_tell_it(
        self, facts: tuple[object, ...], said: bool
    ) -> None:
        assert bool(injected(date, Context.of(SAID, CLOCK, *facts))) is said

    def test_moved_it_still_does(self) -> None:
        context = Context.of(SAID, CLOCK, self.TOLD)

        assert date.at(SYSTEM)(context) is context
