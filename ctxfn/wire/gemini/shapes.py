"""The JSON of the format, as its documentation has it; each key may be spelled with underscores.

Source: Google's API reference, "Generating content", https://ai.google.dev/api/generate-content
and https://ai.google.dev/api/caching#Content (contents, parts, tools, schemas).
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

__all__ = [
    "Blob",
    "Body",
    "Content",
    "FileData",
    "FunctionCall",
    "FunctionDeclaration",
    "FunctionResponse",
    "Part",
    "Schema",
    "Tool",
]


class Blob(TypedDict):
    """Bytes in base64."""

    mimeType: str
    data: str
    displayName: NotRequired[str]


class FileData(TypedDict):
    """Where a file is."""

    fileUri: str
    mimeType: NotRequired[str]
    displayName: NotRequired[str]


class FunctionCall(TypedDict):
    """What to call, and the arguments."""

    name: str
    args: NotRequired[dict[str, object]]
    id: NotRequired[str]


class FunctionResponse(TypedDict):
    """What a function answered; media stand beside the answer."""

    name: str
    response: dict[str, object]
    id: NotRequired[str]
    parts: NotRequired[list[Part]]


class Part(TypedDict, total=False):
    """One piece of what is said: one kind of data, and what is known of it."""

    text: str
    inlineData: Blob
    fileData: FileData
    functionCall: FunctionCall
    functionResponse: FunctionResponse
    executableCode: dict[str, object]
    codeExecutionResult: dict[str, object]
    thought: bool
    thoughtSignature: str
    videoMetadata: dict[str, object]


class Content(TypedDict):
    """What one side says in one turn."""

    role: NotRequired[Literal["user", "model"]]
    parts: list[Part]


class Schema(TypedDict, total=False):
    """The schema of arguments: a part of OpenAPI's."""

    type: str
    format: str
    description: str
    nullable: bool
    enum: list[str]
    items: Schema
    properties: dict[str, Schema]
    required: list[str]
    anyOf: list[Schema]


class FunctionDeclaration(TypedDict):
    """A function that may be called."""

    name: str
    description: NotRequired[str]
    parameters: NotRequired[Schema]
    parametersJsonSchema: NotRequired[dict[str, object]]


#: Functions, or one of the API's own tools under its name.
Tool: TypeAlias = dict[str, list[FunctionDeclaration] | dict[str, object]]


class Body(TypedDict):
    """A request; only the keys this codec takes apart, all others are carried."""

    contents: list[Content]
    systemInstruction: NotRequired[Content]
    tools: NotRequired[list[Tool]]
