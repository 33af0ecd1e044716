"""Manifests as stores and plugins write them: read from rows, and written back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ctxfn.arguments import blames_arguments
from ctxfn.messages import extra
from ctxfn.tools.manifests import DEFAULT_TIMEOUT_MS, Manifest, ToolFunction
from ctxfn.tools.read_manifest_row import ABOUT, KEPT, TELL_DATE, RowReader

__all__ = ["ReadManifests", "read_manifests", "write_manifest"]


class ReadManifests(NamedTuple):
    """The manifests that rows held, and what in the rows could not be read, in words."""

    manifests: tuple[Manifest, ...]
    problems: tuple[str, ...]


@blames_arguments
def read_manifests(rows: Iterable[object], /) -> ReadManifests:
    """Read manifests from *rows*: ``identifier``, ``api``, ``meta``, ``systemRole``, ``type``.

    One broken row must not take the tools of all others with it.

    Contract:
        A row without an identifier, or whose ``api`` is no list, is left out and told; so is a
        function without a name, or with one that the row has already. Whatever another key
        cannot hold counts as missing and is told; but a rule for asking a person that cannot be read
        is to ask always, and one that spares a person, with a `match` that cannot, is none. Of two rows with one identifier the last
        counts, at the place of the first, which is told too. Keys that we have no word for stay
        in `extras`.

    Complexity: O(size of the rows).

    Source: LobeHub context-engine and its check of manifests; there a row without a list of
    functions ends the whole request.

    Examples:
        >>> rows = [{"identifier": "web", "api": [{"name": "search"}], "type": "mcp"}, {"api": []}]
        >>> read = read_manifests(rows)
        >>> read.manifests[0].tools
        (ToolName('web', 'search', 'mcp'),)
        >>> read.problems
        ('row 1: identifier: found None, expected text, not empty',)
    """
    problems: list[str] = []
    found: dict[str, Manifest] = {}
    for place, row in enumerate(rows):
        manifest = RowReader(f"row {place}", problems).manifest(row)
        if manifest is None:
            continue
        if manifest.identifier in found:
            problems.append(f"row {place}: takes the place of an earlier {manifest.identifier!r}")
        found[manifest.identifier] = manifest
    return ReadManifests(tuple(found.values()), tuple(problems))


@blames_arguments
def write_manifest(manifest: Manifest, /) -> dict[str, object]:
    """Write *manifest* as the row that `read_manifests` reads it from.

    Contract:
        A fresh dict, of JSON values alone; reading it gives an equal manifest and no problem,
        unless a function is named twice. ``identifier``, ``api`` and ``meta`` are always
        written, anything else only if it is not what it is by default.

    Complexity: O(size of the manifest).

    Source: ours.

    Examples:
        >>> row = write_manifest(Manifest("web", (ToolFunction("search", "Look."),), "mcp"))
        >>> row["api"], row["type"]
        ([{'name': 'search', 'description': 'Look.'}], 'mcp')
    """
    about = {key: getattr(manifest, key) for key in ABOUT}
    spare = extra(manifest.extras, KEPT)
    more = spare.pop("meta", None)
    row: dict[str, object] = {
        "identifier": manifest.identifier,
        "api": [_function_row(one) for one in manifest.functions],
        "meta": {
            **{key: value for key, value in about.items() if value is not None},
            **(more if isinstance(more, dict) else {}),
        },
    }
    if manifest.kind != "builtin":
        row["type"] = manifest.kind
    if manifest.instructions is not None:
        row["systemRole"] = manifest.instructions
    if manifest.tells_date != (manifest.identifier in TELL_DATE):
        row["tellsDate"] = manifest.tells_date
    return {**row, **spare}


def _function_row(function: ToolFunction) -> dict[str, object]:
    approval: object = function.approval
    if isinstance(function.approval, tuple):
        approval = [
            {"policy": rule.policy} | ({} if rule.match is None else {"match": rule.match.thaw()})
            for rule in function.approval
        ]
    plain = function.timeout_ms == DEFAULT_TIMEOUT_MS
    optional = {
        "parameters": None if function.parameters is None else function.parameters.thaw(),
        "url": function.url,
        "humanIntervention": approval,
        "defaultTimeoutMs": None if plain else function.timeout_ms,
    }
    told = {key: value for key, value in optional.items() if value is not None}
    spare = extra(function.extras, KEPT)
    return {"name": function.name, "description": function.description, **told, **spare}
