"""The verbs on requests in this format: no fault in what was accepted, whole answers after a cut."""

from __future__ import annotations

from typing import Any

import pytest

from ctxfn.facts import SystemRole
from ctxfn.front import assemble, check, fit, given_of
from ctxfn.messages import (
    Assistant,
    Audio,
    Image,
    Opaque,
    Part,
    Refusal,
    Text,
    ToolResult,
    User,
    Video,
    freeze,
)
from ctxfn.wire import profile, unsendable_parts
from tests.judges.openai_responses import judge
from tests.wire.openai_responses.test_laws import LINES

TAKEN = [
    pytest.param(
        line["request"],
        "openai/responses-compatible" if "deepseek" in line["host"] else "openai/responses",
        id=line["name"],
    )
    for line in LINES
    if line["status"] == 200
]
SEARCH = freeze({"type": "web_search_call", "id": "ws_1"})
WORD, PICTURE = Text("hi"), Image("https://a.example/x.png")


@pytest.mark.parametrize(("body", "to"), TAKEN)
def test_what_was_accepted_has_no_error(body: Any, to: str) -> None:
    assert [one for one in check(body, to=to) if one.severity == "error"] == []


def test_a_request_in_this_format_is_for_its_own_api() -> None:
    rows = [{"type": "message", "role": "user", "content": "hi"}]

    assert given_of(rows).profile == profile("openai/responses")
    assert given_of(rows, to="openai").profile == profile("openai")
    assert given_of(rows, model="deepseek-v4").profile == profile("openai/responses-compatible")


@pytest.mark.parametrize(("body", "to"), TAKEN)
def test_what_fits_comes_back_as_it_was(body: Any, to: str) -> None:
    assert given_of(body).profile == profile(to)
    assert fit(body, messages=1_000) == body


@pytest.mark.parametrize(("body", "to"), TAKEN)
def test_a_cut_leaves_calls_with_their_results_and_thoughts_with_their_items(
    body: Any, to: str
) -> None:
    cut: Any = fit(body, messages=3)

    assert list(cut) == list(body)
    assert judge(cut, foreign=True) == []


def test_an_assembled_request_has_its_instructions_in_their_field() -> None:
    sent = assemble({"model": "gpt-5", "input": "hi"}, SystemRole("Be brief."))

    assert sent.body == {"model": "gpt-5", "input": "hi", "instructions": "Be brief."}
    assert sent.messages == [{"role": "user", "content": "hi"}]
    assert sent.system == "Be brief."
    assert sent.losses == ()


@pytest.mark.parametrize(("body", "to"), TAKEN)
def test_what_is_assembled_is_right(body: Any, to: str) -> None:
    sent = assemble(body, to=to)

    assert judge(sent.body, foreign=to != "openai/responses") == []
    assert sent.messages == sent.body["input"] or isinstance(sent.body["input"], str)


@pytest.mark.parametrize(
    ("node", "parts"),
    [
        (User((WORD, PICTURE, Refusal("no"), Video("https://a.example/a.mp4"))), (2, 3)),
        (User((Image(id="i1"), Audio(data="AA", media_type="audio/wav"))), (0, 1)),
        (Assistant((WORD, Refusal("no"), PICTURE)), (2,)),
        (ToolResult((WORD, PICTURE), call_id="c"), ()),
        (Assistant((Opaque("openai_responses", SEARCH), Opaque("gemini", SEARCH))), (1,)),
        (User((Opaque("openai_responses", freeze(5)),)), (0,)),
    ],
)
def test_which_parts_have_no_place(
    node: User | Assistant | ToolResult, parts: tuple[int, ...]
) -> None:
    assert unsendable_parts(node, profile("openai/responses")) == parts


def test_words_have_a_place_anywhere() -> None:
    words: tuple[Part, ...] = (WORD, Text("", signature="s"))

    assert unsendable_parts(Assistant(words), profile("openai/responses")) == ()
