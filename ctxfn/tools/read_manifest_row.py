"""Read one manifest from a row, and tell what in it could not be read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias, cast

from ctxfn.errors import shown
from ctxfn.messages import Extras, InvalidJson, TooDeep, Verbatim, freeze
from ctxfn.tools.errors import InvalidTool
from ctxfn.tools.manifests import (
    DEFAULT_TIMEOUT_MS,
    Approval,
    ApprovalRule,
    Manifest,
    ToolFunction,
)

__all__ = ["ABOUT", "KEPT", "TELL_DATE", "RowReader"]

Row: TypeAlias = Mapping[str, object]

#: Who reads the keys again that we have no word for.
KEPT: Final = "manifest"
#: Keys of ``meta``, each a field of the record.
ABOUT: Final = ("title", "description", "avatar")

#: Packages whose instructions say what day it is, though no row says that they do.
TELL_DATE: Final = ("lobe-web-browsing", "lobe-user-memory")

_KEYS: Final = ("identifier", "api", "type", "meta", "systemRole", "tellsDate")
_FUNCTION_KEYS: Final = (
    *("name", "description", "parameters", "url", "humanIntervention", "defaultTimeoutMs"),
)
_NO_ROW: Final[Row] = {}


class RowReader:
    """Reads one row; `problems` grows by what cannot be read, said with *where* it stands."""

    def __init__(self, where: str, problems: list[str]) -> None:
        self.where, self.problems = where, problems

    def manifest(self, row: object) -> Manifest | None:
        """Read the row itself; None if it is no manifest."""
        if not isinstance(row, Mapping):
            self._tell("", row, "a manifest")
            return None
        identifier, listed = row.get("identifier"), row.get("api")
        if not isinstance(identifier, str) or not identifier:
            self._tell("identifier", identifier, "text, not empty")
            return None
        if not isinstance(listed, list | tuple):
            self._tell("api", listed, "a list of functions")
            return None
        about = self._object(row, "meta")
        kind = self._text(row, "type")
        spare = {key: value for key, value in row.items() if key not in _KEYS}
        if more := {key: value for key, value in about.items() if key not in ABOUT}:
            spare["meta"] = more
        title, description, avatar = (self._text(about, key, "meta.") for key in ABOUT)
        return Manifest(
            identifier,
            self._functions(listed),
            "builtin" if kind is None else kind,
            title,
            description,
            avatar,
            instructions=self._text(row, "systemRole"),
            tells_date=self._tells_date(row, identifier),
            extras=self._extras(spare, ""),
        )

    def _functions(self, listed: Iterable[object]) -> tuple[ToolFunction, ...]:
        found: dict[str, ToolFunction] = {}
        for number, entry in enumerate(listed):
            path = f"api[{number}]"
            if not isinstance(entry, Mapping):
                self._tell(path, entry, "an object")
                continue
            name = entry.get("name")
            if not isinstance(name, str) or not name:
                self._tell(f"{path}.name", name, "text, not empty")
            elif name in found:
                self._tell(f"{path}.name", name, "a name that no function before it has")
            else:
                found[name] = self._function(name, entry, f"{path}.")
        return tuple(found.values())

    def _function(self, name: str, entry: Row, path: str) -> ToolFunction:
        spare = {key: value for key, value in entry.items() if key not in _FUNCTION_KEYS}
        return ToolFunction(
            name,
            self._text(entry, "description", path) or "",
            self._kept(entry.get("parameters"), f"{path}parameters"),
            self._text(entry, "url", path),
            self._approval(entry.get("humanIntervention"), f"{path}humanIntervention"),
            self._timeout(entry.get("defaultTimeoutMs"), f"{path}defaultTimeoutMs"),
            self._extras(spare, path),
        )

    def _tells_date(self, row: Row, identifier: str) -> bool:
        value = row.get("tellsDate")
        if isinstance(value, bool):
            return value
        if value is not None:
            self._tell("tellsDate", value, "true or false")
        return identifier in TELL_DATE

    def _timeout(self, value: object, path: str) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and value > 0:
            return value
        if value is not None:
            self._tell(path, value, "a whole number above 0")
        return DEFAULT_TIMEOUT_MS

    def _approval(self, value: object, path: str) -> Approval | tuple[ApprovalRule, ...] | None:
        if value is None:
            return None
        if isinstance(value, list | tuple):
            read = [self._rule(one, f"{path}[{place}]") for place, one in enumerate(value)]
            rules = tuple(rule for rule in read if rule is not None)
            return "always" if read and not rules else rules
        rule = self._rule({"policy": value}, path)
        return "always" if rule is None else rule.policy

    def _rule(self, entry: object, path: str) -> ApprovalRule | None:
        """Read one rule. What was meant to ask a person and cannot be read asks all the same.

        None if it spares a person for some calls, and which ones cannot be read.
        """
        row = entry if isinstance(entry, Mapping) else _NO_ROW
        policy, told = row.get("policy"), row.get("match")
        match = self._kept(told, f"{path}.match")
        try:
            rule = ApprovalRule(cast("Approval", policy), match)
        except InvalidTool as error:
            self._tell(path, entry, error.expected)
            return ApprovalRule("always")
        if told is None or match is not None:
            return rule
        return None if policy == "never" else ApprovalRule("always")

    def _text(self, row: Row, key: str, path: str = "") -> str | None:
        value = row.get(key)
        if value is None or isinstance(value, str):
            return value
        self._tell(f"{path}{key}", value, "text")
        return None

    def _object(self, row: Row, key: str) -> Row:
        value = row.get(key)
        if isinstance(value, Mapping):
            return value
        if value is not None:
            self._tell(key, value, "an object")
        return _NO_ROW

    def _extras(self, spare: Row, path: str) -> Extras:
        kept = self._kept(spare, f"{path}extras") if spare else None
        return () if kept is None else ((KEPT, kept),)

    def _kept(self, value: object, path: str) -> Verbatim | None:
        if value is None:
            return None
        try:
            if isinstance(value, Mapping):
                return freeze(dict(value))
        except (InvalidJson, TooDeep) as error:
            self.problems.append(f"{self.where}: {path}: {error}")
            return None
        self._tell(path, value, "an object")
        return None

    def _tell(self, path: str, found: object, expected: str) -> None:
        where = f"{self.where}: {path}" if path else self.where
        self.problems.append(f"{where}: found {shown(found)}, expected {expected}")
