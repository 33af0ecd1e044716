"""The values of one run: texts that are known, and texts made when they are first asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from ctxfn.context import Note
from ctxfn.facts import Variables, text_of_value

__all__ = ["KnownValues"]

#: A name or a reason in a note: enough to recognise it.
_SHOWN: Final = 200


class KnownValues(Mapping[str, str]):
    """What `Variables` hold, over *defaults*, but for the names *without*.

    A generator is called once, if its name counts. One that fails, or gives nothing, has no value; the others are asked all the same. What it
    failed with is kept for a note.
    """

    def __init__(
        self,
        known: Variables | None,
        *,
        defaults: Mapping[str, str] | None = None,
        without: Iterable[str] = (),
    ) -> None:
        self._texts: dict[str, str | None] = dict(defaults or {})
        self._generators = {} if known is None else dict(known.generators)
        self._failures: dict[str, str] = {}
        if known is not None:
            for name in self._generators:
                self._texts.pop(name, None)
            self._texts.update(known.pairs)
        for name in without:
            self._texts.pop(name, None)
            self._generators.pop(name, None)

    def __getitem__(self, name: str) -> str:
        text = self._texts[name] if name in self._texts else self._made(name)
        if text is None:
            raise KeyError(name)
        return text

    def _made(self, name: str) -> str | None:
        generator = self._generators[name]
        try:
            value = generator()
            text = None if value is None else text_of_value(value)
        except Exception as error:  # whatever it is, the other names still have their values
            self._failures[name] = _cut(f"{type(error).__name__}: {_words(error)}")
            text = None
        self._texts[name] = text
        return text

    def __contains__(self, name: object) -> bool:
        return name in self._texts or name in self._generators

    def __iter__(self) -> Iterator[str]:
        return iter({**self._texts, **self._generators})

    def __len__(self) -> int:
        return len({**self._texts, **self._generators})

    def notes(self, step: str) -> tuple[Note, ...]:
        """Say which generators failed, and with what, as notes of *step*."""
        return tuple(
            Note(step, "failed-generator", f"no value for {_cut(name)}: {reason}")
            for name, reason in self._failures.items()
        )


def _words(error: Exception) -> str:
    try:
        return str(error)
    except Exception:
        return "its message cannot be written"


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
