"""Steps that read facts, and their twins, say the same."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from benchmarks import twins
from benchmarks.corpus import corpus
from benchmarks.subjects import CHAT, OPENAI
from benchmarks.told import (
    ACTIVATIONS,
    DOCUMENTS,
    PASSAGES,
    SKILLS,
    TEMPLATES,
    TWIN_DOCUMENTS,
    TWIN_PASSAGES,
    TWIN_TEMPLATES,
    ui_activations,
)
from ctxfn.context import Context
from ctxfn.facts import ActivatedSkill, ActivatedTool, Activations, AgentDocuments, Variables
from ctxfn.injectors import documents_in_system, retrieved_documents
from ctxfn.messages import chat, text_of
from ctxfn.pipeline import AnyStep
from ctxfn.processors import fill_documents, render_blocks, trim_activations
from ctxfn.wire import Conversation, codec_named

Row = dict[str, Any]
Rows = list[Row]

UICHAT = codec_named("uichat")
FUNCTIONS = {"web": ("search", "read"), "mail": ()}
CONTENTS = {"tidy": ("Tidy", "Fold it."), "cook": ("Cook", "Boil it.\nEat it."), "bare": ("B", "")}
KNOWN = Activations(
    tuple(ActivatedTool(name, functions) for name, functions in FUNCTIONS.items()),
    tuple(ActivatedSkill(name, *shown) for name, shown in CONTENTS.items()),
)
TEXTS = st.lists(
    st.sampled_from(
        ["Fold it.", "Boil it.\nEat it.", " and more ", "\nNot found: x", "\n- Already active: y"]
    ),
    max_size=4,
).map("".join)
NAMED = st.sampled_from(["tidy", "cook", "bare", "gone"])
STATES = st.fixed_dictionaries(
    {
        "identifier": NAMED,
        "activatedTools": st.lists(
            st.sampled_from(["web", "mail", "gone"]).map(lambda one: {"identifier": one}),
            max_size=2,
        ),
        "activatedSkills": st.lists(NAMED.map(lambda one: {"identifier": one}), max_size=2),
        "alreadyActive": st.lists(st.sampled_from(["files", "mail"]), max_size=2),
        "notFound": st.lists(st.just("nothing"), max_size=1),
    }
)
TOOLS = st.sampled_from(
    [
        ("lobe-skills", "activateSkill"),
        ("lobe-activator", "activateSkill"),
        ("lobe-activator", "activateTools"),
        ("files", "read"),
    ]
)


@st.composite
def activated(draw: st.DrawFn) -> Rows:
    """Generate results of activations, with and without what was activated."""
    rows: Rows = []
    for number in range(draw(st.integers(0, 3))):
        identifier, api = draw(TOOLS)
        tool = {"identifier": identifier, "apiName": api, "type": "builtin", "arguments": "{}"}
        rows.append({"role": "assistant", "content": "", "tools": [{"id": f"c{number}", **tool}]})
        row: Row = {"role": "tool", "tool_call_id": f"c{number}", "content": draw(TEXTS)}
        row["plugin"] = tool
        if draw(st.booleans()):
            row["pluginState"] = draw(STATES)
        rows.append(row)
    return rows


def words(rows: Any) -> list[str]:
    return [row.get("content") or "" for row in rows]


def shortened(rows: Rows, facts: Activations) -> list[str]:
    said = UICHAT.decode(copy.deepcopy(rows)).messages
    return [text_of(node) for node in trim_activations()(Context.of(said, facts)).messages]


def sent(step: AnyStep, rows: Rows, *facts: object) -> Any:
    """Run *step* on *rows*, and write what it injected."""
    after = step(Context.of(CHAT.decode(rows).messages, *facts)).messages
    return CHAT.encode(Conversation(render_blocks()(after)), OPENAI).body


@given(activated())
def test_trim_activations(rows: Rows) -> None:
    line = copy.deepcopy(rows)
    twins.trim_activations(line, tools=FUNCTIONS, skills=CONTENTS)

    assert shortened(rows, KNOWN) == words(line)


@given(st.integers(0, 60))
def test_trim_activations_of_a_made_up_history(size: int) -> None:
    rows = ui_activations(size)
    line = copy.deepcopy(rows)
    twins.trim_activations(line, tools={}, skills=SKILLS)

    assert shortened(rows, ACTIVATIONS) == words(line)


@given(st.integers(1, 40), st.integers(0, 10_000))
def test_documents_in_system(size: int, seed: int) -> None:
    rows = corpus(size, seed=seed)
    line = copy.deepcopy(rows)
    twins.add_documents(line, documents=TWIN_DOCUMENTS)

    assert sent(documents_in_system(), rows, DOCUMENTS) == line


@given(st.integers(0, 40), st.sampled_from([0.0, 0.3, 2.0]), st.integers(0, 100))
def test_retrieved_documents(size: int, at_least: float, count: int) -> None:
    rows = corpus(size)
    line = copy.deepcopy(rows)
    twins.add_passages(line, passages=TWIN_PASSAGES, at_least=at_least, count=count)
    step = retrieved_documents(at_least=at_least, count=count)

    assert [(row["role"], row["content"]) for row in sent(step, rows, PASSAGES)] == [
        (row["role"], row["content"]) for row in line
    ]


@given(st.dictionaries(st.sampled_from(["name", "other"]), st.sampled_from(["Otter", "{{other}}"])))
def test_fill_documents(values: dict[str, str]) -> None:
    known = Context.of(chat(), TEMPLATES, Variables.of(values))
    documents = [dict(one) for one in TWIN_TEMPLATES]
    twins.fill_documents(documents, values=values)
    told = fill_documents()(known).get(AgentDocuments)

    assert told is not None
    assert [(one.content, one.template) for one in told.documents] == [
        (one["content"], one["template"]) for one in documents
    ]
    assert told != TEMPLATES
