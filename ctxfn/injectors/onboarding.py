"""What a new person and a new agent are to find out about each other next."""

from __future__ import annotations

import json
from typing import Final

from ctxfn.facts import Account, Onboarding
from ctxfn.messages import enclose, escape, is_blank, neutralise, neutralise_tags
from ctxfn.slots import PREAMBLE, Injector

__all__ = ["onboarding", "render_onboarding"]

_ELEMENT: Final = "onboarding_context"
_SOUL: Final = "current_soul_document"
_PERSONA: Final = "current_user_persona"
_ACCOUNT: Final = "user_info"
_TAG: Final = "onboarding"
_TAGS: Final = (_ELEMENT, _SOUL, _PERSONA, _ACCOUNT, _TAG)

_UNCONFIRMED: Final = (
    "The account gives these names. Nobody has confirmed them: ask before you save one."
)


def render_onboarding(onboarding: Onboarding) -> str:
    """Write the guidance, both documents with numbered lines, and the names of the account.

    The numbers let the model say which lines it wants to change.

    Contract:
        Parts are apart by a blank line, each only if there is something in it; without guidance
        no text. The guidance is the application's own words and stays as it is, but for the
        power to imitate an envelope or to open or close an element of this text. Documents and
        names are data: the ones are escaped, the others written as JSON without a character
        that means something in markup. A line break at the end of a document makes no line.

    Complexity: O(characters).

    Source: LobeHub context-engine, onboarding context. There a message that holds the opening
    tag, whoever wrote it, keeps the context out; here a block is known by its name.

    Examples:
        >>> met = Onboarding("Phase: Discovery", "# Mira\\nKind.", account=Account("Ana"))
        >>> print(render_onboarding(met))
        <onboarding_context>
        Phase: Discovery
        <BLANKLINE>
        <current_soul_document>
         1→# Mira
         2→Kind.
        </current_soul_document>
        <BLANKLINE>
        <user_info>
        The account gives these names. Nobody has confirmed them: ask before you save one.
        {"displayName":"Ana"}
        </user_info>
        </onboarding_context>
        >>> render_onboarding(Onboarding(soul="Kind."))
        ''
    """
    if is_blank(onboarding.guidance):
        return ""
    (guidance,) = neutralise_tags((neutralise(onboarding.guidance),), _TAGS)
    parts = (
        guidance,
        _document(_SOUL, onboarding.soul),
        _document(_PERSONA, onboarding.persona),
        _account(onboarding.account),
    )
    return enclose(_ELEMENT, "\n\n".join(part for part in parts if part))


def _document(name: str, text: str | None) -> str:
    if text is None or is_blank(text):
        return ""
    lines = text.removesuffix("\n").split("\n")
    return enclose(
        name, *(f"{number:>2}→{escape(line)}" for number, line in enumerate(lines, start=1))
    )


def _account(account: Account | None) -> str:
    if account is None:
        return ""
    names = {
        "displayName": account.display_name,
        "fullName": account.full_name,
        "username": account.username,
    }
    known = {key: text.strip() for key, text in names.items() if text and text.strip()}
    if not known:
        return ""
    written = json.dumps(known, ensure_ascii=False, separators=(",", ":"))
    return enclose(_ACCOUNT, _UNCONFIRMED, _without_markup(written))


def _without_markup(written: str) -> str:
    for character in "<>&":
        written = written.replace(character, f"\\u{ord(character):04x}")
    return written


onboarding: Final = Injector("onboarding", PREAMBLE, Onboarding, render_onboarding, tag=_TAG)
