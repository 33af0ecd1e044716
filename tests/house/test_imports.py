"""Each door opens alone, and opening one costs no optional package and no vocabulary."""

from __future__ import annotations

import importlib
import json
import re
import subprocess
import sys
from functools import cache
from importlib.metadata import packages_distributions

import pytest

from tests.house.tree import ROOT, modules, project, rooms

# These two are the roof: they stand on optional packages. Neither is imported by another room.
ROOF = frozenset({"ctxfn.io", "ctxfn.testing"})

# Required, and yet too slow to import before the first exact count.
LATE = frozenset({"tiktoken", "regex", "requests"})

PROBE = """
import importlib
import json, sys
before = set(sys.modules)
import {door}
print(json.dumps(sorted({{name.split(".")[0] for name in set(sys.modules) - before}})))
"""


@cache
def optional() -> frozenset[str]:
    """The top-level modules of the packages that extras install, as far as they are installed."""
    extras = project()["project"]["optional-dependencies"]
    wanted = {_plain(requirement) for extra in extras.values() for requirement in extra}
    return frozenset(
        module
        for module, distributions in packages_distributions().items()
        if any(_plain(distribution) in wanted for distribution in distributions)
    )


def _plain(requirement: str) -> str:
    name = re.match(r"[\w.-]+", requirement)
    return re.sub(r"[-_.]+", "-", name[0]).lower() if name else ""


@pytest.mark.parametrize("door", ["ctxfn", *rooms()])
def test_a_door_opens_alone(door: str) -> None:
    probe = subprocess.run(
        [sys.executable, "-c", PROBE.format(door=door)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert probe.returncode == 0, probe.stderr

    imported = set(json.loads(probe.stdout))

    assert door in ROOF or imported & (optional() | LATE) == set()


def test_each_module_of_a_pure_room_imports() -> None:
    """Doctests of a module that can't be imported are skipped; so this must not be so."""
    for module in modules("ctxfn"):
        if module.room not in ("io", "__main__"):
            importlib.import_module(module.name)


def test_opening_the_house_opens_no_room_above_the_ground() -> None:
    """`import ctxfn` is lazy: a verb's room is imported when the verb is first used."""
    probe = "import sys, ctxfn; print(*(n for n in sys.modules if n.count('.') == 1), sep='\\n')"
    done = subprocess.run(
        [sys.executable, "-c", probe], cwd=ROOT, capture_output=True, text=True, check=True
    )

    opened = {name for name in done.stdout.split() if name in rooms()}

    assert opened <= {"ctxfn.doors", "ctxfn.errors", "ctxfn.functional", "ctxfn.messages"}
