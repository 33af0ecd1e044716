"""Where the welcome of a new person stands, as if the model had asked for it."""

from __future__ import annotations

from typing import Final

from ctxfn.context import Context
from ctxfn.facts import Onboarding
from ctxfn.injectors.json_in_markup import account_text
from ctxfn.injectors.made_pair import with_pair
from ctxfn.messages import ToolName, enclose, escape, is_blank
from ctxfn.pipeline import idle_without, processor, reads

__all__ = ["onboarding_state", "render_onboarding_state"]

_TOOL: Final = ToolName("lobe-web-onboarding", "getOnboardingState")


def render_onboarding_state(known: Onboarding) -> str:
    """Write the guidance, then the documents and the names that there are; no guidance, no text.

    Contract:
        Parts are separated by a blank line. The guidance is the application's own and stays as
        it is; documents are escaped, names are JSON in which no bracket stands.

    Complexity: O(characters).

    Source: LobeHub context-engine, synthetic onboarding state; it escapes no document.

    Examples:
        >>> from ctxfn.facts import Account
        >>> print(render_onboarding_state(Onboarding("Phase: Discovery", "# Mira")))
        Phase: Discovery
        <BLANKLINE>
        <current_soul_document>
        # Mira
        </current_soul_document>
        >>> render_onboarding_state(Onboarding())
        ''
    """
    if is_blank(known.guidance):
        return ""
    documents = (("current_soul_document", known.soul), ("current_user_persona", known.persona))
    shown = [enclose(name, escape(text)) for name, text in documents if text and not is_blank(text)]
    account = account_text(known.account)
    return "\n\n".join((known.guidance, *shown, *([account] if account else [])))


@processor
@reads(Onboarding)
@idle_without(Onboarding)
def onboarding_state(context: Context, /) -> Context:
    """Put a call for the state of the welcome, and the state, behind what was said last.

    A model in the middle of acting and being answered goes on acting; told the same in a
    prompt it chats. And what comes from the surroundings is a tool's word, not the person's.

    Contract:
        The pair stands right behind the last message of a person, behind what local tools
        showed then. It is replaced when the state changes and moves when somebody speaks.
        Its ids are always the same. No guidance, or nobody spoke: the same context. Twice is
        once.

    Complexity: O(messages).

    Source: LobeHub context-engine, synthetic onboarding state, whose ids hold the clock, so
    that no two requests are alike.

    Examples:
        >>> from ctxfn.messages import chat, text_of, user
        >>> after = onboarding_state(Context.of(chat(user("hi")), Onboarding("Ask for a name.")))
        >>> [(message.role, text_of(message)) for message in after.messages]
        [('user', 'hi'), ('assistant', ''), ('tool', 'Ask for a name.')]
    """
    known = context.get(Onboarding)
    text = "" if known is None else render_onboarding_state(known)
    if not text:
        return context
    return context.with_messages(with_pair(context.messages, "onboarding_state", _TOOL, text))
