"""The targets that speak Gemini's format."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ctxfn.wire.profiles import Profile

__all__ = ["GEMINI_MODELS", "GEMINI_PROFILES"]

GEMINI_2: Final = Profile(
    provider="gemini",
    version="2",
    codec="gemini",
    #: The API reference: ids are optional; recorded requests had none, or a client's own.
    call_id_required=False,
    #: The API reference, "FunctionDeclaration": letters, digits, underscores, dots, colons and
    #: dashes, at most 64 (128 in the newest version of Google's cloud). There the first is to be
    #: a letter or an underscore.
    tool_name_pattern=r"[a-zA-Z0-9_.:-]+",
    tool_name_start=r"[a-zA-Z_]",
    history_names=True,
    #: 0xPlaygrounds/rig#515.
    result_names=True,
    #: Catalogue, ``message-name-unsupported``: a content has a role and parts.
    name_field=False,
    message_name_pattern=None,
    message_name_length=None,
    #: Refused otherwise with "Please use a valid role: user, model."; system text has a field.
    roles=("system", "user", "assistant", "tool"),
    single_system_first=True,
    #: System text has a field, and ``contents`` is to hold something: langchain-ai/langchain#30764.
    lone_system=False,
    #: Recorded: user contents in a row accepted 106 times, model contents four times.
    alternation=False,
    joins_calls=True,
    #: Recorded: the last turn was always a user's or a result; reported refused otherwise
    #: (vybestack/llxprt-code#3695).
    last_turn_assistant=False,
    #: google-gemini/gemini-cli#11814, diegosouzapw/OmniRoute#13573. Two contents that call, in a
    #: row, were accepted: they count as one. A model's greeting has not been reported refused.
    call_behind_turn=True,
    #: Recorded: words right after results, in a content of their own, accepted eleven times; in
    #: one content with results they are not written (anomalyco/opencode#43479).
    user_after_tool=True,
    #: The API reference, "Part": inline bytes and files; results had none before Gemini 3.
    media=(
        ("user", ("image", "audio", "video", "file")),
        ("assistant", ("image", "audio", "video", "file")),
    ),
    #: agno-agi/agno#6644: "must include at least one parts field".
    empty_assistant="refused",
    empty_parts=False,
    #: The API reference: an object, which proto refuses a list or a text for.
    arguments_form="object",
    arguments_valid_json=True,
    arguments_object=True,
    #: microsoft/vscode#299295: as many results as calls, in the turn right behind.
    paired=True,
    #: Recorded: always so, in 60 requests of 60.
    results_in_call_order=True,
    #: microsoft/vscode#299295, 567-labs/instructor#724, GoogleCloudPlatform/generative-ai#368.
    results_counted=True,
    #: ai.google.dev, "Thought signatures": signatures are sent back with what they sign.
    reasoning="kept",
    call_signature_key="thoughtSignature",
    #: router-for-me/CLIProxyAPI#97, vercel/ai#19000: a part of OpenAPI's.
    schema_subset="gemini",
    tool_count=None,
    remarks=(
        "An empty text part was accepted eight times.",
        "Parallel calls of two model contents in a row were answered in one content.",
        "Inline bytes counted towards a request of at most 20 MB for long; Google has announced "
        "a higher limit since, so none is set here. Documented: 3,600 images a request.",
    ),
)

GEMINI_3: Final = evolve(
    GEMINI_2,
    version="3",
    #: Recorded with Gemini 3: ``parts`` with files inside a function's response.
    media=(*GEMINI_2.media, ("tool", ("image", "audio", "video", "file"))),
    #: ai.google.dev, "Thought signatures"; octos-org/octos#1897.
    signature_stand_in="skip_thought_signature_validator",
    remarks=(
        *GEMINI_2.remarks,
        "The first call of each step of the current turn carries its thought signature; its "
        "parallel siblings carry none, and older turns are not looked at (octos-org/octos#1897).",
        "Where no signature is known, 'skip_thought_signature_validator' is taken in its place.",
    ),
)

GEMINI_PROFILES: Final = (GEMINI_2, GEMINI_3)

#: What a model's name begins with, and the version that speaks to it; the first match counts.
GEMINI_MODELS: Final = (
    ("gemini-3", "3"),
    ("gemini-2", "2"),
    ("gemini-1", "2"),
    ("gemini-pro", "2"),
    ("gemma", "2"),
    ("learnlm", "2"),
)
