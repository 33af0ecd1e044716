"""Read the file of a skill: its front matter, then its instructions."""

from __future__ import annotations

import re
from typing import Final

from ctxfn.arguments import blames_arguments
from ctxfn.errors import shown
from ctxfn.messages import Extras, freeze, is_blank
from ctxfn.skills.allowed_tools import is_allowed, split_allowed
from ctxfn.skills.errors import InvalidSkill
from ctxfn.skills.front_matter import read_front_matter
from ctxfn.skills.offered import OfferedSkill, SkillSource

__all__ = ["parse_skill"]

_LONGEST_NAME: Final = 64
_LONGEST_DESCRIPTION: Final = 1_024
_LONGEST_COMPATIBILITY: Final = 500
_PLAIN_NAME: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_KNOWN: Final = frozenset(
    {"name", "description", "license", "compatibility", "allowed-tools", "metadata"}
)


@blames_arguments
def parse_skill(
    text: str,
    *,
    identifier: str | None = None,
    source: SkillSource | None = None,
    location: str | None = None,
    files: tuple[str, ...] = (),
    strict: bool = False,
) -> OfferedSkill:
    """Read the *text* of a SKILL.md: what it says of itself, and its instructions.

    Without an *identifier* its name is it. *strict* holds it to the published format to the
    letter: names of small letters, digits and single hyphens, and the limits of each field; else
    any name of one line and any length will do, for skills were written before the format was.

    Contract:
        A name and a description are needed. Values are texts as they are written. The body is
        kept as it is but for blank lines around it. `allowed-tools` is a text or a list;
        parentheses in it stand behind a tool and are closed, those inside them too, for half
        of a permission must never be read as more than all of it.
        What `metadata` and unknown keys hold is kept verbatim.

    Complexity: O(characters); the front matter has a limit.

    Source: agentskills.io/specification. What reads it is python-frontmatter, with a reader of
    YAML that knows no anchors, aliases or tags.

    Examples:
        >>> text = '''---
        ... name: pdf
        ... description: Split and merge
        ... allowed-tools: Read Bash(qpdf *)
        ... ---
        ... Use qpdf.
        ... '''
        >>> skill = parse_skill(text, source="project", location="skills/pdf/SKILL.md")
        >>> skill.identifier, skill.description, skill.allowed_tools, skill.content
        ('pdf', 'Split and merge', ('Read', 'Bash(qpdf *)'), 'Use qpdf.')
        >>> parse_skill("---\\nname: pdf\\n---\\n")
        Traceback (most recent call last):
        ...
        ctxfn.skills.errors.InvalidSkill: pdf: field description: found nothing, expected a text

    Raises:
        InvalidSkill: a field is missing or holds what it cannot.
        MissingExtra: python-frontmatter is not installed.
    """
    where = location or identifier or "the skill"
    fields, body = read_front_matter(text, where)
    name = _text(where, fields, "name")
    where = location or identifier or name
    if strict and not _PLAIN_NAME.fullmatch(name):
        raise _wrong(where, "name", name, "small letters, digits and single hyphens between them")
    if len(name.splitlines()) > 1:
        raise _wrong(where, "name", name, "one line")
    description = _text(where, fields, "description")
    compatibility = _optional(where, fields, "compatibility")
    if strict:
        _check_length(where, "name", name, _LONGEST_NAME)
        _check_length(where, "description", description, _LONGEST_DESCRIPTION)
        _check_length(where, "compatibility", compatibility or "", _LONGEST_COMPATIBILITY)
    return OfferedSkill(
        name if identifier is None else identifier,
        name,
        description,
        source,
        location,
        body,
        files=files,
        license=_optional(where, fields, "license"),
        compatibility=compatibility,
        allowed_tools=_tools(where, fields.get("allowed-tools")),
        metadata=_metadata(where, fields.get("metadata")),
        extras=_verbatim({key: value for key, value in fields.items() if key not in _KNOWN}),
    )


def _wrong(where: str, field: str, found: object, expected: str) -> InvalidSkill:
    return InvalidSkill(where, field, shown(found), expected)


def _text(where: str, fields: dict[str, object], name: str) -> str:
    found = _optional(where, fields, name)
    if found is None:
        raise InvalidSkill(where, name, "nothing", "a text")
    return found


def _optional(where: str, fields: dict[str, object], name: str) -> str | None:
    found = fields.get(name, "")
    if not isinstance(found, str):
        raise _wrong(where, name, found, "a text")
    return None if is_blank(found) else found.strip()


def _check_length(where: str, field: str, found: str, longest: int) -> None:
    if len(found) > longest:
        raise InvalidSkill(where, field, f"{len(found):,} characters", f"{longest:,} at most")


def _tools(where: str, found: object) -> tuple[str, ...]:
    if found is None:
        return ()
    if isinstance(found, str):
        entries = split_allowed(found)
    elif isinstance(found, list) and all(isinstance(one, str) for one in found):
        entries = tuple(one.strip() for one in found if not is_blank(one))
    else:
        raise _wrong(where, "allowed-tools", found, "a text, or a list of texts")
    for entry in entries:
        if not is_allowed(entry):
            expected = "a tool, and behind it at most one pair of parentheses, closed"
            raise _wrong(where, "allowed-tools", entry, expected)
    return entries


def _metadata(where: str, found: object) -> Extras:
    if found is None or found == "":
        return ()
    if not isinstance(found, dict):
        raise _wrong(where, "metadata", found, "a map")
    return _verbatim(found)


def _verbatim(fields: dict[str, object]) -> Extras:
    return tuple((key, freeze(value, key)) for key, value in fields.items())
