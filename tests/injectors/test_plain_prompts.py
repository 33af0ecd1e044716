"""evaluation and connector_ownership: the application's own words, as they are."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from ctxfn.context import Context
from ctxfn.facts import ConnectorOwnership, Evaluation, InvalidFact
from ctxfn.injectors import (
    connector_ownership,
    evaluation,
    render_connector_ownership,
    render_evaluation,
)
from ctxfn.messages import chat, system, user
from ctxfn.slots import SYSTEM, Injector
from tests.injectors.hostile import ATTACKS, TEXTS, injected

BOTH = pytest.mark.parametrize(
    ("injector", "fact"),
    [(evaluation, Evaluation), (connector_ownership, ConnectorOwnership)],
    ids=["evaluation", "connector_ownership"],
)
SAID = chat(user("hi"))


@BOTH
class TestExamples:
    """They stand in the system message."""

    def test_where_it_stands(self, injector: Injector[Any], fact: type) -> None:
        assert (injector.slot, injector.reads) == (SYSTEM, (fact,))

    def test_absent(self, injector: Injector[Any], fact: type) -> None:
        context = Context.of(SAID)

        assert injector(context) is context

    @pytest.mark.parametrize("text", ["", " \n"])
    def test_blank(self, injector: Injector[Any], fact: type, text: str) -> None:
        context = Context.of(SAID, fact(text))

        assert injector(context) is context

    @pytest.mark.parametrize("text", ["Sandbox.", " {{x}} <b> \n", *ATTACKS])
    def test_as_it_is(self, injector: Injector[Any], fact: type, text: str) -> None:
        assert injected(injector, Context.of(SAID, fact(text))) == [text]

    def test_said_already_it_is_not_said_again(self, injector: Injector[Any], fact: type) -> None:
        context = Context.of(chat(system("Sandbox."), user("hi")), fact("Sandbox."))

        assert injector(context) is context

    def test_no_text_is_refused(self, injector: Injector[Any], fact: type) -> None:
        with pytest.raises(InvalidFact, match=r"found None, expected str"):
            fact(None)


@given(TEXTS)
def test_it_is_the_same_object(text: str) -> None:
    assert render_evaluation(Evaluation(text)) is text
    assert render_connector_ownership(ConnectorOwnership(text)) is text
