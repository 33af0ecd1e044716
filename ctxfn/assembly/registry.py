"""The registry of every step that comes with the library."""

from __future__ import annotations

from typing import Final

from ctxfn import injectors, processors
from ctxfn.pipeline import Processor, Registered, Registry, Taxonomy
from ctxfn.slots import EACH_USER, LAST_USER, PREAMBLE, SYSTEM, TAIL, EachInjector, Injector
from ctxfn.tokens import REFERENCE_TARIFF, counters_by_name

__all__ = ["standard_registry"]

#: What the steps of a folder do, but for those that have a line of their own.
_BY_FOLDER: Final[dict[str, Taxonomy]] = {"truncate": "truncator"}
_BY_NAME: Final[dict[str, Taxonomy]] = {
    "linearise": "truncator",
    "pair_tool_results": "reorderer",
    "place_system": "reorderer",
}

_SLOTS: Final = (SYSTEM, PREAMBLE, EACH_USER, LAST_USER, TAIL)


def standard_registry() -> Registry:
    """Return the registry of every processor and injector of the library.

    Contract:
        Each under its own name, labelled with what it does and with its folder. Options that no JSON can
        say have names here: the slots (``tail``, ...), the counters (``o200k_base``,
        ``estimate_o200k_base``, ...) and the tariff ``reference``.

    Complexity: O(steps).

    Source: ours; the labels are brief 003's kinds.

    Examples:
        >>> standard_registry().named("keep_recent").labels
        ('truncator', 'truncate')
    """
    steps = [_registered(name) for name in processors.__all__]
    steps += [
        Registered(name, getattr(injectors, name), ("injector",))
        for name in injectors.__all__
        if isinstance(getattr(injectors, name), Injector | EachInjector | Processor)
    ]
    values = {slot.name: slot for slot in _SLOTS}
    return Registry(
        tuple(step for step in steps if step is not None),
        {**values, **counters_by_name(), "reference": REFERENCE_TARIFF},
    )


def _registered(name: str) -> Registered | None:
    step = getattr(processors, name)
    if not isinstance(step, Processor):
        return None
    folder = step.function.__module__.split(".")[-2]
    kind = "validator" if step.validates else _BY_FOLDER.get(folder, "transformer")
    return Registered(name, step, (_BY_NAME.get(name, kind), folder))
