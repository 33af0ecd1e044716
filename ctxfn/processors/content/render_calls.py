"""Write calls and results so that the model of this request can take them."""

from __future__ import annotations

from ctxfn.context import Context
from ctxfn.facts import Model, capabilities_of
from ctxfn.pipeline import processor, reads, separable
from ctxfn.processors.content.calls_as_text import calls_as_text
from ctxfn.processors.content.mend_calls import CUT_OFF, Unanswered, mend_calls
from ctxfn.wire import Profile

__all__ = ["render_calls"]


@processor
@reads(Model, Profile)
@separable(tells=True)
def render_calls(
    context: Context,
    /,
    *,
    functions: bool | None = None,
    unanswered: Unanswered = "answer",
    wording: str = CUT_OFF,
    name_results: bool = False,
) -> Context:
    """Make the arguments of calls readable and name results by their calls, or write both as text.

    Whether a model can call at all is known by the facts `Model` and `Profile`, the target's;
    *functions* decides instead of them. What nobody knows counts as there. The names tools have on the wire are made when the
    request is written.

    Contract:
        For a model that can call, `mend_calls`: broken arguments of a call with a result become
        what can be read of them, a broken call without one never ran and is answered so or
        dropped, as *unanswered* says; no result has another tool's name than its call, and with
        *name_results* none is without.
        For a model that cannot, `calls_as_text`: no call and no tool message is left; names,
        arguments, results and errors stay as words. Cards are left as they are. Whatever was
        changed so that something is lost is noted. Nothing to do: the same messages; twice is
        once.

    Complexity: O(nodes + calls), and the characters of arguments.

    Source: LobeHub context-engine, tool call step. It forwards broken arguments of wire calls,
    erases names, and drops calls and error texts for a model without tools.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat, text_of, tool_result
        >>> said = chat(assistant(call("c1", "dig", '{"at": "x')), tool_result("c1", "gold"))
        >>> render_calls(said)[0].calls[0].arguments
        '{"at":"x"}'
        >>> plain = render_calls(Context.of(said, Model(functions=False))).messages
        >>> [(message.role, text_of(message)) for message in plain]
        [('assistant', 'I called the tool dig with: {"at": "x'), ('user', 'Result of the tool \
dig:\\ngold')]
    """
    able = functions
    if able is None:
        able = capabilities_of(context.get(Model), context.get(Profile)).functions
    if able:
        messages, notes = mend_calls(
            context.messages, unanswered, wording, name_results=name_results
        )
    else:
        messages, notes = calls_as_text(context.messages)
    return context.with_messages(messages, *notes)
