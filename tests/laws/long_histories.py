"""Histories as long as asked, each of another shape: where work could grow too fast."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import evolve

from ctxfn.messages import (
    ENVELOPE_END,
    AssistantGroup,
    Block,
    Column,
    Compare,
    CompressedGroup,
    ContextSelection,
    Council,
    Executed,
    Image,
    Instruction,
    Mention,
    Messages,
    Node,
    Origin,
    RetryOf,
    Task,
    TaskCallback,
    Tasks,
    Text,
    ToolResult,
    ToolSnapshot,
    Turn,
    User,
    Verification,
    assistant,
    call,
    chat,
    freeze,
    system,
    tool_result,
    user,
)

__all__ = ["SHAPES"]


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


def showing(turns: int) -> Messages:
    """People show files and point at lines; every call is prepared by a hook."""
    seen = freeze({"toolCallId": "s", "identifier": "files", "apiName": "read", "content": "x"})
    marks = (ToolSnapshot(seen), ContextSelection(content="x"), Mention("s", None, "skill"))
    state = freeze({"hookPreparation": {"additionalContexts": [{"hookId": "h", "text": "<x>"}]}})
    ran = (Executed('{"n":1}'),)
    nodes: list[Node] = []
    for n in range(turns):
        answer = evolve(tool_result(f"c{n}", "<b>"), state=state, marks=ran)
        nodes += [evolve(user("so"), marks=marks), assistant(call(f"c{n}")), answer]
    return chat(*nodes)


def marked(turns: int) -> Messages:
    """A batch and a group with many marks, and as many others on what they hold."""
    some, more = (
        tuple(Mention(Counted(f"{name}{n}")) for n in range(turns)) for name in ("a", "b")
    )
    said = evolve(assistant("so"), marks=some)
    batch = Tasks((Task((Text("so"),), marks=(Instruction("look"), *some)),), marks=more)
    group = AssistantGroup((Turn(said),), marks=more)
    return chat(evolve(user("all!"), marks=some), batch, group, evolve(said, marks=(*some, *more)))


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
    showing,
    marked,
)
