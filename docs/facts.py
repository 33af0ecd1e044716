"""Write docs/facts.md: every fact, its fields, who reads it, where, and how often it changes.

Run it from the root after a fact or an injector came or changed: ``python docs/facts.py``.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "facts.md"

sys.path.insert(0, str(ROOT))

from ctxfn import facts  # noqa: E402
from ctxfn.assembly import standard_registry  # noqa: E402
from ctxfn.pipeline import Registered  # noqa: E402

#: Where a name of an example is imported from: the first of these that has it.
DOORS = ("facts", "injectors", "processors", "messages", "context", "slots", "pipeline", "tools")

SLOTS = ("system", "preamble", "each_user", "last_user", "tail", "")

_OFTEN = {
    "never": "never within a conversation",
    "turn": "from turn to turn",
    "step": "from step to step",
}

_HEAD = """# Facts

A fact is a frozen record of something known about one request: who the model is asked to be, what time it is, what is still
to be done. You tell it (`Context.of(messages, *facts)`, `ctxfn.assemble(rows, *facts)`) and the step that reads it does the
rest; a fact that is not told, or says nothing, leaves the request as it is. Of two facts of one type the later counts. Each
holds its fields to their types when it is made:

```python
>>> from ctxfn.facts import Todo, TodoList
>>> TodoList(("buy tea",))
Traceback (most recent call last):
...
ctxfn.facts.errors.InvalidFact: TodoList: field items[0]: found 'buy tea', expected Todo
```

## What changes often stands last

Providers cache the beginning of a request. Whatever changes there makes all that follows be paid for again, so the later
something stands, the cheaper its changes are. A fact's `CHANGES` says how often its text is another one: `never` within a
conversation, from `turn` to turn (a person speaks), or from `step` to step (between two calls of one turn). **What changes
from step to step belongs behind the stable prefix**: at the tail, or beside the person's last words, and not into the
system message.

```python
>>> from ctxfn.facts import Clock, SystemRole
>>> SystemRole.CHANGES, Clock.CHANGES, TodoList.CHANGES
('never', 'turn', 'step')
```

Some facts that change by step stand in front all the same, since they belong to what is said there: the skills that are
active are instructions, and a plan is what the talk is about. If yours change with every call, move their injectors. An
injector moves by value, and the pipeline takes the moved one in its place:

```python
>>> from ctxfn.assembly import default_pipeline
>>> from ctxfn.injectors import plan
>>> from ctxfn.slots import TAIL
>>> moved = default_pipeline().replace(plan, plan.at(TAIL))
>>> [step for step in moved if step == plan.at(TAIL)]
[plan.at(TAIL)]
```

It runs when it ran before, so its block stands in front of those that the tail's own injectors place. What a move costs
or saves shows in two payloads of one talk, a turn apart: compare their beginnings.

## A fact of your own

Any record that cannot change: of attrs (`@frozen`), a `dataclass(frozen=True)`, or a `NamedTuple`, with an `Injector` that
reads it: [a recipe](recipes.md#a-fact-and-a-step-of-mine-in-the-default-pipeline).

## All of them

| fact | changes | read by | in the slot |
|---|---|---|---|
"""

_TAIL = """
Next: [policy](policy.md), what is decided once, whatever is known.
"""


def main() -> None:
    """Write the page anew."""
    PAGE.write_text(page(), encoding="utf-8")


def page() -> str:
    """Write the table, then each fact with its fields and an example."""
    kinds = sorted(told(), key=lambda kind: (_place(kind), kind.__name__))
    sections = [section(kind) for kind in sorted(kinds, key=lambda kind: kind.__name__)]
    return _HEAD + "".join(map(row, kinds)) + "\n" + "\n".join(sections) + _TAIL


def told() -> list[type[Any]]:
    """The records that are told; others are what such a one is made of."""
    every = (getattr(facts, name) for name in facts.__all__)
    return [one for one in every if hasattr(one, "CHANGES")]


def readers_of(kind: type) -> list[Registered]:
    """The steps that read a fact, those that inject it first."""
    found = [one for one in standard_registry() if kind in _read_by(one.step)]
    return sorted(found, key=lambda one: getattr(one.step, "fact", None) is not kind)


def _read_by(step: object) -> tuple[type, ...]:
    declared: tuple[type, ...] = getattr(step, "reads", ()) or ()
    return declared


def _injectors_of(kind: type) -> list[Registered]:
    return [one for one in readers_of(kind) if getattr(one.step, "fact", None) is kind]


def _slots_of(kind: type) -> list[str]:
    named = {getattr(getattr(one.step, "slot", None), "name", "") for one in _injectors_of(kind)}
    return sorted(named, key=_order)


def _place(kind: type) -> int:
    return min(map(_order, _slots_of(kind)), default=len(SLOTS))


def _order(slot: str) -> int:
    return SLOTS.index(slot) if slot in SLOTS else len(SLOTS)


def row(kind: type[Any]) -> str:
    """Write one fact's row."""
    names = ", ".join(f"`{one.name}`" for one in readers_of(kind)) or "your own steps"
    own = any("injector" in one.labels for one in readers_of(kind))
    slots = ", ".join(slot for slot in _slots_of(kind) if slot) or ("its own" if own else "none")
    link = f"[`{kind.__name__}`](#{kind.__name__.lower()})"
    return f"| {link} | {kind.CHANGES} | {names} | {slots} |\n"


def section(kind: type[Any]) -> str:
    """Write one fact: what it is, its fields, and how it is made."""
    says = inspect.cleandoc(kind.__doc__ or "")
    prose = re.split(r"\n\n(?:Raises|Examples|Contract):", says)[0]
    parts = [f"### {kind.__name__}", "", prose, "", f"Changes {_OFTEN[kind.CHANGES]}.", ""]
    parts += ["| field | type | without it |", "|---|---|---|", *map(_field, attrs.fields(kind))]
    inner = [one for one in _made_of(kind, set()) if attrs.has(one)]
    for one in inner:
        line = inspect.cleandoc(one.__doc__ or "").partition("\n")[0]
        parts += [
            "",
            f"`{one.__name__}`: {line}",
            "",
            "| field | type | without it |",
            "|---|---|---|",
        ]
        parts += map(_field, attrs.fields(one))
    example = example_of(kind)
    if example:
        parts += ["", "```python", example, "```"]
    return "\n".join(parts) + "\n"


def _field(field: Any) -> str:
    hint = str(field.type).replace("|", "\\|")
    default = field.default
    if default is attrs.NOTHING:
        said = "refused"
    elif isinstance(default, attrs.Factory):  # type: ignore[arg-type]
        said = "empty"
    else:
        said = f"`{default!r}`"
    return f"| `{field.alias}` | `{hint}` | {said} |"


def _made_of(kind: type[Any], seen: set[type]) -> Iterator[type[Any]]:
    """The records of this room that its fields hold, each once."""
    for field in attrs.fields(kind):
        for name in re.findall(r"\w+", str(field.type)):
            one = getattr(facts, name, None)
            if isinstance(one, type) and attrs.has(one) and one not in seen and one is not kind:
                seen.add(one)
                yield one
                yield from _made_of(one, seen)


def example_of(kind: type[Any]) -> str:
    """An example that runs on the page: the fact's own, else that of the function that writes it."""
    owners: list[object] = [
        kind,
        *(getattr(one.step, "render", None) for one in _injectors_of(kind)),
    ]
    owners += [getattr(one.step, "function", None) for one in readers_of(kind)]
    for owner in owners:
        _, _, said = inspect.cleandoc(getattr(owner, "__doc__", "") or "").partition("Examples:\n")
        block = inspect.cleandoc(re.split(r"\n(?=\S)", said)[0])
        if f"{kind.__name__}(" in block or f"{kind.__name__}." in block:
            module = inspect.getmodule(owner)
            return "\n".join([*_imports(block, module), block])
    return ""


def _imports(block: str, module: object) -> Iterator[str]:
    """The imports an example needs outside the module whose docstring it stands in."""
    code = "\n".join(line[4:] for line in block.splitlines() if line[:4] in (">>> ", "... "))
    tree = ast.parse(code)
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    bound = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    wanted = sorted(name for name in used - bound if hasattr(module, name))
    for door in DOORS:
        offered = getattr(importlib.import_module(f"ctxfn.{door}"), "__all__", ())
        found = [name for name in wanted if name in offered]
        wanted = [name for name in wanted if name not in offered]
        if found:
            yield f">>> from ctxfn.{door} import {', '.join(found)}"
    for name in wanted:
        owner = getattr(getattr(module, name), "__module__", "")
        owner = "datetime" if name == "UTC" else owner
        if owner and owner != "builtins" and not owner.startswith("ctxfn"):
            yield f">>> from {owner} import {name}"


if __name__ == "__main__":
    main()
