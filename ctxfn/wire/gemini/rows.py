"""The contents of a request as they are being written: what shares one, and what opens another."""

from __future__ import annotations

from typing import Final

from ctxfn.messages import Assistant, Part, System, Text, ToolResult, User
from ctxfn.wire.gemini.one_answer import contents_of
from ctxfn.wire.gemini.spelling import laid
from ctxfn.wire.gemini.write_calls import write_answer, write_result
from ctxfn.wire.gemini.write_parts import write_parts
from ctxfn.wire.gemini.writer import Writer
from ctxfn.wire.gemini.written import Form, form_of

__all__ = ["Rows"]

_Row = dict[str, object]


class Rows:
    """The contents written so far; the last one is open if anybody but the model speaks in it."""

    __slots__ = ("_last", "_open", "_shaped", "rows", "system", "writer")

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self.rows: list[object] = []
        self.system: object = None
        #: The parts of the last content, if more may be written there.
        self._open: list[object] | None = None
        #: The form of the last message in it, and whether that was a result.
        self._shaped: Form | None = None
        self._last = ""

    def add_user(self, node: User) -> None:
        """Write what a person says: a content of its own, unless it was read beside others."""
        self.writer.pending.end_batch()
        form = form_of(node)
        spare = self.writer.carried(node)
        parts = write_parts(node.parts, () if form is None else form.layouts, "user", self.writer)
        if self._open is not None and not spare and self._is_joined(form):
            self._open += parts
        else:
            self._begin("user", parts, spare, form)
        self._last, self._shaped = "user", form

    def add_result(self, node: ToolResult) -> None:
        """Write a result: beside those before it, unless each was read in a content of its own."""
        self.writer.pending.end_batch()
        form = form_of(node)
        part, spare = write_result(node, self.writer)
        if self._open is not None and not spare and self._belongs(form):
            self._open.append(part)
        else:
            self._begin("user", [part], spare, form)
        self._last, self._shaped = "result", form

    def _belongs(self, form: Form | None) -> bool:
        if self._last != "result" or form is None or self._shaped is None:
            return self._last == "result" or self._is_joined(form)
        return form.number == self._shaped.number

    def _is_joined(self, form: Form | None) -> bool:
        if form is None or form.place != "joined" or self._shaped is None:
            return False
        return form.number == self._shaped.number

    def add_answer(self, node: Assistant) -> None:
        """Write what a model says."""
        spare = self.writer.carried(node)
        form = form_of(node)
        parts = write_answer(node, self.writer)
        several = contents_of(form, parts)
        if several:
            self._begin("model", several[0][1], spare, several[0][0])
            for one, held in several[1:]:
                self._begin("model", held, {}, one)
        else:
            self._begin("model", parts, spare, form)
        self._open = None

    def add_system(self, node: System) -> None:
        """Write the system's words in the field for them, wherever they stand."""
        if node.developer:
            self.writer.leave("developer")
        spare = self.writer.carried(node)
        form = form_of(node)
        first = self.system is None
        text = _one_text(node)
        if first and form is not None and form.parts == "text" and text is not None:
            self.system = text
            return
        said = tuple(one for one in node.parts if self._is_said(one, form))
        same = form if form is not None and len(said) == len(node.parts) else None
        rows = write_parts(said, same.layouts if same else (), "user", self.writer)
        if first:
            if self.rows:
                self.writer.lose("", "its place: system text stands in a field of its own")
            self.system = self._around({"parts": rows}, spare, form)
            return
        self.writer.lose("", "its place: all system text stands in one field")
        for key in spare:
            self.writer.lose(f"extras.{key}", "the field for the system text has its own keys")
        self._add_to_system(rows)

    def _is_said(self, part: Part, form: Form | None) -> bool:
        if isinstance(part, Text) or form is not None:
            return True
        self.writer.lose("parts", f"system text is text alone, no {type(part).__name__.lower()}")
        return False

    def _add_to_system(self, rows: list[object]) -> None:
        before = self.system
        if isinstance(before, str):
            self.system = {"parts": [{"text": before}, *rows]}
        elif isinstance(before, dict):
            held = before.get("parts")
            kept = held if isinstance(held, list) else [] if held is None else [held]
            self.system = {**before, "parts": [*kept, *rows]}

    def _begin(self, role: str, parts: list[object], spare: _Row, form: Form | None) -> None:
        read = form is not None and form.place == "content"
        named: _Row = {"role": role, "parts": parts}
        self.rows.append(self._around(named, spare, form if read else None))
        self._open = parts
        if read and form is not None and form.parts != "list":
            self._open = None

    def _around(self, named: _Row, spare: _Row, form: Form | None) -> _Row:
        if form is None:
            return {**named, **spare}
        written = dict(named)
        for name in ("role", "parts"):
            if name not in form.keys and (name == "role" or not named["parts"]):
                written.pop(name, None)
        if "role" in form.keys:
            known = form.role if form.role in _ROLES.get(str(named.get("role")), ()) else None
            written["role"] = known or (None if form.role is None else named.get("role"))
            if form.place == "system":
                written["role"] = form.role
        parts = named["parts"]
        if form.parts == "value" and not parts:
            written["parts"] = None
        elif form.parts == "part" and isinstance(parts, list) and len(parts) == 1:
            written["parts"] = parts[0]
        return laid(written, spare, form.keys)


#: The words for each role that the API takes.
_ROLES: Final = {"user": ("user", "function"), "model": ("model",)}


def _one_text(node: System) -> str | None:
    """Return the text that is all *node* says, if one text is."""
    only = node.parts[0] if len(node.parts) == 1 else None
    return only.text if isinstance(only, Text) and only.signature is None else None
