"""What a source says is fit for a model: no secret, no control character, not too long."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.io.sources import Answer, Document, Limits, Problem, write_answer
from ctxfn.io.sources.cleaning import redacted, tidied

SECRET = "s3cr/t"

TEXTS = st.lists(
    st.one_of(st.text(max_size=8), st.sampled_from((SECRET, "s3cr%2Ft", "s3\x00cr/t", "\r\n")))
).map("".join)
DOCUMENTS = st.builds(
    Document, TEXTS, TEXTS, st.none() | TEXTS, st.just("notes"), st.none() | TEXTS
)
ANSWERS = st.builds(
    Answer,
    st.lists(DOCUMENTS, max_size=4).map(tuple),
    st.none() | TEXTS,
    st.none(),
    st.lists(TEXTS, max_size=3).map(tuple),
) | st.builds(lambda text: Answer(problem=Problem("notes", "failed", text)), TEXTS)

LIMITS = Limits(characters=20, results=2)


class TestWriting:
    """An answer as a model reads it."""

    def test_nothing_found(self) -> None:
        assert write_answer(Answer()) == "{}"

    def test_documents_keep_what_is_not_known(self) -> None:
        written = json.loads(write_answer(Answer((Document("1", "a"),), "")))

        document = {"id": "1", "name": "a", "uri": None, "source": None, "snippet": None}
        assert written == {"results": [document], "text": ""}

    def test_a_problem_alone(self) -> None:
        problem = Problem("notes", "late", "no answer within 1 s")

        assert write_answer(Answer(problem=problem)) == '{"error": "notes: no answer within 1 s"}'


class TestCutting:
    """What is cut is said."""

    def test_a_text(self) -> None:
        assert tidied(Answer(text="x" * 25), LIMITS, ()) == Answer(
            text="x" * 20, remarks=("cut: the first 20 of 25 characters",)
        )

    def test_results(self) -> None:
        document = Document("1", "a", snippet="x" * 5)

        assert tidied(Answer((document,) * 3), LIMITS, ()) == Answer(
            (document,) * 2, remarks=("cut: the first 2 of 3 results",)
        )

    @pytest.mark.parametrize("reason", ["x" * 1_000, "\u4e2d" * 301])
    def test_a_reason(self, reason: str) -> None:
        cut = tidied(Answer(problem=Problem("notes", "failed", reason)), LIMITS, ()).problem

        assert cut == Problem("notes", "failed", reason[:299] + "…")


@given(ANSWERS)
def test_no_secret_and_no_control_character_is_told(answer: Answer) -> None:
    told = write_answer(tidied(answer, Limits(), (SECRET,)))

    assert SECRET not in told
    assert "s3cr%2Ft" not in told
    said = json.loads(told)
    every = json.dumps(said, ensure_ascii=False).replace("\\n", "").replace("\\t", "")
    assert not [sign for sign in every if unicodedata.category(sign) in ("Cc", "Cs")]


@given(ANSWERS)
def test_no_more_is_told_than_may_be(answer: Answer) -> None:
    told = tidied(answer, LIMITS, ())

    snippets = sum(len(one.snippet or "") for one in told.results)
    assert len(told.text or "") + snippets <= LIMITS.characters
    assert len(told.results) <= LIMITS.results


@given(ANSWERS)
def test_what_is_clean_stays_as_it_is(answer: Answer) -> None:
    once = tidied(answer, Limits(), (SECRET,))

    assert tidied(once, Limits(), (SECRET,)) == once


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("redis://:hunter2@host/0", "redis://[hidden]@host/0"),
        ("https://ann:hunter2@host/x", "https://[hidden]@host/x"),
        ("https://ann:hun@ter2@host/x", "https://[hidden]@host/x"),
        ('{"a":"http://h/1","b":"x@y"}', '{"a":"http://h/1","b":"x@y"}'),
        ("git at ssh://git@host/x", "git at ssh://git@host/x"),
    ],
)
def test_who_signs_in_in_an_address(text: str, told: str) -> None:
    assert redacted(text, ()) == told


@pytest.mark.parametrize("text", ["://" + ":" * 300_000, "://a:" + "@" * 300_000 + "/"])
def test_what_is_long_is_not_looked_at_again_and_again(text: str) -> None:
    answer = tidied(Answer(text=text), LIMITS, ())

    assert 0 < len(answer.text or "") <= LIMITS.characters
