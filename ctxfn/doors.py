"""Lazy doors: a room's names are imported when they are first asked for."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from types import ModuleType

__all__ = ["lazily"]


class _Door(ModuleType):
    """A door whose names stay its own, where a module behind it has the same name as one.

    Importing ``ctxfn.injectors.date`` sets an attribute on its room, and there `date` is the
    injector.
    """

    def __setattr__(self, name: str, value: object) -> None:
        if not (isinstance(value, ModuleType) and name in self.__dict__.get("__all__", ())):
            super().__setattr__(name, value)


def lazily(
    door: str, modules: Mapping[str, str]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Make the ``__getattr__`` and ``__dir__`` of the room *door*; *modules* says which have which names.

    A program that needs one fact does not pay for fifty: a class of attrs costs a third of a
    millisecond to make.

    Contract:
        Each name is looked up once. The module with a name's own name is found by its import
        alone, never as an attribute of the room.

    Complexity: O(1), besides the import of the module.

    Source: PEP 562.

    Examples:
        >>> find, listed = lazily("ctxfn", {"messages": "chat user"})
        >>> find("user").__name__
        'user'
        >>> find("usr")
        Traceback (most recent call last):
        ...
        AttributeError: module 'ctxfn' has no attribute 'usr'
    """
    module_of = {name: module for module, names in modules.items() for name in names.split()}
    room = sys.modules[door]
    room.__class__ = _Door

    def find(name: str) -> object:
        if name not in module_of:
            raise AttributeError(f"module {door!r} has no attribute {name!r}")
        value: object = getattr(import_module(f"{door}.{module_of[name]}"), name)
        room.__dict__[name] = value  # so that the next look-up does not come here
        return value

    def listed() -> list[str]:
        return sorted({*room.__dict__, *module_of})

    return find, listed
