"""What a tool of a server brought, as an answer."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from ctxfn.io.sources.answers import Answer, Document, Problem
from ctxfn.messages import Image

if TYPE_CHECKING:
    from mcp_types import CallToolResult, EmbeddedResource, ResourceLink

__all__ = ["answer_of", "failed"]


def answer_of(source: str, tool: str, result: CallToolResult) -> Answer:
    """Make an answer of *result*: its texts, its pictures, and its resources as documents.

    What has no text is told by what it brought as data. Parts that are none of these are named. A
    failure is a problem that names the tool.
    """
    taken = _Taken(source)
    for part in result.content:
        taken.take(part)
    text = "\n".join(taken.texts) if taken.texts else None
    if text is None and result.structured_content is not None:
        text = json.dumps(result.structured_content, ensure_ascii=False)
    if result.is_error:
        return failed(source, tool, text or "it failed, and says no more")
    return Answer(
        tuple(taken.documents), text, remarks=tuple(taken.remarks), images=tuple(taken.images)
    )


def failed(source: str, tool: str, reason: str) -> Answer:
    """Make the answer of a tool that has none."""
    return Answer(problem=Problem(source, "failed", f"{tool}: {reason}"))


class _Taken:
    """What was taken of the parts of one result by now."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.texts: list[str] = []
        self.documents: list[Document] = []
        self.images: list[Image] = []
        self.remarks: list[str] = []

    def take(self, part: object) -> None:
        """Take what is one of ours from *part*, or name it."""
        import mcp_types

        match part:
            case mcp_types.TextContent():
                self.texts.append(part.text)
            case mcp_types.ImageContent():
                self.images.append(Image(data=part.data, media_type=part.mime_type))
            case mcp_types.AudioContent():
                self._pass_by(f"a sound, {part.mime_type}", part.data)
            case mcp_types.EmbeddedResource():
                self._resource(part)
            case mcp_types.ResourceLink():
                self._link(part)
            case _:
                self.remarks.append(f"passed by: a part of type {getattr(part, 'type', '?')}")

    def _resource(self, part: EmbeddedResource) -> None:
        import mcp_types

        one = part.resource
        text = one.text if isinstance(one, mcp_types.TextResourceContents) else None
        uri = str(one.uri)
        self.documents.append(Document(uri, _last(uri), uri, self.source, text))
        if isinstance(one, mcp_types.BlobResourceContents):
            self._pass_by(f"what is in {uri}, {one.mime_type or 'of no type'}", one.blob)

    def _link(self, part: ResourceLink) -> None:
        uri = str(part.uri)
        name = part.title or part.name
        self.documents.append(Document(uri, name, uri, self.source, part.description))

    def _pass_by(self, what: str, data: str) -> None:
        self.remarks.append(f"passed by: {what}, {len(data) * 3 // 4:,} bytes")


def _last(uri: str) -> str:
    return uri.rstrip("/").rpartition("/")[2] or uri
