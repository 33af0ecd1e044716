"""What a project asks of those who work on it, right behind the system role."""

from __future__ import annotations

from typing import Final

from ctxfn.facts import ProjectFile, ProjectInstructions
from ctxfn.messages import enclose, is_blank, neutralise_all, neutralise_tags
from ctxfn.slots import SYSTEM, Injector

__all__ = ["project_instructions", "render_project_instructions"]

_ELEMENT: Final = "project_instructions"


def render_project_instructions(given: ProjectInstructions) -> str:
    """Write one element a file, a blank line between two; nothing in them, no text.

    Such files are full of code and commands, so they stay readable; but none can close its
    element or open another one, to speak as a file that it is not.

    Contract:
        In the order of the fact; blank files are left out. The source is escaped; in the text
        only tags of this name and the marks of an envelope lose their meaning.

    Complexity: O(characters).

    Source: LobeHub context-engine, project instructions; it writes both as they are.

    Examples:
        >>> rules = ProjectFile("AGENTS.md", "Run `make test && make lint`.")
        >>> print(render_project_instructions(ProjectInstructions((rules,))))
        <project_instructions source="AGENTS.md">
        Run `make test && make lint`.
        </project_instructions>
        >>> render_project_instructions(ProjectInstructions())
        ''
    """
    return "\n\n".join(_written(file) for file in given.files if not is_blank(file.content))


def _written(file: ProjectFile) -> str:
    (said,) = neutralise_all(neutralise_tags((file.content,), (_ELEMENT,)))
    return enclose(_ELEMENT, said, source=file.source)


project_instructions: Final = Injector(
    "project_instructions", SYSTEM, ProjectInstructions, render_project_instructions
)
