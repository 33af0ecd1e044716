"""What a step changes beside or inside what is said, without a note, is caught too."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from ctxfn.context import Context
from ctxfn.messages import Messages
from ctxfn.testing import AnyChange, LawBroken, check_step, conserving
from ctxfn.testing.shown import shown
from tests.testing import quiet_steps as quiet
from tests.testing.test_wrong_steps import SHORT

#: A step, and what the law says of it.
QUIET = (
    (quiet.drop_beginnings, "is not in the output"),
    (quiet.drop_middles, "is not in the output"),
    (quiet.drop_odd_characters, "text.text"),
    (quiet.turn_words_around, "apart or in another order"),
    (quiet.drop_lists, "is not in the output"),
    (quiet.drop_quoted, "is not in the output"),
    (quiet.drop_unquoted, "is not in the output"),
    (quiet.drop_blank_calls, "is not in the output"),
    (quiet.drop_nulls, "is not in the output"),
    (quiet.change_arguments, "call.arguments"),
    (quiet.raise_users, "who said it"),
    (quiet.lower_systems, "who said it"),
    (quiet.claim_systems, "who said it"),
    (quiet.swap_speakers, "speaker"),
    (quiet.rename_tools, "call.tool"),
    (quiet.rename_answers, "result.tool"),
    (quiet.drop_file_texts, "is not in the output"),
    (quiet.drop_data, "media.data"),
    (quiet.drop_addresses, "media.url"),
    (quiet.drop_states, "result.state"),
    (quiet.drop_call_signatures, "call.signature"),
    (quiet.drop_part_signatures, "text.signature"),
    (quiet.drop_thought_signatures, "reasoning.signature"),
    (quiet.drop_marks, "marks."),
    (quiet.drop_origins, "origin."),
    (quiet.one_id_for_calls, "call.id"),
    (quiet.one_id_for_results, "result.call_id"),
    (quiet.one_id_for_messages, "id of"),
    (quiet.invent_a_person, "nobody said"),
    (quiet.invent_a_model, "nobody said"),
    (quiet.invent_an_answer, "nobody said"),
    (quiet.invent_a_call, "nobody made"),
)


#: So many are drawn for the rarest of them to be there.
MANY = 1500


@cache
def drawn() -> tuple[Messages, ...]:
    """Short conversations, the smallest first, drawn once for all steps: drawing costs most."""
    found: list[Messages] = []

    @settings(
        max_examples=MANY,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(SHORT)
    def collect(messages: Messages) -> None:
        found.append(messages)

    collect()
    return tuple(sorted(found, key=lambda messages: len(shown(messages))))


def shows(step: AnyChange, messages: Messages, said: str) -> bool:
    """Say whether *step* breaks the law on *messages* so that it says *said*."""
    try:
        conserving(step, Context.of(messages))
    except LawBroken as broken:
        return said in f"{broken.found} {broken.expected}"
    return False


@pytest.mark.parametrize(("step", "said"), QUIET)
def test_is_caught(step: AnyChange, said: str) -> None:
    smallest = next(messages for messages in drawn() if shows(step, messages, said))
    with pytest.raises(LawBroken) as caught:
        check_step(step, conversations=st.just(smallest), laws=(conserving,), examples=1)

    assert caught.value.law == "conserving"
    assert said in f"{caught.value.found} {caught.value.expected}"
    assert len(caught.value.given.splitlines()) <= 5
