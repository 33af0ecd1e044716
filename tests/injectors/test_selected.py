"""Skills and tools that were chosen, each told once in a conversation."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.context import Context
from ctxfn.facts import (
    InvalidFact,
    SelectedSkill,
    SelectedSkills,
    SelectedTool,
    SelectedTools,
)
from ctxfn.injectors import (
    render_selected_skills,
    render_selected_tools,
    selected_skills,
    selected_tools,
)
from ctxfn.messages import CompressedGroup, Mention, Messages, User, assistant, chat, user
from tests.injectors.hostile_values import SPOKEN, parsed


def naming(*mentions: Mention) -> User:
    return evolve(user("so"), marks=mentions)


def identifiers(context: Context) -> list[str]:
    """The chosen skills or tools that the last message tells."""
    blocks = context.messages[-1].blocks
    if not blocks:
        return []
    (element,) = parsed(blocks[0].text)
    return [str(one.get("identifier")) for one in element]


class TestText:
    """A sentence, then an element each."""

    def test_skills(self) -> None:
        chosen = SelectedSkills((SelectedSkill("pdf", 'P "D"', "a < b"), SelectedSkill("x")))
        sentence, _, elements = render_selected_skills(chosen).partition("\n")

        assert sentence.startswith("The person chose these skills for this request.")
        assert elements == (
            '<selected_skills>\n<skill identifier="pdf" name="P &quot;D&quot;">\na &lt; b\n</skill>\n'
            '<skill identifier="x" name="" />\n</selected_skills>'
        )
        assert render_selected_skills(SelectedSkills()) == ""

    def test_tools(self) -> None:
        chosen = SelectedTools((SelectedTool("maps", "Maps", " "),))
        sentence, _, elements = render_selected_tools(chosen).partition("\n")

        assert sentence.startswith("The person chose these tools for this request.")
        assert elements == (
            '<selected_tools>\n<tool identifier="maps" name="Maps" />\n</selected_tools>'
        )
        assert render_selected_tools(SelectedTools()) == ""

    @pytest.mark.parametrize("value", SPOKEN)
    def test_values_come_back(self, value: str) -> None:
        skills = render_selected_skills(SelectedSkills((SelectedSkill(value, value, value),)))
        tools = render_selected_tools(SelectedTools((SelectedTool(value, value, value),)))

        for text in (skills, tools):
            ((one,),) = parsed(text)
            assert (one.get("identifier"), one.get("name"), one.text) == (
                value,
                value,
                f"\n{value}\n",
            )

    def test_wrong_values_are_refused(self) -> None:
        with pytest.raises(InvalidFact, match=r"SelectedSkills: field items\[0\]: found 'pdf'"):
            SelectedSkills(("pdf",))  # type: ignore[arg-type]
        with pytest.raises(InvalidFact, match="SelectedTool: field identifier: found 7"):
            SelectedTool(7)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("injector", "kind", "fact"),
    [
        (selected_skills, "skill", SelectedSkills(tuple(map(SelectedSkill, "aba")))),
        (selected_tools, "tool", SelectedTools(tuple(map(SelectedTool, "aba")))),
    ],
    ids=["skills", "tools"],
)
class TestOnce:
    """What was mentioned before is not told again."""

    def told(self, injector: Any, fact: object, messages: Messages) -> list[str]:
        return identifiers(injector(Context.of(messages, fact)))

    def test_each_once(self, injector: Any, kind: str, fact: object) -> None:
        assert self.told(injector, fact, chat(user("so"))) == ["a", "b"]

    def test_not_if_it_was_mentioned(self, injector: Any, kind: str, fact: object) -> None:
        said = chat(naming(Mention("a", None, kind)), assistant("ok"), user("so"))

        assert self.told(injector, fact, said) == ["b"]

    def test_a_mention_in_the_last_message_is_the_choice(
        self, injector: Any, kind: str, fact: object
    ) -> None:
        assert self.told(injector, fact, chat(naming(Mention("a", None, kind)))) == ["a", "b"]

    def test_a_mention_of_another_kind_does_not_count(
        self, injector: Any, kind: str, fact: object
    ) -> None:
        assert self.told(injector, fact, chat(naming(Mention("a")), user("so"))) == ["a", "b"]

    def test_what_was_compressed_is_not_read_any_more(
        self, injector: Any, kind: str, fact: object
    ) -> None:
        gone = CompressedGroup((), (naming(Mention("a", None, kind)),))

        assert self.told(injector, fact, chat(gone, user("so"))) == ["a", "b"]

    def test_all_mentioned_injects_nothing(self, injector: Any, kind: str, fact: object) -> None:
        named = naming(Mention("a", None, kind), Mention("b", None, kind))
        context = Context.of(chat(named, user("so")), fact)

        assert injector(context) is context


@given(st.lists(st.sampled_from("abc")), st.lists(st.sampled_from("abc")))
def test_told_is_what_was_chosen_less_what_was_mentioned(
    chosen: list[str], before: list[str]
) -> None:
    said = chat(naming(*(Mention(one, None, "skill") for one in before)), user("so"))
    fact = SelectedSkills(tuple(map(SelectedSkill, chosen)))

    assert identifiers(selected_skills(Context.of(said, fact))) == [
        one for one in dict.fromkeys(chosen) if one not in before
    ]
