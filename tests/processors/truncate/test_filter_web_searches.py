"""filter_web_searches: what searches of earlier turns found goes, pages that were read stay."""

from __future__ import annotations

import pytest

from ctxfn.context import Context, Note
from ctxfn.messages import (
    Messages,
    Text,
    ToolName,
    ToolResult,
    assistant,
    call,
    chat,
    text_of,
    tool_result,
    user,
)
from ctxfn.processors import filter_web_searches

WEB = "lobe-web-browsing"
FOUND = "x" * 900
LINE = "[900 of 900 characters of this result are left out: a search of an earlier turn]"


def searched(tool: ToolName | str, words: str = FOUND) -> Messages:
    return chat(
        user("news?"),
        assistant("", call("c1", tool)),
        tool_result("c1", words),
        assistant("none"),
        user("thanks"),
    )


class TestSearches:
    """What counts as a web search."""

    @pytest.mark.parametrize(
        "tool",
        [
            ToolName(WEB, "search"),
            ToolName(WEB, "imageSearch"),
            ToolName("other", "web_search"),
            "web_search",
            f"{WEB}____search",
            f"{WEB}____web_search____mcp",
        ],
    )
    def test_a_line_stands_for_what_was_found(self, tool: ToolName | str) -> None:
        said = searched(tool)

        after = filter_web_searches(said)

        assert text_of(after[2]) == LINE
        assert [node for place, node in enumerate(after) if place != 2] == [
            node for place, node in enumerate(said) if place != 2
        ]

    @pytest.mark.parametrize(
        "tool",
        [
            ToolName(WEB, "crawlSinglePage"),
            ToolName("other", "search"),
            "search",
            f"{WEB}____crawlMultiPages",
            "web_searches",
        ],
    )
    def test_other_tools_keep_theirs(self, tool: ToolName | str) -> None:
        said = searched(tool)

        assert filter_web_searches(said) is said
        assert filter_web_searches(said, leave="nothing") is said

    def test_packages_are_named(self) -> None:
        said = searched(ToolName("other", "search"))

        assert text_of(filter_web_searches(said, packages=("other",))[2]) == LINE

    def test_short_results_stay(self) -> None:
        said = searched("web_search", "nothing found")

        assert filter_web_searches(said) is said


class TestNothing:
    """With ``leave="nothing"`` calls and results go."""

    def test_a_message_that_held_nothing_else_goes(self) -> None:
        said = searched("web_search")

        assert filter_web_searches(said, leave="nothing") == chat(said[0], said[3], said[4])

    def test_words_and_other_calls_stay(self) -> None:
        asked = assistant("both", call("c1", "web_search"), call("c2", "read"))
        said = chat(user("q"), asked, tool_result("c1"), tool_result("c2", "42"), user("so?"))

        assert filter_web_searches(said, leave="nothing") == chat(
            said[0], assistant("both", call("c2", "read")), said[3], said[4]
        )

    def test_a_result_goes_with_its_call_wherever_it_stands(self) -> None:
        said = chat(
            user("q"), assistant("hm", call("c1", "web_search")), user("?"), tool_result("c1")
        )

        assert [node.role for node in filter_web_searches(said, leave="nothing")] == [
            "user",
            "assistant",
            "user",
        ]

    def test_a_result_without_its_call_is_known_by_its_own_name(self) -> None:
        alone = ToolResult((Text("42"),), call_id="c9", tool=ToolName(WEB, "search"))

        said = chat(user("q"), alone, assistant("so"), user("?"))

        assert filter_web_searches(said, leave="nothing") == chat(said[0], said[2], said[3])

    def test_a_note_names_calls_and_messages(self) -> None:
        context = filter_web_searches(Context(searched("web_search")), leave="nothing")

        assert list(context.notes) == [
            Note(
                "filter_web_searches",
                "old-search",
                "what web searches of earlier turns found is left out, in 2 messages",
                ("c1",),
                (1, 2),
            )
        ]


class TestBorder:
    """Only earlier turns."""

    def test_the_turn_that_runs_keeps_its_own(self) -> None:
        said = searched("web_search")
        running = said[:4]

        assert filter_web_searches(running) is running
        assert filter_web_searches(said, turns=2) is said

    def test_nobody_spoke_before_the_first_message(self) -> None:
        said = chat(assistant("", call("c1", "web_search")), tool_result("c1", FOUND))

        assert filter_web_searches(said) is said

    def test_the_border_moves_by_every(self) -> None:
        said = searched("web_search")

        assert filter_web_searches(said, every=2) is said
        more = said + chat(assistant("a"), user("q"))
        assert text_of(filter_web_searches(more, every=2)[2]) == LINE
