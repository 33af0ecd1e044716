"""skills and skill_list: what is active stands whole, the rest is listed elsewhere."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.context import Context
from ctxfn.facts import InvalidFact, Skill, SkillSet
from ctxfn.injectors import render_skill_list, render_skills, skill_list, skills
from ctxfn.messages import ToolName, chat, neutralise, user
from ctxfn.slots import PREAMBLE, SYSTEM
from tests.injectors.hostile import ATTACKS, TEXTS, holds_no_marker, injected, parsed

SAID = chat(user("hi"))
BRAND = Skill("brand", "Brand voice", "Tone", active=True, content="# Brand\nBe brief.")
PDF = Skill("pdf", "PDF tools", "Split and merge", source="builtin")
HINT = (
    "None of these skills is active. Before you work on what one describes, call the tool that "
    "runs skills with its name."
)


class TestSkills:
    """The instructions of what is active."""

    def test_where_it_stands(self) -> None:
        assert (skills.slot, skills.reads) == (SYSTEM, (SkillSet,))

    def test_contents_stand_as_they_are(self) -> None:
        other = Skill("b", "B", active=True, content=" <i> & {{x}} ")

        assert render_skills(SkillSet((BRAND, PDF, other))) == (
            "# Brand\nBe brief.\n\n <i> & {{x}} "
        )

    @pytest.mark.parametrize("one", [PDF, Skill("a", "A", active=True, content=" \n"), None])
    def test_nothing_active_nothing_told(self, one: Skill | None) -> None:
        context = Context.of(SAID, SkillSet(() if one is None else (one,)))

        assert skills(context) is context

    def test_without_the_fact_nothing_happens(self) -> None:
        context = Context.of(SAID)

        assert (skills(context), skill_list(context)) == (context, context)

    @pytest.mark.parametrize("attack", ATTACKS, ids=range(len(ATTACKS)))
    def test_no_content_makes_an_envelope(self, attack: str) -> None:
        one = Skill("a", "A", active=True, content=attack)
        text = render_skills(SkillSet((one,)))

        assert (text, holds_no_marker(text)) == (neutralise(attack), True)


class TestSkillList:
    """What could be made active."""

    def test_where_it_stands(self) -> None:
        assert (skill_list.slot, skill_list.reads) == (PREAMBLE, (SkillSet,))

    def test_text(self) -> None:
        assert render_skill_list(SkillSet((BRAND, PDF))) == (
            "<available_skills>\n"
            '  <skill name="PDF tools" source="builtin">Split and merge</skill>\n'
            "</available_skills>\n\n" + HINT
        )

    def test_a_skill_that_is_a_file_is_read_first(self) -> None:
        near = Skill("a", "A", source="project", location="skills/a.md")

        assert render_skill_list(SkillSet((near,), reader=ToolName("files", "read"))) == (
            "<available_skills>\n"
            '  <skill name="A" source="project" location="skills/a.md"></skill>\n'
            "</available_skills>\n\n" + HINT + "\n"
            "A skill whose source is project or device is a file: read it at its location with "
            "the tool files____read first."
        )

    def test_the_tool_is_named_if_it_is_known(self) -> None:
        assert "call the tool run with its name" in render_skill_list(
            SkillSet((PDF,), activator="run")
        )

    def test_active_without_content_is_listed(self) -> None:
        """Otherwise nobody would hear of it."""
        lost = Skill("a", "A", active=True)

        assert '<skill name="A">' in render_skill_list(SkillSet((lost,)))
        assert render_skills(SkillSet((lost,))) == ""

    def test_all_active_no_list(self) -> None:
        context = Context.of(SAID, SkillSet((BRAND,)))

        assert skill_list(context) is context

    def test_both_share_the_system_message_if_asked_to(self) -> None:
        context = skills(Context.of(SAID, SkillSet((PDF, BRAND))))
        texts = injected(skill_list.at(SYSTEM), context)

        assert texts == ["# Brand\nBe brief.", render_skill_list(SkillSet((PDF,)))]

    def test_installing_one_leaves_the_system_message(self) -> None:
        before, after = (Context.of(SAID, SkillSet(all_)) for all_ in ((BRAND,), (BRAND, PDF)))

        assert skill_list(skills(before)).messages[0] == skill_list(skills(after)).messages[0]

    @pytest.mark.parametrize("attack", ATTACKS, ids=range(len(ATTACKS)))
    def test_no_value_breaks_out(self, attack: str) -> None:
        one = Skill("a", attack, attack, "device", attack)
        text = render_skill_list(SkillSet((one,), attack, attack))

        assert (text.count("<"), holds_no_marker(text)) == (4, True)

    @given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=4))
    def test_every_value_can_be_read_again(self, rows: list[tuple[str, str]]) -> None:
        listed = tuple(Skill("a", name, said, location=name) for name, said in rows)
        tree = parsed(render_skill_list(SkillSet(listed)))
        lines = tree.findall("available_skills/skill")

        assert [(one.get("name"), one.text, one.get("location")) for one in lines] == [
            (name, said, name) for name, said in rows
        ]


class TestFact:
    """What a skill may hold."""

    def test_a_name_is_a_text(self) -> None:
        with pytest.raises(InvalidFact, match=r"Skill: field name: found 3"):
            Skill("a", 3)  # type: ignore[arg-type]

    def test_a_source_is_one_of_those_there_are(self) -> None:
        with pytest.raises(InvalidFact, match=r"Skill: field source: found 'web'"):
            Skill("a", "A", source="web")  # type: ignore[arg-type]

    def test_a_list_is_no_tuple(self) -> None:
        with pytest.raises(InvalidFact, match=r"SkillSet: field skills"):
            SkillSet([PDF])  # type: ignore[arg-type]
