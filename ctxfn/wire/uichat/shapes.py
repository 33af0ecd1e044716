"""The JSON of the UI tree as types, for readers: all of it may be missing in what a store holds.

Source: LobeHub context-engine, the chat message its pipeline takes; fields and roles as
observed between May and September 2026.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, TypedDict

__all__ = [
    "AttachmentShape",
    "BlockShape",
    "ColumnShape",
    "ContentPartShape",
    "FileShape",
    "MetaShape",
    "MetadataShape",
    "PayloadShape",
    "PluginShape",
    "ReasoningShape",
    "ResultShape",
    "RoleShape",
    "RowShape",
    "StoredPartShape",
    "WireCallShape",
]

RoleShape: TypeAlias = Literal[
    "system",
    "developer",
    "user",
    "assistant",
    "tool",
    "assistantGroup",
    "supervisor",
    "agentCouncil",
    "task",
    "tasks",
    "groupTasks",
    "compressedGroup",
    "verify",
    "taskCallback",
    "compare",
    "compareGroup",
]


class AttachmentShape(TypedDict, total=False):
    """An entry of `imageList`, `videoList` (with `size`) or `audioList`."""

    id: str
    url: str
    alt: str
    size: int


class FileShape(TypedDict, total=False):
    """An entry of `fileList`; `content` is what was read out of the file."""

    id: str
    name: str
    fileType: str
    size: int
    url: str
    content: str


class ResultShape(TypedDict, total=False):
    """What a tool answered, on its call inside a card; absent while the call runs."""

    id: str
    content: str | None
    error: object
    state: object


class PayloadShape(TypedDict, total=False):
    """A stored call; `id` is the call's, `result_msg_id` that of the result's row."""

    id: str
    identifier: str
    apiName: str
    arguments: str
    type: str
    thoughtSignature: str
    source: str
    executor: str
    intervention: object
    result_msg_id: str
    result: ResultShape | None


class FunctionShape(TypedDict, total=False):
    """The function of a call as on the wire."""

    name: str
    arguments: str


class WireCallShape(TypedDict, total=False):
    """A call as on the wire."""

    id: str
    type: str
    function: FunctionShape
    thoughtSignature: str


class PluginShape(TypedDict, total=False):
    """Which tool a result row is of."""

    id: str
    identifier: str
    apiName: str
    type: str
    arguments: str


class ReasoningShape(TypedDict, total=False):
    """What a model thought; older rows hold a bare text."""

    content: str
    signature: str
    isMultimodal: bool
    duration: int
    responseItems: list[object]


class StoredPartShape(TypedDict, total=False):
    """An entry of content stored as JSON text (`metadata.isMultimodal`)."""

    type: Literal["text", "image"]
    text: str
    image: str
    thoughtSignature: str


class ContentPartShape(TypedDict, total=False):
    """An entry of content that is a list."""

    type: str
    text: str
    image_url: object
    video_url: object
    audio_url: object
    thoughtSignature: str


class CallbackShape(TypedDict, total=False):
    """Which task reports back, and with what outcome."""

    identifier: str
    reason: str
    taskId: str


class MetadataShape(TypedDict, total=False):
    """The keys of `metadata` that somebody reads."""

    instruction: str
    compare: bool
    agentCouncil: bool
    isMultimodal: bool
    isSupervisor: bool
    reactions: list[object]
    pageSelections: list[object]
    contextSelections: list[object]
    localSystemToolSnapshots: list[object]
    taskCallback: CallbackShape
    usage: object


class MetaShape(TypedDict, total=False):
    """The free bag of a row; of it only the avatar is read."""

    avatar: str


class BlockShape(TypedDict, total=False):
    """One step of an agent inside a card."""

    id: str
    content: str
    tools: list[PayloadShape]
    reasoning: ReasoningShape
    error: object
    imageList: list[AttachmentShape]
    fileList: list[FileShape]
    metadata: MetadataShape
    usage: object
    performance: object


class ColumnShape(TypedDict, total=False):
    """A column of a comparison that has an id; one without is a bare list of rows."""

    id: str
    messages: list[RowShape]


class RowShape(TypedDict, total=False):
    """A row: a message, or a card with its blocks or rows."""

    id: str
    role: RoleShape | str
    content: str | list[ContentPartShape] | None
    name: str
    parentId: str
    agentId: str
    agentName: str
    groupId: str
    threadId: str
    topicId: str
    targetId: str
    createdAt: int | str
    updatedAt: int | str
    model: str
    provider: str
    meta: MetaShape
    metadata: MetadataShape | None
    retry_of: str
    tools: list[PayloadShape]
    tool_calls: list[WireCallShape]
    reasoning: ReasoningShape | str
    usage: object
    tool_call_id: str
    plugin: PluginShape
    pluginError: object
    pluginState: object
    imageList: list[AttachmentShape]
    videoList: list[AttachmentShape]
    audioList: list[AttachmentShape]
    fileList: list[FileShape]
    children: list[BlockShape]
    members: list[RowShape]
    tasks: list[RowShape]
    columns: list[list[RowShape] | ColumnShape]
    activeColumnId: str
    compressedMessages: list[RowShape]
    pinnedMessages: list[RowShape]
    extra: object
    editorData: object
