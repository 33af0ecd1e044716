"""What an operation began with, what was switched on since, and what one step changes."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from attrs import frozen

from ctxfn.arguments import blames_arguments
from ctxfn.tools.demand import A_NAME, MAYBE_TEXT, demand, one_of, tuple_of
from ctxfn.tools.errors import InvalidTool
from ctxfn.tools.manifests import Manifest

__all__ = [
    "EVERYTHING",
    "Activation",
    "ActivationSource",
    "OfferedTool",
    "OperationTools",
    "StepDelta",
    "ToolSource",
    "source_of",
]

#: Where a package comes from.
ToolSource: TypeAlias = Literal["builtin", "plugin", "mcp", "device"]

#: Who switched a package on: the model, by looking for it; a person, by naming it; a device,
#: by being there; the application.
ActivationSource: TypeAlias = Literal["discovery", "mention", "device", "application"]

#: Listed among what a step switches off, it switches off all there is.
EVERYTHING: Final = "*"

_SOURCES: Final = ("builtin", "plugin", "mcp", "device")
_ACTIVATIONS: Final = ("discovery", "mention", "device", "application")


@frozen
class Activation:
    """A package that was switched on after the operation began.

    Without a manifest of its own it takes the one the operation knows, or one that is loaded.
    `step`: in which step it was switched on, if that is past.

    Raises:
        InvalidTool: a field holds what it cannot.
    """

    identifier: str
    source: ActivationSource
    manifest: Manifest | None = None
    executor: str | None = None
    step: int | None = None

    def __attrs_post_init__(self) -> None:
        demand(
            self,
            repr(self.identifier),
            identifier=A_NAME,
            source=one_of(*_ACTIVATIONS),
            manifest=(
                lambda value: value is None or isinstance(value, Manifest),
                "a Manifest or None",
            ),
            executor=MAYBE_TEXT,
        )


@frozen
class OfferedTool:
    """A package on offer: where it comes from, who runs it, and by whom it was switched on.

    `activated_by` is None for what the operation began with. `whole` is False if some of its
    functions are not allowed; its instructions, which speak of all of them, are then left out.

    Raises:
        InvalidTool: a field holds what it cannot.
    """

    manifest: Manifest
    source: ToolSource = "builtin"
    executor: str | None = None
    activated_by: ActivationSource | None = None
    step: int | None = None
    whole: bool = True

    def __attrs_post_init__(self) -> None:
        is_manifest = (lambda value: isinstance(value, Manifest), "a Manifest")
        demand(
            self,
            "",
            manifest=is_manifest,
            source=one_of(*_SOURCES),
            executor=MAYBE_TEXT,
            activated_by=one_of(None, *_ACTIVATIONS),
        )

    @property
    def identifier(self) -> str:
        """The identifier of the package."""
        return self.manifest.identifier


@frozen
class OperationTools:
    """What an operation begins with; it does not change while the operation lasts.

    `pool`: manifests known besides those offered, for what is switched on later.
    `activatable`: what the model may switch on; None: whatever it finds. `barred`: what
    nobody may.

    Raises:
        InvalidTool: a field holds what it cannot.
    """

    offered: tuple[OfferedTool, ...] = ()
    pool: tuple[Manifest, ...] = ()
    activatable: tuple[str, ...] | None = None
    barred: tuple[str, ...] = ()

    def __attrs_post_init__(self) -> None:
        texts, said = tuple_of(str)
        demand(
            self,
            "",
            offered=tuple_of(OfferedTool),
            pool=tuple_of(Manifest),
            activatable=(lambda value: value is None or texts(value), f"{said} or None"),
            barred=tuple_of(str),
        )
        barred = frozenset(self.barred)
        for one in self.offered:
            if one.identifier in barred:
                found = f"{one.identifier!r}, which is barred"
                raise InvalidTool("OperationTools", "offered", found, "what nobody barred")


@frozen
class StepDelta:
    """What one step switches on and off; `EVERYTHING` among the latter ends the turn.

    Raises:
        InvalidTool: a field holds what it cannot.
    """

    activated: tuple[Activation, ...] = ()
    deactivated: tuple[str, ...] = ()

    def __attrs_post_init__(self) -> None:
        demand(self, "", activated=tuple_of(Activation), deactivated=tuple_of(str))

    @property
    def finishes(self) -> bool:
        """Whether no tool may be used any more."""
        return EVERYTHING in self.deactivated


@blames_arguments
def source_of(manifest: Manifest, activated_by: ActivationSource | None = None, /) -> ToolSource:
    """Say where the package of *manifest* comes from.

    Contract:
        What a device brings comes from the device; else the manifest's kind decides: ``builtin``
        (or none) and ``mcp`` are their own source, all other kinds are plugins. Who else
        switched it on says nothing about where it comes from.

    Complexity: O(1).

    Source: ours; LobeHub context-engine calls everything that is switched on builtin.

    Examples:
        >>> source_of(Manifest("maps", kind="mcp"), "discovery")
        'mcp'
        >>> source_of(Manifest("files"), "device"), source_of(Manifest("clock", kind="default"))
        ('device', 'plugin')
    """
    if activated_by == "device":
        return "device"
    match manifest.kind:
        case "builtin" | "":
            return "builtin"
        case "mcp":
            return "mcp"
        case _:
            return "plugin"
