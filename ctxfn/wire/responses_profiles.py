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
    history_names=True,
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
    image_details=("auto", "low", "high", "original"),
    #: Alishahryar1/free-claude-code#1826, openai/openai-agents-python#3095.
    typed_results=True,
    closed_messages=True,
    #: The published interface description: the longest that each of these may be.
    text_length=10_485_760,
    image_url_length=20_971_520,
    file_data_length=73_400_320,
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

REASONING: Final = evolve(
    RESPONSES,
    version="responses-reasoning",
    #: "was provided without its required 'reasoning' item", openai/openai-dotnet#1050.
    item_ids_with_reasoning=True,
    remarks=("Models that always reason: an answer goes by its id only with its reasoning.",),
)

COMPATIBLE: Final = evolve(
    RESPONSES,
    version="responses-compatible",
    #: Recorded requests: a server whose reasoning items have UUIDs took them back.
    item_id_prefixes=(),
    item_id_pattern=None,
    item_ids_stored=False,
    #: Servers read types of parts that OpenAI does not have.
    unknown_parts=True,
    image_details=None,
    #: Recorded: "No tool output found for tool call call-a", with a message between two calls.
    calls_together=True,
    tool_count=None,
    remarks=("Servers other than OpenAI's that speak the format, with ids of their own.",),
)

RESPONSES_PROFILES: Final = (RESPONSES, PLAIN, REASONING, COMPATIBLE)
