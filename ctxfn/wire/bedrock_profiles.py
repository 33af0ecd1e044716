"""The targets that Amazon Bedrock's Converse API speaks for, by family of models."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ctxfn.wire.profiles import Profile

__all__ = ["BEDROCK_MODELS", "BEDROCK_PROFILES"]

#: The AWS reference, ``API_runtime_ContentBlock`` and ``API_runtime_ToolResultContentBlock``.
_WORDS_AND_FILES: Final = ("image", "file")

OTHER: Final = Profile(
    provider="bedrock",
    version="other",
    codec="bedrock",
    #: The AWS reference, ``API_runtime_ToolUseBlock``; run-llama/llama_index#22775.
    call_id_pattern=r"[a-zA-Z0-9_.:-]+",
    call_id_length=64,
    #: "contain duplicate Ids", bvcyber/Cyber-AutoAgent-ng#72.
    unique_call_ids=True,
    #: The AWS reference, ``API_runtime_ToolSpecification``; anomalyco/opencode#48750.
    tool_name_length=64,
    history_names=True,
    #: Catalogue, ``message-name-unsupported``.
    name_field=False,
    message_name_pattern=None,
    message_name_length=None,
    #: System text has a field of the request; ``tool`` is the block ``toolResult``.
    roles=("system", "user", "assistant", "tool"),
    single_system_first=True,
    lone_system=False,
    #: aws-samples/bedrock-access-gateway#25: "roles must alternate".
    alternation=True,
    #: strands-agents/harness-sdk#120: "A conversation must start with a user message".
    first_turn_user=True,
    #: The AWS reference, ``API_runtime_Message``: pictures and documents in user turns alone.
    media=(("user", _WORDS_AND_FILES), ("tool", _WORDS_AND_FILES)),
    #: The AWS reference, ``API_runtime_Message``.
    images_in_turn=20,
    #: aws-samples/generative-ai-use-cases#1685.
    documents=5,
    #: vercel/ai#20366, archestra-ai/archestra#3978; ag-ui-protocol/ag-ui#2425 for names twice.
    document_name_pattern=r"[a-zA-Z0-9 ()\[\]-]+",
    document_name_length=200,
    #: The AWS reference, ``API_runtime_Message``.
    document_with_text=True,
    #: vercel/ai#5576, livekit/agents#1789: "The text field in the ContentBlock object is blank".
    empty_text=False,
    #: aws-samples/sample-multi-agent-orchestration-chat-on-agentcore#15.
    empty_results=False,
    #: The AWS reference: a document (``input``), which models read as an object.
    arguments_form="object",
    arguments_valid_json=True,
    arguments_object=True,
    #: pydantic/pydantic-ai#5929, vxcontrol/pentagi#196.
    tools_declared=True,
    schema_subset="json_schema",
    tool_count=None,
    remarks=(
        "A text of a line feed alone was accepted in an answer, so white space is a warning.",
        "Bytes stand in the JSON as text in base64; client libraries want them as bytes.",
    ),
)

CLAUDE: Final = evolve(
    OTHER,
    version="claude",
    #: Recorded: a history that begins with an answer was accepted (Sonnet 4.5).
    first_turn_user=False,
    #: code-yeongyu/oh-my-openagent#2775: as at Anthropic, thoughts are signed or not sent.
    reasoning="signed",
    #: twentyhq/twenty#26217, bug-ops/zeph#1568.
    cache_breakpoints=4,
    #: Recorded: films, and media in buckets, were refused.
    media_in_buckets=False,
)

NOVA: Final = evolve(
    OTHER,
    version="nova",
    #: strands-agents/harness-sdk#1223: words beside results are refused.
    strict_tool_turns=True,
    #: Recorded with Nova 2: a picture, and a film, beside a result.
    media_with_results=True,
    #: Recorded: films in user turns, pictures in results; a document in a result is "extraneous".
    media=(("user", ("image", "file", "video", "audio")), ("tool", ("image",))),
    #: The service's guide to prompt caching.
    cache_breakpoints=4,
    remarks=(*OTHER.remarks, "Recorded: an answer with words that calls as well was accepted."),
)

LLAMA: Final = evolve(
    OTHER,
    version="llama",
    #: strands-agents/harness-sdk#1223: conversation and result blocks in one turn are refused.
    strict_tool_turns=True,
    #: quarkiverse/quarkus-langchain4j#1983.
    text_with_calls=False,
    media=(("user", _WORDS_AND_FILES),),
)

MISTRAL: Final = evolve(LLAMA, version="mistral")

TITAN: Final = evolve(
    OTHER,
    version="titan",
    #: Recorded: two user turns in a row were accepted.
    alternation=False,
    merges_turns=True,
)

BEDROCK_PROFILES: Final = (OTHER, CLAUDE, NOVA, LLAMA, MISTRAL, TITAN)

_FAMILIES: Final = (
    ("anthropic.claude", "claude"),
    ("amazon.nova", "nova"),
    ("meta.llama", "llama"),
    ("mistral.", "mistral"),
    ("amazon.titan", "titan"),
)
#: Where a model may be asked across regions, its id begins with a word for them.
_REGIONS: Final = ("", "us.", "us-gov.", "eu.", "apac.", "jp.", "au.", "ca.", "global.")

#: What a model's id begins with, and the version that speaks to it; the first match counts.
BEDROCK_MODELS: Final = (
    *((region + start, version) for start, version in _FAMILIES for region in _REGIONS),
    *((version, version) for version in ("claude", "nova", "llama", "mistral", "titan")),
)
