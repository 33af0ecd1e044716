"""Tell which format a list of messages or a request body is in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from ctxfn.messages import InvalidMessages
from ctxfn.wire.codecs import codec_names
from ctxfn.wire.errors import UnknownFormat

__all__ = ["UNDECIDED", "Recognised", "detect", "recognise"]

#: The format that decides a tie, and the one meant if nothing says otherwise.
_USUAL: Final = "openai_chat"

#: Why it is the usual one, if nothing in the input has a word to say.
UNDECIDED: Final = "nothing says otherwise"


class Recognised(NamedTuple):
    """A format, and the most specific thing that shows it."""

    format: str
    because: str


class _Sign(NamedTuple):
    format: str
    weight: int


def _signs(format: str, weight: int, *words: str) -> dict[str, _Sign]:
    return {word: _Sign(format, weight) for word in words}


#: 3: only this format has it. 2: this format is the usual one to have it. 1: a store's habit.
_BODY_KEYS: Final = {
    **_signs("gemini", 3, "contents", "systemInstruction", "system_instruction"),
    **_signs("gemini", 2, "generationConfig", "safetySettings", "cachedContent"),
    **_signs("gemini", 2, "generation_config", "safety_settings", "cached_content"),
    **_signs("openai_responses", 3, "previous_response_id", "max_output_tokens", "input"),
    **_signs("openai_responses", 2, "instructions"),
    **_signs("bedrock", 3, "inferenceConfig"),
    **_signs("bedrock", 2, "toolConfig"),
    **_signs("anthropic", 2, "anthropic_version", "system", "stop_sequences"),
    **_signs("openai_chat", 2, "functions", "function_call", "max_completion_tokens"),
    **_signs("mistral", 3, "safe_prompt", "random_seed", "prompt_mode"),
    **_signs("mistral", 3, "document_image_limit", "document_page_limit"),
}
#: Where formats have what is said that do not have it under ``messages``.
_LISTS: Final = {"gemini": "contents", "openai_responses": "input"}
_ROLES: Final = {
    **_signs(
        "uichat",
        3,
        "assistantGroup",
        "agentCouncil",
        "tasks",
        "task",
        "supervisor",
        "taskCallback",
        "compressedGroup",
        "compare",
        "verify",
    ),
    **_signs("openai_chat", 2, "developer", "function"),
    **_signs("gemini", 2, "model"),
}
_MESSAGE_KEYS: Final = {
    **_signs("uichat", 3, "children", "members", "plugin", "imageList", "fileList", "videoList"),
    **_signs("uichat", 3, "audioList", "pluginError", "pluginState", "chunksList"),
    **_signs("uichat", 1, "parentId", "metadata", "createdAt", "updatedAt", "meta"),
    **_signs("openai_chat", 2, "tool_calls", "function_call"),
    **_signs("gemini", 3, "parts"),
    **_signs("mistral", 3, "prefix"),
    **_signs("openai_responses", 3, "call_id", "encrypted_content"),
}
_ITEM_TYPES: Final = {
    **_signs("openai_responses", 3, "function_call", "function_call_output", "reasoning"),
    **_signs("openai_responses", 3, "item_reference", "custom_tool_call", "compaction"),
    **_signs("openai_responses", 3, "custom_tool_call_output", "computer_call_output"),
    **_signs("openai_responses", 3, "web_search_call", "file_search_call", "computer_call"),
    **_signs("openai_responses", 3, "code_interpreter_call", "image_generation_call"),
    **_signs("openai_responses", 3, "mcp_call", "mcp_list_tools", "mcp_approval_request"),
    **_signs("openai_responses", 3, "mcp_approval_response", "tool_search_call"),
    **_signs("openai_responses", 3, "tool_search_output", "local_shell_call", "shell_call"),
    **_signs("openai_responses", 3, "local_shell_call_output", "shell_call_output"),
    **_signs("openai_responses", 3, "apply_patch_call", "apply_patch_call_output"),
    **_signs("openai_responses", 3, "message"),
}
_PART_TYPES: Final = {
    **_signs("openai_chat", 2, "image_url", "input_audio", "file", "refusal", "video_url"),
    **_signs("anthropic", 3, "tool_use", "tool_result", "thinking", "redacted_thinking"),
    **_signs("anthropic", 3, "server_tool_use", "web_search_tool_result"),
    **_signs("anthropic", 2, "image", "document"),
    **_signs("openai_responses", 3, "input_text", "output_text", "input_image", "input_file"),
    **_signs("mistral", 3, "document_url", "reference", "tool_reference"),
}
_PART_KEYS: Final = {
    **_signs("bedrock", 3, "toolUse", "toolResult", "reasoningContent", "cachePoint"),
    **_signs("bedrock", 3, "guardContent", "citationsContent"),
    **_signs("gemini", 3, "functionCall", "functionResponse", "inlineData", "fileData"),
}
_BLOCK_KEYS: Final = {
    **_signs("bedrock", 2, "image", "document", "video", "audio"),
    **_signs("bedrock", 1, "text"),
}
_TOOL_KEYS: Final = {
    **_signs("anthropic", 3, "input_schema"),
    **_signs("gemini", 3, "functionDeclarations", "function_declarations"),
    **_signs("bedrock", 3, "toolSpec"),
    **_signs("openai_chat", 2, "function", "custom"),
}


def detect(value: object) -> str:
    """Return the name of the codec for *value*, a list of messages or a request body.

    Contract:
        The most specific key decides; where two formats have an equally specific one, or there
        is none at all, it is ``openai_chat``.

    Complexity: O(messages + parts + tools), keys looked at once.

    Source: the keys of each provider's API reference; the weights are ours.

    Raises:
        UnknownFormat: recognised as a format that has no codec here.
        InvalidMessages: neither a list nor a dict.

    Examples:
        >>> detect([{"role": "user", "content": "hi"}])
        'openai_chat'
    """
    found = recognise(value)
    if found.format not in codec_names():
        raise UnknownFormat(found.format, found.because, codec_names())
    return found.format


def recognise(value: object) -> Recognised:
    """Tell the format of *value* and why, whether or not there is a codec for it.

    Contract:
        As `detect`; a format may be recognised long before there is a codec for it.

    Complexity: O(messages + parts + tools).

    Source: as `detect`.

    Raises:
        InvalidMessages: neither a list nor a dict.

    Examples:
        >>> recognise([{"role": "user", "imageList": []}])
        Recognised(format='uichat', because="the key 'imageList' in message 0")
    """
    if not isinstance(value, list | tuple | dict):
        found = f"a {type(value).__name__}"
        raise InvalidMessages(None, "", found, "a request (a dict) or a list of messages")
    best: dict[str, str] = {}
    weight = 0
    possible = _possible_for(value)
    for sign, because in _seen_in(value):
        if possible is not None and _LISTS.get(sign.format, "messages") not in possible:
            continue
        if sign.weight > weight:
            weight, best = sign.weight, {}
        if sign.weight == weight:
            best.setdefault(sign.format, because)
    if len(best) == 1:
        return Recognised(*next(iter(best.items())))
    tie = f"{' and '.join(sorted(best))} are equally likely" if best else UNDECIDED
    return Recognised(_USUAL, best.get(_USUAL, tie))


def _possible_for(value: object) -> set[str] | None:
    """Name the keys under which the request *value* has anything said, or ``None``: then any may do.

    A format whose own key is not among them could read nothing of it, whatever else is there.
    """
    if not isinstance(value, dict):
        return None
    there = {key for key in ("messages", *_LISTS.values()) if value.get(key) is not None}
    lists = {key for key in there if isinstance(value[key], list | tuple)}
    return lists or there or None


def _seen_in(value: object) -> Iterator[tuple[_Sign, str]]:
    rows: object = value
    if isinstance(value, dict):
        for key in _BODY_KEYS.keys() & value.keys():
            yield _BODY_KEYS[key], f"the key {key!r} of the request"
        yield from _seen_in_system(value.get("system"))
        yield from _seen_in_tools(value.get("tools"))
        possible = _possible_for(value) or ()
        rows = next(
            (value[key] for key in ("messages", "contents", "input") if key in possible), ()
        )
    if not isinstance(rows, list | tuple):
        return
    shapes: set[object] = set()
    for index, row in enumerate(rows):
        if not isinstance(row, dict):
            continue
        shape = _shape_of(row)
        if shape is None or shape not in shapes:
            shapes.add(shape)
            yield from _seen_in_message(row, f"in message {index}")


def _shape_of(row: dict[str, object]) -> tuple[object, ...] | None:
    """Return all of *row* that tells its format, or ``None`` if its values may tell more.

    Of messages of one shape the first tells all, and a history has few shapes.
    """
    role, content = row.get("role"), row.get("content")
    if type(role) is not str or not (type(content) is str or content is None):
        return None
    return None if "type" in row or "tools" in row else (role, *row)


def _seen_in_message(row: dict[str, object], where: str) -> Iterator[tuple[_Sign, str]]:
    for key in sorted(_MESSAGE_KEYS.keys() & row.keys()):
        yield _MESSAGE_KEYS[key], f"the key {key!r} {where}"
    yield from _named(_ROLES, row.get("role"), "role", where)
    if ("type" in row and "role" not in row) or row.get("type") == "message":
        yield from _named(_ITEM_TYPES, row.get("type"), "type", where)
    tools = row.get("tools")
    if isinstance(tools, list) and any(isinstance(t, dict) and "apiName" in t for t in tools):
        yield _Sign("uichat", 3), f"the key 'apiName' {where}"
    content = row.get("content")
    if isinstance(content, list | tuple):
        for part in content:
            if isinstance(part, dict):
                if part.get("type") == "thinking" and isinstance(part.get("thinking"), list):
                    yield _Sign("mistral", 3), f"the list of thoughts {where}"
                    continue
                yield from _named(_PART_TYPES, part.get("type"), "type", where)
                for key in sorted(_PART_KEYS.keys() & part.keys()):
                    yield _PART_KEYS[key], f"the key {key!r} {where}"
                if "type" not in part:
                    yield from _seen_in_block(part, where)


def _seen_in_block(block: dict[str, object], where: str) -> Iterator[tuple[_Sign, str]]:
    """Tell by its only key whose block *block* is: one format has no type in its own."""
    for key in _BLOCK_KEYS.keys() & block.keys() if len(block) == 1 else ():
        yield _BLOCK_KEYS[key], f"a block of the key {key!r} alone {where}"


def _seen_in_system(system: object) -> Iterator[tuple[_Sign, str]]:
    """Tell by its blocks whose system text it is: only one format writes them without a type."""
    for block in system if isinstance(system, list | tuple) else ():
        if isinstance(block, dict) and "text" in block and "type" not in block:
            yield _Sign("bedrock", 3), "a block of the system text without a type"


def _seen_in_tools(tools: object) -> Iterator[tuple[_Sign, str]]:
    for number, tool in enumerate(tools if isinstance(tools, list | tuple) else ()):
        if isinstance(tool, dict):
            for key in sorted(_TOOL_KEYS.keys() & tool.keys()):
                yield _TOOL_KEYS[key], f"the key {key!r} of tool {number}"


def _named(
    signs: Mapping[str, _Sign], word: object, key: str, where: str
) -> Iterator[tuple[_Sign, str]]:
    if isinstance(word, str) and word in signs:
        yield signs[word], f"the {key} {word!r} {where}"
