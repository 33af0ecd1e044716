"""Twice the messages cost twice the work: counted in lines run, not in seconds."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import UTC, datetime
from types import FrameType
from typing import Any

import pytest
from attrs import evolve

from ctxfn.context import Context
from ctxfn.facts import (
    ActivatedTool,
    Activations,
    Clock,
    FetchedHistory,
    Model,
    Passage,
    RetrievedDocuments,
    Variables,
)
from ctxfn.front import check, repair
from ctxfn.injectors import (
    documents_after_first_user,
    documents_as_system,
    documents_at_end,
    documents_before_first_user,
    documents_before_system,
    documents_in_system,
    fetched_history,
    retrieved_documents,
)
from ctxfn.messages import (
    ENVELOPE_END,
    Block,
    Column,
    Compare,
    CompressedGroup,
    Council,
    Image,
    Instruction,
    Messages,
    Node,
    Origin,
    RetryOf,
    Task,
    TaskCallback,
    Tasks,
    Text,
    ToolResult,
    User,
    Verification,
    assistant,
    call,
    chat,
    system,
    text_of,
    tool_result,
    user,
)
from ctxfn.processors import (
    StaleTools,
    choose_columns,
    drop_empty,
    drop_handoffs,
    drop_old_reasoning,
    elide_tool_results,
    fill_documents,
    filter_disabled_tools,
    filter_web_searches,
    fit_budget,
    flatten_councils,
    flatten_tasks,
    fold_system,
    keep_messages,
    keep_recent,
    lift_media,
    linearise,
    meet_capabilities,
    mend_call_ids,
    mend_unicode,
    merge_runs,
    names_as_text,
    pair_tool_results,
    place_system,
    render_blocks,
    render_calls,
    render_parts,
    render_task_callbacks,
    render_tasks,
    render_verifications,
    require_capabilities,
    start_with_user,
    strip_fields,
    surface_summaries,
    tell_reactions,
    trim_activations,
    trim_stale_results,
    unfold_cards,
    view_as,
)
from ctxfn.tokens import estimate
from tests.laws.documents import DOCUMENTS

STEPS = (
    choose_columns(),
    drop_empty(),
    drop_handoffs(names=("tool",)),
    drop_old_reasoning(),
    documents_after_first_user(),
    documents_as_system(),
    documents_at_end(),
    documents_before_first_user(),
    documents_before_system(),
    documents_in_system(),
    fill_documents(),
    elide_tool_results(turns=1, longer_than=0, head=0, tail=0),
    elide_tool_results(turns=None, keep=1, longer_than=0, exempt=("files",)),
    filter_web_searches(packages=("tool",)),
    filter_web_searches(packages=("tool",), leave="nothing"),
    tell_reactions(),
    trim_activations(),
    trim_stale_results(keep=1, at_least=0, command=0, tools=StaleTools(commands=("tool",))),
    fit_budget(budget=1_000_000, counter=estimate()),
    filter_disabled_tools(identifiers=("tool",)),
    fit_budget(budget=2_000, counter=estimate(), unsatisfiable="keep_pinned"),
    fit_budget(budget=3_000, counter=estimate(), start_on="user", unsatisfiable="keep_pinned"),
    flatten_councils(),
    fold_system(),
    keep_messages(count=10),
    keep_recent(groups=10),
    lift_media(),
    linearise(),
    meet_capabilities(),
    mend_call_ids(length=16),
    mend_unicode(),
    merge_runs(),
    names_as_text(),
    pair_tool_results(),
    pair_tool_results(open_calls="leave"),
    place_system(),
    render_blocks(),
    render_calls(),
    render_parts(vision=False),
    flatten_tasks(),
    render_tasks(),
    render_task_callbacks(),
    render_verifications(),
    require_capabilities(of=("audio",)),
    start_with_user(),
    strip_fields(),
    surface_summaries(),
    unfold_cards(),
    view_as(agent="nobody", unnamed="other"),
)


#: A model that takes little, so that there is something to do.
PLAIN = Model(functions=False, vision=False, audio=False, system=False, developer=False)


NAMES = Variables((("name", "value"),))
NOW = Clock(datetime(2026, 3, 1, tzinfo=UTC))


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


def delegated(turns: int) -> Messages:
    """One batch holds everything: tasks, and batches side by side."""
    done = Task((Text("so"),), marks=(Instruction("look"),))
    return chat(user("all!"), Tasks(tuple(Tasks((done, done)) for _ in range(turns))))


def reported(turns: int) -> Messages:
    """Cards that report, and one that reports in very many words."""
    said = (TaskCallback((Text("so"),)), Verification((Text("no"),)))
    long = Verification(tuple(Text("a < b") for _ in range(turns)))
    return chat(*(card for _ in range(turns) for card in said), long)


def held(turns: int) -> Messages:
    """Cards of each kind with many messages, and each message in a card of its own."""
    many = tuple(assistant(f"so {n}") for n in range(turns))
    alone = tuple(Council((one,)) for one in many)
    stretch = CompressedGroup((Text("They met."),), many, alone)
    return chat(Council(alone), Tasks(alone), Compare((Column(many), Column(alone))), stretch)


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
    delegated,
    reported,
    held,
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
    facts = (NAMES, PLAIN, Activations((ActivatedTool("tool"),)), DOCUMENTS, NOW)

    assert growth(lambda messages: step(Context.of(messages, *facts)), shape) < 5


@pytest.mark.parametrize("shape", SHAPES)
def test_fetching_history_grows_with_what_is_fetched_and_said(shape: Any) -> None:
    def work(messages: Messages) -> object:
        return fetched_history(Context.of(messages, FetchedHistory(messages)))

    assert growth(work, shape) < 5


def test_ranking_grows_with_the_passages_and_hardly_faster() -> None:
    def found(passages: int) -> Messages:
        return chat(*(user(f"{n * 7919 % passages}") for n in range(passages)))

    def work(messages: Messages) -> object:
        said = RetrievedDocuments(tuple(Passage("text", int(text_of(node))) for node in messages))
        return retrieved_documents(Context.of(chat(user("so?")), said), at_least=1, count=10)

    assert growth(work, found) < 5


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("verb", [check, repair])
def test_verbs_grow_with_the_history_and_no_faster(verb: Any, shape: Any) -> None:
    assert growth(verb, shape) < 5
