"""What one run of decode carries along: how to keep values, what was odd, shapes seen before."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from typing import TypeAlias

from ctxfn.messages import Extras, InvalidJson, Verbatim
from ctxfn.wire.codec import Loss
from ctxfn.wire.openai_chat.dialect import OPENAI, Dialect
from ctxfn.wire.openai_chat.facts import Plan, plan_of
from ctxfn.wire.openai_chat.legacy import Pending
from ctxfn.wire.openai_chat.written import SHARED, ContentForm, Form, Layout

__all__ = ["Keep", "Reader", "is_no_number", "json_text", "name_of", "under"]

#: How a value that we have no word for is kept: copied and frozen, or simply owned.
Keep: TypeAlias = Callable[[object], Verbatim]


def name_of(value: object) -> str:
    """Name *value* for a person: its kind, and itself if it is short."""
    kinds = {"dict": "an object", "list": "a list", "NoneType": "null", "str": "the text"}
    kind = kinds.get(type(value).__name__, f"the {type(value).__name__}")
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        shown = repr(value) if isinstance(value, str | float) or abs(value) < 10**20 else "(large)"
        return f"{kind} {shown if len(shown) <= 40 else shown[:40] + '…'}"
    return kind


def under(path: str, wrong: InvalidJson) -> InvalidJson:
    """Say where *wrong* was found, if all that was looked into stands at *path*."""
    inner = wrong.path if not wrong.path or wrong.path.startswith("[") else f".{wrong.path}"
    return InvalidJson(f"{path}{inner}", wrong.found, wrong.expected)


def is_no_number(value: object) -> bool:
    """Say whether *value* is one of those numbers that Python has and JSON does not."""
    return isinstance(value, float) and not math.isfinite(value)


def json_text(value: object) -> str:
    """Write *value* as compact JSON text."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class Reader:
    """The state of one run; nothing of it outlives the run."""

    __slots__ = ("_forms", "_layouts", "_plans", "dialect", "index", "keep", "pending", "problems")

    def __init__(self, keep: Keep, dialect: Dialect = OPENAI) -> None:
        self.keep = keep
        self.dialect = dialect
        self.index: int | None = None
        self.problems: list[Loss] = []
        self.pending = Pending()
        self._plans: dict[tuple[str, tuple[str, ...]], Plan] = {}
        self._layouts: dict[Layout, Layout] = {}
        self._forms: dict[tuple[object, ...], Form] = {form[1:6]: form for form in SHARED}

    def odd(self, path: str, reason: str) -> None:
        """Record that what stands at *path* could not be read as it should."""
        self.problems.append(Loss(self.index, path, reason))

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

    def extras(self, spare: dict[str, object]) -> Extras:
        """Keep the keys in *spare* for this codec."""
        return ((self.dialect.name, self.keep(spare)),) if spare else ()

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
