"""The service's own model takes what we write, as it takes what was accepted."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from ctxfn import convert, repair
from tests.front.histories import accepted as accepted_chats
from tests.front.spoiled_bodies import spoiled
from tests.judges.bedrock import FAMILIES
from tests.judges.bedrock_model import complaints
from tests.judges.test_bedrock import WHOLE
from tests.wire.bedrock.suite import ACCEPTED, Recorded


@pytest.mark.parametrize("one", ACCEPTED)
def test_what_was_accepted_has_its_shape(one: Recorded) -> None:
    assert complaints(one.body, model=one.model) == ""


@pytest.mark.parametrize("family", FAMILIES)
def test_what_was_repaired_has_its_shape(family: str) -> None:
    for seed in range(40):
        output: Any = repair(spoiled(seed), to=f"bedrock/{family}", format="openai_chat")

        assert not output or complaints(output) == "", seed


@pytest.mark.parametrize("body", accepted_chats()[::4])
def test_what_was_converted_has_its_shape(body: Any) -> None:
    sent = convert(body, to="bedrock/claude").body
    judged = {key: sent[key] for key in ("messages", "system", "toolConfig") if key in sent}

    assert complaints(judged) == ""


@pytest.mark.parametrize(
    "spoil",
    [
        lambda b: b["messages"][0].update(name="ann"),
        lambda b: b["messages"][0].update(content="hi"),
        lambda b: b["messages"][0]["content"][1]["document"].pop("name"),
        lambda b: b["messages"][1]["content"][1]["toolUse"].pop("toolUseId"),
        lambda b: b["messages"][1]["content"][1]["toolUse"].update(name=""),
        lambda b: b["toolConfig"]["tools"].clear(),
        lambda b: b.update(system="hi"),
    ],
)
def test_what_has_no_shape_is_told(spoil: Any) -> None:
    body = copy.deepcopy(WHOLE)
    spoil(body)

    assert complaints(body) != ""
