"""Which signatures a target is sent: those its own model made, as far as anything tells."""

from __future__ import annotations

from typing import Final

from ctxfn.front.given import Given
from ctxfn.pipeline import AnyStep
from ctxfn.processors import drop_foreign_signatures, drop_foreign_thoughts

__all__ = ["steps_for_signatures"]

#: Formats in which no provider but their own signs anything.
_OWN: Final = ("anthropic", "gemini", "openai_responses")
#: Formats with a place for what is signed or sealed, whose models cannot read what others sealed.
_SEALING: Final = ("bedrock", "mistral")
#: What the names of models begin with that make the signatures of a format.
_FAMILIES: Final = {"gemini": ("gemini", "gemma", "learnlm")}


def steps_for_signatures(given: Given) -> tuple[AnyStep, ...]:
    """List the steps that leave out signatures which the target of *given* would refuse.

    Who made one, its format tells if only one provider signs in it; else what a store knows of
    the message. Words that somebody else signed stay, unless the target wants all thoughts
    signed.
    """
    profile = given.profile
    moved = given.target_codec is not None and given.codec.name in _OWN
    # What one of Anthropic's models signed is a proof to them wherever they are hosted.
    every = moved and not (profile.reasoning == "signed" and given.codec.name == "anthropic")
    if profile.reasoning != "signed" and profile.call_signature_key is None:
        return (drop_foreign_signatures(every=True),) if every and profile.codec in _SEALING else ()
    steps: list[AnyStep] = []
    if every or profile.reasoning != "signed":
        family = _FAMILIES.get(profile.codec, ())
        bytes_only = profile.call_signature_key is not None
        steps.append(
            drop_foreign_signatures(
                model=given.model, family=family, every=every, bytes_only=bytes_only
            )
        )
    if profile.reasoning == "signed":
        steps.append(drop_foreign_thoughts(model=given.model))
    return tuple(steps)
