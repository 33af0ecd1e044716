"""Read the skills that lie in a folder, each in one of its own."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Final, get_args

from attrs import evolve, frozen

from ctxfn.context import Note
from ctxfn.errors import DefinitionError, InvalidArgument, shown
from ctxfn.io.errors import UnreadableInput
from ctxfn.io.gather.looking_up import reason_of
from ctxfn.skills import InvalidSkill, OfferedSkill, SkillSource, parse_skill

__all__ = ["SKILL_FILE", "SkillsRead", "read_skills"]

SKILL_FILE: Final = "SKILL.md"

_SOURCES: Final = get_args(SkillSource)

#: Instructions are a few thousand words; no model reads a file of a million bytes as such.
_LARGEST: Final = 1_000_000

#: More files than that are a repository and no skill.
_MOST_FILES: Final = 200


@frozen
class SkillsRead:
    """The skills of a folder, what is wrong with those that cannot be read, and what was left."""

    skills: tuple[OfferedSkill, ...] = ()
    refused: tuple[InvalidSkill | UnreadableInput, ...] = ()
    notes: tuple[Note, ...] = ()


def read_skills(
    folder: str | os.PathLike[str], *, source: SkillSource | None = None, strict: bool = False
) -> SkillsRead:
    """Read each skill in *folder*: a folder with a SKILL.md, and what lies beside it.

    Contract:
        In the order of their folders' names; the name of the folder is the identifier. Files
        that come with a skill are listed by their path from its folder, in order, without
        hidden ones and links; of more than 200 the first, and a note. A skill that cannot be read is
        refused, with the reason, and the others are there. A folder without the file is none.

    Complexity: O(files, and bytes of each SKILL.md).

    Source: agentskills.io/specification.

    Raises:
        MissingExtra: python-frontmatter is not installed.
        UnreadableInput: *folder* cannot be read.
        InvalidArgument: there is no such *source*.
    """
    if source is not None and source not in _SOURCES:
        raise InvalidArgument("read_skills, source", shown(source), " or ".join(_SOURCES))
    root = Path(folder)
    try:
        inside = sorted(one for one in root.iterdir() if not one.name.startswith("."))
    except OSError as error:
        raise UnreadableInput(str(root), None, None, error.strerror or str(error)) from None
    skills: list[OfferedSkill] = []
    refused: list[InvalidSkill | UnreadableInput] = []
    notes: list[Note] = []
    for place in inside:
        path = place / SKILL_FILE
        try:
            if _is_file(path):
                skill = _skill(_text(root, path), place, source=source, strict=strict)
                if len(skill.files) > _MOST_FILES:
                    notes.append(_too_many(skill))
                skills.append(evolve(skill, files=skill.files[:_MOST_FILES]))
        except (InvalidSkill, UnreadableInput) as error:
            refused.append(error)
        except DefinitionError:  # what is wrong with the call is so for every skill
            raise
        except Exception as error:
            refused.append(UnreadableInput(str(path), None, None, reason_of(error)))
    return SkillsRead(tuple(skills), tuple(refused), tuple(notes))


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError as error:
        raise UnreadableInput(str(path), None, None, error.strerror or str(error)) from None


def _skill(text: str, place: Path, *, source: SkillSource | None, strict: bool) -> OfferedSkill:
    skill = parse_skill(
        text,
        identifier=place.name,
        source=source,
        location=str(place / SKILL_FILE),
        files=tuple(islice(_files(place), _MOST_FILES + 1)),
        strict=strict,
    )
    if strict and skill.name != place.name:
        expected = f"{place.name!r}, the name of its folder"
        raise InvalidSkill(str(place / SKILL_FILE), "name", repr(skill.name), expected)
    return skill


def _too_many(skill: OfferedSkill) -> Note:
    text = f"{skill.identifier}: of its files the first {_MOST_FILES} are listed"
    return Note("read_skills", "files-not-listed", text, (skill.identifier,))


def _text(root: Path, path: Path) -> str:
    try:
        if not path.resolve().is_relative_to(root.resolve()):
            raise UnreadableInput(str(path), None, None, "a link that leads out of the folder")
        with path.open("rb") as file:
            data = file.read(_LARGEST + 1)
    except (OSError, RuntimeError) as error:  # before 3.13, links in a circle are no OSError
        reason = getattr(error, "strerror", None) or str(error)
        raise UnreadableInput(str(path), None, None, reason) from None
    if len(data) > _LARGEST:
        reason = f"it has more than {_LARGEST:,} bytes"
        raise UnreadableInput(str(path), None, None, reason)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        reason = f"it is not UTF-8: {error.reason} at byte {error.start}"
        raise UnreadableInput(str(path), None, None, reason) from None


def _files(folder: Path) -> Iterator[str]:
    """Yield the paths of what comes with a skill, those of a folder before those of its own."""
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(one for one in folders if not one.startswith("."))
        for name in sorted(names):
            path = Path(place, name)
            inside = path.relative_to(folder).as_posix()
            if not name.startswith(".") and inside != SKILL_FILE and not path.is_symlink():
                yield inside
