"""Steps that say quickly where they have something to do leave everything else alone."""

from __future__ import annotations

from typing import Any, cast

import pytest
from hypothesis import given

from ctxfn.messages import Messages
from ctxfn.pipeline import Step
from ctxfn.processors import drop_empty, render_blocks
from ctxfn.testing import conversations

STEPS = (
    drop_empty(),
    drop_empty(loading_marker=""),
    drop_empty(users="drop"),
    render_blocks(),
)


@pytest.mark.parametrize("step", STEPS, ids=repr)
@given(messages=conversations())
def test_where_a_step_does_not_look_it_leaves_the_message(step: Step, messages: Messages) -> None:
    factory = cast("Any", step.factory)
    options = dict(step.options)
    found = factory.look(list(messages), **options)
    passed = [node for place, node in enumerate(messages) if place not in found]
    seen = [node for node in passed if type(node) in factory.kinds]

    assert all(factory.function(node, **options) is node for node in seen)
    assert list(found) == sorted(set(found))
