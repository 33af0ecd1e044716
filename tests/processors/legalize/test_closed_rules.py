"""Steps for what a closed format refuses: texts of nothing, foreign thoughts, stray results, ends."""

from __future__ import annotations

from typing import Any

import pytest

from ctxfn.context import Context, Note
from ctxfn.messages import (
    Assistant,
    Messages,
    Opaque,
    Origin,
    Reasoning,
    Text,
    User,
    assistant,
    call,
    chat,
    freeze,
    system,
    text_of,
    tool_result,
    user,
)
from ctxfn.processors import (
    drop_blank_texts,
    drop_foreign_thoughts,
    drop_stray_server_results,
    end_with_user,
    trim_last_answer,
)

MARKED = (("anthropic", freeze({"cache_control": {"type": "ephemeral"}})),)
SIGNED = Reasoning("So.", "c2ln")


def served(kind: str, **keys: Any) -> Opaque:
    return Opaque("anthropic", freeze({"type": kind, **keys}))


CALLED = served("server_tool_use", id="s1")
FOUND = served("web_search_tool_result", tool_use_id="s1")


def kinds(step: Any, messages: Messages) -> list[str]:
    notes = step(Context.of(messages)).notes
    return [note.kind for note in notes if isinstance(note, Note)]


class TestDropBlankTexts:
    def test_the_text_goes_and_a_message_that_held_nothing_else(self) -> None:
        said = chat(
            user("hi", " "), assistant(""), assistant("", call("c1")), tool_result("c1", "")
        )
        after = drop_blank_texts(said)

        assert [len(node.parts) for node in after] == [1, 0, 0]
        assert kinds(drop_blank_texts(), said)[:2] == ["blank-text", "empty-dropped"]

    def test_its_marker_moves_to_the_part_before(self) -> None:
        after = drop_blank_texts(chat(User((Text("hi"), Text("", None, MARKED)))))

        assert after[0].parts == (Text("hi", None, MARKED),)

    def test_a_signed_text_stays(self) -> None:
        said = chat(User((Text("", "c2ln"),)))

        assert drop_blank_texts(said) is said


class TestDropForeignThoughts:
    def test_unsigned_thoughts_go_signed_and_sealed_ones_stay(self) -> None:
        sealed = Reasoning(sealed="c2VhbA==")
        said = chat(assistant(SIGNED, Reasoning("Hm."), sealed, "Yes."))

        assert drop_foreign_thoughts(said)[0] == assistant(SIGNED, sealed, "Yes.")
        assert kinds(drop_foreign_thoughts(), said) == ["thoughts-dropped"]

    @pytest.mark.parametrize(
        ("mine", "theirs", "stay"),
        [
            ("claude-a", "claude-a", True),
            ("claude-a-20250929", "claude-a", True),
            ("host/claude-a", "claude-a-latest", True),
            ("claude-a", "claude-b", False),
            (None, "claude-b", True),
            ("claude-a", None, True),
        ],
    )
    def test_those_of_another_model_go(
        self, mine: str | None, theirs: str | None, stay: bool
    ) -> None:
        said = chat(Assistant((Text("Yes."),), reasoning=(SIGNED,), origin=Origin(model=theirs)))

        assert bool(drop_foreign_thoughts(said, model=mine)[0].reasoning) is stay  # type: ignore[union-attr]

    def test_a_message_of_nothing_else_goes(self) -> None:
        assert len(drop_foreign_thoughts(chat(assistant(Reasoning("Hm."))))) == 0


class TestDropStrayServerResults:
    def test_a_result_without_its_call_goes(self) -> None:
        said = chat(assistant(FOUND, "None."), assistant(FOUND))

        assert drop_stray_server_results(said) == chat(assistant("None."))
        assert kinds(drop_stray_server_results(), said) == ["stray-result", "stray-result"]

    @pytest.mark.parametrize("parts", [(CALLED, FOUND), (CALLED,), ("None.",)])
    def test_a_pair_and_a_call_alone_stay(self, parts: Any) -> None:
        said = chat(assistant(*parts))

        assert drop_stray_server_results(said) is said


class TestEndWithUser:
    @pytest.mark.parametrize(
        ("said", "last"),
        [
            (chat(user("Sing."), assistant("La,")), "Continue."),
            (chat(system("Rhyme.")), "Begin."),
        ],
    )
    def test_a_user_message_follows(self, said: Messages, last: str) -> None:
        assert text_of(end_with_user(said)[-1]) == last
        assert kinds(end_with_user(), said) == ["ender"]

    @pytest.mark.parametrize(
        "said",
        [chat(), chat(user("hi")), chat(assistant(call("c1"))), chat(user("hi"), system("Rhyme."))],
    )
    def test_nothing_follows_elsewhere(self, said: Messages) -> None:
        assert end_with_user(said) is said


class TestTrimLastAnswer:
    def test_white_space_at_the_very_end_goes(self) -> None:
        said = chat(assistant("A "), user("B "), assistant("C \n", " \n"))

        assert [text_of(node) for node in trim_last_answer(said)] == ["A ", "B ", "C"]
        assert kinds(trim_last_answer(), said) == ["trimmed"]

    @pytest.mark.parametrize("said", [chat(), chat(user("A ")), chat(assistant("A ", call("c1")))])
    def test_elsewhere_it_stays(self, said: Messages) -> None:
        assert trim_last_answer(said) is said
