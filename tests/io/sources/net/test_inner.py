"""What an agent is told of a source on the net may be said by its owner."""

from __future__ import annotations

import pytest

from ctxfn.errors import InvalidArgument
from ctxfn.io.sources import calendar, gdrive, gmail, slack, web

for package in ("httpx", "slack_sdk", "google.auth"):
    pytest.importorskip(package)

KINDS = (lambda **options: web("direct", **options), slack, gdrive, gmail, calendar)


@pytest.mark.parametrize("kind", KINDS)
class TestInstructions:
    def test_are_our_own_of_each_kind(self, kind: object) -> None:
        made = kind()  # type: ignore[operator]

        assert made.inner.startswith("You answer questions from {name}")
        assert "You only read" in made.inner

    def test_or_the_owners(self, kind: object) -> None:
        assert kind(instructions="Ask {name}.").inner == "Ask {name}."  # type: ignore[operator]
        with pytest.raises(InvalidArgument):
            kind(instructions=5)  # type: ignore[operator]


@pytest.mark.parametrize("kind", [slack, gmail, calendar])
def test_so_are_those_for_changes(kind: object) -> None:
    made = kind(write=True, write_instructions="Hoot.")  # type: ignore[operator]

    assert (made.writable, made.inner_write) == (True, "Hoot.")
    assert "Report what" in kind(write=True).inner_write  # type: ignore[operator]
