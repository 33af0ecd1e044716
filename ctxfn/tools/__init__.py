"""Tools: what a model may call, by which name, and which of them are on offer."""

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
from ctxfn.tools.declare import declare
from ctxfn.tools.enabling import (
    EnableRules,
    EnableTool,
    Enabling,
    EnablingStep,
    PlatformFilter,
    ToolQuestion,
)
from ctxfn.tools.errors import InvalidTool, NameLimitError, NamespaceError
from ctxfn.tools.is_json import is_json
from ctxfn.tools.is_tool_of import is_tool_of
from ctxfn.tools.manifest_rows import ReadManifests, read_manifests, write_manifest
from ctxfn.tools.manifests import DEFAULT_TIMEOUT_MS, Approval, ApprovalRule, Manifest, ToolFunction
from ctxfn.tools.mend_parameters import mend_parameters
from ctxfn.tools.name_among import name_among
from ctxfn.tools.names import WireNames, wire_name, wire_names
from ctxfn.tools.normalise_parameters import normalise_parameters
from ctxfn.tools.past_activations import ACTIVATOR, mentioned_tools, past_activations
from ctxfn.tools.read_name import HowRead, NameReading, explain_name, read_name, split_name
from ctxfn.tools.repair_arguments import MisfitPolicy, UnfinishedPolicy, repair_arguments
from ctxfn.tools.resolve_calls import ResolvedCalls, UnresolvedCall, resolve_call, resolve_calls
from ctxfn.tools.resolve_tools import resolve_tools
from ctxfn.tools.resolved_tools import RefusedActivation, ResolvedTools, WhyRefused
from ctxfn.tools.rule_sets import (
    ALWAYS_ON,
    CHAT_TOOLS,
    DEFAULT_TOOLS,
    agent_rules,
    chat_rules,
    default_tools,
    own_rules,
)
from ctxfn.tools.select_tools import LeftOutTool, ToolSelection, WhyLeftOut, select_tools
from ctxfn.tools.step_delta import accumulate, operation_tools, step_delta
from ctxfn.tools.strict_schema import is_strict_schema
from ctxfn.tools.toolsets import (
    EVERYTHING,
    Activation,
    ActivationSource,
    OfferedTool,
    OperationTools,
    StepDelta,
    ToolSource,
    source_of,
)
from ctxfn.tools.wire_form import DEFAULT_LIMIT, MINIMUM_LIMIT, is_wire_name

__all__ = [
    "ACTIVATOR",
    "ALWAYS_ON",
    "CHAT_TOOLS",
    "DEFAULT_LIMIT",
    "DEFAULT_TIMEOUT_MS",
    "DEFAULT_TOOLS",
    "EVERYTHING",
    "MINIMUM_LIMIT",
    "Activation",
    "ActivationSource",
    "Approval",
    "ApprovalRule",
    "ArgumentFault",
    "ArgumentReading",
    "Declaration",
    "EnableRules",
    "EnableTool",
    "Enabling",
    "EnablingStep",
    "HowRead",
    "InvalidTool",
    "LeftOutTool",
    "Lost",
    "LostKind",
    "Manifest",
    "Misfit",
    "MisfitPolicy",
    "NameLimitError",
    "NameReading",
    "NamespaceError",
    "OfferedTool",
    "OperationTools",
    "Parsed",
    "PlatformFilter",
    "ReadManifests",
    "RefusedActivation",
    "Repaired",
    "ResolvedCalls",
    "ResolvedTools",
    "StepDelta",
    "ToolFunction",
    "ToolQuestion",
    "ToolSelection",
    "ToolSource",
    "UnfinishedPolicy",
    "Unreadable",
    "Unrepairable",
    "UnresolvedCall",
    "WhyLeftOut",
    "WhyRefused",
    "WireNames",
    "accumulate",
    "agent_rules",
    "by_name",
    "chat_rules",
    "declare",
    "default_tools",
    "explain_name",
    "is_json",
    "is_strict_schema",
    "is_tool_of",
    "is_wire_name",
    "mend_parameters",
    "mentioned_tools",
    "name_among",
    "normalise_parameters",
    "operation_tools",
    "own_rules",
    "past_activations",
    "read_manifests",
    "read_name",
    "repair_arguments",
    "resolve_call",
    "resolve_calls",
    "resolve_tools",
    "select_tools",
    "source_of",
    "split_name",
    "step_delta",
    "wire_name",
    "wire_names",
    "write_manifest",
]
