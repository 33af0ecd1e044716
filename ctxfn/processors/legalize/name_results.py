"""Give results the name of the tool that was called."""

from __future__ import annotations

from attrs import evolve

from ctxfn.context import Note
from ctxfn.messages import Assistant, Messages, Node, ToolName, ToolResult, pair, reuse
from ctxfn.pipeline import Changed, processor
from ctxfn.tools import wire_name

__all__ = ["misnamed_results", "name_results"]


@processor
def name_results(messages: Messages, /) -> Messages | Changed:
    """Let each result that names another tool than was called name that one.

    Contract:
        Results that name no tool stay so: whoever writes them looks the name up. Orphans stay as
        they are. Each result changed is noted. All named right: the same object. Twice is once.

    Complexity: O(nodes), and a pairing if a result is named.

    Source: catalogue rule ``tool-result-name``; 0xPlaygrounds/rig#515.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat, tool_result
        >>> said = chat(assistant("", call("c1", "now")), tool_result("c1", "12:00", tool="then"))
        >>> name_results(said)[1].tool
        'now'
    """
    wrong = misnamed_results(messages)
    if not wrong:
        return messages
    after: list[Node] = list(messages)
    notes: list[Note] = []
    for place, tool in wrong:
        node = after[place]
        assert isinstance(node, ToolResult)
        after[place] = evolve(node, tool=tool)
        text = f"a result named {node.tool!r} is named as the call it answers"
        notes.append(Note("name_results", "result-named", text, (node.call_id,), (place,)))
    return Changed(reuse(messages, after), tuple(notes))


def misnamed_results(messages: Messages) -> list[tuple[int, ToolName | str]]:
    """Return the places of results that name another tool than their call, and that one.

    Contract:
        In order. Results that name no tool, and such as answer no call, are not among them.

    Complexity: O(nodes), and a pairing if a result is named.

    Source: catalogue rule ``tool-result-name``.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat, tool_result
        >>> misnamed_results(chat(assistant("", call("c1", "now")), tool_result("c1", tool="then")))
        [(1, 'now')]
    """
    if not any(isinstance(node, ToolResult) and node.tool is not None for node in messages):
        return []
    wrong: list[tuple[int, ToolName | str]] = []
    for place, results in pair(messages).answers.items():
        asking = messages[place.message]
        assert isinstance(asking, Assistant)
        called = asking.calls[place.call].tool
        for index in results:
            node = messages[index]
            if not isinstance(node, ToolResult) or node.tool is None or not called:
                continue
            if _wire(node.tool) != _wire(called):
                wrong.append((index, called))
    return sorted(wrong, key=lambda one: one[0])


def _wire(tool: ToolName | str) -> str:
    return tool if isinstance(tool, str) else wire_name(tool)
