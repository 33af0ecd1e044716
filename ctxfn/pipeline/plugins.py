"""Steps that other installed packages bring: found when asked for, never by being imported."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final, cast

from attrs import evolve, frozen

from ctxfn.errors import check_argument
from ctxfn.pipeline.config import Registered, Registry

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from ctxfn.pipeline.phase import Meant

__all__ = ["PLUGIN_GROUP", "BrokenPlugin", "Plugin", "installed_plugins", "with_plugins"]

#: The entry-point group that a package declares its steps under.
PLUGIN_GROUP: Final = "ctxfn.processors"


@frozen
class Plugin:
    """An entry point of an installed package, and the steps it brings."""

    name: str
    distribution: str
    steps: tuple[Registered, ...]


@frozen
class BrokenPlugin:
    """An entry point that could not be loaded, and why; the others are there all the same."""

    name: str
    distribution: str
    reason: str


def installed_plugins(*, allow: tuple[str, ...] | None = None) -> tuple[Plugin | BrokenPlugin, ...]:
    """Load the steps that installed packages declare in the group ``ctxfn.processors``.

    An entry point names a processor, a step, or a mapping from names to those or to
    `Registered` with labels; or a function without arguments that returns such a mapping.

    Contract:
        Sorted by distribution and name. With *allow* only those distributions are loaded: an entry point is
        code that runs. One that fails is a `BrokenPlugin`, whatever it raises.

    Complexity: O(installed packages), and what the plugins' own imports cost.

    Source: brief 003, plugins; entry points are the language's own way to announce them.

    Examples:
        >>> installed_plugins(allow=())
        ()
    """
    check_argument("allow", allow, tuple | None, "a tuple of names of distributions, or None")
    # Loaded when it is needed: it costs more than everything else here.
    from importlib.metadata import entry_points

    found = [(_owner(entry), entry) for entry in entry_points(group=PLUGIN_GROUP)]
    wanted = [one for one in found if allow is None or one[0].partition(" ")[0] in allow]
    return tuple(
        _loaded(owner, entry)
        for owner, entry in sorted(wanted, key=lambda one: (one[0], one[1].name))
    )


def with_plugins(registry: Registry, *found: Plugin | BrokenPlugin) -> Registry:
    """Return *registry* with the steps of the plugins *found* that are not broken.

    Contract:
        A plugin may not take a name that is taken.

    Complexity: O(steps).

    Source: brief 003: a clash names both owners.

    Raises:
        DuplicateName: naming both owners.

    Examples:
        >>> with_plugins(Registry(), BrokenPlugin("x", "pack 1.0", "ImportError: no")) == Registry()
        True
    """
    check_argument("registry", registry, Registry, "a Registry: standard_registry()")
    for one in found:
        check_argument("a plugin", one, Plugin | BrokenPlugin, "what installed_plugins() found")
    steps = [step for one in found if isinstance(one, Plugin) for step in one.steps]
    return registry.with_steps(*steps)


def _owner(entry: EntryPoint) -> str:
    dist = entry.dist
    return f"{dist.name} {dist.version}" if dist is not None else "an unknown distribution"


def _loaded(owner: str, entry: EntryPoint) -> Plugin | BrokenPlugin:
    try:
        return Plugin(entry.name, owner, tuple(_steps(entry, owner)))
    except Exception as error:
        return BrokenPlugin(entry.name, owner, f"{type(error).__name__}: {error}")


def _steps(entry: EntryPoint, owner: str) -> Iterator[Registered]:
    what: object = entry.load()
    if inspect.isfunction(what) and not inspect.signature(what).parameters:
        what = what()
    named = cast("Mapping[str, Registered | Meant]", what) if isinstance(what, Mapping) else None
    if named is None:
        named = {entry.name: cast("Registered | Meant", what)}
    for name, step in sorted(named.items()):
        if isinstance(step, Registered):
            yield evolve(step, name=name, owner=owner)
        else:  # what is no step is refused by the record
            yield Registered(name, step, owner=owner)
