"""Do not say twice what a tool or a skill is, once where it was activated."""

from __future__ import annotations

from typing import Final

from ctxfn.context import Context, Note
from ctxfn.facts import Activations
from ctxfn.messages import Messages, Node, Text, ToolResult, with_nodes, with_parts
from ctxfn.pipeline import idle_without, processor, reads
from ctxfn.processors.truncate.activation_texts import skill_text, tools_text
from ctxfn.processors.truncate.tools_named import calls_of_results, is_one_of, tool_of

__all__ = ["trim_activations"]

_TOOLS: Final = ("lobe-activator____activateTools",)
_SKILLS: Final = ("lobe-skills____activateSkill", "lobe-activator____activateSkill")


@processor
@reads(Activations)
@idle_without(Activations)
def trim_activations(
    context: Context,
    /,
    *,
    tools: tuple[str, ...] = _TOOLS,
    skills: tuple[str, ...] = _SKILLS,
) -> Context:
    """Shorten results that hold documents which the request carries elsewhere anyway.

    A tool that activates others answers with their documents. Once those stand in the system
    message, each later request would pay for them twice.

    Contract:
        Results of *tools* say in their state which packages and skills they activated. If the
        fact `Activations` has all of those, and every skill's content is found in the text, in
        order, the text becomes a few lines: what was activated, what stood behind each
        skill's content, what was active already or not found. Results of *skills* name one
        skill; if the fact has it, they keep what follows its content, or nothing if they begin
        with something else, which is an older content. Any doubt: the same message. So does a
        document that took the place of the system message (`Activations.replaced`). What a
        result becomes depends on it and the fact alone, so old history stays byte-equal; there
        is no border to move. One note names the messages and tells the characters saved.

    Complexity: O(messages), and the characters of activations.

    Source: LobeHub context-engine, activation results.

    Examples:
        >>> from attrs import evolve
        >>> from ctxfn.facts import ActivatedSkill
        >>> from ctxfn.messages import ToolName, chat, freeze, text_of
        >>> found = ToolResult(
        ...     (Text("Long text. More."),),
        ...     tool=ToolName("lobe-skills", "activateSkill"),
        ...     state=freeze({"identifier": "tidy"}),
        ... )
        >>> known = Activations(skills=(ActivatedSkill("tidy", "Tidy", "Long text."),))
        >>> print(text_of(trim_activations(Context.of(chat(found), known)).messages[0]))
        [The skill Tidy is active; its content is in the system message]
        <BLANKLINE>
        More.
    """
    active = context.get(Activations)
    if active is None or active.replaced or not (active.tools or active.skills):
        return context
    messages = context.messages
    stated = _stated(messages)
    # Whose answer a result is, it mostly says itself.
    calls = calls_of_results(messages) if any(not node.tool for _, node in stated) else {}
    changed: dict[int, Node] = {}
    saved = 0
    for place, node in stated:
        text = _only_text(node)
        if not text:
            continue
        tool = tool_of(node, calls.get(place))
        shorter: str | None = None
        if is_one_of(tool, tools):
            shorter = tools_text(node, text, active)
        elif is_one_of(tool, skills):
            shorter = skill_text(node, text, active)
        if shorter is not None and shorter != text:
            changed[place] = with_parts(node, (Text(shorter),))
            saved += len(text) - len(shorter)
    if not changed:
        return context
    places = tuple(changed)
    ids = tuple(one.id for one in (messages[place] for place in places) if one.id is not None)
    told = f"{len(places)} results of activations are shortened by {saved} characters"
    note = Note("trim_activations", "trimmed-activation", told, ids, places)
    return context.with_messages(with_nodes(messages, changed), note)


def _stated(messages: Messages) -> list[tuple[int, ToolResult]]:
    """Find the results with a state, which tells what was activated; others are left alone."""
    return [
        (place, node)
        for place, node in enumerate(messages)
        if type(node) is ToolResult and node.state is not None
    ]


def _only_text(node: Node) -> str:
    """Return the text of *node* if it is all of it."""
    if len(node.parts) != 1 or not isinstance(node.parts[0], Text):
        return ""
    return node.parts[0].text
