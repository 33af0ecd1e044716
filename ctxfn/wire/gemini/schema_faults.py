"""What ``parameters`` cannot say: words of JSON Schema, and references into themselves."""

from __future__ import annotations

from collections.abc import Iterator

from ctxfn.tools import Declaration
from ctxfn.wire.gemini.schema import KEYWORDS
from ctxfn.wire.gemini.written import tool_form_of

__all__ = ["cyclic_reference", "words_foreign_to_gemini", "writes_parameters"]


def writes_parameters(declaration: Declaration) -> bool:
    """Say whether the schema of *declaration* is meant for ``parameters``, not for JSON Schema.

    Contract:
        What another format declared counts as meant for ``parameters``: there it is written.

    Complexity: O(1).

    Source: the API reference, "FunctionDeclaration".

    Examples:
        >>> writes_parameters(Declaration("now"))
        True
    """
    form = tool_form_of(declaration)
    return form is None or form.schema == "parameters"


def words_foreign_to_gemini(schema: dict[str, object]) -> tuple[str, ...]:
    """Return the keys of one *schema*, not of those inside it, that the format has no word for.

    Contract:
        In their order; ``type`` is one of them if it is a list.

    Complexity: O(keys).

    Source: the API reference, "Schema"; router-for-me/CLIProxyAPI#97, vercel/ai#19000.

    Examples:
        >>> words_foreign_to_gemini({"type": "string", "const": "a"})
        ('const',)
    """
    return tuple(
        key
        for key, value in schema.items()
        if key not in KEYWORDS or (key == "type" and isinstance(value, list))
    )


def cyclic_reference(schema: dict[str, object]) -> str | None:
    """Return the first reference of *schema* that leads back to itself, if there is one.

    Contract:
        Definitions count where they are referred to: one that nothing uses is none.

    Complexity: O(size of *schema*), each reference followed once.

    Source: NousResearch/hermes-agent#98928.

    Examples:
        >>> cyclic_reference({"properties": {"a": {"$ref": "#"}}})
        '#'
    """
    leads = {"#": tuple(_references(schema))}
    waiting = [*leads["#"]]
    while waiting:
        one = waiting.pop()
        if one not in leads:
            leads[one] = tuple(_references(_target(schema, one)))
            waiting += leads[one]
    return next((one for one in leads if one != "#" and _reaches(one, leads)), _of_whole(leads))


def _of_whole(leads: dict[str, tuple[str, ...]]) -> str | None:
    return "#" if _reaches("#", leads) else None


def _reaches(start: str, leads: dict[str, tuple[str, ...]]) -> bool:
    seen: set[str] = set()
    waiting = [*leads[start]]
    while waiting:
        one = waiting.pop()
        if one == start:
            return True
        if one not in seen:
            seen.add(one)
            waiting += leads[one]
    return False


def _references(value: object) -> Iterator[str]:
    """Yield the references in *value*; those in definitions count where they are referred to."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, list):
            waiting += one
        elif isinstance(one, dict):
            if isinstance(one.get("$ref"), str):
                yield str(one["$ref"])
            waiting += [each for key, each in one.items() if key not in ("$defs", "definitions")]


def _target(schema: object, reference: str) -> object:
    if reference != "#" and not reference.startswith("#/"):
        return None
    for step in reference[2:].split("/") if len(reference) > 1 else ():
        key = step.replace("~1", "/").replace("~0", "~")
        schema = schema.get(key) if isinstance(schema, dict) else None
    return schema
