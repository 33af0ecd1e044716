"""Targets: names, versions by model, and the profiles behind them."""

from __future__ import annotations

import pytest
from attrs import evolve

from ctxfn.wire import Target, UnknownTarget, codec_names, profile, target, target_names


class TestExamples:
    """Names as people write them."""

    @pytest.mark.parametrize(
        ("name", "model", "found"),
        [
            ("openai", None, "openai/chat"),
            (" OpenAI ", None, "openai/chat"),
            ("openai-chat", None, "openai/chat"),
            ("any", None, "openai/chat"),
            ("openai-responses", None, "openai/responses"),
            ("OpenAI/Responses", "gpt-5", "openai/responses"),
            ("openai/compatible", "o3", "openai/compatible"),
            ("openai", "gpt-4o-mini", "openai/chat"),
            ("openai", "o4-mini", "openai/reasoning"),
            ("openai", "gpt-5-chat-latest", "openai/chat"),
            ("openai", "gpt-5.1", "openai/reasoning"),
            ("openai", "openrouter/qwen/Qwen3-8B", "openai/compatible"),
            ("openai", "somebody-s-own", "openai/chat"),
            ("gemini", None, "gemini/3"),
            ("gemini", "models/gemini-2.5-flash", "gemini/2"),
            ("gemini", "gemini-3-pro-preview", "gemini/3"),
        ],
    )
    def test_is_found(self, name: str, model: str | None, found: str) -> None:
        assert str(target(name, model=model)) == found
        assert profile(name, model=model).name == found

    @pytest.mark.parametrize("name", ["nobody", "openai/9", "", "openai/"])
    def test_an_unknown_name_is_answered_with_those_there_are(self, name: str) -> None:
        with pytest.raises(UnknownTarget, match="openai/chat, openai/reasoning, openai/compatible"):
            target(name)

    def test_a_target_made_by_hand_is_checked_too(self) -> None:
        with pytest.raises(UnknownTarget):
            profile(Target("openai", "9"))

    def test_a_profile_is_a_value_to_derive_others_from(self) -> None:
        own = evolve(profile("openai"), version="ours", single_system_first=True)

        assert own.name == "openai/ours"
        assert own != profile("openai")
        assert hash(own) == hash(evolve(own))

    def test_every_name_listed_is_known(self) -> None:
        assert {profile(name).codec for name in target_names()} <= set(codec_names())


class TestWhatIsAccepted:
    """The differences between the versions that rules and repairs look at."""

    def test_templates_want_one_system_message_at_the_front(self) -> None:
        wanted = [name for name in target_names() if profile(name).single_system_first]

        assert [name for name in wanted if name.startswith("openai")] == ["openai/strict"]

    def test_templates_know_no_developer(self) -> None:
        assert "developer" in profile("openai").roles
        assert "developer" not in profile("openai/compatible").roles

    def test_images_are_a_users(self) -> None:
        chat = profile("openai")

        assert "image" in chat.media_of("user")
        assert "image" not in chat.media_of("tool")
