"""The targets that speak Mistral's chat completions."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ctxfn.wire.profiles import Profile

__all__ = ["MISTRAL_MODELS", "MISTRAL_PROFILES"]

CURRENT: Final = Profile(
    provider="mistral",
    version="current",
    codec="mistral",
    #: "must be a-z, A-Z, 0-9, with a length of 9", langchain-ai/langchain#24668, HKUDS/nanobot#1293,
    #: mistral-common's validators of v3 to v11; v13 takes any, and these too.
    call_id_pattern=r"[a-zA-Z0-9]{9}",
    call_id_length=9,
    #: mistral-common, since v11.
    unique_call_ids=True,
    #: mistral-common: names are looked at in the history as well, and in results.
    history_names=True,
    #: "extra_forbidden", nomtek/mistralai_client_dart#44: ``name`` of a user message.
    name_field=False,
    message_name_pattern=None,
    message_name_length=None,
    #: The API reference: functions alone are called.
    custom_calls=False,
    #: The API reference: four roles.
    roles=("system", "user", "assistant", "tool"),
    #: "Unexpected role 'system' after role 'assistant'", swarmauri/swarmauri-sdk#276, and after
    #: a result: mistral-common. Behind a user or system turn it is taken.
    system_after_answer=False,
    #: mistral-common does not count the calls of the very first message, and refuses their results.
    first_turn_calls=False,
    #: "Expected last role User or Tool (or Assistant with prefix True)", 0xPlaygrounds/rig#1130.
    last_turn_assistant=False,
    prefix=True,
    #: The API reference: images, sounds and documents in user turns; texts alone in results
    #: before mistral-common's v15.
    media=(("user", ("image", "audio", "file")),),
    #: mistral-common: "must have either content or tool_calls"; newest versions do not ask.
    empty_assistant="needs_words",
    #: Recorded: an empty list beside calls, and an empty list of calls, were accepted.
    empty_array_beside_calls=True,
    empty_calls_array=True,
    #: mistral-common parses the arguments of each call where it writes its prompt.
    arguments_valid_json=True,
    #: Recorded: thoughts as parts of an answer.
    reasoning="kept",
    #: OpenMinis/OpenMinis#87, BerriAI/litellm#30835, #30882: a closed schema on every level.
    permitted_keys=(
        ("system", ("role", "content")),
        ("user", ("role", "content")),
        ("assistant", ("role", "content", "tool_calls", "prefix")),
        ("tool", ("role", "content", "tool_call_id", "name")),
        ("call", ("index",)),
        ("thinking", ("closed", "signature", "thinking")),
    ),
    schema_subset="json_schema",
    tool_count=None,
    remarks=(
        "What mistral-common's own validator takes since v11: words beside calls, turns in any order.",
        "Its older versions refuse a user turn behind a result; the newest lets it pass.",
    ),
)

HOSTED: Final = evolve(
    CURRENT,
    version="hosted",
    #: "Unexpected role 'user' after role 'tool'", code 3230, from the API: NousResearch/hermes-agent
    #: #20154, avante-corp/avante.nvim#2562, datapizza-labs/datapizza-ai#98; fixed for some,
    #: aaif-goose/goose#5998.
    user_after_tool=False,
    #: vllm-project/vllm#6862, charmbracelet/crush#279: "must alternate user and assistant roles".
    alternation=True,
    remarks=(
        "What the API and servers of its models have been reported to refuse, all of it.",
        "Recorded requests keep to it: a short answer stands between a result and a person.",
    ),
)

LEGACY: Final = evolve(
    HOSTED,
    version="legacy",
    unique_call_ids=False,
    #: mistral-common, v1 to v3: "either content or tool_calls, but not both",
    #: langchain-ai/langchain#21196.
    text_with_calls=False,
    empty_array_beside_calls=False,
    #: langchain-ai/langchain#21196: "(empty or real)".
    empty_calls_array=False,
    #: The chat templates of these models, vllm-project/vllm#6862.
    first_turn_user=True,
    #: Models of texts alone; mistral-common has images from v3 on, and thoughts from v11 on.
    media=(),
    reasoning="forbidden",
    remarks=("Models of tokenizers v1 to v3: words or calls, never both in one turn.",),
)

MISTRAL_PROFILES: Final = (HOSTED, CURRENT, LEGACY)

#: What a model's name begins with, and the version that speaks to it; the first match counts.
MISTRAL_MODELS: Final = (
    ("open-mistral-7b", "legacy"),
    ("open-mixtral", "legacy"),
    ("mistral-7b", "legacy"),
    ("mixtral", "legacy"),
    ("mistral-tiny", "legacy"),
    ("mistral", "hosted"),
    ("ministral", "hosted"),
    ("magistral", "hosted"),
    ("codestral", "hosted"),
    ("devstral", "hosted"),
    ("labs-devstral", "hosted"),
    ("pixtral", "hosted"),
    ("voxtral", "hosted"),
)
