"""The laws of every step, over conversations that call the very tools the trims know."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import strategies as st
from pyrsistent import pvector

from ctxfn.facts import ActivatedSkill, ActivatedTool, Activations
from ctxfn.messages import (
    Assistant,
    Call,
    Image,
    Messages,
    Node,
    Origin,
    Part,
    Reasoning,
    Text,
    ToolError,
    ToolName,
    ToolResult,
    User,
    freeze,
)
from ctxfn.pipeline import Step
from ctxfn.processors import (
    drop_old_reasoning,
    elide_tool_results,
    filter_web_searches,
    trim_activations,
    trim_stale_results,
)
from ctxfn.testing import check_step, conserving
from tests.processors.truncate.told import OLD

TOOLS: tuple[ToolName | str, ...] = (
    ToolName("lobe-activator", "activateTools"),
    ToolName("lobe-activator", "activateSkill"),
    ToolName("lobe-skills", "activateSkill"),
    ToolName("lobe-browser", "snapshot"),
    ToolName("lobe-browser", "readPage"),
    ToolName("lobe-local-system", "readFile"),
    ToolName("lobe-local-system", "writeFile"),
    "lobe-local-system____runCommand",
    "lobe-web-browsing____search",
    "web_search",
)
ACTIVE = Activations(
    (ActivatedTool("web", ("search",)), ActivatedTool("clock")),
    (ActivatedSkill("tidy", "Tidy", "Put back."), ActivatedSkill("cook", None, "")),
)

NAMED: tuple[object, ...] = (
    {"identifier": "tidy"},
    [{"name": "TIDY"}, {"identifier": 7}],
    [{"url": "https://a/b"}],
    ["web", None, "tidy"],
)
VALUES = st.sampled_from([None, 7, "", "a.py", "tidy", [], [0, 9], [5], [0, "x"], *NAMED])
KEYS = (
    "path",
    "loc",
    "images",
    "identifier",
    "name",
    "activatedTools",
    "activatedSkills",
    "notFound",
)
STATES = st.none() | st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=4).map(freeze)
JSON = str(list(range(2_000)))
TEXTS = st.sampled_from(
    ["", "Put back. More.", "Put back.\nNot found: x", "x" * 400, "y" * 3_000, JSON]
)
PARTS: st.SearchStrategy[tuple[Part, ...]] = st.lists(
    TEXTS.map(Text) | st.just(Image(url="https://example.org/p.png")), max_size=2
).map(tuple)
ORIGINS = st.sampled_from([0, 1_000, 900_000]).map(lambda ms: Origin(created_ms=ms)) | st.just(
    Origin(ours="preamble")
)
IDS = st.sampled_from(["c1", "c2", "c3"])
ARGUMENTS = st.sampled_from(["{}", '{"path": "a.py"}', '{"path": "a.py", "fullContent": 1}', "{"])
CALLS = st.lists(st.builds(Call, IDS, st.sampled_from(TOOLS), ARGUMENTS), max_size=2).map(tuple)
THOUGHTS = st.sampled_from([(), (Reasoning("so", "signature"),)])
NODES: st.SearchStrategy[Node] = st.one_of(
    st.builds(User, PARTS, origin=ORIGINS),
    st.builds(Assistant, PARTS, calls=CALLS, reasoning=THOUGHTS, origin=ORIGINS),
    st.builds(
        ToolResult,
        PARTS,
        call_id=IDS,
        tool=st.none() | st.sampled_from(TOOLS),
        error=st.none() | st.just(ToolError("no")),
        state=STATES,
        origin=ORIGINS,
    ),
)
CHATS: st.SearchStrategy[Messages] = st.lists(NODES, max_size=12).map(pvector)

STEPS = (
    elide_tool_results(turns=1, longer_than=0, head=1, tail=1),
    elide_tool_results(turns=None, keep=2, head=200, tail=99),
    elide_tool_results(turns=None, keep=1, media="keep", exempt=("web_search",)),
    trim_stale_results(keep=1, at_least=0, command=1, crawl=1, page=1),
    trim_stale_results(keep=2, at_least=500, every=2, steps=0),
    filter_web_searches(),
    filter_web_searches(leave="nothing"),
    drop_old_reasoning(),
    drop_old_reasoning(of_calls="keep", every=2),
    trim_activations(),
)


@pytest.mark.parametrize("step", STEPS, ids=repr)
def test_each_keeps_them_and_twice_is_once(step: Step) -> None:
    check_step(
        step,
        conversations=CHATS,
        facts=(ACTIVE,),
        idempotent=True,
        laws=(partial(conserving, ordered=("texts", "calls", "results"), noted=OLD),),
    )
