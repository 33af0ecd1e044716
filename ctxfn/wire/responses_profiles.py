"""The targets that speak OpenAI's Responses format."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ctxfn.wire.profiles import Profile

__all__ = ["RESPONSES_PROFILES"]

RESPONSES: Final = Profile(
    provider="openai",
    version="responses",
    codec="openai_responses",
    #: The published interface description: ``call_id`` has 1 to 64 characters.
    call_id_length=64,
    #: The published interface description: names of functions have up to 128.
    tool_name_length=128,
    #: The published interface description: messages have no name.
    name_field=False,
    roles=("system", "developer", "user", "assistant", "tool"),
    #: The published interface description: ``input_image`` and ``input_file`` where a person,
    #: the application or a tool speaks; recorded requests have both in outputs of functions.
    media=(
        ("user", ("image", "file")),
        ("system", ("image", "file")),
        ("developer", ("image", "file")),
        ("tool", ("image", "file")),
        ("assistant", ("refusal",)),
    ),
    #: Items of a server's own tools come back as they were.
    unknown_parts=True,
    reasoning="kept",
    reasoning_before_item=True,
    #: "Expected an ID that begins with 'msg'", and so on, in several public issue trackers.
    item_id_prefixes=(
        ("message", "msg_"),
        ("function_call", "fc_"),
        ("custom_tool_call", "ctc_"),
        ("reasoning", "rs_"),
    ),
    #: Dashes are refused, though the error lists them as allowed.
    item_id_pattern=r"[A-Za-z0-9_]+",
    item_ids_stored=True,
    remarks=(
        "A result may come anywhere after its call and before the next turn of a person.",
        "With previous_response_id or conversation, calls on the server may be answered here.",
        "With store=false most clients strip ids; sealed reasoning was accepted with its id.",
        "An answer's id may name one whose reasoning the server has kept, and wants back.",
    ),
)

PLAIN: Final = evolve(
    RESPONSES,
    version="responses-plain",
    #: "Reasoning input items can only be provided to a reasoning or computer use model".
    reasoning="forbidden",
    remarks=("Models that do not reason, and refuse what others have thought.",),
)

COMPATIBLE: Final = evolve(
    RESPONSES,
    version="responses-compatible",
    #: Recorded requests: a server whose reasoning items have UUIDs took them back.
    item_id_prefixes=(),
    item_id_pattern=None,
    item_ids_stored=False,
    tool_count=None,
    remarks=("Servers other than OpenAI's that speak the format, with ids of their own.",),
)

RESPONSES_PROFILES: Final = (RESPONSES, PLAIN, COMPATIBLE)
