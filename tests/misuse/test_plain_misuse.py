"""Mistakes that people make, each with the words it is met with."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from ctxfn.context import Context, Known
from ctxfn.errors import InvalidArgument
from ctxfn.facts import Capabilities, Variables, text_of_value
from ctxfn.io.gather import gather
from ctxfn.messages import chat
from ctxfn.pipeline import (
    Adapted,
    PhaseSpec,
    Pipeline,
    PipelineError,
    Registry,
    Spec,
    SpecError,
    StepSpec,
    build,
    dump_spec,
    installed_plugins,
    needs,
    phase,
    processor,
    read_spec,
    spec_of,
)
from ctxfn.processors import drop_empty, keep_recent
from ctxfn.slots import TAIL, Injector
from ctxfn.wire import UnknownCodec, codec_names

EMPTY = Registry()
ANY: Any = None


def inside_itself() -> list[object]:
    """A list that holds itself."""
    row: list[object] = []
    row.append(row)
    return row


def nested(depth: int) -> Pipeline:
    """A pipeline in a pipeline, and so on."""
    inner = Pipeline((phase("p", "why", drop_empty),))
    for _ in range(depth):
        inner = Pipeline((phase("p", "why", inner),))
    return inner


def nested_spec(depth: int) -> Spec:
    """A spec in a spec, and so on."""
    inner = Spec()
    for _ in range(depth):
        inner = Spec((PhaseSpec("p", "why", (StepSpec("pipeline", inside=inner),)),))
    return inner


#: What is done, and the error it meets.
MISTAKES: dict[str, tuple[Callable[..., object], tuple[Any, ...], Exception]] = {
    "no spec": (
        build,
        (EMPTY, None),
        InvalidArgument("build, the spec", "None", "a Spec: load_spec(text)"),
    ),
    "a step for a pipeline": (
        spec_of,
        (EMPTY, keep_recent(groups=2)),
        InvalidArgument(
            "spec_of, the pipeline",
            "keep_recent(groups=2)",
            "a Pipeline: Pipeline((phase(name, because, *steps),))",
        ),
    ),
    "nothing to write": (
        dump_spec,
        (None,),
        InvalidArgument("the spec to write", "None", "a Spec: spec_of(registry, pipeline)"),
    ),
    "names of two kinds": (
        Registry,
        ((), {1: 2, "a": 3}),
        InvalidArgument("a registry's values", "(1, 2)", "a name, which is a text, and its value"),
    ),
    "no name": (
        EMPTY.without,
        (5,),
        InvalidArgument("a step to remove", "5", "the name of a registered step"),
    ),
    "options of two kinds": (
        StepSpec,
        ("x", {1: 2, "a": 3}),
        InvalidArgument("a step's config", "(1, 2)", "a name, which is a text, and its value"),
    ),
    "a switch in words": (
        StepSpec,
        ("x", (), None, "yes"),
        SpecError("StepSpec.enabled", "'yes'", "bool"),
    ),
    "a list inside itself": (
        read_spec,
        (inside_itself(),),
        SpecError(
            "the configuration", "lists and objects more than 200 deep", "fewer inside each other"
        ),
    ),
    "such a list in an option": (
        read_spec,
        ({"processors": [{"type": "a", "config": {"x": inside_itself()}}]},),
        SpecError(
            "the configuration", "lists and objects more than 200 deep", "fewer inside each other"
        ),
    ),
    "specs without end": (
        nested_spec,
        (30,),
        SpecError("Spec", "pipelines more than 20 deep", "fewer inside each other"),
    ),
    "pipelines without end": (
        nested,
        (30,),
        PipelineError("pipeline", "pipelines more than 20 deep", "fewer inside each other"),
    ),
    "a list for a codec": (
        lambda given: Adapted(ANY, given),
        (["x"],),
        UnknownCodec("['x']", codec_names()),
    ),
    "no values": (
        Variables.of,
        (5,),
        InvalidArgument("Variables.of, the values", "5", "a dict from names to values"),
    ),
    "a value inside itself": (
        text_of_value,
        (inside_itself(),),
        InvalidArgument(
            "a value of a template",
            "[[...]]",
            "texts, numbers, lists and objects of them, none inside itself",
        ),
    ),
    "no contribution": (
        lambda given: asyncio.run(gather(given, None)),
        ([5],),
        InvalidArgument("contributions", "5", "a list of Contribution(name, fetch, provides)"),
    ),
    "a text for a tuple": (
        lambda given: installed_plugins(allow=given),
        ("x",),
        InvalidArgument("allow", "'x'", "a tuple of names of distributions, or None"),
    ),
    "no function": (
        processor,
        (5,),
        PipelineError("a processor", "5", "a function with a name; options go by keyword"),
    ),
    "nobody knows it": (
        Context,
        (chat(), 5),
        InvalidArgument("what is known", "5", "Known.of(*facts)"),
    ),
    "no type of fact": (
        Known.of(1).get,
        ([],),
        InvalidArgument("the kind of fact", "[]", "the type of a fact"),
    ),
    "a slot by its name": (
        Injector,
        ("shout", "tail", str, str.upper),
        InvalidArgument("the injector shout, its slot", "'tail'", "a slot: SYSTEM, TAIL, ..."),
    ),
    "messages for a context": (
        Injector("shout", TAIL, str, str.upper),
        (chat(),),
        InvalidArgument(
            "what shout runs on", "pvector([])", "a Context: Context.of(messages, *facts)"
        ),
    ),
    "a capability there is not": (
        Capabilities.without,
        ("flight",),
        InvalidArgument(
            "Capabilities.without",
            "'flight'",
            "one of functions, vision, video, audio, system, developer",
        ),
    ),
}


@pytest.mark.parametrize("words", MISTAKES)
def test_it_says_what_was_found_and_what_belongs_there(words: str) -> None:
    do, given, error = MISTAKES[words]

    with pytest.raises(type(error)) as refused:
        do(*given)

    assert refused.value == error


def test_as_many_pipelines_as_a_file_may_nest_run() -> None:
    assert needs(nested(19)) == ()
    assert nested(19)(Context(chat())).messages == chat()
    assert len(nested_spec(19).phases) == 1
