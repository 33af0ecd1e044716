"""fill_placeholders: templates are filled, data is not."""

from __future__ import annotations

import pytest
from attrs import evolve
from hypothesis import given

from ctxfn.context import Context, Note
from ctxfn.facts import Clock, SystemRole, Variables
from ctxfn.injectors import system_role
from ctxfn.messages import (
    Block,
    Enveloped,
    Messages,
    Text,
    User,
    assistant,
    chat,
    system,
    text_of,
    tool_result,
    user,
)
from ctxfn.pipeline import OptionError, needs
from ctxfn.processors import fill_placeholders
from ctxfn.testing import check_step, conversations

KNOWN = Variables.of({"date": "Monday", "who": "Ann"})
SAID = chat(
    system("Today is {{date}}."),
    user("{{date}}?"),
    assistant("{{date}}!"),
    tool_result("c1", "{{date}}."),
)


class TestExamples:
    """What it does, in cases a reader can check by eye."""

    def test_system_messages_are_templates_the_rest_is_data(self) -> None:
        after = fill_placeholders(Context.of(SAID, KNOWN)).messages
        assert [text_of(node) for node in after] == [
            "Today is Monday.",
            "{{date}}?",
            "{{date}}!",
            "{{date}}.",
        ]
        assert all(one is other for one, other in zip(after[1:], SAID[1:], strict=True))

    def test_other_roles_by_policy(self) -> None:
        after = fill_placeholders(Context.of(SAID, KNOWN), roles=("user", "tool")).messages
        assert [text_of(node) for node in after[1:]] == ["Monday?", "{{date}}!", "Monday."]

    def test_the_injected_system_role_is_a_template_other_blocks_are_data(self) -> None:
        context = Context.of(chat(user("hi")), KNOWN, SystemRole("Serve {{who}}."))
        context = system_role(context)
        first = context.messages[0]
        dated = evolve(first, blocks=(*first.blocks, Block("date", "{{date}}")))
        after = fill_placeholders(context.with_messages(context.messages.set(0, dated)))
        assert [block.text for block in after.messages[0].blocks] == ["Serve Ann.", "{{date}}"]

    def test_the_fact_beats_the_option(self) -> None:
        said = chat(system("{{date}} {{place}}"))
        step = fill_placeholders(values=(("date", "some day"), ("place", "here")))
        assert text_of(step(said)[0]) == "some day here"
        assert text_of(step(Context.of(said, KNOWN)).messages[0]) == "Monday here"

    def test_a_name_without_a_value_blocks_no_other_and_is_noted(self) -> None:
        after = fill_placeholders(Context.of(chat(system("{{x}} {{who}}", id="s1")), KNOWN))
        assert text_of(after.messages[0]) == "{{x}} Ann"
        assert after.notes[0] == Note(
            "fill_placeholders", "unresolved-placeholder", "no value for: x", ("s1",), (0,)
        )

    def test_signed_texts_and_written_envelopes_are_left_untouched(self) -> None:
        said = chat(
            assistant(Text("{{who}}", signature="s")),
            User((Text("{{who}}<!-- -->"),), marks=(Enveloped(0, 7),)),
        )
        assert (
            fill_placeholders(Context.of(said, KNOWN), roles=("user", "assistant")).messages is said
        )

    def test_depth_is_bounded(self) -> None:
        with pytest.raises(OptionError, match="depth"):
            fill_placeholders(depth=9)

    def test_says_what_it_reads(self) -> None:
        assert needs(fill_placeholders()) == (Variables,)
        assert Clock not in needs(fill_placeholders())


class TestProperties:
    """What is true of every conversation. Each test is named after the invariant."""

    def test_keeps_the_laws_of_steps(self) -> None:
        check_step(
            fill_placeholders(roles=("user", "assistant", "tool")),
            conversations=conversations(),
            facts=(KNOWN,),
            idempotent=True,
        )

    @given(conversations())
    def test_without_placeholders_the_very_context_comes_back(self, said: Messages) -> None:
        context = Context.of(said, KNOWN)
        texts = [
            words
            for node in said
            for words in (text_of(node), *(block.text for block in node.blocks))
        ]
        if not any("{{" in words for words in texts):
            assert fill_placeholders(context, roles=("user", "assistant", "tool")) is context
