"""Say what a model said beside its calls behind their results, where one turn cannot hold both."""

from __future__ import annotations

from attrs import evolve
from pyrsistent import pvector

from ctxfn.context import Note
from ctxfn.messages import Assistant, Messages, Node, Text, ToolResult, with_parts
from ctxfn.pipeline import Changed, processor
from ctxfn.processors.legalize.join_messages import join_messages

__all__ = ["speaks_and_calls", "words_behind_results"]

_STEP = "words_behind_results"
#: Of an answer of moved words: they are the model's, but no message that is there already.
_ID = "ctxfn:words"


def speaks_and_calls(node: Node) -> bool:
    """Say whether *node* is an answer with calls, and with words or other parts too.

    Contract:
        A text of nothing says nothing; white space does.

    Complexity: O(parts).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import assistant, call
        >>> speaks_and_calls(assistant("Well.", call("c1"))), speaks_and_calls(assistant("", call("c1")))
        (True, False)
    """
    if not isinstance(node, Assistant) or not node.calls:
        return False
    return any(not isinstance(part, Text) or part.text for part in node.parts)


@processor
def words_behind_results(messages: Messages, /) -> Messages | Changed:
    """Let an answer that calls say nothing; what it said goes to the next answer without calls.

    Contract:
        The words stand behind the results: in front of those of the next answer that has no
        calls, a blank line between, or in an answer of their own if a person or the system
        speaks first, or nobody does. Calls that no result follows at once keep their words.
        Thoughts stay with their calls. Each move is noted. Nothing beside calls: the same
        object. Twice is once.

    Complexity: O(messages + parts).

    Source: catalogue rule ``call-turn-mixed``; mistral-common, v1 to v3.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat, text_of, tool_result
        >>> said = chat(assistant("Let me see.", call("c1")), tool_result("c1", "42"), assistant("42."))
        >>> [text_of(message) for message in words_behind_results(said)]
        ['', '42', 'Let me see.\\n\\n42.']
    """
    after: list[Node] = []
    notes: list[Note] = []
    waiting: Assistant | None = None
    for place, node in enumerate(messages):
        if waiting is not None and not isinstance(node, ToolResult):
            if isinstance(node, Assistant) and not node.calls:
                node, waiting = _together(waiting, node), None
            elif not isinstance(node, Assistant):
                after.append(evolve(waiting, id=_ID))
                waiting = None
        behind = messages[place + 1] if place + 1 < len(messages) else None
        if (
            isinstance(node, Assistant)
            and speaks_and_calls(node)
            and isinstance(behind, ToolResult)
        ):
            spoken = Assistant(node.parts)
            waiting = spoken if waiting is None else join_messages(waiting, spoken)
            notes.append(_note(node, place))
            node = with_parts(node, ())
        after.append(node)
    if waiting is not None:
        after.append(evolve(waiting, id=_ID))
    return Changed(pvector(after), tuple(notes)) if notes else messages


def _note(node: Node, place: int) -> Note:
    ids = () if node.id is None else (node.id,)
    return Note(_STEP, "words-moved", "words beside calls stand behind the results", ids, (place,))


def _together(words: Assistant, answer: Assistant) -> Assistant:
    return join_messages(words, answer)
