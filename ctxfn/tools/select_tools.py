"""Select the packages that a request offers, and say of each other why not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

from attrs import frozen

from ctxfn.arguments import blames_arguments
from ctxfn.errors import shown
from ctxfn.tools.enabling import EnableTool, Enabling, EnablingStep, ToolQuestion
from ctxfn.tools.errors import InvalidTool
from ctxfn.tools.manifests import Manifest

__all__ = ["LeftOutTool", "ToolSelection", "WhyLeftOut", "select_tools"]

#: No such manifest; switched off; the model cannot call functions.
WhyLeftOut: TypeAlias = Literal["not_found", "disabled", "incompatible"]


@frozen
class LeftOutTool:
    """A package that was asked for and is not offered.

    `by`: of one that is disabled, what decided: a step of the cascade, or that it is
    ``barred``; nothing if a function of the caller's did, which gives no reasons.
    """

    identifier: str
    reason: WhyLeftOut
    by: EnablingStep | Literal["barred"] | None = None


@frozen
class ToolSelection:
    """The packages to offer in their order, and what was left out, in the order it was asked for."""

    manifests: tuple[Manifest, ...] = ()
    left_out: tuple[LeftOutTool, ...] = ()

    @property
    def identifiers(self) -> tuple[str, ...]:
        """The identifiers of the packages to offer."""
        return tuple(one.identifier for one in self.manifests)


@blames_arguments
def select_tools(
    manifests: Iterable[Manifest],
    requested: Iterable[str] = (),
    /,
    *,
    defaults: Iterable[str] = (),
    excluded_defaults: Iterable[str] = (),
    skip_defaults: bool = False,
    barred: Iterable[str] = (),
    functions: bool = True,
    enabled: EnableTool | None = None,
    model: str | None = None,
    provider: str | None = None,
    explicit: bool = False,
) -> ToolSelection:
    """Select packages of *manifests*: those *requested*, then the *defaults*.

    Contract:
        Each identifier counts once, at its first place. A default that is excluded stays if it
        is requested as well; with *skip_defaults* none counts. Whatever is asked for is in the
        answer once: offered, or left out as ``not_found``, as ``incompatible`` where the model
        has no *functions*, or as ``disabled``: because it is *barred*, which nothing overrules, or
        by what *enabled* says of it (missing: on). Of two manifests with one identifier the last
        counts.

    Complexity: O(manifests + identifiers), and one question an identifier.

    Source: LobeHub context-engine, tools engine; without its defaults it offers a package
    twice that is requested twice.

    Examples:
        >>> from ctxfn.tools import EnableRules
        >>> known = [Manifest("web"), Manifest("mail"), Manifest("maps")]
        >>> rules = EnableRules.of({"web": True, "maps": True})
        >>> chosen = select_tools(known, ["mail", "web", "fax"], defaults=["maps", "web"], enabled=rules)
        >>> chosen.identifiers
        ('web', 'maps')
        >>> [(one.identifier, one.reason, one.by) for one in chosen.left_out]
        [('mail', 'disabled', 'otherwise'), ('fax', 'not_found', None)]
        >>> select_tools(known, ["web"], functions=False).left_out
        (LeftOutTool(identifier='web', reason='incompatible', by=None),)

    Raises:
        InvalidTool: *enabled* answers neither True nor False, nor with an `Enabling`.
    """
    known = {one.identifier: one for one in manifests}
    without, excluded = frozenset(barred), frozenset(excluded_defaults)
    added = () if skip_defaults else (one for one in defaults if one not in excluded)
    chosen: list[Manifest] = []
    left_out: list[LeftOutTool] = []
    for identifier in dict.fromkeys((*requested, *added)):
        manifest = known.get(identifier)
        if manifest is None:
            left_out.append(LeftOutTool(identifier, "not_found"))
        elif not functions:
            left_out.append(LeftOutTool(identifier, "incompatible"))
        elif identifier in without:
            left_out.append(LeftOutTool(identifier, "disabled", "barred"))
        else:
            asked = ToolQuestion(manifest, model, provider, explicit)
            answer = True if enabled is None else _checked(enabled(asked), identifier)
            if answer:
                chosen.append(manifest)
            else:
                by = answer.by if isinstance(answer, Enabling) else None
                left_out.append(LeftOutTool(identifier, "disabled", by))
    return ToolSelection(tuple(chosen), tuple(left_out))


def _checked(answer: bool | Enabling, identifier: str) -> bool | Enabling:
    """Refuse an *answer* that could be taken for on or for off."""
    given: object = answer
    if not isinstance(given, bool | Enabling):
        place = f"the answer of enabled for {identifier!r}"
        raise InvalidTool("select_tools", place, shown(given), "True, False or an Enabling")
    return answer
