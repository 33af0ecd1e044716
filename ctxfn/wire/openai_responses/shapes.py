"""The JSON of the format, as its documentation has it.

Source: OpenAI's API reference, "Create a model response",
https://platform.openai.com/docs/api-reference/responses/create. Items of the server's own tools
are not here: they are kept whole.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

__all__ = [
    "AnswerItem",
    "Body",
    "CustomCallItem",
    "CustomOutputItem",
    "FunctionCallItem",
    "FunctionOutputItem",
    "FunctionTool",
    "Item",
    "MessageItem",
    "ReasoningItem",
    "Reference",
]


class InputText(TypedDict):
    """Words for the model."""

    type: Literal["input_text"]
    text: str


class InputImage(TypedDict):
    """A picture: its address, a data URI, or an upload."""

    type: Literal["input_image"]
    image_url: NotRequired[str | None]
    file_id: NotRequired[str | None]
    detail: NotRequired[Literal["auto", "low", "high"]]


class InputFile(TypedDict):
    """A document: an upload, its bytes, or its address."""

    type: Literal["input_file"]
    file_id: NotRequired[str | None]
    file_data: NotRequired[str]
    file_url: NotRequired[str]
    filename: NotRequired[str]


class OutputText(TypedDict):
    """Words of the model, with their sources."""

    type: Literal["output_text"]
    text: str
    annotations: list[dict[str, object]]


class Refusal(TypedDict):
    """The model's words for declining."""

    type: Literal["refusal"]
    refusal: str


Part: TypeAlias = InputText | InputImage | InputFile
Status: TypeAlias = Literal["in_progress", "completed", "incomplete"]


class MessageItem(TypedDict):
    """What somebody says; an answer without an id, too."""

    type: NotRequired[Literal["message"]]
    role: Literal["user", "assistant", "system", "developer"]
    content: str | list[Part]


class AnswerItem(TypedDict):
    """What the model said, as the server made it."""

    type: Literal["message"]
    id: str
    role: Literal["assistant"]
    status: Status
    content: list[OutputText | Refusal]
    phase: NotRequired[Literal["commentary", "final_answer"]]


class SummaryText(TypedDict):
    """A paragraph of a summary."""

    type: Literal["summary_text"]
    text: str


class ReasoningItem(TypedDict):
    """What the model thought; sealed where the server stores nothing."""

    type: Literal["reasoning"]
    id: str
    summary: list[SummaryText]
    content: NotRequired[list[dict[str, object]]]
    encrypted_content: NotRequired[str | None]
    status: NotRequired[Status]


class FunctionCallItem(TypedDict):
    """A call; `call_id` is what its result names, `id` the item's own."""

    type: Literal["function_call"]
    id: NotRequired[str]
    call_id: str
    name: str
    arguments: str
    status: NotRequired[Status]


class FunctionOutputItem(TypedDict):
    """What came of a function."""

    type: Literal["function_call_output"]
    id: NotRequired[str]
    call_id: str
    output: str | list[Part]
    status: NotRequired[Status]


class CustomCallItem(TypedDict):
    """A call of a tool that takes free text."""

    type: Literal["custom_tool_call"]
    id: NotRequired[str]
    call_id: str
    name: str
    input: str


class CustomOutputItem(TypedDict):
    """What came of such a tool."""

    type: Literal["custom_tool_call_output"]
    id: NotRequired[str]
    call_id: str
    output: str | list[Part]


class Reference(TypedDict):
    """An item that the server has."""

    type: NotRequired[Literal["item_reference"] | None]
    id: str


Item: TypeAlias = (
    MessageItem
    | AnswerItem
    | ReasoningItem
    | FunctionCallItem
    | FunctionOutputItem
    | CustomCallItem
    | CustomOutputItem
    | Reference
)


class FunctionTool(TypedDict):
    """A function on offer; it lies flat, unlike in the chat format."""

    type: Literal["function"]
    name: str
    description: NotRequired[str | None]
    parameters: dict[str, object] | None
    strict: bool | None


class Body(TypedDict):
    """A request; only the keys this codec takes apart, all others are carried."""

    input: str | list[Item]
    instructions: NotRequired[str | None]
    tools: NotRequired[list[FunctionTool]]
