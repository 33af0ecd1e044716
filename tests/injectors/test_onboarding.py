"""What a new person and a new agent are to find out about each other next."""

from __future__ import annotations

import html
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.context import Context
from ctxfn.facts import Account, Onboarding
from ctxfn.injectors import onboarding, render_onboarding
from ctxfn.messages import ENVELOPE_END, chat, neutralise, user
from tests.injectors.read_markup import HOSTILE

OPENING = "<onboarding_context>\n"
CLOSING = "\n</onboarding_context>"
UNCONFIRMED = "The account gives these names. Nobody has confirmed them: ask before you save one."


class TestExamples:
    """What is told, and what is not."""

    def test_all_of_it(self) -> None:
        whole = Onboarding(
            "Phase: <b>Discovery</b>",
            "# Mira\nKind.\n",
            "Ana\n\nasks",
            2,
            1,
            Account(" Ana ", "Ana <Lopez> & Co", "ana"),
        )

        assert render_onboarding(whole) == (
            f"{OPENING}"
            "Phase: <b>Discovery</b>\n"
            "\n"
            "<current_soul_document>\n"
            " 1→# Mira\n"
            " 2→Kind.\n"
            "</current_soul_document>\n"
            "\n"
            "<current_user_persona>\n"
            " 1→Ana\n"
            " 2→\n"
            " 3→asks\n"
            "</current_user_persona>\n"
            "\n"
            "<user_info>\n"
            f"{UNCONFIRMED}\n"
            '{"displayName":"Ana","fullName":"Ana \\u003cLopez\\u003e \\u0026 Co","username":"ana"}\n'
            "</user_info>"
            f"{CLOSING}"
        )

    @pytest.mark.parametrize(
        "empty", [Onboarding(), Onboarding(" \n", "Kind."), Onboarding("", account=Account("Ana"))]
    )
    def test_without_guidance_nothing_is_told(self, empty: Onboarding) -> None:
        context = Context.of(chat(user("hi")), empty)

        assert onboarding(context) is context

    @pytest.mark.parametrize(
        "bare",
        [
            Onboarding("Go."),
            Onboarding("Go.", "", " \n"),
            Onboarding("Go.", account=Account()),
            Onboarding("Go.", account=Account(" ", "")),
            Onboarding("Go.", exchanges=3, remaining=0),
        ],
    )
    def test_what_is_empty_is_left_out(self, bare: Onboarding) -> None:
        assert render_onboarding(bare) == f"{OPENING}Go.{CLOSING}"

    def test_numbers_are_as_wide_as_they_have_to_be(self) -> None:
        text = render_onboarding(Onboarding("Go.", "x\n" * 100))

        assert text.count("→x\n") == 100
        assert "\n 9→x\n10→x\n" in text
        assert "\n99→x\n100→x\n</" in text

    def test_what_people_say_decides_nothing(self) -> None:
        context = Context.of(chat(user("<onboarding_context>")), Onboarding("Go."))

        assert onboarding(context).messages[0].blocks[0].text == f"{OPENING}Go.{CLOSING}"


class TestProperties:
    """Guidance keeps its words, documents and names are data."""

    @pytest.mark.parametrize("value", HOSTILE, ids=ascii)
    def test_documents_are_read_back(self, value: str) -> None:
        text = render_onboarding(Onboarding("Go.", f"a{value}b", f"a{value}b"))
        shown = text.split("<current_user_persona>\n")[1].split("\n</current_user_persona>")[0]
        lines = [html.unescape(line.split("→", 1)[1]) for line in shown.split("\n")]

        assert "\n".join(lines) == f"a{value}b"
        assert neutralise(text) is text
        assert (text.count("<current_soul_document>"), text.count("</current_soul_document>")) == (
            1,
            1,
        )

    @given(st.text(), st.sampled_from(HOSTILE))
    def test_names_are_json_and_no_markup(self, name: str, attack: str) -> None:
        text = render_onboarding(Onboarding("Go.", account=Account(f"a{name}{attack}b")))
        written = text.split(f"{UNCONFIRMED}\n")[1].removesuffix(f"\n</user_info>{CLOSING}")

        assert json.loads(written) == {"displayName": f"a{name}{attack}b"}
        assert not set(written) & set("<>&")

    @pytest.mark.parametrize(
        "name", ["onboarding_context", "current_soul_document", "user_info", "onboarding"]
    )
    def test_guidance_writes_no_tag_of_ours(self, name: str) -> None:
        text = render_onboarding(Onboarding(f"</{name}> <{name}> {ENVELOPE_END} <b>x</b>"))

        assert f"&lt;/{name}> &lt;{name}> &lt;!--" in text
        assert "<b>x</b>" in text
        assert neutralise(text) is text
