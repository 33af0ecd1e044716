"""The messages of a request as they are being written: what shares one, and what opens another."""

from __future__ import annotations

from ctxfn.messages import Assistant, System, ToolResult, User
from ctxfn.wire.anthropic.one_answer import rows_of
from ctxfn.wire.anthropic.write_message import write_answer, write_result, write_said
from ctxfn.wire.anthropic.write_parts import ABSENT
from ctxfn.wire.anthropic.write_plain import plain_answer, plain_result, plain_words
from ctxfn.wire.anthropic.writer import Writer
from ctxfn.wire.anthropic.written import Form, form_of

__all__ = ["Rows"]

_Row = dict[str, object]


class Rows:
    """The messages written so far; the last one is open if results or a person speak in it."""

    __slots__ = ("_begun", "_last", "_open", "rows", "system", "writer")

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self.rows: list[object] = []
        self.system: object = None
        #: The content of the last message, if more may be written in it, and who spoke last.
        self._open: list[object] | None = None
        self._last = ""
        self._begun = False

    def add_user(self, node: User) -> None:
        """Write what a person says: behind the results of its message, or as a message."""
        words = plain_words(node)
        if words:
            self._add_words(words)
            return
        if node.name is not None:
            self.writer.lose("name", "speakers have no names here")
        spare = self.writer.carried(node)
        form = form_of(node)
        content = write_said(node, self.writer)
        if node.parts and not spare and self._open is not None and self._shares(form):
            self._open += content if isinstance(content, list) else _as_blocks(content)
        else:
            self._begin("user", content, spare, form)
        self._last = "user"

    def _add_words(self, words: str) -> None:
        if self._open is not None and self._last == "result":
            self._open.append({"type": "text", "text": words})
        else:
            self.rows.append({"role": "user", "content": words})
            self._open, self._begun = None, True
        self._last = "user"

    def _shares(self, form: Form | None) -> bool:
        """Say whether what a person says stands beside the results before it."""
        if self._last != "result":
            return False
        return form is None or form.place == "joined" or self.writer.profile.alternation

    def add_result(self, node: ToolResult) -> None:
        """Write a result: beside those before it, or in a message of its own."""
        plain = plain_result(node)
        if plain is not None:
            self._add_block(plain)
            return
        form = form_of(node)
        spare = self.writer.carried(node)
        inner = spare if form is None else {k: v for k, v in spare.items() if k not in form.keys}
        if spare and form is not None and form.result is not None:
            inner |= {key: spare[key] for key in form.result.outer if key in spare}
        outer = {key: one for key, one in spare.items() if key not in inner} if spare else {}
        block = write_result(node, inner, self.writer)
        if not outer and self._open is not None and self._belongs(form):
            self._open.append(block)
        else:
            self._begin("user", [block], outer, form)
        self._last = "result"

    def _add_block(self, block: _Row) -> None:
        if self._open is not None and self._last == "result":
            self._open.append(block)
        else:
            blocks: list[object] = [block]
            self._open, self._begun = blocks, True
            self.rows.append({"role": "user", "content": blocks})
        self._last = "result"

    def _belongs(self, form: Form | None) -> bool:
        """Say whether a result stands in the message before it."""
        if form is not None and form.place == "joined":
            return True
        if self._last != "result":
            return False
        return form is None or self.writer.profile.alternation

    def add_answer(self, node: Assistant) -> None:
        """Write what a model says."""
        plain = plain_answer(node, self.writer.profile.tool_name_length)
        if plain:
            self.rows.append({"role": "assistant", "content": plain})
            self._open, self._begun = None, True
            return
        if node.name is not None:
            self.writer.lose("name", "speakers have no names here")
        spare = self.writer.carried(node)
        form, content = form_of(node), write_answer(node, self.writer)
        cut = rows_of(form, content) if isinstance(content, list) else []
        if self.writer.profile.alternation or form is None or not cut:
            self._begin("assistant", content, spare, form)
        else:
            for number, (keys, blocks) in enumerate(cut):
                one = {} if number else spare
                self._begin("assistant", blocks, one, form._replace(keys=keys))
        self._open = None

    def add_system(self, node: System) -> None:
        """Write the system's words: in the field for them, or where they stand if that is taken."""
        if node.name is not None:
            self.writer.lose("name", "speakers have no names here")
        if node.developer:
            self.writer.leave("developer")
        form = form_of(node)
        in_place = form is not None and form.place == "row"
        spare = self.writer.carried(node)
        content = write_said(node, self.writer)
        if not in_place and self.system is None and not self._begun:
            self._take_field(content, spare)
            return
        if not in_place and self.writer.profile.single_system_first:
            self.writer.lose("", "system text stands in the field for it alone, moved there")
            self._take_field(content, spare)
            return
        self._begin("system", content, spare, form)
        self._open = None

    def _take_field(self, content: object, spare: _Row) -> None:
        for key in spare:
            self.writer.lose(f"extras.{key}", "the field for the system text has blocks alone")
        if content is ABSENT or content is None:
            content = ""
        if self.system is None:
            self.system = content
            return
        blocks = [*_as_blocks(self.system), *_as_blocks(content)]
        self.system = blocks

    def _begin(self, role: str, content: object, spare: _Row, form: Form | None) -> None:
        self._begun = True
        row: _Row = {"role": role}
        if content is not ABSENT:
            row["content"] = content
        row.update(spare)
        if form is not None and form.place == "row":
            row = {key: row[key] for key in form.keys if key in row} | row
        self.rows.append(row)
        self._open = content if isinstance(content, list) else None


def _as_blocks(content: object) -> list[object]:
    if isinstance(content, list):
        return content
    return [{"type": "text", "text": content}] if content else []
