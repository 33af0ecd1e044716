"""The two spellings of every key: as the API's JSON has it, and with underscores."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

__all__ = ["camel", "laid", "spelling", "split"]

_Row = dict[str, object]

_UNDERSCORE: Final = re.compile("(?<=[a-z0-9])_([a-z])")


def camel(key: str) -> str:
    """Return *key* as the API's reference spells it.

    Examples:
        >>> camel("function_call"), camel("functionCall"), camel("_x")
        ('functionCall', 'functionCall', '_x')
    """
    if not isinstance(key, str) or "_" not in key:
        return key  # no JSON has other keys: whoever keeps it says where it stood
    return _UNDERSCORE.sub(lambda found: found[1].upper(), key)


def split(row: Mapping[str, object], names: tuple[str, ...]) -> tuple[_Row, _Row]:
    """Split *row* into what stands under *names*, however spelled, and all else as it stands.

    Contract:
        Of a key that is there in both spellings, the second is among all else.

    Examples:
        >>> split({"mime_type": "a/b", "x": 1}, ("mimeType", "data"))
        ({'mimeType': 'a/b'}, {'x': 1})
    """
    found: _Row = {}
    spare: _Row = {}
    for key, value in row.items():
        name = camel(key)
        if name in names and name not in found:
            found[name] = value
        else:
            spare[key] = value
    return found, spare


def spelling(name: str, keys: Iterable[str]) -> str:
    """Return the one of *keys* that means *name*; *name* itself if none does.

    Examples:
        >>> spelling("fileUri", ("file_uri",)), spelling("fileUri", ())
        ('file_uri', 'fileUri')
    """
    return next((key for key in keys if key == name or camel(key) == name), name)


def laid(named: _Row, spare: _Row, keys: tuple[str, ...] = ()) -> _Row:
    """Join *named* and *spare*, spelled and ordered as *keys*; what is new comes last.

    Examples:
        >>> laid({"role": "user", "thoughtSignature": "s"}, {"x": 1}, ("thought_signature", "x"))
        {'thought_signature': 's', 'x': 1, 'role': 'user'}
    """
    if not keys:
        return {**named, **spare}
    built = {spelling(name, keys): value for name, value in named.items()} | spare
    return {key: built[key] for key in keys if key in built} | built
