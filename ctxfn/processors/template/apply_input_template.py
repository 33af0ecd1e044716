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
    text_of,
    unspeaking_as_before,
    with_parts,
)
from ctxfn.pipeline import processor, reads, separable
from ctxfn.processors.template.around_texts import put_into
from ctxfn.processors.template.fill_text import MAX_DEPTH, MAX_FILLED, fill_pieces
from ctxfn.processors.template.known_values import KnownValues
from ctxfn.processors.template.untold import Untold

__all__ = ["apply_input_template"]

_STEP: Final = "apply_input_template"
_SLOT: Final = "text"


@processor
@reads(Variables)
@separable
def apply_input_template(
    context: Context, /, *, template: str, depth: Annotated[int, Ge(1), Le(MAX_DEPTH)] = 2
) -> Context:
    """Put the words of each user message where *template* says ``{{text}}``.

    A template is text, never code. It is filled with `Variables` first and the words are put in
    last, so nothing a person writes is read as a template.

    Contract:
        The template goes around all texts of a message: what is before the slot in front of the
        first one, what is behind it after the last. A further slot gets all the words once
        more, as long as that is not too much. Images and other parts stay where they are; a
        message of nothing but such parts is left alone, one without any part gets the template's own words. Conditions and the
        default of the slot itself ask whether the words are blank. Messages of ours,
        their blocks, messages whose envelope is written already, those no person typed
        (marked `Reported`) and what another agent said are left alone.
        A blank template does nothing; one without a slot does nothing and is noted. Words that
        come out as they were: the same message. Words that named no speaker (`attribute_agents`)
        name none now.
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
    values = KnownValues(context.get(Variables), without=(_SLOT,))
    said, unsaid = (
        fill_pieces(template, values, depth=depth, slot=_SLOT, said=said) for said in (True, False)
    )
    if len(said.pieces) < 2:
        text = "the template has no {{text}}: it was not used, or it would replace what was said"
        return context.with_messages(context.messages, Note(_STEP, "template-without-slot", text))
    told = Untold()
    told.add(said)
    notes = [*told.notes(_STEP), *values.notes(_STEP)]
    after: list[Node] = []
    for place, node in enumerate(context.messages):
        if isinstance(node, User) and not _is_left_alone(node):
            words = text_of(node)
            pieces = unsaid.pieces if is_blank(words) else said.pieces
            if len(pieces) > 2 and len(pieces) * len(words) > MAX_FILLED:
                pieces = (pieces[0], "".join(pieces[1:]))
                notes.append(_once(node, place))
            node = unspeaking_as_before(node, _templated(node, pieces))
        after.append(node)
    return context.with_messages(reuse(context.messages, after), *notes)


def _once(node: User, place: int) -> Note:
    text = f"the words stand once: said again they would be more than {MAX_FILLED} characters"
    return Note(
        _STEP, "overgrown-placeholder", text, () if node.id is None else (node.id,), (place,)
    )


def _is_left_alone(node: User) -> bool:
    unsaid = Enveloped | Reported | Attributed
    return is_ours(node) or any(isinstance(mark, unsaid) for mark in node.marks)


def _templated(node: User, pieces: tuple[str, ...]) -> User:
    if not node.parts:
        return with_parts(node, (Text("".join(pieces)),))
    if not any(isinstance(part, Text) for part in node.parts):
        return node
    if len(pieces) == 1:  # nothing was said, and the template has words for that
        rest = tuple(part for part in node.parts if not isinstance(part, Text))
        return with_parts(node, (Text(pieces[0]), *rest))
    return with_parts(node, put_into(node.parts, pieces))
