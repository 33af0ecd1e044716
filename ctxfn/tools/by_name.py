"""Put declarations into an order that depends on nothing but what they are."""

from __future__ import annotations

from collections.abc import Iterable

from ctxfn.arguments import blames_arguments
from ctxfn.tools.declarations import Declaration
from ctxfn.tools.names import wire_name

__all__ = ["by_name"]


@blames_arguments
def by_name(tools: Iterable[Declaration], /) -> tuple[Declaration, ...]:
    """Sort *tools* by the name the model calls them by.

    Declarations stand first in what providers cache: a set that comes in the order of some search
    result, or of a map, costs the whole request anew whenever that order changes.

    Contract:
        The same declarations, sorted by code points of their wire names; those of one name stay
        in their order.

    Complexity: O(n log n).

    Source: ours.

    Examples:
        >>> [one.tool for one in by_name((Declaration("b_light"), Declaration("a_lock")))]
        ['a_lock', 'b_light']
    """
    return tuple(sorted(tools, key=_called))


def _called(declaration: Declaration) -> str:
    tool = declaration.tool
    return tool if isinstance(tool, str) else wire_name(tool)
