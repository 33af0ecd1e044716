"""restore_supervisor: who leads a team speaks as an assistant."""

from __future__ import annotations

import pickle

from hypothesis import given

from ctxfn.messages import (
    Assistant,
    Image,
    Messages,
    Origin,
    Reaction,
    Reasoning,
    Supervisor,
    Text,
    Turn,
    assistant,
    call,
    chat,
    text_of,
    user,
)
from ctxfn.processors import restore_supervisor
from tests.processors.histories import histories

RICH = Supervisor(
    (),
    "s",
    (Text("you start"), Image(id="i", attached=True)),
    (call("c1"),),
    (Reasoning("hm"),),
    marks=(Reaction("+"),),
    origin=Origin(agent="ann"),
)


class TestExamples:
    """What it does, in cases a reader can check by eye."""

    def test_nothing_but_the_role_changes(self) -> None:
        assert restore_supervisor(chat(RICH)) == chat(
            Assistant(
                RICH.parts,
                "s",
                RICH.calls,
                RICH.reasoning,
                marks=RICH.marks,
                origin=RICH.origin,
            )
        )

    def test_one_without_words_stays_a_message(self) -> None:
        assert restore_supervisor(chat(Supervisor(id="s"))) == chat(Assistant((), "s"))

    def test_one_with_turns_is_unfolded(self) -> None:
        leading = Supervisor((Turn(assistant("one")), Turn(assistant("two"))), "s", (Text("own"),))

        after = restore_supervisor(chat(leading))

        assert [(node.role, text_of(node)) for node in after] == [
            ("assistant", "own"),
            ("assistant", "one"),
            ("assistant", "two"),
        ]

    def test_others_are_the_same_object(self) -> None:
        said = chat(user("hi"), assistant("ho"))

        assert restore_supervisor(said) is said


class TestProperties:
    """What is true of every history. Each test is named after the invariant."""

    @given(histories())
    def test_idempotent_and_no_supervisor_is_left(self, messages: Messages) -> None:
        once = restore_supervisor(messages.append(RICH))

        assert restore_supervisor(once) is once
        assert not any(isinstance(node, Supervisor) for node in once)

    def test_travels(self) -> None:
        assert pickle.loads(pickle.dumps(restore_supervisor())) == restore_supervisor()
