"""blames_arguments: who is to blame is asked once something failed, and only then."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Annotated, Literal, Protocol, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.arguments import blames_arguments
from ctxfn.errors import InvalidArgument, RunError
from ctxfn.messages import Messages, Text, chat, user

T = TypeVar("T")


class Talks(Protocol):
    """What has words; nothing tells while a program runs."""

    def words(self) -> str: ...


def failing(hint: object) -> Callable[[object], object]:
    """Make a function of one value of *hint* that fails at it, whatever it is."""

    def fails(value: object) -> object:
        raise KeyError(value)

    fails.__annotations__ = {"value": hint}
    return blames_arguments(fails)


class TestBlamed:
    """A value that does not belong is named, with what does."""

    @pytest.mark.parametrize(
        ("hint", "value", "expected"),
        [
            (str, 5, "a text"),
            (int, "x", "a whole number"),
            (float, "x", "a number"),
            (str | None, 5, "a text, or None"),
            (Literal["a", "b"], "c", "'a', or 'b'"),
            (Literal[1], True, "1"),
            (Annotated[int, "of what"], None, "a whole number"),
            (Text, "x", "Text"),
            (tuple[str, ...], ("a", 5), "a row, each a text"),
            (tuple[str, int], ("a",), "a row, each a text"),
            (Iterable[Text], [5], "a row, each Text"),
            (Iterable[Text], {1: 2}, "a row, each Text"),
            (Mapping[str, int], {"a": "b"}, "a dict from a text to a whole number"),
            (Mapping[str, int], [5], "a dict from a text to a whole number"),
            (Messages, None, "a row, each"),
            (Callable[[], int], 5, "a function"),
        ],
    )
    def test_it_says_what_belongs(self, hint: object, value: object, expected: str) -> None:
        with pytest.raises(InvalidArgument) as raised:
            failing(hint)(value)

        assert raised.value.argument == "fails, value"
        assert raised.value.expected.startswith(expected)
        assert isinstance(raised.value.__cause__, KeyError)

    def test_each_of_many_is_looked_at(self) -> None:
        @blames_arguments
        def joined(*words: str, by: str = "") -> str:
            return by.join(words)

        assert joined("a", "b", by="-") == "a-b"
        with pytest.raises(InvalidArgument, match=r"joined, words: found \('a', 5\)"):
            joined("a", 5)  # type: ignore[arg-type]
        with pytest.raises(InvalidArgument, match="joined, by: found 5, expected a text"):
            joined("a", by=5)  # type: ignore[arg-type]


class TestNotBlamed:
    """What fails with what belongs fails as it did."""

    @pytest.mark.parametrize(
        ("hint", "value"),
        [
            (object, 5),
            (T, 5),
            (Talks, 5),
            (float, 5),
            (None, None),
            (Iterable[str], iter([5])),
            (Mapping[str, int], {"a": 1}),
            (Messages, chat(user("hi"))),
            (tuple[str, ...], ()),
            (tuple[str, int], ("a", 1)),
            (Literal["a"], "a"),
            (Callable[[], int], len),
            (Iterator[str], iter("a")),
        ],
    )
    def test_the_error_is_the_functions_own(self, hint: object, value: object) -> None:
        with pytest.raises(KeyError):
            failing(hint)(value)

    def test_errors_of_ours_stay(self) -> None:
        @blames_arguments
        def refuses(words: str) -> str:
            raise RunError(words)

        with pytest.raises(RunError):
            refuses(5)  # type: ignore[arg-type]

    def test_a_wrong_number_of_arguments_is_told_as_ever(self) -> None:
        @blames_arguments
        def one(words: str) -> str:
            return words

        with pytest.raises(TypeError, match="missing 1 required positional argument"):
            one()  # type: ignore[call-arg]

    @given(st.from_type(int) | st.text() | st.none())
    def test_what_works_is_not_looked_at(self, value: object) -> None:
        @blames_arguments
        def same(words: str) -> object:
            return words

        assert same(value) is value  # type: ignore[arg-type]
