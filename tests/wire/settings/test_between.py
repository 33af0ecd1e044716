"""Settings of one format in the words of another: what is said, and what is lost."""

from __future__ import annotations

from typing import Any

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
        ("read", "write"), [("openai_chat", "openai_chat"), ("uichat", "openai_chat")]
    )
    def test_the_same_object_where_there_is_nothing_to_say(self, read: str, write: str) -> None:
        settings = freeze(CHAT)
        assert settings_for(settings, read, write)[0] is settings
        assert settings_for(None, "openai_chat", "anthropic") == (None, ())


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
