"""The count line: how much of a long history a turn reads, and whole groups of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from attrs import frozen

from ctxfn.arguments import blames_arguments
from ctxfn.messages import Assistant, Message, ToolResult, check_nodes

__all__ = ["History", "count_start", "open_calls", "read_history", "regroup"]


@frozen
class History:
    """What of a history is sent: its messages, where it starts, and how many there were to send.

    `left_out` messages belong to groups that lack a part; results whose call the line cut off
    unanswered are not counted.
    """

    messages: tuple[Message, ...]
    start: int
    active: int
    left_out: int


@blames_arguments
def count_start(active: int, line: int) -> int:
    """Return how many of *active* messages go, so that at most *line* are left.

    Contract:
        As often as needed half a line (rounded up) goes at once, so the start stays where it is
        while half a line is added. Without a line (0) nothing goes.

    Complexity: O(1).

    Source: the chat agent's history, rule A4.2.

    Examples:
        >>> [count_start(active, 10) for active in (10, 11, 15, 16)]
        [0, 5, 5, 10]
    """
    if line <= 0 or active <= line:
        return 0
    half = -(-line // 2)
    return -(-(active - line) // half) * half


@blames_arguments
def read_history(
    messages: Sequence[Message],
    line: int,
    *,
    is_control: Callable[[Message], bool] | None = None,
) -> History:
    """Return what a turn sends of *messages*, the active ones of a session.

    Contract:
        Marks of control are neither sent nor counted. Of the others those behind the count line,
        in whole groups: see `count_start` and `regroup`. A result whose call stands unanswered
        before the line is expected there; one more of its id is left out, and told.

    Complexity: O(messages).

    Raises:
        InvalidMessages: something there is no message.

    Source: the chat agent's history, rules A4.1 to A4.3.

    Examples:
        >>> from ctxfn.messages import assistant, call, tool_result, user
        >>> said = [user("0"), assistant(call("x")), tool_result("x"), user("1"), assistant("2")]
        >>> read = read_history(said, 3)
        >>> [message.role for message in read.messages], read.start, read.left_out
        (['user', 'assistant'], 2, 0)
    """
    check_nodes(messages)
    talk = [one for one in messages if is_control is None or not is_control(one)]
    start = count_start(len(talk), line)
    sent, gone = regroup(talk[start:])
    due = open_calls(talk[:start])
    late = Counter(one.call_id for one in gone if isinstance(one, ToolResult))
    return History(sent, start, len(talk), len(gone) - (late & due).total())


def open_calls(messages: Sequence[Message]) -> Counter[str]:
    """Count the calls of *messages* that no result answers, by id; a message asks an id once."""
    due: Counter[str] = Counter()
    for message in messages:
        if isinstance(message, Assistant):
            due.update({call.id for call in message.calls})
        elif isinstance(message, ToolResult) and due[message.call_id]:
            due[message.call_id] -= 1
    return due


@blames_arguments
def regroup(
    messages: Sequence[Message],
) -> tuple[tuple[Message, ...], tuple[Message, ...]]:
    """Return *messages* with each result behind its call, and those of groups that lack a part.

    Contract:
        A result answers the latest call message before it in which its id is still open; its
        place is behind that message, results in the order they came. What stood between follows
        the group. Call messages with a result missing, results without a call, and second results
        are left out. On paired messages all stay as they are.

    Complexity: O(messages).

    Raises:
        InvalidMessages: something there is no message.

    Source: the chat agent's history, rule A4.3. (`pair_tool_results` mends such groups instead:
    a repaired request keeps what was said, a turn can do without.)

    Examples:
        >>> from ctxfn.messages import assistant, call, tool_result, user
        >>> kept, gone = regroup([assistant(call("x")), user("hi"), tool_result("x")])
        >>> [message.role for message in kept], gone
        (['assistant', 'tool', 'user'], ())
    """
    check_nodes(messages)
    waiting: dict[str, list[int]] = {}
    results: dict[int, list[int]] = {}
    for place, message in enumerate(messages):
        if isinstance(message, Assistant):
            for call_id in dict.fromkeys(call.id for call in message.calls):
                waiting.setdefault(call_id, []).append(place)
        elif isinstance(message, ToolResult) and waiting.get(message.call_id):
            results.setdefault(waiting[message.call_id].pop(), []).append(place)
    kept: list[Message] = []
    taken: set[int] = set()
    for place, message in enumerate(messages):
        if isinstance(message, ToolResult):
            continue
        calls = message.calls if isinstance(message, Assistant) else ()
        answers = results.get(place, [])
        if len(answers) == len(calls):
            kept.append(message)
            kept += [messages[answer] for answer in answers]
            taken.update((place, *answers))
    gone = tuple(one for place, one in enumerate(messages) if place not in taken)
    return tuple(kept), gone
