"""trim_activations: documents the request carries elsewhere are not said twice."""

from __future__ import annotations

import pytest

from ctxfn.context import Context, Note
from ctxfn.facts import ActivatedSkill, ActivatedTool, Activations
from ctxfn.messages import (
    Messages,
    Node,
    Text,
    ToolName,
    ToolResult,
    assistant,
    call,
    chat,
    freeze,
    text_of,
)
from ctxfn.processors import trim_activations

TIDY = ActivatedSkill("tidy", "Tidy up", "Put things back.")
COOK = ActivatedSkill("cook", "Cook", "Peel, then boil.")
TOOLS = (ActivatedTool("web", ("search", "open")), ActivatedTool("clock"))
ACTIVE = Activations(TOOLS, (TIDY, COOK))
CLOSING = "[What they are and do is in the system message]"


def activated(text: str, **state: object) -> ToolResult:
    """A result of the tool that activates tools and skills."""
    tool = ToolName("lobe-activator", "activateTools")
    return ToolResult((Text(text),), tool=tool, state=freeze(state))


def skill(text: str, package: str = "lobe-skills", **state: object) -> ToolResult:
    """A result of the tool that activates one skill."""
    tool = ToolName(package, "activateSkill")
    return ToolResult((Text(text),), tool=tool, state=freeze(state))


def trimmed(*nodes: Node, active: Activations = ACTIVE) -> Messages:
    return trim_activations(Context.of(chat(*nodes), active)).messages


def text(node: Node, active: Activations = ACTIVE) -> str:
    return text_of(trimmed(node, active=active)[0])


def stays(node: Node, active: Activations = ACTIVE) -> bool:
    return trimmed(node, active=active)[0] is node


class TestTools:
    """Results that activated tools and skills."""

    def test_functions_are_listed_and_the_bare_name_where_there_are_none(self) -> None:
        long = activated(
            "documents", activatedTools=[{"identifier": "web"}, {"identifier": "clock"}]
        )

        assert text(long) == f"[Activated tools: web.search, web.open, clock]\n{CLOSING}"

    def test_what_stands_behind_the_content_of_a_skill_is_kept(self) -> None:
        long = activated(
            "Skills:\nPut things back. Files: a.md\nPeel, then boil.\nFiles: b.md\n"
            "Not found: x\nmore",
            activatedSkills=[{"identifier": "tidy"}, {"identifier": "cook"}],
            notFound=["x"],
            alreadyActive=["clock"],
        )

        assert text(long) == "\n".join(
            (
                "[Activated skills: Tidy up, Cook]",
                "Files: a.md",
                "Files: b.md",
                "[Already active: clock]",
                "[Not found: x]",
                CLOSING,
            )
        )

    def test_skills_are_known_by_name_whatever_its_case(self) -> None:
        long = activated("Put things back.", activatedSkills=[{"name": "TIDY UP"}])

        assert text(long) == f"[Activated skills: Tidy up]\n{CLOSING}"

    def test_entries_that_say_nothing_are_none(self) -> None:
        long = activated("documents", activatedTools=[None, "", "clock"])

        assert text(long) == f"[Activated tools: clock]\n{CLOSING}"

    @pytest.mark.parametrize(
        "node",
        [
            activated("documents"),
            activated("documents", activatedTools=[]),
            activated("documents", activatedTools=["clock", "unknown"]),
            activated("documents", activatedTools=["clock"], activatedSkills=["unknown"]),
            activated("no content of it", activatedSkills=["tidy"]),
            activated("Peel, then boil. Put things back.", activatedSkills=["tidy", "cook"]),
            activated("", activatedTools=["clock"]),
            ToolResult((Text("documents"),), state=freeze({"activatedTools": ["clock"]})),
            ToolResult(
                (Text("a"), Text("b")),
                tool=ToolName("lobe-activator", "activateTools"),
                state=freeze({"activatedTools": ["clock"]}),
            ),
        ],
        ids=repr,
    )
    def test_in_any_doubt_it_stays(self, node: Node) -> None:
        assert stays(node)

    def test_a_skill_without_content_is_a_doubt(self) -> None:
        active = Activations(skills=(ActivatedSkill("tidy"),))

        assert stays(activated("documents", activatedSkills=["tidy"]), active)


class TestSkill:
    """Results that activated one skill."""

    LINE = "[The skill Tidy up is active; its content is in the system message]"

    @pytest.mark.parametrize("package", ["lobe-skills", "lobe-activator"])
    def test_what_follows_the_content_is_kept(self, package: str) -> None:
        node = skill("Put things back.\n\nFiles: a.md\n", package, identifier="tidy")

        assert text(node) == f"{self.LINE}\n\nFiles: a.md"

    def test_nothing_follows(self) -> None:
        assert text(skill("Put things back.", name="tidy up")) == self.LINE

    def test_an_older_content_goes(self) -> None:
        assert text(skill("Put them elsewhere.", identifier="tidy")) == self.LINE

    def test_twice_is_once(self) -> None:
        once = trimmed(skill("Put things back. Files", identifier="tidy"))

        assert trim_activations(Context.of(once, ACTIVE)).messages is once

    @pytest.mark.parametrize(
        "node",
        [
            skill("Put things back."),
            skill("Put things back.", identifier="unknown"),
            skill("Put things back.", "elsewhere", identifier="tidy"),
        ],
        ids=repr,
    )
    def test_in_any_doubt_it_stays(self, node: Node) -> None:
        assert stays(node)


class TestFact:
    """Without it, nothing."""

    def test_nothing_known_or_nothing_injected(self) -> None:
        said = Context.of(chat(activated("documents", activatedTools=["clock"])))

        assert trim_activations(said) is said
        empty = said.tell(Activations())
        assert trim_activations(empty) is empty

    def test_a_document_took_the_place_of_the_system_message(self) -> None:
        node = activated("documents", activatedTools=["clock"])

        assert stays(node, Activations(TOOLS, replaced=True))

    def test_the_tool_is_known_by_its_call_as_well(self) -> None:
        asked = assistant("", call("c1", "lobe-activator____activateTools"))
        found = ToolResult(
            (Text("documents"),), call_id="c1", state=freeze({"activatedTools": ["clock"]})
        )

        assert text_of(trimmed(asked, found)[1]) == f"[Activated tools: clock]\n{CLOSING}"

    def test_a_note_tells_the_characters(self) -> None:
        said = chat(skill("Put things back." + "x" * 100, identifier="tidy"))

        assert list(trim_activations(Context.of(said, ACTIVE)).notes) == [
            Note(
                "trim_activations",
                "trimmed-activation",
                "1 results of activations are shortened by -53 characters",
                (),
                (0,),
            )
        ]
