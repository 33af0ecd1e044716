"""Findings: what the linter says to a person, and to a program."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from ctxfn.lint.rule import Path, Severity

__all__ = ["Finding", "Findings", "as_json", "place_of", "shown"]


@frozen
class Finding:
    """One finding: which rule, how bad, where, what was found, what was expected, what to do."""

    code: str
    name: str
    severity: Severity
    index: int | None
    path: Path
    found: str
    expected: str
    hint: str

    def __str__(self) -> str:
        return shown(self)


#: In the order of the messages; empty, and so false, if there is nothing to say.
Findings: TypeAlias = tuple[Finding, ...]


def shown(finding: Finding) -> str:
    """Write *finding* on one line: place, code, name, what is wrong, what to do.

    Contract:
        The place is ``request`` or ``messages[3].tool_calls[0].id``.

    Complexity: O(characters).

    Source: ours, after compilers.

    Examples:
        >>> shown(Finding("T101", "tool-result-without-call", "error", 2, ("tool_call_id",),
        ...               "a result for 'c1'", "an earlier call with this id", "Drop it."))
        "messages[2].tool_call_id: error T101 tool-result-without-call: found a result for 'c1', \
expected an earlier call with this id. Drop it."
    """
    return (
        f"{place_of(finding.index, finding.path)}: {finding.severity} {finding.code} "
        f"{finding.name}: found {finding.found}, expected {finding.expected}. {finding.hint}"
    )


def place_of(index: int | None, path: Path) -> str:
    """Write a place as it would be written in code.

    Contract:
        ``request`` where it is about the whole of it, else ``messages[3].tool_calls[0].id``.

    Complexity: O(characters).

    Source: ours.

    Examples:
        >>> place_of(None, ("tools", 0)), place_of(2, ("content",))
        ('request.tools[0]', 'messages[2].content')
    """
    keys = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path)
    return f"messages[{index}]{keys}" if index is not None else f"request{keys}"


def as_json(finding: Finding) -> dict[str, object]:
    """Return *finding* as a fresh JSON object, its fields by name.

    Contract:
        The path is a list; everything in it is plain JSON.

    Complexity: O(1).

    Source: ours.

    Examples:
        >>> found = Finding("T101", "n", "error", 2, ("tool_call_id",), "a", "b", "c")
        >>> as_json(found)["path"], as_json(found)["severity"]
        (['tool_call_id'], 'error')
    """
    return {
        "code": finding.code,
        "name": finding.name,
        "severity": finding.severity,
        "index": finding.index,
        "path": list(finding.path),
        "found": finding.found,
        "expected": finding.expected,
        "hint": finding.hint,
    }
