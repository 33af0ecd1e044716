"""Read calls: lists of them, and the old single one."""

from __future__ import annotations

from typing import Final, NamedTuple

from ctxfn.messages import Call, InvalidJson
from ctxfn.wire.openai_chat.legacy import legacy_id
from ctxfn.wire.openai_chat.read_plain import read_plain_call
from ctxfn.wire.openai_chat.reader import Reader, is_no_number, json_text, name_of, under
from ctxfn.wire.openai_chat.written import USUAL_FUNCTION, Layout

__all__ = ["Calls", "read_calls", "read_function_call"]

#: The key of the payload of each kind of call, by what its type says.
_INPUT_OF: Final = {"function": "arguments", "custom": "input"}


class Calls(NamedTuple):
    """Calls, and how each was written; layouts of ``None``: all of them as usual."""

    calls: tuple[Call, ...] = ()
    layouts: tuple[Layout | None, ...] | None = None


def read_calls(value: object, reader: Reader) -> Calls:
    """Read the value of ``tool_calls``.

    Contract:
        A single call without a list around it is read as a list of it; what is no object is
        left out. A call without an id or a function is kept, with empty texts there. All
        these are problems.

    Complexity: O(size of *value*).
    """
    if isinstance(value, dict):
        reader.odd("tool_calls", "found a call without a list around it, read as a list of one")
        value = [value]
    if not isinstance(value, list | tuple):
        reader.odd("tool_calls", f"found {name_of(value)}, left out")
        return Calls()
    calls: list[Call] = []
    layouts: list[Layout | None] = []
    for number, one in enumerate(value):
        if not isinstance(one, dict):
            reader.odd(f"tool_calls[{number}]", f"found {name_of(one)}, left out")
            continue
        call, layout = _read_call(one, f"tool_calls[{number}]", reader)
        calls.append(call)
        layouts.append(layout)
    unusual = any(layouts) or not calls
    return Calls(tuple(calls), tuple(layouts) if unusual else None)


def read_function_call(value: object, reader: Reader) -> tuple[Call, Layout] | None:
    """Read the value of ``function_call``, or nothing if it is no object."""
    if not isinstance(value, dict):
        return None
    name = _name(value, "function_call", reader)
    arguments = _arguments(value, "arguments", "function_call", reader)
    spare = {key: one for key, one in value.items() if key not in USUAL_FUNCTION}
    call = Call(
        legacy_id(reader.index or 0),
        name,
        arguments,
        kind="function_call",
        extras=reader.extras(spare),
    )
    return call, reader.layout("function_call", (), tuple(value))


def _read_call(value: dict[str, object], path: str, reader: Reader) -> tuple[Call, Layout | None]:
    call = read_plain_call(value)
    if call is not None:
        return call, None
    try:
        return _read_unusual_call(value, path, reader)
    except InvalidJson as wrong:
        raise under(path, wrong) from wrong


def _read_unusual_call(value: dict[str, object], path: str, reader: Reader) -> tuple[Call, Layout]:
    said = value.get("type")
    kind = said if isinstance(said, str) else "function"
    untyped = reader.dialect.loose_calls and "type" not in value
    if not isinstance(said, str) and not untyped:
        found = "nothing" if said is None else name_of(said)
        reader.odd(f"{path}.type", f"found {found}, read as a function")
    if kind not in _INPUT_OF and isinstance(value.get("function"), dict):
        reader.odd(f"{path}.type", f"found {name_of(said)}, read as a function")
        kind = "function"
    call_id = _id(value, path, reader)
    if kind not in _INPUT_OF:
        return _read_strange_call(value, call_id, kind, reader)
    source = value.get(kind)
    spare = {key: one for key, one in value.items() if key not in ("id", "type", kind)}
    signature = value.get("thoughtSignature")
    if not isinstance(source, dict):
        reader.odd(f"{path}.{kind}", f"found {name_of(source)}, read as a call of no tool")
        layout = reader.layout(kind, tuple(key for key in value if key != kind), None)
        return Call(call_id, "", "{}", kind=kind, extras=reader.extras(spare)), layout
    word = _INPUT_OF[kind]
    name = _name(source, f"{path}.{kind}", reader)
    arguments = _arguments(source, word, f"{path}.{kind}", reader)
    inner = {key: one for key, one in source.items() if key not in ("name", word)}
    if inner:
        spare[kind] = inner
    call = Call(
        call_id,
        name,
        arguments,
        signature if isinstance(signature, str) else None,
        kind,
        reader.extras(spare),
    )
    whole = not isinstance(source.get(word), str) and _is_whole(source.get(word), reader)
    return call, reader.layout(kind, tuple(value), tuple(source), whole)


def _read_strange_call(
    value: dict[str, object], id: str, kind: str, reader: Reader
) -> tuple[Call, Layout]:
    """Keep a call of a kind the format has got since: all of it but its id and type as extras."""
    spare = {key: one for key, one in value.items() if key not in ("id", "type")}
    call = Call(id, kind, "{}", kind=kind, extras=reader.extras(spare))
    return call, reader.layout(kind, tuple(value), None)


def _id(value: dict[str, object], path: str, reader: Reader) -> str:
    found = value.get("id")
    if isinstance(found, str):
        return found
    read = reader.text(found, f"{path}.id")
    if read is None:
        reader.odd(f"{path}.id", f"found {name_of(found)}, read as no id")
    return read or ""


def _name(source: dict[str, object], path: str, reader: Reader) -> str:
    found = source.get("name")
    if isinstance(found, str):
        return found
    read = reader.text(found, f"{path}.name")
    if read is None:
        reader.odd(f"{path}.name", f"found {name_of(found)}, read as no name")
    return read or ""


def _arguments(source: dict[str, object], key: str, path: str, reader: Reader) -> str:
    found = source.get(key)
    if isinstance(found, str):
        return found
    if found is None:
        reader.odd(f"{path}.{key}", "found nothing, read as no arguments")
        return "{}"
    if not _is_whole(found, reader):
        reader.odd(f"{path}.{key}", f"found {name_of(found)}, read as the text of its JSON")
    if is_no_number(found):
        return json_text(found)
    return json_text(reader.keep(found).thaw())


def _is_whole(arguments: object, reader: Reader) -> bool:
    """Say whether *arguments* may stand as the object they are."""
    return reader.dialect.loose_calls and isinstance(arguments, dict)
