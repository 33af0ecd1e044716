"""The targets that speak Anthropic's Messages format."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ctxfn.wire.profiles import Profile

__all__ = ["ANTHROPIC_MODELS", "ANTHROPIC_PROFILES"]

MESSAGES: Final = Profile(
    provider="anthropic",
    version="messages",
    codec="anthropic",
    #: "should match pattern '^[a-zA-Z0-9_-]+$'", langchain-ai/langchain#24668 and others.
    call_id_pattern=r"[a-zA-Z0-9_-]+",
    #: Kilo-Org/kilocode#5150; one id in two answers was accepted.
    unique_call_ids=True,
    #: Catalogue, ``tool-name-format``: 128 today, 64 through some hosts.
    tool_name_length=128,
    #: anomalyco/opencode#48750.
    history_names=True,
    #: Catalogue, ``message-name-unsupported``.
    name_field=False,
    message_name_pattern=None,
    message_name_length=None,
    #: System text has a field of the request; ``tool`` is the block ``tool_result``.
    roles=("system", "user", "assistant", "tool"),
    single_system_first=True,
    lone_system=False,
    #: Recorded: two user turns and two assistant turns in a row were accepted, and merged.
    merges_turns=True,
    #: The API reference: images and documents in user turns and in results.
    media=(("user", ("image", "file")), ("tool", ("image", "file"))),
    #: anthropics/claude-code#4778; letta-ai/letta-code#615, and the vendor's page on vision.
    image_side=8_000,
    many_images=20,
    many_images_side=2_000,
    #: "text content blocks must be non-empty", anthropics/claude-code#62396.
    empty_text=False,
    #: "final assistant content cannot end with trailing whitespace", langchain-ai/langchain#35072.
    trailing_space=False,
    #: The SDK's types: an object, not a text.
    arguments_form="object",
    arguments_valid_json=True,
    arguments_object=True,
    #: code-yeongyu/oh-my-openagent#2775; older thoughts may be left out, never changed.
    reasoning="signed",
    schema_subset="json_schema",
    tool_count=None,
    #: twentyhq/twenty#26217, bug-ops/zeph#1568.
    cache_breakpoints=4,
    remarks=(
        "Models up to 4.5: the last turn may be the model's own, which it then goes on with.",
        "A first assistant turn has been accepted; older models refused it.",
        "One id of a call in two turns has been accepted; in one turn it is refused.",
    ),
)

RECENT: Final = evolve(
    MESSAGES,
    version="recent",
    #: "does not support assistant message prefill", crewAIInc/crewAI#6973.
    last_turn_assistant=False,
    #: Recorded: the role ``system`` among the messages, behind results too.
    single_system_first=False,
    remarks=("Models from 4.6 on: no prefill; system text may stand among the messages.",),
)

STRICT: Final = evolve(
    MESSAGES,
    version="strict",
    #: Bedrock and gateways: "roles must alternate", aws-samples/bedrock-access-gateway#25.
    alternation=True,
    merges_turns=False,
    first_turn_user=True,
    #: The AWS reference of toolUseId and of tool names.
    call_id_length=64,
    tool_name_length=64,
    last_turn_assistant=False,
    remarks=("What hosts of Claude and compatible servers demand that follow the first rules.",),
)

ANTHROPIC_PROFILES: Final = (MESSAGES, RECENT, STRICT)

#: What a model's name begins with, and the version that speaks to it; the first match counts.
ANTHROPIC_MODELS: Final = (
    ("claude-opus-4-6", "recent"),
    ("claude-opus-4-7", "recent"),
    ("claude-opus-4-8", "recent"),
    ("claude-opus-4-9", "recent"),
    ("claude-opus-5", "recent"),
    ("claude-sonnet-4-6", "recent"),
    ("claude-sonnet-4-7", "recent"),
    ("claude-sonnet-4-8", "recent"),
    ("claude-sonnet-5", "recent"),
    ("claude-haiku-5", "recent"),
    ("claude-fable", "recent"),
    ("claude-mythos", "recent"),
    ("claude-", "messages"),
    ("anthropic.claude-", "strict"),
    ("us.anthropic.", "strict"),
    ("eu.anthropic.", "strict"),
    ("global.anthropic.", "strict"),
)
