"""Turns: one run of an agent as values; when it runs, what it reads, and what it sends."""

from __future__ import annotations

from ctxfn.turns.agent import (
    AGENT,
    Agent,
    AgentEffect,
    AgentEvent,
    ContributionsRead,
    Happened,
    PlaceRead,
    advance,
)
from ctxfn.turns.arguments_given import (
    Verdict,
    result_limit,
    verdict_of,
)
from ctxfn.turns.bodies import (
    body_of,
    store_input,
)
from ctxfn.turns.clean import (
    CleanHistory,
    clean_history,
)
from ctxfn.turns.commands import (
    Command,
    ListAsked,
    Page,
    StopAsked,
    StopRefused,
    answer_stop,
    page_of,
    page_words,
    parse_command,
)
from ctxfn.turns.contributions import (
    ANCHORS,
    AnchorName,
    Contribution,
    Product,
    place_blocks,
)
from ctxfn.turns.count_line import (
    History,
    count_start,
    read_history,
    regroup,
)
from ctxfn.turns.entries import (
    Entry,
    Tag,
    Zone,
)
from ctxfn.turns.errors import (
    InvalidLog,
)
from ctxfn.turns.estimate import (
    estimate_characters,
    estimate_message,
)
from ctxfn.turns.handed import (
    Handed,
)
from ctxfn.turns.labels import (
    time_label,
)
from ctxfn.turns.leaks import (
    strip_leaks,
)
from ctxfn.turns.machine import (
    step,
    stop_turn,
)
from ctxfn.turns.models import (
    AgentOptions,
    Material,
    Model,
    OfferedTool,
    Response,
    TurnSettings,
)
from ctxfn.turns.opening import (
    begin,
)
from ctxfn.turns.place import (
    Place,
)
from ctxfn.turns.record_json import (
    read_record,
    write_record,
)
from ctxfn.turns.replay import (
    Log,
    Moment,
    Replayed,
    payload_of,
    read_log,
    replay,
    write_event,
    write_log,
)
from ctxfn.turns.scheduling import (
    HostNotice,
    Input,
    Person,
    Quote,
    Session,
    TurnOrigin,
    reduce,
)
from ctxfn.turns.segments import (
    CallSegment,
    Segment,
    TextSegment,
    ThoughtSegment,
)
from ctxfn.turns.settings import (
    FIELDS,
    SCOPES,
    Layer,
    ModelChoice,
    Preferences,
    Prominence,
    Resolved,
    Scope,
    SettingField,
    SettingValue,
    choice_of,
    level_words,
    may_set,
    resolve_setting,
    settings_of,
    warn_once,
)
from ctxfn.turns.snapshot import (
    Snapshot,
    snapshot,
)
from ctxfn.turns.stored import (
    EntryKind,
    Stored,
    TurnRecord,
)
from ctxfn.turns.tool_context import (
    Inbound,
    ToolContext,
    participants_of,
    tool_context,
)
from ctxfn.turns.trim import (
    Trimmed,
    budget_of,
    trim,
    unit_of,
)
from ctxfn.turns.turn_state import (
    CallState,
    Phase,
    TurnState,
)
from ctxfn.turns.usage import (
    Injected,
    UsageEvent,
    UsagePart,
    estimate_tools,
    usage_parts,
)
from ctxfn.turns.usage_log import (
    UsageLog,
    log_usage,
)
from ctxfn.turns.wording import (
    WORDING,
    Wording,
)

__all__ = [
    "AGENT",
    "ANCHORS",
    "FIELDS",
    "SCOPES",
    "WORDING",
    "Agent",
    "AgentEffect",
    "AgentEvent",
    "AgentOptions",
    "AnchorName",
    "CallSegment",
    "CallState",
    "CleanHistory",
    "Command",
    "Contribution",
    "ContributionsRead",
    "Entry",
    "EntryKind",
    "Handed",
    "Happened",
    "History",
    "HostNotice",
    "Inbound",
    "Injected",
    "Input",
    "InvalidLog",
    "Layer",
    "ListAsked",
    "Log",
    "Material",
    "Model",
    "ModelChoice",
    "Moment",
    "OfferedTool",
    "Page",
    "Person",
    "Phase",
    "Place",
    "PlaceRead",
    "Preferences",
    "Product",
    "Prominence",
    "Quote",
    "Replayed",
    "Resolved",
    "Response",
    "Scope",
    "Segment",
    "Session",
    "SettingField",
    "SettingValue",
    "Snapshot",
    "StopAsked",
    "StopRefused",
    "Stored",
    "Tag",
    "TextSegment",
    "ThoughtSegment",
    "ToolContext",
    "Trimmed",
    "TurnOrigin",
    "TurnRecord",
    "TurnSettings",
    "TurnState",
    "UsageEvent",
    "UsageLog",
    "UsagePart",
    "Verdict",
    "Wording",
    "Zone",
    "advance",
    "answer_stop",
    "begin",
    "body_of",
    "budget_of",
    "choice_of",
    "clean_history",
    "count_start",
    "estimate_characters",
    "estimate_message",
    "estimate_tools",
    "level_words",
    "log_usage",
    "may_set",
    "page_of",
    "page_words",
    "parse_command",
    "participants_of",
    "payload_of",
    "place_blocks",
    "read_history",
    "read_log",
    "read_record",
    "reduce",
    "regroup",
    "replay",
    "resolve_setting",
    "result_limit",
    "settings_of",
    "snapshot",
    "step",
    "stop_turn",
    "store_input",
    "strip_leaks",
    "time_label",
    "tool_context",
    "trim",
    "unit_of",
    "usage_parts",
    "verdict_of",
    "warn_once",
    "write_event",
    "write_log",
    "write_record",
]
