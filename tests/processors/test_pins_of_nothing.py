"""fit_budget: pins that name nobody."""

from __future__ import annotations

from ctxfn.context import Context, Note
from ctxfn.messages import chat, user
from ctxfn.processors import fit_budget


class TestPinsOfNothing:
    """A pin that names nobody is told of, if something was cut."""

    def test_it_is_noted(self) -> None:
        said = chat(*(user("a few words more " * 5, id=f"m{number}") for number in range(9)))

        cut = fit_budget(Context(said), budget=150, pinned=("m0", "gone", "gone"))

        assert cut.messages[0] is said[0]
        assert [(note.kind, note.ids) for note in cut.notes if isinstance(note, Note)] == [
            ("cut", ()),
            ("unknown-pin", ("gone",)),
        ]

    def test_where_all_fits_it_does_not_matter(self) -> None:
        context = Context(chat(user("hi", id="m0")))

        assert fit_budget(context, budget=150, pinned=("gone",)) is context
