"""The messages of a request as they are being written: what shares one, and what opens another."""

from __future__ import annotations

from ctxfn.messages import Assistant, Part, System, Text, ToolResult, User
from ctxfn.wire.bedrock.write_blocks import write_parts
from ctxfn.wire.bedrock.write_calls import write_answer, write_result
from ctxfn.wire.bedrock.writer import Writer
from ctxfn.wire.bedrock.written import Form, Layout, arranged, form_of

__all__ = ["Rows"]

_Row = dict[str, object]


class Rows:
    """The messages written so far; the last one is open if results or a person speak in it."""

    __slots__ = ("_last", "_open", "rows", "system", "writer")

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self.rows: list[object] = []
        self.system: object = None
        #: The content of the last message, if more may be written in it, and who spoke last.
        self._open: list[object] | None = None
        self._last = ""

    def add_user(self, node: User) -> None:
        """Write what a person says: behind the results of its message, or as a message."""
        spare = self.writer.carried(node)
        form = form_of(node)
        content = write_parts(node.parts, _layouts(form), "user", self.writer)
        if self._open is not None and content and not spare and self._shares(form):
            self._open += content
        else:
            self._begin("user", content, spare, form)
        self._last = "user"

    def _shares(self, form: Form | None) -> bool:
        """Say whether what a person says stands beside the results before it."""
        if form is not None:
            return form.place == "joined"
        return self._last == "result" and not self.writer.profile.strict_tool_turns

    def add_result(self, node: ToolResult) -> None:
        """Write a result: beside those before it, or in a message of its own."""
        form = form_of(node)
        carried = self.writer.carried(node)
        held = carried.pop("toolResult", None)
        block = write_result(node, held if isinstance(held, dict) else {}, self.writer)
        if self._open is not None and not carried and self._belongs(form):
            self._open += block
        else:
            self._begin("user", block, carried, form)
        self._last = "result"

    def _belongs(self, form: Form | None) -> bool:
        """Say whether a result stands in the message before it."""
        joined = form is not None and form.place == "joined"
        return joined or (form is None and self._last == "result")

    def add_answer(self, node: Assistant) -> None:
        """Write what a model says."""
        spare = self.writer.carried(node)
        self._begin("assistant", write_answer(node, self.writer), spare, form_of(node))
        self._open = None
        self._last = "assistant"

    def add_system(self, node: System) -> None:
        """Write the system's words: in the field for them, or where they were read."""
        if node.developer:
            self.writer.leave("developer")
        form = form_of(node)
        spare = self.writer.carried(node)
        said = tuple(one for one in node.parts if form is not None or self._is_said(one))
        layouts = _layouts(form) if len(said) == len(node.parts) else ()
        blocks = write_parts(said, layouts, "system", self.writer)
        if form is not None and form.place == "row":
            self._begin("system", blocks, spare, form)
            self._open = None
            return
        for key in spare:
            self.writer.lose(f"extras.{key}", "the field for the system text has blocks alone")
        if self.rows or self.system is not None:
            self.writer.lose("", "its place: system text stands in a field of its own")
        before = self.system if isinstance(self.system, list) else []
        self.system = [*before, *blocks]

    def _is_said(self, part: Part) -> bool:
        if isinstance(part, Text):
            return True
        self.writer.lose("parts", f"system text is text alone, no {type(part).__name__.lower()}")
        return False

    def _begin(self, role: str, content: list[object], spare: _Row, form: Form | None) -> None:
        read = form if form is not None and form.place == "row" else None
        row: _Row = {"role": role, "content": content}
        if read is not None and read.content == "absent" and not content:
            del row["content"]
        elif read is not None and read.content == "text" and len(content) == 1:
            row["content"] = _bare(content[0])
        elif read is not None and read.content == "value" and not content and "content" in spare:
            del row["content"]
        row.update(spare)
        self.rows.append(row if read is None else arranged(row, read.keys))
        self._open = content if row.get("content") is content else None


def _layouts(form: Form | None) -> tuple[Layout | None, ...]:
    return () if form is None else form.layouts


def _bare(block: object) -> object:
    """Return the text that is all of *block*, if one text is."""
    if isinstance(block, dict) and list(block) == ["text"]:
        return block["text"]
    return [block]
