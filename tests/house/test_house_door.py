"""`import ctxfn`: the verbs and the usual names, each where it says it is."""

from __future__ import annotations

import importlib
import subprocess
import sys

import pytest

import ctxfn
from tests.house.tree import ROOT, rooms


@pytest.mark.parametrize("name", ctxfn.__all__)
def test_each_name_is_the_one_of_a_room(name: str) -> None:
    value = getattr(ctxfn, name)
    owners = [room for room in rooms() if name in importlib.import_module(room).__all__]

    assert any(getattr(importlib.import_module(room), name) is value for room in owners)


def test_the_names_are_offered_before_they_are_loaded() -> None:
    assert set(ctxfn.__all__) <= set(dir(ctxfn))


def test_another_name_is_refused() -> None:
    with pytest.raises(AttributeError, match="no attribute 'convince'"):
        ctxfn.convince  # noqa: B018


def test_opening_the_door_opens_no_room() -> None:
    probe = "import sys, ctxfn; print(*(name for name in sys.modules if 'ctxfn.' in name))"
    done = subprocess.run(
        [sys.executable, "-c", probe], cwd=ROOT, capture_output=True, text=True, check=True
    )

    assert done.stdout.split() == ["ctxfn.doors"]
