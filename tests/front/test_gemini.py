"""What Gemini accepted passes, and what is repaired for it stands before two judges."""

from __future__ import annotations

import copy
import json
from typing import Any, ClassVar

import pytest
from attrs import evolve
from hypothesis import given, settings

from ctxfn import check, convert, repair
from ctxfn.errors import CtxfnError
from ctxfn.messages import Origin, Reasoning, assistant, call, chat, tool_result, user
from ctxfn.wire import profile
from tests.front.spoiled_bodies import spoiled
from tests.front.spoiled_contents import WHOLE, spoiled_request
from tests.judges.gemini import judge
from tests.judges.gemini_types import complaints
from tests.wire.gemini.suite import ACCEPTED
from tests.wire.uichat_trees import dirty_trees

#: A target, and whether its judge looks for signatures.
TARGETS = (("gemini/2", False), ("gemini/3", True))
SKIP = "skip_thought_signature_validator"


def errors(findings: Any) -> list[str]:
    return [one.code for one in findings if one.severity == "error"]


def faults(output: Any, *, signed: bool) -> list[str]:
    """Ask both judges; of nothing at all only the first has something to say."""
    found = judge(output, signed=signed)
    return found if found == ["contents: at least one"] else [*found, *complaints(output)]


def signatures(output: Any) -> dict[str, str | None]:
    rows = output["contents"] if isinstance(output, dict) else output
    return {
        part["functionCall"]["id"]: part.get("thoughtSignature")
        for row in rows
        for part in row["parts"]
        if "functionCall" in part
    }


class TestAccepted:
    @pytest.mark.parametrize(("body", "model"), ACCEPTED)
    def test_it_has_no_error(self, body: Any, model: str) -> None:
        assert errors(check(body, to="gemini", model=model)) == []

    @pytest.mark.parametrize(("body", "model"), ACCEPTED)
    def test_repair_returns_it_unchanged(self, body: Any, model: str) -> None:
        report = repair.report(body, to="gemini", model=model)

        assert json.dumps(report.output) == json.dumps(body)
        assert not report.changed

    @pytest.mark.parametrize(("to", "signed"), TARGETS)
    @pytest.mark.parametrize(("body", "model"), ACCEPTED)
    def test_another_generation_gets_what_it_takes(
        self, body: Any, model: str, to: str, signed: bool
    ) -> None:
        assert faults(repair(body, to=to, model=model), signed=signed) == []

    def test_the_whole_of_what_is_spoiled_here_is_right(self) -> None:
        assert faults(WHOLE, signed=True) == []
        assert errors(check(WHOLE, to="gemini/3")) == []
        assert repair(WHOLE, to="gemini/3") == WHOLE


class TestRepair:
    """Two hundred of each kind for each target; what is left says why."""

    @pytest.mark.parametrize(("to", "signed"), TARGETS)
    @pytest.mark.parametrize("start", range(0, 200, 50))
    def test_spoiled_requests_of_its_own_become_right(
        self, to: str, signed: bool, start: int
    ) -> None:
        for seed in range(start, start + 50):
            body = spoiled_request(seed)
            given = copy.deepcopy(body)
            report = repair.report(body, to=to, format="gemini")

            assert bool(faults(report.output, signed=signed)) is bool(errors(report.left)), seed
            assert set(errors(report.left)) <= {"R209"}, seed
            assert repair(report.output, to=to, format="gemini") == report.output, seed
            assert repr(body) == repr(given), seed

    @pytest.mark.parametrize(("to", "signed"), TARGETS)
    @pytest.mark.parametrize("start", range(0, 200, 50))
    def test_spoiled_chats_of_another_format_become_right(
        self, to: str, signed: bool, start: int
    ) -> None:
        for seed in range(start, start + 50):
            rows = spoiled(seed)
            given = copy.deepcopy(rows)
            report = repair.report(rows, to=to, format="openai_chat")

            assert bool(faults(report.output, signed=signed)) is bool(errors(report.left)), seed
            assert set(errors(report.left)) <= {"R209"}, seed
            assert repair(report.output, to=to, format="gemini") == report.output, seed
            assert repr(rows) == repr(given), seed

    @pytest.mark.parametrize(("to", "signed"), TARGETS)
    @settings(max_examples=25)
    @given(rows=dirty_trees())
    def test_rows_of_a_chat_ui_become_right_too(self, to: str, signed: bool, rows: Any) -> None:
        try:
            report = repair.report(rows, to=to, format="uichat")
        except CtxfnError:
            return

        assert bool(faults(report.output, signed=signed)) is bool(errors(report.left))


def text(role: str, *texts: str) -> dict[str, Any]:
    return {"role": role, "parts": [{"text": one} for one in texts]}


def called(name: str, **more: Any) -> dict[str, Any]:
    return {"role": "model", "parts": [{"functionCall": {"id": name, "name": name}, **more}]}


def answered(*names: str) -> dict[str, Any]:
    parts = [{"functionResponse": {"id": one, "name": one, "response": {}}} for one in names]
    return {"role": "user", "parts": parts}


class TestPlaces:
    """Where messages stand."""

    CUT = (called("f"), answered("f"), text("model", "So."), text("user", "And?"))

    def test_a_history_that_begins_with_a_call_is_cut_to_the_first_question(self) -> None:
        assert repair(list(self.CUT), to="gemini/2") == [text("user", "And?")]

    def test_or_gets_a_neutral_turn_in_front(self) -> None:
        report = repair.report(list(self.CUT), to="gemini/2", first_turn="prepend")

        assert report.output == [text("user", "(Earlier messages were left out.)"), *self.CUT]
        assert [getattr(one, "kind", "") for one in report.notes] == ["starter"]

    def test_a_greeting_stays_first(self) -> None:
        greeted = [text("model", "Hello!"), text("user", "hi")]

        for first_turn in ("drop", "prepend"):
            assert repair(greeted, to="gemini", first_turn=first_turn) == greeted

    def test_words_and_calls_in_two_contents_are_one(self) -> None:
        talk = [text("user", "?"), text("model", "Hm."), called("f"), answered("f")]
        repaired: Any = repair(talk, to="gemini/2")

        assert [len(row["parts"]) for row in repaired] == [1, 2, 1]

    def test_words_beside_results_stand_alone(self) -> None:
        mixed = answered("f")
        mixed["parts"].append({"text": "So?"})
        repaired: Any = repair([text("user", "?"), called("f"), mixed], to="gemini/2")

        assert repaired[2:] == [answered("f"), text("user", "So?")]

    def test_results_in_two_contents_stand_in_one(self) -> None:
        both = called("f")
        both["parts"] += called("g")["parts"]
        talk = [text("user", "?"), both, answered("f"), answered("g")]

        assert repair(talk, to="gemini/2") == [*talk[:2], answered("f", "g")]

    def test_calls_in_two_contents_answered_together_stay(self) -> None:
        talk = [text("user", "?"), called("f"), called("g"), answered("f", "g")]

        assert repair(talk, to="gemini/2") == talk

    def test_system_text_alone_gets_somebody_to_talk_to(self) -> None:
        body = {"systemInstruction": text("user", "Rhyme."), "contents": []}

        assert repair(body, to="gemini") == {**body, "contents": [text("user", "Begin.")]}

    def test_keys_of_a_store_are_left_out(self) -> None:
        row = {"role": "user", "parts": [{"text": "hi", "n": 1}], "ts": 5}
        report = repair.report([row], to="gemini")

        assert report.output == [text("user", "hi")]
        assert [getattr(one, "kind", "") for one in report.notes] == ["unknown-key"]

    def test_unless_the_target_has_keys_of_its_own(self) -> None:
        row = {"role": "user", "parts": [{"text": "hi", "n": 1}], "ts": 5}

        assert repair([row], to=evolve(profile("gemini"), unknown_parts=True)) == [row]


class TestFormat:
    """What is said in the usual words is read as such, whomever it is for."""

    def test_plain_turns_are_no_contents(self) -> None:
        rows = [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "Hello."}]
        right = [text("user", "hi"), text("model", "Hello."), text("user", "Continue.")]

        assert repair(rows, to="gemini") == right
        assert convert({"messages": rows}, to="gemini").body == {"contents": right}

    def test_nor_are_they_items(self) -> None:
        body: Any = convert(
            {"messages": [{"role": "user", "content": "hi"}]}, "openai/responses"
        ).body

        assert [item["content"] for item in body["input"]] == ["hi"]


class TestNames:
    BODY: ClassVar[Any] = {
        "contents": [text("user", "?"), called("9 lives"), answered("9 lives")],
        "tools": [{"functionDeclarations": [{"name": "9 lives"}, {"name": "9 lives"}]}],
        "toolConfig": {"functionCallingConfig": {"allowedFunctionNames": ["9 lives"]}},
    }

    def test_a_tool_has_one_name_everywhere(self) -> None:
        body: Any = repair(self.BODY, to="gemini/2")
        call, result = (row["parts"][0] for row in body["contents"][1:])

        assert call["functionCall"]["name"] == "_9_lives"
        assert result["functionResponse"]["name"] == "_9_lives"
        assert body["tools"] == [{"functionDeclarations": [{"name": "_9_lives"}]}]
        assert body["toolConfig"]["functionCallingConfig"]["allowedFunctionNames"] == ["_9_lives"]

    def test_names_with_dots_and_colons_stay(self) -> None:
        talk = [text("user", "?"), called("a.b:c-d"), answered("a.b:c-d")]

        assert repair(talk, to="gemini/2") == talk


class TestSchemas:
    def test_parameters_are_said_in_the_words_there_are(self) -> None:
        given = {"type": "object", "properties": {"a": {"const": "x"}}, "$schema": "s"}
        tools = [{"functionDeclarations": [{"name": "f", "parameters": given}]}]
        report = repair.report({"contents": [text("user", "hi")], "tools": tools}, to="gemini")
        output: Any = report.output
        fitted = {"type": "object", "properties": {"a": {"type": "string", "enum": ["x"]}}}

        assert output["tools"] == [{"functionDeclarations": [{"name": "f", "parameters": fitted}]}]
        assert [getattr(one, "kind", "") for one in report.notes] == ["schema-fitted"]

    def test_under_the_other_key_every_schema_stays(self) -> None:
        given = {"type": "object", "properties": {"a": {"const": "x"}}}
        tools = [{"functionDeclarations": [{"name": "f", "parametersJsonSchema": given}]}]
        body = {"contents": [text("user", "hi")], "tools": tools}

        assert repair(body, to="gemini") == body


class TestSignatures:
    """Which ones are sent, and what stands where none is known."""

    ROWS: Any = (
        {"role": "user", "content": "old"},
        {"role": "assistant", "content": None, "tool_calls": []},
        {"role": "tool", "tool_call_id": "o1", "content": "1"},
        {"role": "user", "content": "new"},
        {"role": "assistant", "content": None, "tool_calls": []},
        {"role": "tool", "tool_call_id": "n1", "content": "2"},
        {"role": "tool", "tool_call_id": "n2", "content": "3"},
    )

    def rows(self, **signed: str) -> list[Any]:
        rows = copy.deepcopy(list(self.ROWS))
        for place, names in ((1, ("o1",)), (4, ("n1", "n2"))):
            rows[place]["tool_calls"] = [
                {
                    "id": name,
                    "type": "function",
                    "function": {"name": "f", "arguments": "{}"},
                    **({"thoughtSignature": signed[name]} if name in signed else {}),
                }
                for name in names
            ]
        return rows

    def test_the_first_call_of_a_step_of_the_current_turn_alone(self) -> None:
        sent = convert(self.rows(), to="gemini", model="gemini-3-pro")

        assert signatures(sent.body) == {"o1": None, "n1": SKIP, "n2": None}

    def test_one_that_is_known_is_never_replaced(self) -> None:
        sent = convert(self.rows(o1="b2xk", n1="bmV3"), to="gemini/3")

        assert signatures(sent.body) == {"o1": "b2xk", "n1": "bmV3", "n2": None}

    def test_models_before_get_none(self) -> None:
        sent = convert(self.rows(), to="gemini", model="gemini-2.5-flash")

        assert set(signatures(sent.body).values()) == {None}

    def test_who_wants_none_gets_none_and_is_told(self) -> None:
        sent = convert(self.rows(), to="gemini/3", missing_signature="leave")

        assert set(signatures(sent.body).values()) == {None}
        assert errors(sent.left) == []
        assert "N703" in errors(check(sent.body, to="gemini/3"))

    @pytest.mark.parametrize(
        ("made_by", "stays"),
        [
            ("gemini-3-pro", True),
            (None, True),
            ("gemini-2.5-pro", False),
            ("claude-opus-4-1", False),
        ],
    )
    def test_one_of_another_model_is_left_out(self, made_by: str | None, stays: bool) -> None:
        from ctxfn.wire import Conversation, codec_named

        answer = assistant(Reasoning("So.", "c29z"), "Hm.", call("c1", "f"))
        answer = evolve(
            answer,
            calls=(evolve(answer.calls[0], signature="c2lnbmVk"),),
            origin=Origin(model=made_by),
        )
        talk = chat(user("?"), answer, tool_result("c1", "1"))
        repaired: Any = repair(talk, to="gemini/3", model="gemini-3-pro")
        body: Any = codec_named("gemini").encode(Conversation(repaired), profile("gemini/3")).body

        assert repaired[1].reasoning == (Reasoning("So.", "c29z" if stays else None),)
        assert repaired[1].calls[0].signature == "c2lnbmVk" if stays else SKIP
        assert judge(body, signed=True) == []

    def test_without_a_model_those_of_other_families_are_left_out(self) -> None:
        answer = evolve(
            assistant(Reasoning("So.", "c29z"), "Hm."), origin=Origin(model="claude-opus-4-1")
        )
        repaired: Any = repair(chat(user("?"), answer, user("!")), to="gemini/3")

        assert repaired[1].reasoning == (Reasoning("So."),)

    def test_those_of_another_provider_are_left_out_and_their_words_stay(self) -> None:
        body = {
            "model": "claude-sonnet-4-5",
            "max_tokens": 99,
            "messages": [
                {"role": "user", "content": "?"},
                {
                    "role": "assistant",
                    "content": [
                        {"type": "thinking", "thinking": "So.", "signature": "c29z"},
                        {"type": "redacted_thinking", "data": "c2VhbGVk"},
                        {"type": "text", "text": "Hm."},
                    ],
                },
                {"role": "user", "content": "!"},
            ],
        }
        sent: Any = convert(body, to="gemini/3")

        assert sent.body["contents"][1]["parts"] == [
            {"text": "So.", "thought": True},
            {"text": "Hm."},
        ]
        assert "signatures-dropped" in [getattr(one, "kind", "") for one in sent.notes]

    def test_and_the_other_way_round_no_thought_is_taken_for_its_own(self) -> None:
        talk = [
            text("user", "?"),
            {
                "role": "model",
                "parts": [
                    {"text": "So.", "thought": True, "thoughtSignature": "c29z"},
                    {"text": "Hm."},
                ],
            },
            text("user", "!"),
        ]
        sent: Any = convert(talk, to="anthropic", model="claude-sonnet-4-5")

        assert sent.body["messages"][1]["content"] == "Hm."
