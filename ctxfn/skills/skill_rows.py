"""Read skills, and wishes that one be active, from rows of a store."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias, cast, get_args

from ctxfn.arguments import blames_arguments
from ctxfn.messages import TOO_LARGE, is_blank
from ctxfn.skills.activation import Activation, WhoActivates
from ctxfn.skills.check_texts import shown
from ctxfn.skills.offered import OfferedSkill, SkillSource

__all__ = ["ReadActivations", "ReadSkills", "activations_of_rows", "skills_of_rows"]

Row: TypeAlias = Mapping[str, object]


class ReadSkills(NamedTuple):
    """The skills that rows held, and what in the rows could not be read, in words."""

    skills: tuple[OfferedSkill, ...]
    problems: tuple[str, ...]


class ReadActivations(NamedTuple):
    """The wishes that rows held, and what in the rows could not be read, in words."""

    activations: tuple[Activation, ...]
    problems: tuple[str, ...]


@blames_arguments
def skills_of_rows(rows: Iterable[object], /, *, source: SkillSource | None = None) -> ReadSkills:
    """Read skills from *rows*, as a store or a request has them; *source* where a row has none.

    Contract:
        A row needs an identifier or a name, and each does for the other. Whatever another key
        cannot hold counts as missing, and is told; so is a row that is none. In their order.

    Complexity: O(rows, and their files).

    Source: LobeHub context-engine, the metadata of skills: keys.

    Examples:
        >>> rows = [
        ...     {"identifier": "brand", "name": "Brand", "activated": True, "content": "Be brief."},
        ...     {"name": "PDF", "source": "attic"},
        ... ]
        >>> [(one.identifier, one.active) for one in skills_of_rows(rows).skills]
        [('brand', True), ('PDF', False)]
        >>> skills_of_rows(rows).problems
        ("row 1: source 'attic' is none of ours",)
    """
    problems: list[str] = []
    readings = _readings(rows, problems)
    skills = [reading.skill(source) for reading in readings if reading.names("identifier", "name")]
    return ReadSkills(tuple(skills), tuple(problems))


@blames_arguments
def activations_of_rows(
    rows: Iterable[object], /, *, by: WhoActivates = "model"
) -> ReadActivations:
    """Read wishes from *rows*: what was activated so far, or what a step adds; *by* whom.

    Contract:
        As `skills_of_rows`; a row names its skill by identifier, else by name.

    Complexity: O(rows).

    Source: LobeHub context-engine, accumulated activations and step deltas: keys.

    Examples:
        >>> rows = [{"identifier": "pdf", "content": "Use qpdf.", "activatedAtStep": 2}]
        >>> activations_of_rows(rows).activations
        (Activation(skill='pdf', content='Use qpdf.', by='model', step=2),)
    """
    problems: list[str] = []
    wishes = [
        Activation(reading.key, reading.text("content"), by, reading.step())
        for reading in _readings(rows, problems)
        if reading.names("identifier", "id", "name")
    ]
    return ReadActivations(tuple(wishes), tuple(problems))


def _readings(rows: Iterable[object], problems: list[str]) -> list[_Reading]:
    found = []
    for place, row in enumerate(rows):
        if isinstance(row, Mapping):
            found.append(_Reading(place, row, problems))
        else:
            problems.append(f"row {place} is no row but a {type(row).__name__}")
    return found


class _Reading:
    """One row as it is read, with where to tell what is wrong with it."""

    def __init__(self, place: int, row: Row, problems: list[str]) -> None:
        self.place = place
        self.row = row
        self.problems = problems
        self.key = self.name = ""

    def tell(self, what: str, found: object, wrong: str) -> None:
        self.problems.append(f"row {self.place}: {what} {shown(found)} {wrong}")

    def text(self, key: str) -> str | None:
        """A text, or a number as one; what is blank is nothing."""
        value = self.row.get(key)
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) < TOO_LARGE:
            return str(value)
        if value is not None and not isinstance(value, str):
            self.tell(key, value, "is no text")
        return value if isinstance(value, str) and not is_blank(value) else None

    def names(self, *keys: str) -> bool:
        """Find what the skill is called under the first of *keys* that says; or tell of it."""
        found = [name for name in map(self.text, keys) if name is not None]
        if not found:
            self.problems.append(f"row {self.place} has neither an identifier nor a name")
            return False
        self.key, self.name = found[0], found[-1]
        return True

    def skill(self, source: SkillSource | None) -> OfferedSkill:
        return OfferedSkill(
            self.key,
            self.name,
            self.text("description") or "",
            self.source() or source,
            self.text("location"),
            self.text("content"),
            self.truth("activated"),
            self.truth("bundled"),
            self.files(),
        )

    def source(self) -> SkillSource | None:
        value = self.row.get("source")
        if value is None or (isinstance(value, str) and value in get_args(SkillSource)):
            return cast("SkillSource | None", value)
        self.tell("source", value, "is none of ours")
        return None

    def truth(self, key: str) -> bool:
        value = self.row.get(key)
        if value is not None and not isinstance(value, bool):
            self.tell(key, value, "is no truth value")
        return value is True

    def files(self) -> tuple[str, ...]:
        value = self.row.get("files")
        given = value if isinstance(value, list | tuple) else ()
        paths = tuple(one for one in given if isinstance(one, str))
        if (value is not None and value is not given) or len(paths) < len(given):
            self.tell("files", value, "is no list of texts")
        return paths

    def step(self) -> int | None:
        value = self.row.get("activatedAtStep")
        if value is None or (isinstance(value, int) and not isinstance(value, bool)):
            return value
        self.tell("activatedAtStep", value, "is no whole number")
        return None
