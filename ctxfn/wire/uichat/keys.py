"""Which key of a row becomes which field; all other keys are carried as extras."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ctxfn.messages import Audio, File, Image, Video

__all__ = [
    "ATTACHED",
    "CARRIERS",
    "CODEC",
    "EVERYWHERE",
    "FIELDS",
    "LISTED",
    "ORIGIN",
    "SPOKEN",
    "TIMES",
]

#: The name under which extras and written forms are kept.
CODEC: Final = "uichat"

#: Keys of a row that say where it comes from, by field of `Origin`.
ORIGIN: Final[Mapping[str, str]] = {
    "parentId": "parent",
    "agentId": "agent",
    "agentName": "agent_name",
    "threadId": "thread",
    "topicId": "topic",
    "groupId": "group",
    "targetId": "target",
    "createdAt": "created_ms",
    "updatedAt": "updated_ms",
    "model": "model",
    "provider": "provider",
}

#: Those of them that are moments, not texts.
TIMES: Final = frozenset({"createdAt", "updatedAt"})

#: Lists of attachments, in the order their parts follow the content.
ATTACHED: Final[Mapping[str, type[Image] | type[Video] | type[Audio] | type[File]]] = {
    "imageList": Image,
    "videoList": Video,
    "audioList": Audio,
    "fileList": File,
}

#: What every row may have and what becomes fields of every record, `ORIGIN` besides.
EVERYWHERE: Final = frozenset({"id", "role", "content", "metadata", "meta", "retry_of", *ATTACHED})

#: What rows of a model may have besides.
SPOKEN: Final = frozenset({"tools", "tool_calls", "reasoning", "usage"})

#: Keys that hold other rows. The depth of cards is counted along them.
CARRIERS: Final = (
    "children",
    "members",
    "tasks",
    "columns",
    "compressedMessages",
    "pinnedMessages",
    "messages",
)

#: Carriers whose lists hold whole rows (`columns` holds lists of them, `children` blocks).
LISTED: Final[Mapping[str, str]] = {
    "members": "members",
    "tasks": "tasks",
    "compressedMessages": "compressed",
    "pinnedMessages": "pinned",
}

#: The fields a key is written from; a key that is not here is written from `extras` alone.
FIELDS: Final[Mapping[str, frozenset[str]]] = {
    key: frozenset(fields.split())
    for key, fields in {
        "id": "id",
        "role": "role developer several_agents extras",
        "content": "parts",
        **dict.fromkeys(ATTACHED, "parts"),
        **dict.fromkeys(ORIGIN, "origin extras"),
        "metadata": "marks parts usage identifier reason task_id extras",
        "meta": "origin extras",
        "retry_of": "marks extras",
        "tools": "calls extras",
        "tool_calls": "calls extras",
        "reasoning": "reasoning extras",
        "usage": "usage extras",
        "name": "name tool extras",
        "tool_call_id": "call_id extras",
        "plugin": "tool extras",
        "pluginError": "error extras",
        "pluginState": "state extras",
        "children": "turns columns extras",
        "columns": "columns extras",
        "activeColumnId": "active extras",
        "extra": "anchor extras",
        **{key: f"{field} extras" for key, field in LISTED.items()},
    }.items()
}
