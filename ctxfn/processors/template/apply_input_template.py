"""Put the words of a person into the application's template for them."""

from __future__ import annotations

from typing import Annotated, Final

from annotated_types import Ge, Le

from ctxfn.context import Context, Note
from ctxfn.facts import Variables
from ctxfn.messages import (
    Attributed,
    Enveloped,
    Node,
    Reported,
    Text,
    User,
    is_blank,
    is_ours,
    reuse,
    with_parts,
)
from ctxfn.pipeline import processor, reads
from ctxfn.processors.template.around_texts import put_into
from ctxfn.processors.template.fill_text import MAX_DEPTH, fill_pieces

__all__ = ["apply_input_template"]

_STEP: Final = "apply_input_template"
_SLOT: Final = "text"


@processor
@reads(Variables)
def apply_input_template(
    context: Context, /, *, template: str, depth: Annotated[int, Ge(1), Le(MAX_DEPTH)] = 2
) -> Context:
    """Put the words of each user message where *template* says ``{{text}}``.

    A template is text, never code. It is filled with `Variables` first and the words are put in
    last, so nothing a person writes is read as a template.

    Contract:
        The template goes around all texts of a message: what is before the slot in front of the
        first one, what is behind it after the last. A further slot gets all the words once
        more. Images and other parts stay where they are; a message of nothing but such parts
        is left alone, one without any part gets the template's own words. Messages of ours,
        their blocks, messages whose envelope is written already, those no person typed
        (marked `Reported`) and what another agent said are left alone.
        A blank template does nothing; one without a slot does nothing and is noted. Words that
        come out as they were: the same message.
        Apply it once: twice is twice.

    Complexity: O(characters of user messages).

    Source: LobeHub context-engine, input template. It runs the template as a script, turns
    content that is a list into a word for an object, wraps what was injected, and replaces the
    person's words by a template without a slot.

    Examples:
        >>> from ctxfn.messages import chat, text_of, user
        >>> asked = chat(user("Why {{text}}?"))
        >>> text_of(apply_input_template(asked, template="In short: {{ text }}")[0])
        'In short: Why {{text}}?'
        >>> apply_input_template(asked, template="Be nice.") is asked
        True
    """
    if is_blank(template):
        return context
    known = context.get(Variables)
    values = {} if known is None else dict(known.pairs)
    values.pop(_SLOT, None)
    filled = fill_pieces(template, values, depth=depth, slot=_SLOT)
    if len(filled.pieces) < 2:
        text = "the template has no {{text}}: it was not used, or it would replace what was said"
        return context.with_messages(context.messages, Note(_STEP, "template-without-slot", text))
    notes = []
    if filled.unresolved:
        text = f"no value for: {', '.join(filled.unresolved)}"
        notes.append(Note(_STEP, "unresolved-placeholder", text))
    after = [_templated(node, filled.pieces) for node in context.messages]
    return context.with_messages(reuse(context.messages, after), *notes)


def _templated(node: Node, pieces: tuple[str, ...]) -> Node:
    if not isinstance(node, User) or is_ours(node):
        return node
    if node.marks and any(isinstance(one, Enveloped | Reported | Attributed) for one in node.marks):
        return node
    if not node.parts:
        return with_parts(node, (Text("".join(pieces)),))
    first = node.parts[0]
    if not (isinstance(first, Text) or any(isinstance(part, Text) for part in node.parts)):
        return node
    return with_parts(node, put_into(node.parts, pieces))
