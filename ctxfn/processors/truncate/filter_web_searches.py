"""Let go of what web searches of earlier turns found."""

from __future__ import annotations

import functools
from itertools import islice
from typing import Annotated, Final, Literal

from annotated_types import Ge

from ctxfn.context import Note
from ctxfn.messages import (
    Assistant,
    Call,
    Messages,
    Node,
    ToolName,
    ToolResult,
    has_content,
    pair,
    reuse,
    with_calls,
)
from ctxfn.pipeline import Changed, processor
from ctxfn.processors.truncate.borders import old_before
from ctxfn.processors.truncate.shorten import Ends, shortened
from ctxfn.processors.truncate.tools_named import Named
from ctxfn.tools import is_tool_of, split_name

__all__ = ["filter_web_searches"]

_FUNCTION: Final = "web_search"
_WHY: Final = "a search of an earlier turn"
_ENDS: Final = Ends(0)


@processor
def filter_web_searches(
    messages: Messages,
    /,
    *,
    packages: tuple[str, ...] = ("lobe-web-browsing",),
    leave: Literal["line", "nothing"] = "line",
    turns: Annotated[int, Ge(1)] = 1,
    every: Annotated[int, Ge(1)] = 1,
) -> Messages | Changed:
    """Take the results of web searches out of all but the last *turns* turns.

    What a search found is in the answer that followed it; ten pages of excerpts are not read again.

    Contract:
        A search is a function of *packages* with "search" in its name, in any case, or one
        named ``web_search`` of any package; pages that were opened stay. With ``leave="line"``
        calls and results stay, and a line stands for a long result. With ``leave="nothing"``
        calls and results go, an assistant message that held nothing else as well; a result goes
        with its call wherever it stands, and one without a call if its own name is a search's.
        The border moves by *every* turns at a time. One note names calls and messages.

    Complexity: O(messages + calls).

    Source: LobeHub context-engine, historical web search results, which removes them at once
    with each thing a person says.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat, text_of, tool_result, user
        >>> said = chat(
        ...     user("News?"),
        ...     assistant("", call("c1", "web_search")),
        ...     tool_result("c1", "x" * 8_000),
        ...     assistant("None."),
        ...     user("Thanks."),
        ... )
        >>> print(text_of(filter_web_searches(said)[2]))
        [8,000 of 8,000 characters of this result are left out: a search of an earlier turn]
        >>> [one.role for one in filter_web_searches(said, leave="nothing")]
        ['user', 'assistant', 'user']
    """
    border = old_before(messages, turns=turns, every=every)
    if border == 0:
        return messages
    searched = _searches(messages, border, packages)
    if not searched and not _named_searches(messages, border, packages):
        return messages
    found = _found(messages, border, packages, searched)
    after: list[Node] = []
    changed: list[int] = []
    for place, node in enumerate(messages):
        left: Node | None = node
        if place in found and isinstance(node, ToolResult):
            left = shortened(node, _ENDS, _WHY, drop_media=True) if leave == "line" else None
        elif place in searched and isinstance(node, Assistant) and leave == "nothing":
            left = _without(node, searched[place])
        if left is not node:
            changed.append(place)
        if left is not None:
            after.append(left)
    if not changed:
        return messages
    touched = set(changed)
    ids = [one.id for place, calls in searched.items() if place in touched for one in calls]
    text = f"what web searches of earlier turns found is left out, in {len(changed)} messages"
    note = Note("filter_web_searches", "old-search", text, tuple(ids), tuple(changed))
    return Changed(reuse(messages, after), (note,))


def _searches(
    messages: Messages, border: int, packages: tuple[str, ...]
) -> dict[int, tuple[Call, ...]]:
    """Map the places of messages before *border* that search to their searches."""
    found: dict[int, tuple[Call, ...]] = {}
    for place, node in enumerate(islice(messages, border)):
        if isinstance(node, Assistant) and node.calls:
            calls = tuple(call for call in node.calls if _is_search(call.tool, packages))
            if calls:
                found[place] = calls
    return found


def _named_searches(messages: Messages, border: int, packages: tuple[str, ...]) -> bool:
    """Say whether a result before *border* is a search's by its own name."""
    return any(
        isinstance(node, ToolResult) and node.tool is not None and _is_search(node.tool, packages)
        for node in islice(messages, border)
    )


def _found(
    messages: Messages,
    border: int,
    packages: tuple[str, ...],
    searched: dict[int, tuple[Call, ...]],
) -> set[int]:
    """Return the places of what old searches found: of their results, and of orphans."""
    found: set[int] = set()
    pairing = pair(messages)
    for place, results in pairing.answers.items():
        if place.message in searched:
            call = _call_at(messages[place.message], place.call)
            if call is not None and _is_search(call.tool, packages):
                found.update(results)
    for index in pairing.orphans:
        orphan = messages[index]
        named = orphan.tool if isinstance(orphan, ToolResult) else None
        if index < border and _is_search(named, packages):
            found.add(index)
    return found


def _call_at(node: Node, number: int) -> Call | None:
    return node.calls[number] if isinstance(node, Assistant) else None


@functools.lru_cache(maxsize=4096)
def _is_search(tool: Named, packages: tuple[str, ...]) -> bool:
    """Say whether *tool* searches the web, under its own name or one on the wire."""
    if tool is None:
        return False
    named = tool if isinstance(tool, ToolName) else split_name(tool)
    if named is None:
        return tool == _FUNCTION
    if named.api == _FUNCTION:
        return True
    if "search" not in named.api.casefold():
        return False
    if isinstance(tool, str):
        return any(is_tool_of(tool, package) for package in packages)
    return named.identifier in packages


def _without(message: Assistant, searches: tuple[Call, ...]) -> Assistant | None:
    kept = tuple(call for call in message.calls if call not in searches)
    left = with_calls(message, kept)
    return left if has_content(left) else None
