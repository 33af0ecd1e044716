"""Settings of one format in the words of another: what is said, and what is lost."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from ctxfn.messages import freeze
from ctxfn.wire import setting_in, settings_for, with_setting

CHAT: Any = {
    "model": "gpt-4o",
    "max_completion_tokens": 99,
    "temperature": 0.5,
    "stop": "END",
    "tool_choice": "required",
    "parallel_tool_calls": False,
    "user": "u1",
}
ANTHROPIC: Any = {
    "model": "gpt-4o",
    "max_tokens": 99,
    "temperature": 0.5,
    "stop_sequences": ["END"],
    "tool_choice": {"type": "any", "disable_parallel_tool_use": True},
    "metadata": {"user_id": "u1"},
}


def said(value: Any, read: str, write: str) -> tuple[Any, list[str]]:
    settings, losses = settings_for(freeze(value), read, write)
    assert settings is not None
    return settings.thaw(), [loss.path for loss in losses]


class TestExamples:
    def test_each_in_the_others_words(self) -> None:
        assert said(CHAT, "openai_chat", "anthropic") == (ANTHROPIC, [])

    def test_and_back_in_the_usual_spelling(self) -> None:
        usual = {**CHAT, "max_tokens": 99, "stop": ["END"]}
        del usual["max_completion_tokens"]
        assert said(ANTHROPIC, "anthropic", "openai_chat") == (usual, [])

    @pytest.mark.parametrize(
        ("lost", "paths"),
        [
            ({"n": 2, "seed": 1}, ["n", "seed"]),
            ({"logit_bias": {"1": 2}}, ["logit_bias"]),
            ({"stop": [1]}, ["stop"]),
            ({"tool_choice": {"type": "allowed_tools"}}, ["tool_choice"]),
            ({"temperature": "warm"}, ["temperature"]),
            ({"temperature": None}, []),
        ],
    )
    def test_what_has_no_word_is_a_loss(self, lost: Any, paths: list[str]) -> None:
        assert said(lost, "openai_chat", "anthropic") == ({}, paths)

    def test_a_loss_beside_what_was_said_is_told_by_its_own_path(self) -> None:
        value = {"metadata": {"user_id": "u1", "team": "t"}}
        assert said(value, "anthropic", "openai_chat") == ({"user": "u1"}, ["metadata.team"])

    def test_calling_in_parallel_is_the_default(self) -> None:
        assert said({"parallel_tool_calls": True}, "openai_chat", "anthropic") == ({}, [])
        assert said({"parallel_tool_calls": False}, "openai_chat", "anthropic") == (
            {"tool_choice": {"type": "auto", "disable_parallel_tool_use": True}},
            [],
        )

    @pytest.mark.parametrize(
        ("read", "write"), [("openai_chat", "openai_chat"), ("openai_chat", "uichat")]
    )
    def test_the_same_object_where_there_is_nothing_to_say(self, read: str, write: str) -> None:
        settings = freeze(CHAT)
        assert settings_for(settings, read, write)[0] is settings
        assert settings_for(None, "openai_chat", "anthropic") == (None, ())


class TestGemini:
    """Most of its settings stand one floor down, in either spelling."""

    BODY: ClassVar[Any] = {
        "generationConfig": {
            "maxOutputTokens": 99,
            "temperature": 0.5,
            "topP": 0.9,
            "stopSequences": ["END"],
            "seed": 7,
            "presencePenalty": 0.1,
            "frequencyPenalty": 0.2,
            "candidateCount": 2,
            "responseJsonSchema": {"type": "object"},
            "responseMimeType": "application/json",
        },
        "toolConfig": {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["now"]}},
    }
    USUAL: ClassVar[Any] = {
        "max_tokens": 99,
        "temperature": 0.5,
        "top_p": 0.9,
        "stop": ["END"],
        "seed": 7,
        "presence_penalty": 0.1,
        "frequency_penalty": 0.2,
        "n": 2,
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "answer", "schema": {"type": "object"}},
        },
        "tool_choice": {"type": "function", "function": {"name": "now"}},
    }

    def test_in_the_usual_words_and_back(self) -> None:
        assert said(self.BODY, "gemini", "openai_chat") == (self.USUAL, [])
        assert said(self.USUAL, "openai_chat", "gemini") == (self.BODY, [])

    def test_keys_with_underscores_mean_the_same(self) -> None:
        value = {"generation_config": {"max_output_tokens": 9, "response_mime_type": "text/plain"}}

        assert said(value, "gemini", "openai_chat") == (
            {"max_tokens": 9},
            ["generationConfig.responseMimeType"],
        )

    @pytest.mark.parametrize(
        ("mode", "choice"), [("AUTO", "auto"), ("ANY", "required"), ("NONE", "none")]
    )
    def test_modes(self, mode: str, choice: str) -> None:
        value = {"toolConfig": {"functionCallingConfig": {"mode": mode}}}

        assert said(value, "gemini", "openai_chat") == ({"tool_choice": choice}, [])
        assert said({"tool_choice": choice}, "openai_chat", "gemini") == (value, [])

    def test_json_without_a_schema(self) -> None:
        value = {"generationConfig": {"responseMimeType": "application/json"}}
        usual = {"response_format": {"type": "json_object"}}

        assert said(value, "gemini", "openai_chat") == (usual, [])
        assert said(usual, "openai_chat", "gemini") == (value, [])

    @pytest.mark.parametrize(
        "lost",
        [
            {"safetySettings": []},
            {"cachedContent": "c"},
            {"generationConfig": {"thinkingConfig": {"thinkingLevel": "LOW"}}},
            {
                "toolConfig": {
                    "functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["a", "b"]}
                }
            },
        ],
    )
    def test_what_others_have_no_word_for_is_a_loss(self, lost: Any) -> None:
        told, paths = said(lost, "gemini", "openai_chat")

        assert told == {}
        assert len(paths) == 1

    def test_one_setting(self) -> None:
        settings = freeze({"generation_config": {"stop_sequences": ["END"]}})

        assert setting_in(settings, "gemini", "stop") == ["END"]
        changed = with_setting(freeze({}), "gemini", "max_tokens", 5)
        assert changed is not None
        assert changed.thaw() == {"generationConfig": {"maxOutputTokens": 5}}

    def test_what_only_a_store_would_look_for_is_a_loss(self) -> None:
        value = {"model": "gpt-4o", "sessionId": "s"}
        assert said(value, "uichat", "openai_chat") == ({"model": "gpt-4o"}, ["sessionId"])

    def test_any_is_required(self) -> None:
        assert said({"tool_choice": "any"}, "openai_chat", "anthropic")[0] == {
            "tool_choice": {"type": "any"}
        }


class TestOneSetting:
    def test_it_is_read_in_the_words_of_its_format(self) -> None:
        assert setting_in(freeze(ANTHROPIC), "anthropic", "parallel") is False
        assert setting_in(freeze(ANTHROPIC), "anthropic", "seed") is None
        assert setting_in(None, "anthropic", "model") is None

    def test_it_is_said_where_it_stood(self) -> None:
        settings = with_setting(freeze(CHAT), "openai_chat", "max_tokens", 5)
        assert settings is not None
        assert settings.thaw() == {**CHAT, "max_completion_tokens": 5}

    def test_a_term_without_a_word_leaves_the_settings_alone(self) -> None:
        settings = freeze(ANTHROPIC)
        assert with_setting(settings, "anthropic", "seed", 1) is settings
