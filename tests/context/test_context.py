"""Context and Known: values that share what they have in common."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Iterable

import pytest
from hypothesis import given
from pyrsistent import pvector

from ctxfn.context import Context, Known, Note
from ctxfn.messages import InvalidMessages, Messages, Node, chat, text_of, user
from ctxfn.testing import conversations

SAID = chat(user("one"), user("two"))


class TestMessages:
    """What a context may be made of."""

    @pytest.mark.parametrize("nodes", [list(SAID), tuple(SAID), iter(SAID)])
    def test_any_iterable_of_nodes_becomes_a_vector(self, nodes: Iterable[Node]) -> None:
        context = Context.of(nodes)

        assert context.messages == SAID
        assert context.given is context.messages

    def test_a_vector_is_kept(self) -> None:
        assert Context(SAID).messages is SAID

    @pytest.mark.parametrize(
        ("nodes", "found"),
        [
            ([{"role": "user", "content": "hi"}], "message 0: found a dict"),
            ([user("one"), "two"], "message 1: found a str"),
            ("hi", "the input: found a str"),
            ({"messages": []}, "the input: found a dict"),
            (None, "the input: found a NoneType"),
        ],
    )
    def test_anything_else_is_refused_at_the_door(self, nodes: Iterable[Node], found: str) -> None:
        with pytest.raises(InvalidMessages, match=found):
            Context(nodes)

    def test_lists_do_not_stay_lists(self) -> None:
        context = Context(SAID, notes=[Note("a", "b", "c")], given=list(SAID))

        assert context.notes == pvector([Note("a", "b", "c")])
        assert context.given == SAID
        assert isinstance(hash(context), int)


class TestChanging:
    """By value, and the same object where nothing is new."""

    @given(conversations(cards=True, depth=3))
    def test_the_same_messages_are_the_same_context(self, messages: Messages) -> None:
        context = Context.of(messages, 7)

        assert context.with_messages(context.messages) is context

    def test_given_stays_what_it_was(self) -> None:
        after = Context.of(SAID, 7).with_messages(SAID[:1], Note("a", "b", "c"))

        assert after.given is SAID
        assert after.get(int) == 7
        assert list(after.notes) == [Note("a", "b", "c")]

    def test_notes_are_appended(self) -> None:
        one, two = Note("a", "b", "one"), Note("a", "b", "two")

        assert list(Context(SAID).with_messages(SAID, one).with_messages(SAID, two).notes) == [
            one,
            two,
        ]

    def test_telling_what_is_known_is_the_same_object(self) -> None:
        context = Context.of(SAID, 7, "text")

        assert context.tell("text", 7) is context
        assert context.tell(8).get(int) == 8

    @given(conversations(cards=True, depth=3))
    def test_it_travels(self, messages: Messages) -> None:
        context = Context.of(messages, 7, "text").with_messages(messages, Note("a", "b", "c"))
        back = pickle.loads(pickle.dumps(context))

        assert back == context
        assert hash(back) == hash(context)
        assert repr(back) == repr(context)


class TestKnown:
    """At most one fact of each type."""

    def test_of_two_the_later_counts(self) -> None:
        assert Known.of(1, 2).get(int) == 2
        assert len(Known.of(1, 2)) == 1

    def test_a_type_is_that_very_type(self) -> None:
        known = Known.of(True)

        assert known.get(int) is None
        assert bool in known

    def test_a_fact_that_is_unlike_itself_is_known_by_identity(self) -> None:
        odd = float("nan")
        known = Known.of(odd)

        assert known.tell(odd) is known

    def test_forgetting(self) -> None:
        known = Known.of(1, "a")

        assert known.forget(int) == Known.of("a")
        assert known.forget(float) is known

    def test_the_order_of_telling_takes_no_part(self) -> None:
        assert Known.of(1, "a") == Known.of("a", 1)
        assert hash(Known.of(1, "a")) == hash(Known.of("a", 1))

    def test_it_prints_in_an_order_of_its_own(self) -> None:
        assert repr(Known.of("a", 1.5, 1)) == "Known.of(1.5, 1, 'a')"

    def test_types_of_one_name_print_in_one_order_in_every_process(self) -> None:
        program = (
            "from ctxfn.context import Known\n"
            "def make(module): return type('Fact', (), {'__module__': module,"
            " '__repr__': lambda self: module})()\n"
            "print(Known.of(*[make(name) for name in 'dbeca']))"
        )
        said = {
            subprocess.run(
                [sys.executable, "-c", program], capture_output=True, text=True, check=True
            ).stdout
            for _ in range(3)
        }

        assert said == {"Known.of(a, b, c, d, e)\n"}


class TestAppend:
    def test_it_goes_on_from_what_is_there(self) -> None:
        first = Context.of(chat(user("a")), "fact")
        noted = first.with_messages(chat(user("b")), Note("step", "kind", "text"))
        after = noted.append(user("c"))
        assert [text_of(node) for node in after.messages] == ["b", "c"]
        assert [text_of(node) for node in after.given] == ["a", "c"]
        assert (after.get(str), len(after.notes)) == ("fact", 1)

    def test_it_knows_a_few_contexts_it_grew_from(self) -> None:
        contexts = [Context(chat(user("0")))]
        for number in range(1, 9):
            contexts.append(contexts[-1].append(user(str(number))))
        grown = [contexts[-1].grew_from(one.messages) for one in contexts]
        assert grown[-4:] == [True] * 4
        assert not any(grown[:3])
        assert not contexts[0].grew_from(contexts[1].messages)

    def test_other_facts_and_notes_leave_what_it_grew_from(self) -> None:
        first = Context(chat(user("a")))
        after = first.append(user("b")).tell("fact")
        noted = after.with_messages(after.messages, Note("step", "kind", "text"))
        assert (after.grew_from(first.messages), noted.grew_from(first.messages)) == (True, True)

    def test_equal_messages_are_not_the_same(self) -> None:
        context = Context(chat(user("a"))).append(user("b"))
        assert not context.grew_from(chat(user("a")))

    def test_it_travels_without(self) -> None:
        context = Context(chat(user("a"))).append(user("b"))
        assert pickle.loads(pickle.dumps(context)) == context

    def test_only_messages_are_appended(self) -> None:
        with pytest.raises(InvalidMessages):
            Context(chat()).append({"role": "user"})  # type: ignore[arg-type]
