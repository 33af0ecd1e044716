"""merge_runs: neighbours of one role become one, and who said what stays known."""

from __future__ import annotations

from ctxfn.messages import (
    Attributed,
    Image,
    Origin,
    Text,
    User,
    assistant,
    call,
    chat,
    text_of,
    user,
)
from ctxfn.processors import merge_runs


class TestExamples:
    """One message, who said what in its words."""

    def test_each_stretch_begins_with_its_name(self) -> None:
        said = chat(
            User((Text("hi"),), name="ann"),
            User((Text("hey"),), name="ann"),
            User((Image("https://a.example/x.png"),), name="bob"),
            user("and I"),
        )

        (merged,) = merge_runs(said)

        assert merged.parts == (
            Text("ann: hi\n\nhey\n\nbob:"),
            Image("https://a.example/x.png"),
            Text("and I"),
        )
        assert isinstance(merged, User)
        assert merged.name is None

    def test_what_is_in_part_a_persons_is_a_persons(self) -> None:
        ours = User((Text("context"),), origin=Origin(ours="preamble"))
        said = chat(ours, user("hi"))

        (merged,) = merge_runs(said)
        assert (merged.origin.ours, text_of(merged)) == (None, "context\n\nhi")

    def test_one_name_all_along_stays(self) -> None:
        said = chat(User((Text("hi"),), name="ann"), User((Text("ho"),), name="ann"))

        (merged,) = merge_runs(said)

        assert isinstance(merged, User)
        assert (merged.name, text_of(merged)) == ("ann", "hi\n\nho")

    def test_behind_a_call_comes_its_result(self) -> None:
        said = chat(assistant("", call("c1")), assistant("never mind"))

        assert merge_runs(said) is said


class TestAgents:
    """Where other agents speak as users, a person behind them is named."""

    def test_a_person_behind_an_agent_is_told_from_it(self) -> None:
        told = User((Text('<speaker name="Bo" />\nhi'),), marks=(Attributed("b", "Bo"),))
        (merged,) = merge_runs(chat(user("one"), told, user("two"), user("three", name="Ana")))

        assert text_of(merged) == ('one\n\n<speaker name="Bo" />\nhi\n\nUser: two\n\nAna: three')

    def test_a_name_is_not_said_twice(self) -> None:
        (merged,) = merge_runs(chat(user("Ana: one", name="Ana"), user("two", name="Ben")))

        assert text_of(merged) == "Ana: one\n\nBen: two"
