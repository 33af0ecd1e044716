"""fit_budget: pins that name nobody."""

from __future__ import annotations

import pytest

import ctxfn
from ctxfn.context import Context, Note
from ctxfn.messages import chat, user
from ctxfn.pipeline import OptionError
from ctxfn.processors import fit_budget


class TestPinsOfNothing:
    """A pin that names nobody is told of, whatever fits."""

    def test_it_is_noted(self) -> None:
        said = chat(*(user("a few words more " * 5, id=f"m{number}") for number in range(9)))

        cut = fit_budget(Context(said), budget=150, pinned=("m0", "gone", "gone"))

        assert cut.messages[0] is said[0]
        assert [(note.kind, note.ids) for note in cut.notes if isinstance(note, Note)] == [
            ("cut", ()),
            ("unknown-pin", ("gone",)),
        ]

    def test_also_where_all_fits(self) -> None:
        context = Context(chat(user("hi", id="m0")))

        kept = fit_budget(context, budget=150, pinned=("m0", "gone"))

        assert kept.messages is context.messages
        assert [(note.kind, note.ids) for note in kept.notes if isinstance(note, Note)] == [
            ("unknown-pin", ("gone",))
        ]

    def test_where_all_pins_are_there_nothing_is_said(self) -> None:
        context = Context(chat(user("hi", id="m0")))

        assert fit_budget(context, budget=150, pinned=("m0",)) is context

    def test_without_a_budget_pins_are_refused(self) -> None:
        with pytest.raises(OptionError, match="pinned"):
            ctxfn.fit([{"role": "user", "content": "hi"}], groups=1, pinned=("m0",))
