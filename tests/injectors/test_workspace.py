"""workspace: where the conversation takes place, and how its pages are linked."""

from __future__ import annotations

import pytest
from hypothesis import given

from ctxfn.context import Context
from ctxfn.facts import InvalidFact, Route, Workspace
from ctxfn.injectors import render_workspace, workspace
from ctxfn.messages import chat, user
from ctxfn.slots import SYSTEM
from tests.injectors.hostile import ATTACKS, TEXTS, holds_no_marker, parsed

SAID = chat(user("hi"))
LINK = "When you link to a page of this application, begin the link with the link base."


class TestExamples:
    """Each line where its value is known."""

    def test_where_it_stands(self) -> None:
        assert (workspace.slot, workspace.reads) == (SYSTEM, (Workspace,))

    def test_a_workspace(self) -> None:
        routes = (Route("/chat/{id}", "One conversation"), Route("/files"))

        assert render_workspace(Workspace("https://app.example/", "blue", routes)) == (
            "<workspace_context>\n"
            "<scope>workspace</scope>\n"
            "<slug>blue</slug>\n"
            "<app_url>https://app.example/</app_url>\n"
            "<link_base>https://app.example/blue</link_base>\n"
            f"<instruction>{LINK} Every such link carries the slug blue; without it, it leads "
            "out of this workspace.</instruction>\n"
            "<routes>\n"
            '<route path="/chat/{id}">One conversation</route>\n'
            '<route path="/files" />\n'
            "</routes>\n"
            "</workspace_context>"
        )

    def test_somebody_s_own(self) -> None:
        assert render_workspace(Workspace("https://app.example")) == (
            "<workspace_context>\n"
            "<scope>personal</scope>\n"
            "<app_url>https://app.example</app_url>\n"
            "<link_base>https://app.example</link_base>\n"
            f"<instruction>{LINK}</instruction>\n"
            "</workspace_context>"
        )

    def test_without_an_address_there_are_no_links(self) -> None:
        text = render_workspace(Workspace(slug="blue"))

        assert "<link_base>" not in text
        assert "do not make up links" in text

    @pytest.mark.parametrize("nowhere", [Workspace(), Workspace("")])
    def test_nowhere(self, nowhere: Workspace) -> None:
        context = Context.of(SAID, nowhere)

        assert workspace(context) is context

    @pytest.mark.parametrize("slug", ["", "a/b", "a b", "..\\x", "a?b", "a#b", "a\nb"])
    def test_a_slug_is_one_segment(self, slug: str) -> None:
        with pytest.raises(InvalidFact, match=r"Workspace: field slug"):
            Workspace(slug=slug)

    @pytest.mark.parametrize("attack", ATTACKS, ids=range(len(ATTACKS)))
    def test_no_value_breaks_out(self, attack: str) -> None:
        slug = "".join(attack[:40].split()).translate(dict.fromkeys(map(ord, "/?#\\\0\x07\x1b")))
        text = render_workspace(Workspace(attack, slug, (Route(attack, attack),)))

        assert (text.count("<"), text.count(">"), holds_no_marker(text)) == (16, 16, True)


@given(TEXTS, TEXTS, TEXTS)
def test_every_value_can_be_read_again(url: str, path: str, said: str) -> None:
    (found,) = parsed(render_workspace(Workspace(url, "blue", (Route(path, said),))))
    (route,) = found.findall("routes/route")

    assert found.findtext("app_url") == url
    assert (route.get("path"), route.text) == (path, said)
