"""What one message costs, and that it is measured once."""

from __future__ import annotations

import math

import pytest
from attrs import evolve
from hypothesis import given

from ctxfn.messages import (
    AssistantGroup,
    Audio,
    Block,
    CompressedGroup,
    File,
    Image,
    Node,
    Opaque,
    Part,
    Reasoning,
    Refusal,
    Text,
    ToolName,
    Turn,
    Video,
    assistant,
    call,
    freeze,
    inject,
    tool_result,
    user,
)
from ctxfn.messages import Messages as Conversation
from ctxfn.tokens import (
    REFERENCE_TARIFF,
    Counter,
    Measured,
    Measures,
    Tariff,
    measure,
    measure_tools,
    measured,
    measures_for,
)
from ctxfn.tools import Declaration
from tests.messages.histories import histories


def letters(text: str) -> int:
    return len(text)


def quarter(text: str) -> int:
    return math.ceil(len(text) / 4)


LETTERS = Counter("letters", True, letters)
REFERENCE = Counter("reference", False, quarter)
BARE = Tariff(message=0, name=0, call=0, request=0)


class TestExamples:
    def test_the_parts_of_a_message_are_told_apart(self) -> None:
        said = assistant(
            "four", Reasoning("thinking"), call("c1", "tool", "{}"), Image(url="http://u")
        )
        blocked = inject(said, Block("date", "Monday"))

        assert measured(blocked, LETTERS) == Measured(4, 6, 6, 8, 1000, 6)

    def test_every_kind_of_part_costs_something(self) -> None:
        parts: list[Part] = [
            Text("a"),
            Refusal("a"),
            Image(url="u"),
            Audio(url="u"),
            Video(url="u"),
            File(url="u"),
            File(text="a"),
            Opaque("codec", freeze({"type": "x"})),
        ]

        assert all(measure(user(part), LETTERS, tariff=BARE) > 0 for part in parts)

    @pytest.mark.parametrize("length", [10, 100_000])
    def test_an_image_costs_its_formula_whatever_its_length(self, length: int) -> None:
        inline = Image(data="A" * length)

        assert measure(user(inline), LETTERS, tariff=Tariff(message=0, model="gpt-4o")) == 765

    def test_an_image_costs_the_same_in_a_result(self) -> None:
        picture = Image(url="http://u")

        in_result = measure(tool_result("c", picture), LETTERS) - measure(tool_result("c"), LETTERS)
        assert in_result == measure(user(picture), LETTERS) - measure(user(), LETTERS) == 1000

    def test_the_size_of_an_inline_image_is_read(self) -> None:
        gif = Image(data="R0lGODlhgAJAAQ==")
        detailed = evolve(gif, detail="low")
        tariff = Tariff(message=0, model="gpt-4o")

        assert measure(user(gif), LETTERS, tariff=tariff) == 425
        assert measure(user(detailed), LETTERS, tariff=tariff) == 85

    def test_a_stored_name_counts_as_it_is_written(self) -> None:
        asked = assistant(call("c", ToolName("web", "search"), ""))

        assert measure(asked, LETTERS, tariff=BARE) == len("web____search")

    def test_thoughts_and_signatures_count_unless_left_out(self) -> None:
        said = assistant(Reasoning("abc", "sig", "sealed"))

        assert measure(said, LETTERS, tariff=BARE) == 12
        assert measure(said, LETTERS, tariff=evolve(BARE, reasoning=False)) == 0

    def test_ids_count_if_asked(self) -> None:
        tariff = evolve(BARE, ids=True)

        assert measure(assistant(call("abc", "f", "")), LETTERS, tariff=tariff) == 4
        assert measure(tool_result("abc"), LETTERS, tariff=tariff) == 3

    def test_the_error_of_a_speechless_result_counts(self) -> None:
        assert measure(tool_result("c", error="broken"), LETTERS, tariff=BARE) == 6

    def test_a_name_counts(self) -> None:
        assert measure(user(name="ann"), LETTERS, tariff=evolve(BARE, name=1)) == 4

    def test_a_card_costs_what_it_flattens_to(self) -> None:
        asked, found = assistant("abc", call("c", "f", "")), tool_result("c", "defg")
        card = AssistantGroup((Turn(asked, (found,)),), parts=(Text("hi"),))
        pinned = CompressedGroup((Text("sum"),), (user("gone"),), (user("kept"),))

        assert measure(card, LETTERS, tariff=BARE) == 2 + 4 + 4
        assert measure(pinned, LETTERS, tariff=BARE) == 3 + 4

    def test_the_reference_counts_a_message_as_one_text(self) -> None:
        asked = assistant("abc", call("c", "de", "{}"))

        assert measure(asked, REFERENCE, tariff=REFERENCE_TARIFF) == 2 + 4
        assert measure(user(Image(url="u")), REFERENCE, tariff=REFERENCE_TARIFF) == 85 + 4

    def test_tools_count_as_compact_json(self) -> None:
        tool = Declaration("f", "d", freeze({"type": "object"}))
        text = (
            '[{"type":"function","function":'
            '{"name":"f","description":"d","parameters":{"type":"object"}}}]'
        )

        assert measure_tools((tool,), LETTERS) == len(text)


class TestMeasures:
    def test_a_message_is_measured_once(self) -> None:
        seen: list[str] = []

        def counting(text: str) -> int:
            seen.append(text)
            return 1

        memory = Measures(Counter("counting", True, counting), BARE)
        said = user("hi")

        assert [memory.of(said), memory.of(said)] == [1, 1]
        assert seen == ["hi"]

    def test_what_is_in_use_outlives_what_is_not(self) -> None:
        seen: list[str] = []

        def counting(text: str) -> int:
            seen.append(text)
            return 1

        memory = Measures(Counter("counting", True, counting), BARE, limit=2)
        used, others = user("used"), [user(str(number)) for number in range(10)]
        for other in others:
            memory.of(used)
            memory.of(other)
        memory.of(others[0])

        assert seen.count("used") == 1
        assert seen.count("0") == 2

    def test_a_history_longer_than_the_memory_needs_room(self) -> None:
        seen: list[str] = []

        def counting(text: str) -> int:
            seen.append(text)
            return 1

        memory = Measures(Counter("counting", True, counting), BARE, limit=2)
        history = [user(str(number)) for number in range(10)]
        memory.make_room(len(history))
        for node in (*history, *history):
            memory.of(node)

        assert len(seen) == len(history)

    def test_it_counts_what_will_be_written(self) -> None:
        memory = Measures(LETTERS, BARE, written=shortened)

        assert memory.of(user("a long text")) == 1

    def test_tools_are_measured_once(self) -> None:
        tools = (Declaration("f"),)
        memory = Measures(LETTERS, BARE)

        assert memory.of_tools(tools) == memory.of_tools(tools) == measure_tools(tools, LETTERS)

    def test_one_counter_and_tariff_share_a_memory(self) -> None:
        assert measures_for(LETTERS, BARE) is measures_for(LETTERS, BARE)
        assert measures_for(LETTERS, BARE) is not measures_for(LETTERS, Tariff())


def shortened(node: Node) -> Node:
    return user("x")


class TestProperties:
    @given(histories())
    def test_remembered_counts_are_counts(self, messages: Conversation) -> None:
        memory = Measures(LETTERS, Tariff(), limit=3)
        expected = [measure(node, LETTERS) for node in messages]

        assert [memory.of(node) for node in messages] == expected
        assert [memory.of(node) for node in messages] == expected
