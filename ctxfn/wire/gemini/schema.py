"""JSON Schema in the words that ``parameters`` takes: a part of OpenAPI's."""

from __future__ import annotations

from typing import Final, NamedTuple

from ctxfn.wire.gemini.schema_nodes import (
    SHARED,
    are_texts,
    chosen,
    is_null,
    is_reference,
    known_required,
    lacks_property,
    member,
    says_type,
    with_one_type,
)

__all__ = ["KEYWORDS", "FittedSchema", "fit_schema", "takes_nothing"]

_Row = dict[str, object]

#: The API reference, "Schema"; what stands elsewhere in JSON Schema is refused by name.
KEYWORDS: Final = frozenset(
    (
        "type",
        "format",
        "title",
        "description",
        "nullable",
        "enum",
        "items",
        "minItems",
        "maxItems",
        "properties",
        "propertyOrdering",
        "required",
        "minProperties",
        "maxProperties",
        "minLength",
        "maxLength",
        "pattern",
        "minimum",
        "maximum",
        "anyOf",
        "example",
        "default",
    )
)
#: "only 'enum' and 'date-time' are supported for STRING type"; numbers have four.
_FORMATS: Final = frozenset(("enum", "date-time", "float", "double", "int32", "int64"))
_TYPES: Final = frozenset(
    ("string", "number", "integer", "boolean", "array", "object", "null", "type_unspecified")
)
_DEFINITIONS: Final = ("$defs", "definitions")

#: Deeper, or larger once references are written out, and the rest is cut.
_MAX_DEPTH: Final = 60
_MAX_NODES: Final = 5_000


class FittedSchema(NamedTuple):
    """A schema in the format's words (``None``: no arguments), and what it no longer says."""

    schema: object
    changes: tuple[tuple[str, str], ...] = ()


def fit_schema(schema: object) -> FittedSchema:
    """Say *schema* in the words the format has.

    Contract:
        Said otherwise, and no change: ``const`` as an ``enum`` of one, a type list with
        ``null`` as ``nullable``, several types as ``anyOf``, ``oneOf`` as ``anyOf``, a
        reference by what it refers to. Each keyword that is left out is a change with its
        path. A property may have any name. The fitted schema of a fitted schema is itself.

    Complexity: O(size of *schema*, references written out), up to a limit.

    Source: the API reference, "Schema"; router-for-me/CLIProxyAPI#97, vercel/ai#19000,
    containers/kubernetes-mcp-server#340, NousResearch/hermes-agent#98928.

    Examples:
        >>> fit_schema({"type": "object", "properties": {}}).schema is None
        True
        >>> fit_schema({"type": "object", "properties": {"a": {"const": "x"}}}).schema
        {'type': 'object', 'properties': {'a': {'type': 'string', 'enum': ['x']}}}
    """
    if not isinstance(schema, dict) or takes_nothing(schema):
        return FittedSchema(None)
    fitting = _Fitting(schema)
    return FittedSchema(fitting.fit(schema, "", 0, ()), tuple(fitting.changes))


def takes_nothing(schema: _Row) -> bool:
    """Say whether *schema* is of an object without any property."""
    others = ("anyOf", "oneOf", "allOf", "$ref", "items", "enum", "const")
    is_object = schema.get("type", "object") in ("object", "OBJECT")
    return is_object and not schema.get("properties") and not any(key in schema for key in others)


class _Fitting:
    """One run over one schema."""

    __slots__ = ("_left", "_whole", "changes")

    def __init__(self, whole: _Row) -> None:
        self._whole = whole
        self._left = _MAX_NODES
        self.changes: list[tuple[str, str]] = []

    def fit(self, value: object, path: str, depth: int, seen: tuple[str, ...]) -> _Row:
        """Fit one node; *seen* are the references it is inside of."""
        self._left -= 1
        if value == {"type": "string"}:  # what stands where something was cut, too
            return {"type": "string"}
        if depth > _MAX_DEPTH or self._left < 0:
            return self._cut(path, "a schema too large to write out, cut")
        if not isinstance(value, dict):
            return self._cut(path, "no schema of its own, any text")
        node, seen = self._resolved(value, seen)
        if node is None:
            return self._cut(path, "a reference into itself, or to nowhere, cut")
        node = self._typed(self._merged(node, path), path)
        members = self._members(node)
        if members:
            return self._choice(node, members, path, depth, seen)
        return self._plain(node, path, depth, seen)

    def _cut(self, path: str, reason: str) -> _Row:
        self.changes.append((path, reason))
        return {"type": "string"}

    def _resolved(self, node: _Row, seen: tuple[str, ...]) -> tuple[_Row | None, tuple[str, ...]]:
        while isinstance(node.get("$ref"), str):
            reference = str(node["$ref"])
            target = self._target(reference)
            if reference in seen or target is None:
                return None, seen
            seen = (*seen, reference)
            node = {**target, **{key: one for key, one in node.items() if key != "$ref"}}
        return node, seen

    def _target(self, reference: str) -> _Row | None:
        found: object = self._whole
        if reference != "#" and not reference.startswith("#/"):
            return None
        for step in reference[2:].split("/") if len(reference) > 1 else ():
            key = step.replace("~1", "/").replace("~0", "~")
            found = found.get(key) if isinstance(found, dict) else None
        return found if isinstance(found, dict) else None

    def _merged(self, node: _Row, path: str) -> _Row:
        """Write what is demanded by ``allOf`` into the node itself, one level of it."""
        every = node.get("allOf")
        if not isinstance(every, list):
            return node
        merged = {key: one for key, one in node.items() if key != "allOf"}
        for one in every:
            target = self._target(str(one["$ref"])) if is_reference(one) else one
            for key, value in (target if isinstance(target, dict) else {}).items():
                held = merged.get(key)
                if key == "properties" and isinstance(held, dict) and isinstance(value, dict):
                    merged[key] = {**held, **value}
                elif key == "required" and isinstance(held, list) and isinstance(value, list):
                    merged[key] = [*held, *(name for name in value if name not in held)]
                elif key not in merged:
                    merged[key] = value
                elif held != value:
                    self.changes.append((f"{path}.allOf", f"a second {key}, left out"))
        return merged

    def _typed(self, node: _Row, path: str) -> _Row:
        """Leave out of the type what is the name of none."""
        if "type" not in node:
            return node
        said = node["type"]
        kinds = said if isinstance(said, list) else [said]
        known = [one for one in kinds if isinstance(one, str) and one.lower() in _TYPES]
        if len(known) == len(kinds) and known:
            return node
        self.changes.append((f"{path}.type", "no type the format has, left out"))
        rest = {key: one for key, one in node.items() if key != "type"}
        return {**rest, "type": known} if known else rest

    def _members(self, node: _Row) -> list[object]:
        """List the schemas one of which is to hold."""
        for key in ("anyOf", "oneOf"):
            members = node.get(key)
            if isinstance(members, list) and members:
                return members
        kinds = node.get("type")
        if not isinstance(kinds, list):
            return []
        some = [kind for kind in kinds if kind != "null"]
        return [{"type": kind} for kind in kinds] if len(some) > 1 else []

    def _choice(
        self, node: _Row, members: list[object], path: str, depth: int, seen: tuple[str, ...]
    ) -> _Row:
        rest = {key: one for key, one in node.items() if key not in ("anyOf", "oneOf")}
        by_type = isinstance(rest.get("type"), list)
        some = [one for one in members if not is_null(one)]
        if not by_type and "type" in rest and not any(says_type(one) for one in some):
            self.changes.append((f"{path}.anyOf", "demands of whole objects, left out"))
            return self._plain(rest, path, depth, seen)
        rest.pop("type", None)
        if len(some) < len(members):
            rest["nullable"] = True
        if not some:
            return self._plain({**rest, "type": "null"}, path, depth, seen)
        if len(some) == 1:
            return self.fit(member(some[0], rest), path, depth + 1, seen)
        shared = rest if by_type else {k: v for k, v in rest.items() if k in SHARED}
        for key in rest:
            if key not in shared and key not in _DEFINITIONS:
                self.changes.append((f"{path}.{key}", "nothing may stand beside a choice"))
        each = [
            self.fit(member(one, shared), f"{path}.anyOf[{number}]", depth + 1, seen)
            for number, one in enumerate(some)
        ]
        return chosen(each)

    def _plain(self, node: _Row, path: str, depth: int, seen: tuple[str, ...]) -> _Row:
        node = with_one_type(node)
        fitted: _Row = {}
        for key, value in node.items():
            if key == "properties" and isinstance(value, dict):
                fitted[key] = {
                    name: self.fit(one, f"{path}.properties.{name}", depth + 1, seen)
                    for name, one in value.items()
                }
            elif key == "items" and isinstance(value, dict):
                fitted[key] = self.fit(value, f"{path}.items", depth + 1, seen)
            elif self._is_taken(key, value, node, path):
                fitted[key] = value
        return self._completed(fitted, path)

    def _is_taken(self, key: str, value: object, node: _Row, path: str) -> bool:
        if key in _DEFINITIONS:
            return False
        reason = None
        if key not in KEYWORDS or key in ("items", "properties", "anyOf"):
            reason = "a keyword the format does not have, left out"
        elif key == "format" and not (isinstance(value, str) and value in _FORMATS):
            reason = f"a format it does not have ({value!r}), left out"
        elif key == "enum" and not are_texts(value):
            reason = "only texts can be listed, left out"
        elif key == "required" and lacks_property(value, node):
            reason = "names properties that are not there, those left out"
        if reason is not None:
            self.changes.append((f"{path}.{key}", reason))
        return reason is None or (key == "required" and bool(known_required(value, node)))

    def _completed(self, node: _Row, path: str) -> _Row:
        """Give *node* what the format demands of each type."""
        if isinstance(node.get("required"), list):
            node["required"] = known_required(node["required"], node)
        kind = str(node.get("type", "")).lower()
        if not kind:
            self.changes.append((path, "no type, read as a text"))
            node = {"type": "string", **node}
        elif kind == "array" and "items" not in node:
            self.changes.append((f"{path}.items", "a list of anything, read as one of texts"))
            node["items"] = {"type": "string"}
        elif kind == "object" and not node.get("properties") and path:
            self.changes.append((path, "an object without properties, read as a text"))
            kept = ("description", "nullable", "title")
            node = {"type": "string", **{key: node[key] for key in kept if key in node}}
        return node
