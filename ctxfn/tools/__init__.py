"""Tools: what a model may call, and by which name."""

from __future__ import annotations

from ctxfn.tools.argument_records import (
    ArgumentFault,
    ArgumentReading,
    Lost,
    LostKind,
    Misfit,
    Parsed,
    Repaired,
    Unreadable,
    Unrepairable,
)
from ctxfn.tools.by_name import by_name
from ctxfn.tools.declarations import Declaration
from ctxfn.tools.errors import NameLimitError, NamespaceError
from ctxfn.tools.is_json import is_json
from ctxfn.tools.is_tool_of import is_tool_of
from ctxfn.tools.name_among import name_among
from ctxfn.tools.names import WireNames, wire_name, wire_names
from ctxfn.tools.read_name import HowRead, NameReading, explain_name, read_name, split_name
from ctxfn.tools.repair_arguments import MisfitPolicy, UnfinishedPolicy, repair_arguments
from ctxfn.tools.wire_form import DEFAULT_LIMIT, MINIMUM_LIMIT, is_wire_name

__all__ = [
    "DEFAULT_LIMIT",
    "MINIMUM_LIMIT",
    "ArgumentFault",
    "ArgumentReading",
    "Declaration",
    "HowRead",
    "Lost",
    "LostKind",
    "Misfit",
    "MisfitPolicy",
    "NameLimitError",
    "NameReading",
    "NamespaceError",
    "Parsed",
    "Repaired",
    "UnfinishedPolicy",
    "Unreadable",
    "Unrepairable",
    "WireNames",
    "by_name",
    "explain_name",
    "is_json",
    "is_tool_of",
    "is_wire_name",
    "name_among",
    "read_name",
    "repair_arguments",
    "split_name",
    "wire_name",
    "wire_names",
]
