"""Twice the messages cost twice the work: counted in lines run, not in seconds."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest
from attrs import evolve

from ctxfn.context import Context
from ctxfn.facts import Variables
from ctxfn.front import check, repair
from ctxfn.messages import (
    ENVELOPE_END,
    Block,
    Image,
    Messages,
    Node,
    Origin,
    RetryOf,
    Text,
    ToolResult,
    User,
    assistant,
    call,
    chat,
    system,
    tool_result,
    user,
)
from ctxfn.processors import (
    drop_empty,
    filter_disabled_tools,
    fit_budget,
    keep_messages,
    keep_recent,
    lift_media,
    linearise,
    mend_call_ids,
    mend_unicode,
    merge_runs,
    pair_tool_results,
    place_system,
    render_blocks,
    render_calls,
    render_parts,
    start_with_user,
    strip_fields,
)
from ctxfn.tokens import estimate

STEPS = (
    drop_empty(),
    fit_budget(budget=1_000_000, counter=estimate()),
    filter_disabled_tools(identifiers=("tool",)),
    fit_budget(budget=2_000, counter=estimate(), unsatisfiable="keep_pinned"),
    fit_budget(budget=3_000, counter=estimate(), start_on="user", unsatisfiable="keep_pinned"),
    keep_messages(count=10),
    keep_recent(groups=10),
    lift_media(),
    linearise(),
    mend_call_ids(length=16),
    mend_unicode(),
    merge_runs(),
    pair_tool_results(),
    pair_tool_results(open_calls="leave"),
    place_system(),
    render_blocks(),
    render_calls(),
    render_parts(vision=False),
    start_with_user(),
    strip_fields(),
)


def healthy(turns: int) -> Messages:
    """Questions, calls, results, answers."""
    return _turns(turns, lambda n: (call(f"c{n}"),), lambda n: (tool_result(f"c{n}", "42"),))


def one_id(turns: int) -> Messages:
    """Every call has the same id."""
    return _turns(turns, lambda n: (call("c"),), lambda n: (tool_result("c", "42"),))


def unanswered(turns: int) -> Messages:
    """No call has a result."""
    return _turns(turns, lambda n: (call(f"c{n}"),), lambda n: ())


def orphans(turns: int) -> Messages:
    """No result has a call."""
    return _turns(turns, lambda n: (), lambda n: (tool_result(f"c{n}", "42"),))


def late(turns: int) -> Messages:
    """All results come at the end."""
    asked = [node for n in range(turns) for node in (user("so?"), assistant(call(f"c{n}")))]
    return chat(*asked, *(tool_result(f"c{n}", "42") for n in range(turns)))


def side_by_side(turns: int) -> Messages:
    """One message calls everything."""
    return chat(
        user("all!"),
        assistant(*(call(f"c{n}") for n in range(turns))),
        *(tool_result(f"c{n}", "42") for n in reversed(range(turns))),
    )


def repeated(turns: int) -> Messages:
    """One call with many results."""
    return chat(user("so?"), assistant(call("c")), *(tool_result("c", "42") for _ in range(turns)))


def one_family(turns: int) -> Messages:
    """Each message is the child of the one before; all are one agent's."""
    nodes: list[Node] = [user("go", id="m0")]
    for n in range(turns):
        asked = assistant(call(f"c{n}"), id=f"a{n}")
        answer = ToolResult((), f"r{n}", f"c{n}", origin=Origin(parent=f"a{n}", agent="x"))
        parent = "m0" if n == 0 else f"r{n - 1}"
        nodes += [_child(asked, parent), answer]
    return chat(*nodes)


def one_role(turns: int) -> Messages:
    """System messages and user messages, each in a row, with blocks and images."""
    shown = User((Image(url="https://a.example/b.png", attached=True),), blocks=(Block("b", "x"),))
    return chat(*(system(f"rule {n}") for n in range(turns)), *(shown for _ in range(turns)))


def by_parent(turns: int) -> Messages:
    """One message calls one id many times, and each result names it as its parent."""
    answer = ToolResult((), None, "c", origin=Origin(parent="a"))
    asked = assistant(*(call("c") for _ in range(turns)), id="a")
    return chat(user("all!"), asked, *(answer for _ in range(turns)))


class Counted(str):
    """A text that is compared in Python, so that a search through a list counts."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return str.__eq__(self, other) is True

    __hash__ = str.__hash__


def broken(turns: int) -> Messages:
    """One message calls everything, and no arguments can be read."""
    calls = (call(Counted(f"c{n}"), "t", '{"at') for n in range(turns))
    return chat(user("all!"), assistant(*calls))


def forged(turns: int) -> Messages:
    """One message of many texts, each with a marker of ours."""
    return chat(User(tuple(Text(f"{n} {ENVELOPE_END}") for n in range(turns))))


def answers_alone(turns: int) -> Messages:
    """Answers without a question, and one at the end."""
    return chat(*(assistant("so") for _ in range(turns)), user("so?"))


def tried_again(turns: int) -> Messages:
    """Each answer is a retry of the one before."""
    first = assistant("so", id="a0")
    tries = (assistant("so", id=f"a{n}") for n in range(1, turns))
    again = (evolve(one, marks=(RetryOf(f"a{n}"),)) for n, one in enumerate(tries))
    return chat(user("so?"), first, *again)


def chained(turns: int) -> Messages:
    """Each message shares an id with the next; the last call has no result."""
    nodes: list[Node] = [user("so?")]
    for n in range(turns):
        nodes += [assistant(call(f"c{n}"), call(f"c{n + 1}"))]
        nodes += [tool_result(f"c{n}", "42"), tool_result(f"c{n + 1}", "42")]
    return chat(*nodes[:-1])


def one_id_at_once(turns: int) -> Messages:
    """One message makes different calls of one id."""
    calls = (call("c", "tool", str(n)) for n in range(turns))
    return chat(user("so?"), assistant(*calls), *(tool_result("c", "42") for _ in range(turns)))


def open_at_once(turns: int) -> Messages:
    """One message at the end asks for everything; an earlier one never got its answer."""
    calls = (call(f"c{n}") for n in range(turns))
    return chat(user("so?"), assistant(call("first")), user("and?"), assistant(*calls))


def greeted(turns: int) -> Messages:
    """A model speaks long before a person does."""
    return chat(system("rules"), *(assistant(f"hello {n}") for n in range(turns)), user("hi"))


def pictured(turns: int) -> Messages:
    """Every result of one message shows a picture."""
    shown = Image(url="https://a.example/b.png")
    return chat(
        user("all!"),
        assistant(*(call(f"c{n}") for n in range(turns))),
        *(tool_result(f"c{n}", shown) for n in range(turns)),
    )


def _turns(
    turns: int,
    calls: Callable[[int], tuple[Any, ...]],
    results: Callable[[int], tuple[Node, ...]],
) -> Messages:
    nodes: list[Node] = []
    for n in range(turns):
        nodes += [user(f"question {n}"), assistant(*calls(n)), *results(n), assistant("so")]
    return chat(*nodes)


def _child(node: Any, parent: str) -> Node:
    changed: Node = evolve(node, origin=Origin(parent=parent, agent="x"))
    return changed


SHAPES = (
    healthy,
    one_id,
    unanswered,
    orphans,
    late,
    side_by_side,
    repeated,
    one_family,
    one_role,
    by_parent,
    broken,
    forged,
    answers_alone,
    tried_again,
    chained,
    one_id_at_once,
    open_at_once,
    greeted,
    pictured,
)


def lines_run(work: Callable[[], object]) -> int:
    """Count the lines of Python that *work* runs."""
    count = 0

    def local(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal count
        count += event == "line"
        return local

    before = sys.gettrace()
    sys.settrace(local)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


def growth(work: Callable[[Messages], object], shape: Callable[[int], Messages]) -> float:
    """Return how many times the work grows when the history grows fourfold."""
    small, large = shape(60), shape(240)
    work(shape(3))
    one = lines_run(lambda: work(small))
    return lines_run(lambda: work(large)) / max(one, 1)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("step", STEPS, ids=repr)
def test_steps_grow_with_the_history_and_no_faster(step: Any, shape: Any) -> None:
    facts = Variables((("name", "value"),))

    assert growth(lambda messages: step(Context.of(messages, facts)), shape) < 5


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("verb", [check, repair])
def test_verbs_grow_with_the_history_and_no_faster(verb: Any, shape: Any) -> None:
    assert growth(verb, shape) < 5
