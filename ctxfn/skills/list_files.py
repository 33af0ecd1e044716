"""Say behind the instructions of a skill which files come with it."""

from __future__ import annotations

from attrs import evolve

from ctxfn.arguments import blames_arguments
from ctxfn.messages import enclose, tag
from ctxfn.skills.offered import OfferedSkill

__all__ = ["list_files", "with_files"]


@blames_arguments
def list_files(skill: OfferedSkill) -> str:
    """Write an element for each file that comes with *skill*; none, no text.

    Contract:
        In their order. Paths are escaped and stay on their line: a name of a file is data.

    Complexity: O(files).

    Source: LobeHub's client writes the files of a stored skill as a tree behind its content.

    Examples:
        >>> print(list_files(OfferedSkill("pdf", "PDF", files=("forms.md", "scripts/fill.py"))))
        <skill_files name="PDF">
        <file path="forms.md" />
        <file path="scripts/fill.py" />
        </skill_files>
        >>> list_files(OfferedSkill("pdf", "PDF"))
        ''
    """
    if not skill.files:
        return ""
    lines = (tag("file", path=path) for path in skill.files)
    return enclose("skill_files", *lines, name=skill.name)


@blames_arguments
def with_files(skill: OfferedSkill) -> OfferedSkill:
    """Put the list of its files behind the instructions of *skill*.

    Contract:
        Without instructions or files the same object. Doing it twice is doing it once.

    Complexity: O(characters).

    Source: as `list_files`.

    Examples:
        >>> print(with_files(OfferedSkill("pdf", "PDF", content="Use it.", files=("a.md",))).content)
        Use it.
        <BLANKLINE>
        <skill_files name="PDF">
        <file path="a.md" />
        </skill_files>
    """
    listed = list_files(skill)
    if not listed or skill.content is None or not skill.has_content:
        return skill
    if skill.content.endswith(listed):
        return skill
    return evolve(skill, content=f"{skill.content}\n\n{listed}")
