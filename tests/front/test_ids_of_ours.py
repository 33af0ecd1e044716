"""Ids of messages that we made are nobody's: that they are not sent is no loss."""

from __future__ import annotations

import ctxfn
from ctxfn.facts import SystemRole
from ctxfn.injectors import system_role
from ctxfn.pipeline import Pipeline, phase
from ctxfn.processors import render_blocks

STEPS = Pipeline((phase("all", "say who it is", system_role, render_blocks),))


class TestExamples:
    """One message of ours, and one of a store."""

    def test_a_system_message_of_ours_loses_no_id(self) -> None:
        sent = ctxfn.assemble(
            [{"role": "user", "content": "hi"}], SystemRole("X"), pipeline=STEPS, to="openai"
        )

        assert sent.messages[0] == {"role": "system", "content": "X"}
        assert sent.losses == ()

    def test_what_a_store_knows_of_a_message_is_a_loss_still(self) -> None:
        rows = [{"id": "m1", "role": "user", "content": "hi", "createdAt": 1}]

        sent = ctxfn.assemble(rows, pipeline=STEPS, to="openai", format="uichat")

        assert any(loss.path == "messages[].id" for loss in sent.losses)
