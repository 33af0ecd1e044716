"""What one run of decode carries along: how to keep values, what was odd, shapes seen before."""

from __future__ import annotations

from ctxfn.wire.openai_chat.dialect import OPENAI, Dialect
from ctxfn.wire.openai_chat.facts import Plan, plan_of
from ctxfn.wire.openai_chat.legacy import Pending
from ctxfn.wire.openai_chat.written import SHARED, ContentForm, Form, Layout
from ctxfn.wire.problems import Problems
from ctxfn.wire.values import Keep, is_no_number, json_text, name_of, under

__all__ = ["Keep", "Reader", "is_no_number", "json_text", "name_of", "under"]


class Reader(Problems):
    """The state of one run, with the calls that wait for their results."""

    __slots__ = ("_forms", "_layouts", "_plans", "dialect", "pending")

    def __init__(self, keep: Keep, dialect: Dialect = OPENAI) -> None:
        super().__init__(dialect.name, keep)
        self.dialect = dialect
        self.pending = Pending()
        self._plans: dict[tuple[str, tuple[str, ...]], Plan] = {}
        self._layouts: dict[Layout, Layout] = {}
        self._forms: dict[tuple[object, ...], Form] = {form[1:6]: form for form in SHARED}

    def plan(self, role: str, keys: tuple[str, ...]) -> Plan:
        """Return what the *keys* of a message of *role* are; worked out once per shape."""
        plan = self._plans.get((role, keys))
        if plan is None:
            plan = self._plans[role, keys] = plan_of(role, keys)
        return plan

    def layout(
        self, kind: str, outer: tuple[str, ...], inner: tuple[str, ...] | None, whole: bool = False
    ) -> Layout:
        """Return the one layout of this run with these keys."""
        layout = Layout(kind, outer, inner, whole)
        return self._layouts.setdefault(layout, layout)

    def form(
        self,
        keys: tuple[str, ...],
        content: ContentForm,
        parts: tuple[Layout | None, ...],
        calls: tuple[Layout | None, ...] | None,
        nulls: tuple[str, ...],
    ) -> Form:
        """Return the one form of this run with these fields."""
        seen = (keys, content, parts, calls, nulls)
        form = self._forms.get(seen)
        if form is None:
            form = self._forms[seen] = Form(self.dialect.name, keys, content, parts, calls, nulls)
        return form

    def text(self, value: object, path: str) -> str | None:
        """Read a text; a number is read as its digits, anything else is no text."""
        if isinstance(value, str):
            return value
        if isinstance(value, int | float) and not isinstance(value, bool):
            if is_no_number(value):
                return None
            self.odd(path, f"found {name_of(value)}, read as text")
            return json_text(value)
        return None
