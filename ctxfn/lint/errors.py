"""What can be wrong with how the linter is asked."""

from __future__ import annotations

from difflib import get_close_matches

from attrs import frozen

from ctxfn.errors import DefinitionError

__all__ = ["BrokenRule", "DuplicateRule", "UnknownRule"]


@frozen
class BrokenRule(DefinitionError):
    """A rule raised, or gave what is no finding."""

    rule: str
    found: str
    expected: str

    def __str__(self) -> str:
        return f"rule {self.rule}: found {self.found}, expected {self.expected}"


@frozen
class DuplicateRule(DefinitionError):
    """Two rules want one code or name."""

    name: str
    there: str
    other: str

    def __str__(self) -> str:
        return f"{self.name} of the rule {self.other!r} is that of {self.there!r}: choose another"


@frozen
class UnknownRule(DefinitionError):
    """A rule was named that does not exist; `place` is where, if it was no option."""

    name: str
    there: tuple[str, ...]
    families: tuple[str, ...] = ()
    place: str = ""

    def __str__(self) -> str:
        where = f"{self.place}: " if self.place else ""
        families = f"; families: {', '.join(self.families)}" if self.families else ""
        close = _closest(self.name, self.there)
        if close:
            return f"{where}no rule {self.name!r}; close to it: {', '.join(close)}{families}"
        return f"{where}no rule {self.name!r}; there are: {', '.join(self.there)}{families}"


def _closest(name: str, there: tuple[str, ...]) -> list[str]:
    """Find the rules whose name is nearly *name*; codes are all near each other."""
    named = {rule.partition(" ")[2]: rule for rule in there}
    return [named[one] for one in get_close_matches(name.lower(), named, n=3)]
