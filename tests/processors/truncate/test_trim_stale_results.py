"""trim_stale_results: what later events made worthless shrinks, rule by rule."""

from __future__ import annotations

import json
from typing import Any, TypeAlias

import pytest
from attrs import evolve

from ctxfn.context import Context
from ctxfn.messages import (
    Assistant,
    Image,
    Messages,
    Node,
    ToolError,
    ToolName,
    ToolResult,
    assistant,
    call,
    chat,
    freeze,
    text_of,
    tool_result,
    user,
)
from ctxfn.processors import StaleTools, trim_stale_results

LOCAL, WEB, BROWSER = "lobe-local-system", "lobe-web-browsing", "lobe-browser"
#: A call and its result.
Use: TypeAlias = tuple[Assistant, ToolResult]

PAGE = "p" * 5_000
OVER = "[left out: a.py was written after it was read]"
AGAIN = "[left out: a.py, lines 0 to 200, was read again later]"


def used(api: str, words: str = PAGE, package: str = LOCAL, **arguments: Any) -> Use:
    """A call with its result."""
    asked = call("c", ToolName(package, api), json.dumps(arguments))
    return assistant("", asked), tool_result("c", words)


def read(path: str = "a.py", **arguments: Any) -> Use:
    return used("readFile", path=path, **arguments)


def write(path: str = "a.py") -> Use:
    return used("writeFile", "ok", path=path)


def history(*uses: Use) -> Messages:
    """What was used, each call under its own id, and a person who speaks last."""
    nodes: list[Node] = [user("q")]
    for number, (asked, result) in enumerate(uses):
        calls = tuple(evolve(one, id=f"c{number}") for one in asked.calls)
        nodes += [evolve(asked, calls=calls), evolve(result, call_id=f"c{number}")]
    return chat(*nodes, user("so?"))


def texts(messages: Messages, **options: Any) -> list[str]:
    """What is left of the results, all of them old."""
    step = trim_stale_results(keep=1, at_least=0, **options)
    return [text_of(node) for node in step(messages) if isinstance(node, ToolResult)]


class TestFiles:
    """Reads that were overtaken."""

    @pytest.mark.parametrize("api", ["writeFile", "editFile"])
    def test_a_read_goes_once_its_file_was_written(self, api: str) -> None:
        assert texts(history(read(), used(api, "ok", file_path="a.py"))) == [OVER, "ok"]

    def test_a_read_after_the_write_stays(self) -> None:
        assert texts(history(write(), read())) == ["ok", PAGE]

    def test_another_file_is_no_reason(self) -> None:
        assert texts(history(read(), write("b.py"))) == [PAGE, "ok"]

    def test_a_read_goes_once_all_of_it_was_read_again(self) -> None:
        assert texts(history(read(), read())) == [AGAIN, PAGE]
        assert texts(history(read(loc=[5, 9]), read())) == [
            "[left out: a.py, lines 5 to 9, was read again later]",
            PAGE,
        ]

    def test_everything_holds_any_window_and_none_holds_it(self) -> None:
        assert texts(history(read(), read(fullContent=True))) == [AGAIN, PAGE]
        assert texts(history(read(fullContent=True), read())) == [PAGE, PAGE]
        assert texts(history(read(fullContent=True), read(fullContent=True)))[0] == (
            "[left out: a.py, all of it, was read again later]"
        )

    def test_windows_that_only_overlap_are_no_reason(self) -> None:
        assert texts(history(read(loc=[0, 9]), read(loc=[5, 20]))) == [PAGE, PAGE]

    def test_a_write_is_the_stronger_reason(self) -> None:
        assert texts(history(read(), read(), write())) == [OVER, OVER, "ok"]

    def test_the_state_knows_better_than_the_arguments(self) -> None:
        asked, found = read("b.py", loc=[0, 900])
        seen = freeze({"path": "a.py", "loc": [0, 9]})

        assert texts(history((asked, evolve(found, state=seen)), read())) == [
            "[left out: a.py, lines 0 to 9, was read again later]",
            PAGE,
        ]

    @pytest.mark.parametrize("arguments", ["", "[1]", '{"path', '{"path": 7}', "{}"])
    def test_a_read_of_nobody_knows_what_stays(self, arguments: str) -> None:
        asked = assistant("", call("c", ToolName(LOCAL, "readFile"), arguments))

        assert texts(history((asked, tool_result("c", PAGE)), write())) == [PAGE, "ok"]

    def test_failures_are_no_read_no_write_and_stay(self) -> None:
        asked, result = write()
        failed = evolve(result, error=ToolError("disk full"))
        assert texts(history(read(), (asked, failed))) == [PAGE, "ok"]
        asked, result = read()
        failed = evolve(result, error=ToolError("gone"))
        assert texts(history((asked, failed), write())) == [PAGE, "ok"]

    def test_what_would_not_get_shorter_stays(self) -> None:
        assert texts(history(used("readFile", "short", path="a.py"), write())) == ["short", "ok"]

    def test_unless_it_has_pictures_which_go(self) -> None:
        asked, result = used("readFile", "short", path="a.py")
        shown = evolve(result, state=freeze({"path": "a.py", "images": [{"url": "https://a/b"}]}))

        after = trim_stale_results(history((asked, shown), write()), keep=1, at_least=0)[2]

        assert text_of(after) == OVER
        assert isinstance(after, ToolResult)
        assert after.state == freeze({"path": "a.py"})


class TestTexts:
    """Pages, crawls, output of commands."""

    def test_a_snapshot_goes(self) -> None:
        assert texts(history(used("snapshot", package=BROWSER))) == [
            "[left out: the page as it looked then]"
        ]

    def test_the_text_of_a_page_keeps_its_head(self) -> None:
        assert texts(history(used("readPage", package=BROWSER))) == [
            "p" * 1_000 + "\n\n[4,000 of 5,000 characters of this result are left out: it is stale]"
        ]
        assert texts(history(used("readPage", package=BROWSER)), page=9_000) == [PAGE]

    @pytest.mark.parametrize("api", ["search", "crawlSinglePage", "crawlMultiPages"])
    def test_a_crawl_keeps_its_head(self, api: str) -> None:
        (left,) = texts(history(used(api, package=WEB)), crawl=10)

        assert left == (
            "p" * 10 + "\n\n[4,990 of 5,000 characters of this result are left out: it is stale]"
        )

    @pytest.mark.parametrize("api", ["runCommand", "getCommandOutput"])
    def test_a_command_keeps_both_ends(self, api: str) -> None:
        (left,) = texts(history(used(api, "h" * 500 + "m" * 4_000 + "t" * 500)))

        assert left == (
            "h" * 500
            + "\n\n[4,000 of 5,000 characters of this result are left out: it is stale]\n\n"
            + "t" * 500
        )

    def test_a_command_up_to_twice_the_limit_stays(self) -> None:
        assert texts(history(used("runCommand", "x" * 2_000)), command=1_000) == ["x" * 2_000]

    def test_other_tools_stay(self) -> None:
        assert texts(history(used("listFiles"))) == [PAGE]

    def test_the_tools_are_named_by_whoever_has_others(self) -> None:
        asked = assistant("", call("c", "bash"))
        said = history((asked, tool_result("c", PAGE)))

        assert texts(said) == [PAGE]
        assert texts(said, tools=StaleTools(commands=("bash",)))[0].startswith("p" * 500 + "\n\n[")

    def test_pictures_of_what_is_cut_go(self) -> None:
        asked, _ = used("crawlSinglePage", package=WEB)
        shown = tool_result("c", PAGE, Image(url="https://a/b.png"))

        (left,) = texts(history((asked, shown)))

        assert left.endswith("[left out of this result: 1 image; it is stale]")


class TestBorder:
    """Only what is old, and only if there is much of it."""

    def test_the_last_messages_before_a_person_spoke_stay(self) -> None:
        said = history(used("snapshot", package=BROWSER), used("snapshot", package=BROWSER))

        assert [
            len(text_of(node))
            for node in trim_stale_results(said, keep=3, at_least=0)
            if isinstance(node, ToolResult)
        ] == [38, 5_000]
        assert trim_stale_results(said, at_least=0) is said

    def test_what_follows_while_a_turn_runs_moves_nothing(self) -> None:
        said = history(used("snapshot", package=BROWSER))
        running = said + chat(*used("snapshot", package=BROWSER))

        assert trim_stale_results(running, keep=2, at_least=0)[: len(said)] == (
            trim_stale_results(said, keep=2, at_least=0)
        )

    def test_a_reason_behind_the_border_is_none_yet(self) -> None:
        said = history(read(), write())

        assert trim_stale_results(said, keep=3, at_least=0) is said

    def test_without_a_person_it_is_counted_from_the_end(self) -> None:
        said = chat(*used("snapshot", package=BROWSER), assistant("so"))

        assert len(text_of(trim_stale_results(said, keep=1, at_least=0)[1])) == 38

    def test_little_is_left_alone(self) -> None:
        said = history(used("snapshot", package=BROWSER))

        assert trim_stale_results(said, keep=1, at_least=5_001) is said
        assert trim_stale_results(said, keep=1, at_least=5_000) is not said

    def test_it_moves_by_every(self) -> None:
        said = history(used("snapshot", package=BROWSER))

        assert trim_stale_results(said, keep=1, at_least=0, every=4) is said
        assert trim_stale_results(said, keep=1, at_least=0, every=3) is not said

    def test_a_note_counts_by_rule(self) -> None:
        said = history(read(), write(), used("snapshot", package=BROWSER))

        (note,) = trim_stale_results(Context(said), keep=1, at_least=0).notes

        assert note.places == (2, 6)
        assert getattr(note, "text", "") == (
            "2 stale results are shortened by 9916 characters: 1 read before a write, 1 snapshot"
        )
