"""The JSON of the format, as its documentation has it.

Source: OpenAI's API reference, "Create chat completion",
https://platform.openai.com/docs/api-reference/chat/create; `reasoning_content` and
`reasoning` are keys of compatible servers (DeepSeek, vLLM, OpenRouter).
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

__all__ = [
    "AssistantMessage",
    "AudioPart",
    "Body",
    "CustomCall",
    "FilePart",
    "FunctionCall",
    "FunctionMessage",
    "FunctionTool",
    "ImagePart",
    "Message",
    "Part",
    "RefusalPart",
    "SystemMessage",
    "TextPart",
    "ToolMessage",
    "UserMessage",
    "VideoPart",
]


class TextPart(TypedDict):
    """Words."""

    type: Literal["text"]
    text: str


class ImageUrl(TypedDict):
    """Where an image is, or a data URI with the image itself."""

    url: str
    detail: NotRequired[Literal["auto", "low", "high"]]


class ImagePart(TypedDict):
    """A picture, in user messages."""

    type: Literal["image_url"]
    image_url: ImageUrl


class VideoUrl(TypedDict):
    """Where a film is."""

    url: str


class VideoPart(TypedDict):
    """A film, read by some compatible servers."""

    type: Literal["video_url"]
    video_url: VideoUrl


class InputAudio(TypedDict):
    """A sound in base64."""

    data: str
    format: Literal["wav", "mp3"]


class AudioPart(TypedDict):
    """A sound, in user messages."""

    type: Literal["input_audio"]
    input_audio: InputAudio


class FileData(TypedDict):
    """An upload by its id, or the file itself."""

    file_id: NotRequired[str]
    file_data: NotRequired[str]
    filename: NotRequired[str]


class FilePart(TypedDict):
    """A document, in user messages."""

    type: Literal["file"]
    file: FileData


class RefusalPart(TypedDict):
    """The model's words for declining, in assistant messages."""

    type: Literal["refusal"]
    refusal: str


Part: TypeAlias = TextPart | ImagePart | VideoPart | AudioPart | FilePart | RefusalPart


class Function(TypedDict):
    """What to call, and the arguments as JSON text."""

    name: str
    arguments: str


class FunctionCall(TypedDict):
    """A call to a function."""

    id: str
    type: Literal["function"]
    function: Function


class CustomInput(TypedDict):
    """What to call, and free text for it."""

    name: str
    input: str


class CustomCall(TypedDict):
    """A call to a tool that takes free text."""

    id: str
    type: Literal["custom"]
    custom: CustomInput


class SystemMessage(TypedDict):
    """What the application says."""

    role: Literal["system", "developer"]
    content: str | list[TextPart]
    name: NotRequired[str]


class UserMessage(TypedDict):
    """What a person says."""

    role: Literal["user"]
    content: str | list[Part]
    name: NotRequired[str]


class AudioReference(TypedDict):
    """An earlier spoken answer."""

    id: str


class AssistantMessage(TypedDict):
    """What the model said. `function_call` is the deprecated single call."""

    role: Literal["assistant"]
    content: NotRequired[str | list[TextPart | RefusalPart] | None]
    name: NotRequired[str]
    refusal: NotRequired[str | None]
    audio: NotRequired[AudioReference | None]
    tool_calls: NotRequired[list[FunctionCall | CustomCall]]
    function_call: NotRequired[Function | None]
    reasoning_content: NotRequired[str | None]
    reasoning: NotRequired[str | None]


class ToolMessage(TypedDict):
    """What a tool answered. `name` is not in the reference, but accepted and common."""

    role: Literal["tool"]
    tool_call_id: str
    content: str | list[TextPart]
    name: NotRequired[str]


class FunctionMessage(TypedDict):
    """What a function answered, to the deprecated single call."""

    role: Literal["function"]
    name: str
    content: str | None


Message: TypeAlias = SystemMessage | UserMessage | AssistantMessage | ToolMessage | FunctionMessage


class FunctionDefinition(TypedDict):
    """A function that may be called."""

    name: str
    description: NotRequired[str]
    parameters: NotRequired[dict[str, object]]
    strict: NotRequired[bool | None]


class FunctionTool(TypedDict):
    """A tool that may be called."""

    type: Literal["function"]
    function: FunctionDefinition


class Body(TypedDict):
    """A request; only the keys this codec takes apart, all others are carried."""

    messages: list[Message]
    model: NotRequired[str]
    tools: NotRequired[list[FunctionTool]]
    functions: NotRequired[list[FunctionDefinition]]
