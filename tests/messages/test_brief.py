"""Records print what they hold, and can be read back."""

from __future__ import annotations

from hypothesis import given

import ctxfn.messages as room
from ctxfn.messages import Messages, assistant, call, tool_result
from ctxfn.testing import conversations


def test_what_has_its_default_stays_away() -> None:
    said = [assistant("so", call("c1", "now")), tool_result("c1", "12:00", error="late")]

    assert repr(said) == (
        "[Assistant((Text('so'),), calls=(Call('c1', 'now'),)), "
        "ToolResult((Text('12:00'),), call_id='c1', error=ToolError('late'))]"
    )


@given(conversations(cards=True, depth=3))
def test_what_is_printed_makes_an_equal_record(messages: Messages) -> None:
    printed = repr(list(messages))
    names = {name: getattr(room, name) for name in room.__all__}

    assert eval(printed, names) == list(messages)
