"""What the reader of a request can take, from what is known of the model and of the target."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, cast, get_args

from attrs import frozen

from ctxfn.errors import InvalidArgument, check_argument, shown
from ctxfn.facts.check_fields import check_fields
from ctxfn.facts.model import Model
from ctxfn.wire import Profile

__all__ = ["MEDIA_CAPABILITIES", "Capabilities", "Capability", "capabilities_of"]

Capability: TypeAlias = Literal["functions", "vision", "video", "audio", "system", "developer"]

#: The kind of part, as profiles name it, that needs a capability.
MEDIA_CAPABILITIES: Final[tuple[tuple[str, Capability], ...]] = (
    ("image", "vision"),
    ("video", "video"),
    ("audio", "audio"),
)


@frozen(kw_only=True)
class Capabilities:
    """What can be taken; what nobody knows counts as there, and nothing goes on a guess."""

    functions: bool = True
    vision: bool = True
    video: bool = True
    audio: bool = True
    system: bool = True
    developer: bool = True

    __attrs_post_init__ = check_fields

    @staticmethod
    def without(*lacking: Capability) -> Capabilities:
        """Make capabilities of everything but those *lacking*.

        Examples:
            >>> Capabilities.without("vision") == Capabilities(vision=False)
            True
        """
        for name in lacking:
            if name not in get_args(Capability):
                every = ", ".join(get_args(Capability))
                raise InvalidArgument("Capabilities.without", shown(name), f"one of {every}")
        return Capabilities(**dict.fromkeys(lacking, False))

    @property
    def lacking(self) -> tuple[Capability, ...]:
        """The capabilities that are not there.

        Examples:
            >>> Capabilities(vision=False).lacking
            ('vision',)
        """
        every = cast("tuple[Capability, ...]", get_args(Capability))
        return tuple(name for name in every if not getattr(self, name))


#: Everything is there.
_ALL: Final = Capabilities()


def capabilities_of(model: Model | None, target: Profile | None = None) -> Capabilities:
    """Say what *model* behind *target* takes.

    Contract:
        What is known of the model decides, either way; what is not known of it the target's
        profile decides: media by what a person's message may hold, the developer role by its
        roles, the rest by its fields of that name. What neither knows counts as there.

    Complexity: O(1).

    Source: ours; LobeHub context-engine asks one callback a capability, and takes functions
    and vision for there, video and audio for missing.

    Examples:
        >>> from ctxfn.wire import profile
        >>> capabilities_of(None, profile("openai")).lacking
        ('video',)
        >>> capabilities_of(Model(video=True, vision=False), profile("openai")).lacking
        ('vision',)
        >>> capabilities_of(None).lacking
        ()
    """
    check_argument("capabilities_of, the model", model, Model | None, "a Model, or None")
    check_argument("the target", target, Profile | None, "a Profile: profile(name), or None")
    if model is None and target is None:
        return _ALL
    known = Model() if model is None else model
    kinds = None if target is None else target.media_of("user")
    media = {
        name: _first(getattr(known, name), None if kinds is None else kind in kinds)
        for kind, name in MEDIA_CAPABILITIES
    }
    if target is None:
        functions = system = developer = None
    else:
        functions, system = target.functions, target.system
        developer = "developer" in target.roles
    return Capabilities(
        **media,
        functions=_first(known.functions, functions),
        system=_first(known.system, system),
        developer=_first(known.developer, developer),
    )


def _first(*answers: bool | None) -> bool:
    return next((answer for answer in answers if answer is not None), True)
