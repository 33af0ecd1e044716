"""Declarations of tools, both ways: functions grouped in tools, and tools of the API's own."""

from __future__ import annotations

from typing import Final

from ctxfn.messages import InvalidJson, extra
from ctxfn.tools import Declaration
from ctxfn.wire.codec import Loss
from ctxfn.wire.gemini.reader import Reader, Row
from ctxfn.wire.gemini.schema import FittedSchema, fit_schema, takes_nothing
from ctxfn.wire.gemini.spelling import camel, laid, split
from ctxfn.wire.gemini.written import CODEC, ToolForm, tool_form_of
from ctxfn.wire.openai_chat.reader import name_of, under
from ctxfn.wire.openai_chat.spelling import spelled
from ctxfn.wire.profiles import Profile

__all__ = ["fitted_parameters", "read_tools", "write_tools"]

_FUNCTIONS: Final = "functionDeclarations"
_SCHEMAS: Final = ("parameters", "parametersJsonSchema")
_KEYS: Final = ("name", "description", *_SCHEMAS)


def read_tools(value: object, reader: Reader) -> tuple[Declaration, ...]:
    """Read the value of ``tools``, a list or one tool; what is no object is a problem.

    Contract:
        Each function is a declaration. So is each tool of the API's own, which goes by its
        key and keeps what stands there as extras.

    Complexity: O(size of *value*).
    """
    rows = [value] if isinstance(value, dict) else value
    if not isinstance(rows, list | tuple):
        reader.odd("tools", f"found {name_of(value)}, left out")
        return ()
    read: list[Declaration] = []
    for number, one in enumerate(rows):
        where = f"tools[{number}]"
        if not isinstance(one, dict) or not one:
            found = "an empty tool" if one == {} else name_of(one)
            reader.odd(where, f"found {found}, left out")
            continue
        try:
            read += _read_tool(one, number, where, reader)
        except InvalidJson as wrong:
            raise under(where, wrong) from wrong
    return tuple(read)


def _read_tool(tool: Row, number: int, path: str, reader: Reader) -> list[Declaration]:
    keys = tuple(tool)
    read: list[Declaration] = []
    for key, value in tool.items():
        if camel(key) == _FUNCTIONS and isinstance(value, list) and _are_objects(value):
            for place, one in enumerate(value):
                where = f"{path}.{key}[{place}]"
                read.append(_read_function(one, ToolForm(CODEC, number, keys), where, reader))
            continue
        if camel(key) == _FUNCTIONS and value != []:
            reader.odd(f"{path}.{key}", "found no list of declarations, kept as it is")
        kept = reader.extras({key: value})
        name = camel(key)
        read.append(
            Declaration(name, kind=name, extras=kept, written=ToolForm(CODEC, number, keys))
        )
    return read


def _are_objects(value: list[object]) -> bool:
    return bool(value) and all(isinstance(one, dict) for one in value)


def _read_function(value: Row, form: ToolForm, path: str, reader: Reader) -> Declaration:
    found, spare = split(value, _KEYS)
    name, description = found.get("name"), found.get("description")
    if not isinstance(name, str):
        reader.odd(f"{path}.name", f"found {name_of(name)}, read as no name")
        if name is not None:
            spare["name"] = name
    if not isinstance(description, str | None):
        spare["description"], description = description, None
    schema = next((key for key in _SCHEMAS if found.get(key) is not None), None)
    for key in _SCHEMAS:
        if key != schema and found.get(key) is not None:
            reader.odd(f"{path}.{key}", "found a second schema, kept as it is")
            spare[next(one for one in value if camel(one) == key)] = found[key]
    nulls = tuple(key for key, one in found.items() if one is None)
    parameters = None if schema is None else reader.keep(found[schema])
    return Declaration(
        name if isinstance(name, str) else "",
        description,
        parameters,
        extras=reader.extras(spare),
        written=form._replace(keys=tuple(value), schema=schema or "parameters", nulls=nulls),
    )


def write_tools(
    declared: tuple[Declaration, ...], profile: Profile, losses: list[Loss]
) -> list[object]:
    """Write *declared* as the value of ``tools``, those that the format has.

    Contract:
        What was read in one tool stands in one; functions that follow each other do too, if
        one of them was not read.
    """
    tools: list[_Tool] = []
    for number, one in enumerate(declared):
        form = tool_form_of(one)
        row = _write_one(one, form, number, profile, losses)
        if row is None:
            continue
        key, value, listed = row
        last = tools[-1] if tools else None
        if last is None or not last.takes(form, listed):
            last = _Tool(form)
            tools.append(last)
        last.add(key, value, form, listed)
    return [one.written() for one in tools]


class _Tool:
    """One of the tools being written."""

    __slots__ = ("_form", "_row", "_takes_more")

    def __init__(self, form: ToolForm | None) -> None:
        self._form = form
        self._row: Row = {}
        self._takes_more = False

    def takes(self, form: ToolForm | None, listed: bool) -> bool:
        """Say whether the next declaration stands in this tool."""
        if form is not None and self._form is not None:
            return form.number == self._form.number
        return listed and self._takes_more

    def add(self, key: str, value: object, form: ToolForm | None, listed: bool) -> None:
        """Write a declaration: among the functions, or under its key."""
        self._form = self._form or form
        self._takes_more = listed
        held = self._row.get(key)
        if not listed:
            self._row[key] = value
        elif isinstance(held, list):
            held.append(value)
        else:
            self._row[key] = [value]

    def written(self) -> Row:
        """Return the tool, its keys in the order they were read."""
        return laid({}, self._row, self._form.tool_keys if self._form else ())


def _write_one(
    one: Declaration, form: ToolForm | None, number: int, profile: Profile, losses: list[Loss]
) -> tuple[str, object, bool] | None:
    """Return the key in the tool, what stands there, and whether it is one of a list."""
    path = f"tools[{number}]"
    for name, _ in one.extras:
        if name != CODEC:
            losses.append(Loss(None, f"{path}.extras.{name}", f"what only the format {name} knows"))
    spare = extra(one.extras, CODEC)
    if one.kind == "function":
        key = _FUNCTIONS
        if form is not None:
            key = next((held for held in form.tool_keys if camel(held) == key), key)
        return key, _function(one, spare, form, path, profile, losses), True
    if len(spare) == 1:
        _tell_unsaid(one, path, losses)
        key, value = next(iter(spare.items()))
        return key, value, False
    if one.kind not in ("custom", "function_call"):
        losses.append(Loss(None, path, f"no tool of the kind {one.kind!r} here"))
        return None
    losses.append(Loss(None, f"{path}.kind", f"a {one.kind} tool, declared as a function"))
    row = _function(one, spare, None, path, profile, losses)
    if one.kind == "custom":
        row["parameters"] = {
            "type": "object",
            "properties": {"input": {"type": "string"}},
            "required": ["input"],
        }
    return _FUNCTIONS, row, True


def _function(
    one: Declaration,
    spare: Row,
    form: ToolForm | None,
    path: str,
    profile: Profile,
    losses: list[Loss],
) -> Row:
    named: Row = {"name": spelled(one.tool, profile.tool_name_length)}
    if one.description is not None:
        named["description"] = one.description
    if one.parameters is not None:
        if form is not None:
            named[form.schema] = one.parameters.thaw()
        elif (schema := _fitted(one, path, losses)) is not None:
            named["parameters"] = schema
    if one.strict is not None:
        losses.append(Loss(None, f"{path}.strict", "strictness is said for all tools at once"))
    if form is None:
        return {**named, **spare}
    if not named["name"] and not any(key == "name" for key in form.keys):
        del named["name"]
    if "name" in form.nulls and not named["name"]:
        named["name"] = None
    return laid(dict.fromkeys(form.nulls) | named, spare, form.keys)


def _fitted(one: Declaration, path: str, losses: list[Loss]) -> object:
    """Say the schema in the words the format has; none if it takes no arguments at all."""
    assert one.parameters is not None
    fitted = fit_schema(one.parameters.shared())
    for where, reason in fitted.changes:
        losses.append(Loss(None, f"{path}.parameters{where}", reason))
    return fitted.schema


def fitted_parameters(one: Declaration) -> FittedSchema | None:
    """Say the schema of *one* in the words of ``parameters``, if it was written there in others.

    Contract:
        ``None``: it stands right, or under the key that takes every schema, or another format
        wrote it, and writing will fit it. No arguments at all are right as they stand.

    Complexity: O(size of the schema).

    Source: catalogue rule ``schema-unsupported-keyword``.

    Examples:
        >>> fitted_parameters(Declaration("now")) is None
        True
    """
    form = tool_form_of(one)
    if form is None or form.schema != "parameters" or one.parameters is None:
        return None
    schema = one.parameters.shared()
    if _says_nothing(schema):
        return None
    fitted = fit_schema(schema)
    return None if fitted.schema == schema else fitted


def _says_nothing(schema: object) -> bool:
    if not isinstance(schema, dict) or not takes_nothing(schema):
        return False
    return set(schema) <= _PLAIN and isinstance(schema.get("properties", {}), dict)


#: Keys of a schema that says no more than that there are no arguments.
_PLAIN: Final = frozenset(("type", "properties", "description", "title"))


def _tell_unsaid(one: Declaration, path: str, losses: list[Loss]) -> None:
    if (one.description, one.parameters, one.strict) != (None, None, None):
        losses.append(Loss(None, path, f"the tool {one.kind} is written as it was read"))
    elif one.tool != one.kind:
        losses.append(Loss(None, f"{path}.tool", f"the tool {one.kind} has no other name"))
