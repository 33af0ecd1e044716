"""Short ways to write a conversation down, for programs and for tests."""

from __future__ import annotations

from pyrsistent import pvector

from ctxfn.messages.calls import Call, Reasoning, ToolError, ToolName
from ctxfn.messages.cards import Messages, Node
from ctxfn.messages.check_nodes import check_nodes
from ctxfn.messages.parts import Part, Text
from ctxfn.messages.records import Assistant, System, ToolResult, User

__all__ = ["assistant", "call", "chat", "system", "tool_result", "user"]


def chat(*nodes: Node) -> Messages:
    """Make a conversation of *nodes*.

    Contract:
        The nodes themselves, in order.

    Complexity: O(nodes).

    Source: ours.

    Raises:
        InvalidMessages: one of them is no message.

    Examples:
        >>> len(chat(user("hi"), assistant("hello")))
        2
    """
    return pvector(check_nodes(nodes))


def _parts(said: tuple[str | Part, ...]) -> tuple[Part, ...]:
    return tuple(Text(one) if isinstance(one, str) else one for one in said if one != "")


def system(*said: str | Part, id: str | None = None) -> System:
    """Make a system message of texts and parts; empty texts are left out.

    Contract:
        Texts become parts; parts stay as they are.

    Complexity: O(things said).

    Source: ours.

    Examples:
        >>> system("Be brief.").parts
        (Text('Be brief.'),)
    """
    return System(_parts(said), id)


def user(*said: str | Part, id: str | None = None, name: str | None = None) -> User:
    """Make a user message of texts and parts; empty texts are left out.

    Contract:
        Texts become parts; parts stay as they are.

    Complexity: O(things said).

    Source: ours.

    Examples:
        >>> user("hi", name="ann").name
        'ann'
    """
    return User(_parts(said), id, name)


def assistant(
    *said: str | Part | Call | Reasoning, id: str | None = None, name: str | None = None
) -> Assistant:
    """Make an assistant message of texts, parts, calls and reasoning, each kind in its order.

    Contract:
        Empty texts are left out; calls and reasoning go to their own fields.

    Complexity: O(things said).

    Source: ours.

    Examples:
        >>> assistant("looking", call("c1", "search")).calls[0].tool
        'search'
    """
    return Assistant(
        _parts(tuple(one for one in said if not isinstance(one, Call | Reasoning))),
        id,
        tuple(one for one in said if isinstance(one, Call)),
        tuple(one for one in said if isinstance(one, Reasoning)),
        name=name,
    )


def call(id: str, tool: ToolName | str = "tool", arguments: str = "{}") -> Call:
    """Make a call to *tool* (a bare text is a wire name) with *arguments* as JSON text.

    Contract:
        Nothing is parsed or checked: a call may be as broken as a model made it.

    Complexity: O(1).

    Source: ours.

    Examples:
        >>> call("c1", "now", '{"city": "Lyon"}').arguments
        '{"city": "Lyon"}'
    """
    return Call(id, tool, arguments)


def tool_result(
    call_id: str,
    *said: str | Part,
    id: str | None = None,
    tool: ToolName | str | None = None,
    error: str | None = None,
) -> ToolResult:
    """Make the result of the call *call_id*; *error* is the message of a failure.

    Contract:
        Without *error* it is a success, with it a failure, whatever was said.

    Complexity: O(things said).

    Source: ours.

    Examples:
        >>> tool_result("c1", "42").call_id
        'c1'
    """
    failure = None if error is None else ToolError(error)
    return ToolResult(_parts(said), id, call_id, tool, failure)
