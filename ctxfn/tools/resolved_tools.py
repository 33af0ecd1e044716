"""What one step offers, with everything that was asked for and is not on offer."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Literal, TypeAlias

from attrs import frozen

from ctxfn.messages import ToolName
from ctxfn.tools.declarations import Declaration
from ctxfn.tools.declare import declare
from ctxfn.tools.manifests import Manifest
from ctxfn.tools.names import WireNames, wire_names
from ctxfn.tools.toolsets import ActivationSource, OfferedTool

__all__ = ["RefusedActivation", "ResolvedTools", "WhyRefused"]

WhyRefused: TypeAlias = Literal["barred", "not activatable", "another manifest"]


@frozen
class RefusedActivation:
    """A package that somebody wanted to switch on and that stays off."""

    identifier: str
    source: ActivationSource
    reason: WhyRefused


@frozen
class ResolvedTools:
    """The packages one step offers, in the order they were switched on.

    `known`: the manifests behind all of it, those that are switched off included. `missing`:
    identifiers that were switched on and whose manifest nobody has. `switched_off`: what was on
    and is no more. `not_allowed`: functions of packages on offer that may not be used. `finished`: no tool may be used; the model has to be told so.
    """

    offered: tuple[OfferedTool, ...] = ()
    known: tuple[Manifest, ...] = ()
    missing: tuple[str, ...] = ()
    refused: tuple[RefusedActivation, ...] = ()
    switched_off: tuple[str, ...] = ()
    not_allowed: tuple[ToolName, ...] = ()
    finished: bool = False

    @property
    def identifiers(self) -> tuple[str, ...]:
        """The identifiers of the packages on offer."""
        return tuple(one.identifier for one in self.offered)

    @cached_property
    def by_identifier(self) -> Mapping[str, OfferedTool]:
        """Map each package on offer to what is known of it."""
        return MappingProxyType({one.identifier: one for one in self.offered})

    @cached_property
    def declarations(self) -> tuple[Declaration, ...]:
        """What the model is sent: first what the operation began with, by name; then the rest.

        What is switched on later stands behind all that was there, so the beginning of the
        request stays the same bytes.
        """
        began = [one.manifest for one in self.offered if one.activated_by is None]
        later = [one.manifest for one in self.offered if one.activated_by is not None]
        return (*declare(began), *declare(later, order="given"))

    @cached_property
    def names(self) -> WireNames:
        """The names of all functions on offer, in the order of the declarations."""
        return wire_names(one.tool for one in self.declarations if not isinstance(one.tool, str))

    @property
    def problems(self) -> tuple[str, ...]:
        """Say in words what was asked for and is not on offer.

        Examples:
            >>> ResolvedTools(missing=("maps",)).problems
            ("'maps' was switched on and nobody has its manifest",)
        """
        return (
            *(f"{name!r} was switched on and nobody has its manifest" for name in self.missing),
            *(f"{one.identifier!r} stays off: {_WORDS[one.reason]}" for one in self.refused),
        )


_WORDS: Mapping[WhyRefused, str] = {
    "barred": "it is barred here",
    "not activatable": "the model may not switch it on",
    "another manifest": "the manifest that came with it is another package's",
}
