"""Tools: what can be called, under which name."""

from __future__ import annotations

from ctxfn.tools.declarations import (
    Declaration,
)
from ctxfn.tools.errors import (
    NameLimitError,
    NamespaceError,
)
from ctxfn.tools.name_among import (
    name_among,
)
from ctxfn.tools.names import (
    WireNames,
    wire_name,
    wire_names,
)
from ctxfn.tools.read_name import (
    HowRead,
    NameReading,
    explain_name,
    read_name,
    split_name,
)
from ctxfn.tools.wire_form import (
    DEFAULT_LIMIT,
    HASH_MARK,
    MINIMUM_LIMIT,
    PLAIN_KINDS,
    SEPARATOR,
    STORED_NAMESPACE,
    candidates_of,
    check_limit,
    check_namespace,
    hash_of,
    is_wire_name,
    starts_of,
    whole_hash,
)

__all__ = [
    "DEFAULT_LIMIT",
    "HASH_MARK",
    "MINIMUM_LIMIT",
    "PLAIN_KINDS",
    "SEPARATOR",
    "STORED_NAMESPACE",
    "Declaration",
    "HowRead",
    "NameLimitError",
    "NameReading",
    "NamespaceError",
    "WireNames",
    "candidates_of",
    "check_limit",
    "check_namespace",
    "explain_name",
    "hash_of",
    "is_wire_name",
    "name_among",
    "read_name",
    "split_name",
    "starts_of",
    "whole_hash",
    "wire_name",
    "wire_names",
]
