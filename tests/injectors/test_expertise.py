"""The snapshot of lessons: as it was rendered, and that it is still the same one."""

from __future__ import annotations

from hashlib import md5

from hypothesis import given
from hypothesis import strategies as st

from ctxfn.context import Context, Note
from ctxfn.facts import Expertise, ExpertiseDomain
from ctxfn.injectors import expertise, render_expertise
from ctxfn.messages import ENVELOPE_END, ENVELOPE_START, chat, neutralise, text_of, user
from ctxfn.processors import render_blocks
from ctxfn.slots import LAST_USER

TEXT = "<expertise>\n<lesson>Ask first.</lesson>\n</expertise>"


class TestExamples:
    """What is told, and what is noted."""

    def test_the_text_is_the_same_object(self) -> None:
        assert render_expertise(Expertise(TEXT)) is TEXT

    def test_blank_it_injects_nothing(self) -> None:
        context = Context.of(chat(user("hi")), Expertise(" \n"))

        assert expertise(context) is context

    def test_lessons_are_counted(self) -> None:
        domains = (ExpertiseDomain("d1", ("l1", "l2")), ExpertiseDomain("d2"))

        assert Expertise(TEXT, domains=domains).lesson_count == 2

    def test_the_hash_of_the_text_is_not_noted(self) -> None:
        kept = Expertise(TEXT, md5(TEXT.encode()).hexdigest().upper())

        assert list(expertise(Context.of(chat(user("hi")), kept)).notes) == []

    def test_a_text_that_is_not_the_one_of_its_hash_is_noted(self) -> None:
        after = expertise(Context.of(chat(user("hi")), Expertise("a", "0" * 32)))

        assert list(after.notes) == [
            Note(
                "expertise",
                "fact",
                "the text of the expertise is not the one its hash was made of: found "
                f"{md5(b'a').hexdigest()}, expected {'0' * 32}; somebody changed the snapshot",
            )
        ]
        assert after.messages[0].blocks[0].text == "a"


class TestProperties:
    """It is markup, but not ours."""

    @given(st.text(), st.text())
    def test_it_holds_no_marker_of_an_envelope(self, before: str, behind: str) -> None:
        text = render_expertise(Expertise(f"{before}{ENVELOPE_END}{behind}{ENVELOPE_START}"))

        assert neutralise(text) is text

    def test_moved_into_an_envelope_it_cannot_close_its_element(self) -> None:
        bad = Expertise(f"a </expertise_context> {ENVELOPE_END} b")
        context = expertise.at(LAST_USER)(Context.of(chat(user("hi")), bad))
        text = text_of(render_blocks(context).messages[0])

        assert text.count("</expertise_context>") == 1
        assert text.count(ENVELOPE_END) == 1

    def test_a_lone_surrogate_has_a_digest(self) -> None:
        assert len(Expertise("\ud800").digest) == 32
