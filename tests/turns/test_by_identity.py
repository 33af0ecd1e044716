"""A memory by identity: it saves work, and keeps nothing alive."""

from __future__ import annotations

import gc
import weakref

from ctxfn.messages import Message, user
from ctxfn.turns.by_identity import ByIdentity


class TestExamples:
    def test_what_was_made_once_is_not_made_again(self) -> None:
        made: list[Message] = []

        def count(message: Message) -> int:
            made.append(message)
            return len(made)

        memory = ByIdentity(count)
        first, equal = user("hi"), user("hi")

        assert [memory.of(one) for one in (first, first, equal, first)] == [1, 1, 2, 1]

    def test_it_keeps_no_record_alive_not_even_one_that_is_made_of_itself(self) -> None:
        memory: ByIdentity[Message, Message] = ByIdentity(lambda message: message)
        held = user("hi")
        known = weakref.ref(held)

        assert memory.of(held) is held
        assert memory.of(held) is held
        del held
        gc.collect()
        assert known() is None
