"""Whatever is handed to a public name: it is taken, or refused with an error of ctxfn."""

from __future__ import annotations

import importlib
import inspect
import types
from collections.abc import Callable, Iterator

import attrs
import pytest

from ctxfn import injectors, processors
from ctxfn.context import Context
from ctxfn.errors import CtxfnError
from ctxfn.messages import assistant, call, chat, tool_result, user
from ctxfn.pipeline import Processor
from tests.misuse.sweep import NASTY, faults_of, good, methods_of, parameters_of

#: The rooms whose public names are for programs that no type checker reads.
ROOMS = (
    "ctxfn.pipeline",
    "ctxfn.pipeline.config",
    "ctxfn.io.gather",
    "ctxfn.io.sources",
    "ctxfn.facts",
    "ctxfn.slots",
    "ctxfn.context",
    "ctxfn.assembly",
    "ctxfn.front",
    "ctxfn.tools",
    "ctxfn.skills",
    "ctxfn.topics",
    "ctxfn.turns",
    "ctxfn.tokens",
)

#: What a node is asked by the step that has it in hand, and who is asked for a target.
OTHERS = ("codec_named", "detect", "profile", "recognise", "target")

SAID = Context(chat(user("hi"), assistant("", call("c1")), tool_result("c1", "42")))


def public() -> Iterator[tuple[str, Callable[..., object]]]:
    """Yield what is public and can be called, but for errors and what is of the language itself."""
    named = [(room, name) for room in ROOMS for name in importlib.import_module(room).__all__]
    for room, name in [*named, *(("ctxfn.wire", name) for name in OTHERS)]:
        found = getattr(importlib.import_module(room), name)
        if isinstance(found, type) and not (attrs.has(found) or hasattr(found, "_fields")):
            continue
        if isinstance(found, type) and issubclass(found, Exception):
            continue
        if isinstance(found, type | types.FunctionType) or type(found).__module__[:5] == "ctxfn":
            yield f"{room}.{name}", found


PUBLIC = {name: found for name, found in public() if callable(found)}
RECORDS = {name: found for name, found in PUBLIC.items() if isinstance(found, type)}
STEPS = {
    name: found
    for name in processors.__all__
    for found in (getattr(processors, name),)
    if isinstance(found, Processor)
}


class TestFunctions:
    """One wrong argument at a time."""

    @pytest.mark.parametrize("name", PUBLIC)
    def test_only_errors_of_ours_leave(self, name: str) -> None:
        assert faults_of(PUBLIC[name]) == []

    @pytest.mark.parametrize("name", RECORDS)
    def test_nor_do_others_leave_methods(self, name: str) -> None:
        made = good(RECORDS[name])
        faults = {method: faults_of(bound) for method, bound in methods_of(made)}

        assert [fault for found in faults.values() for fault in found] == []


class TestSteps:
    """A step is declared with one wrong option, or it runs."""

    @pytest.mark.parametrize("name", STEPS)
    def test_an_option_is_refused_or_works(self, name: str) -> None:
        step = STEPS[name]
        hints = {option: step.hints[option] for option in step.declared}
        needed = {
            option: good(hint)
            for option, hint in hints.items()
            if step.declared[option].default is inspect.Parameter.empty
        }
        faults = []
        for option in hints:
            for words, value in NASTY.items():
                try:
                    step.step({**needed, option: value})(SAID)
                except CtxfnError as error:
                    str(error)
                except Exception as error:
                    faults.append(f"{option}={words}: {type(error).__name__}: {error}")

        assert faults == []

    @pytest.mark.parametrize("words", NASTY)
    def test_what_is_no_context_is_refused(self, words: str) -> None:
        steps = [getattr(injectors, name) for name in injectors.__all__]
        for step in steps:
            if not inspect.isfunction(step) and not isinstance(step, type):
                with pytest.raises(CtxfnError):
                    step(NASTY[words])


def test_the_sweep_finds_a_fault() -> None:
    """A function that looks inside what it is given, and would be found."""

    def first(given: tuple[str, ...]) -> str:
        return given[0].upper()

    assert "given=None: TypeError: 'NoneType' object is not subscriptable" in faults_of(first)


def test_parameters_are_read_from_classes_and_functions() -> None:
    assert list(parameters_of(Context)) == ["messages", "known", "notes", "given", "stopped"]
