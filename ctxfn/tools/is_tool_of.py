"""Say whether a name on the wire is that of a tool of one package."""

from __future__ import annotations

import functools

from ctxfn.arguments import blames_arguments
from ctxfn.messages import ToolName
from ctxfn.tools.names import wire_name
from ctxfn.tools.wire_form import SEPARATOR, STORED_NAMESPACE, hash_of

__all__ = ["is_tool_of"]


@blames_arguments
def is_tool_of(wire: str, identifier: str, *, namespace: str = STORED_NAMESPACE) -> bool:
    """Say whether *wire* names a function of the package *identifier*, however it is written.

    Contract:
        True for the bare identifier and for what starts with the identifier, its renamed form
        or its hash, a separator behind it. Case counts. A name that is one hash as a whole
        belongs to nobody one could tell.

    Complexity: O(characters).

    Source: LobeHub context-engine, disabled tool calls, which does not know hashed names.

    Examples:
        >>> is_tool_of("files____read", "files"), is_tool_of("files2____read", "files")
        (True, False)
        >>> is_tool_of("MD5HASH_07234834b67f____list", "@acme/shop")
        True

    Raises:
        NamespaceError: *namespace* holds characters that no name may have.
    """
    if wire == identifier:
        return True
    return wire.startswith(_starts(identifier, namespace))


@functools.lru_cache(maxsize=256)
def _starts(identifier: str, namespace: str) -> tuple[str, ...]:
    """List how names of *identifier* begin: few packages are asked about, of many calls."""
    written, found, _ = wire_name(ToolName(identifier, "x"), namespace=namespace).partition(
        SEPARATOR
    )
    starts = {identifier, hash_of(identifier), written if found else identifier}
    return tuple(start + SEPARATOR for start in sorted(starts))
