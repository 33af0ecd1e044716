"""Exa and Parallel are asked as they want to be, and whatever they answer is an answer."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from ctxfn.errors import InvalidArgument, MissingExtra
from ctxfn.io.sources import (
    Answer,
    Document,
    Limits,
    Page,
    Source,
    WebBackend,
    expose,
    opened_now,
    query,
    status,
    web,
)
from tests.io.sources.net.failing import FAILURES
from tests.io.sources.standin import StandIn, Told, standing_in, told_json

pytest.importorskip("httpx")

KEY = "key-of-an-owl"
WITHIN = Limits(seconds=2, file_bytes=100_000)
BACKENDS = ("exa", "parallel")
SEARCHES = {"exa": "POST /search", "parallel": "POST /v1/search"}


@pytest.fixture
def server() -> Iterator[StandIn]:
    with standing_in() as made:
        yield made


def source(server: StandIn, name: str, **options: object) -> Source:
    return web(name, **{"api_key": KEY, "base_url": server.address, "limits": WITHIN, **options})  # type: ignore[arg-type]


def called(made: Source, name: str, **arguments: object) -> Answer:
    with opened_now(made) as live:
        return live.call(name, arguments)


class TestExa:
    def test_searches_for_no_more_than_is_shown(self, server: StandIn) -> None:
        found = [
            {"url": f"https://o{n}.example/", "title": "Owls", "text": "x" * 900} for n in range(5)
        ]
        server.answers["POST /search"] = told_json({"results": [*found, {"title": "no url"}, 5]})

        answer = called(source(server, "exa"), "web_search", query="owls", max_results=3)

        (sent,) = server.sent
        assert sent.value == {
            "query": "owls",
            "numResults": 3,
            "contents": {"text": {"maxCharacters": 500}},
        }
        assert sent.headers["x-api-key"] == KEY
        assert sent.query == ()
        assert [one.uri for one in answer.results] == [f"https://o{n}.example/" for n in range(3)]
        assert {len(one.snippet or "") for one in answer.results} == {500}

    def test_fetches_a_page(self, server: StandIn) -> None:
        page = {"url": "https://owls.example/", "title": "Owls", "text": "They sleep."}
        server.answers["POST /contents"] = told_json({"results": [page]})

        answer = called(source(server, "exa"), "web_extract", url="https://ann:w@owls.example/#a")

        assert server.sent[0].value == {
            "urls": ["https://owls.example/"],
            "text": {"maxCharacters": 50_000},
        }
        assert answer.text == "They sleep."
        assert answer.results == (
            Document("https://owls.example/", "Owls", "https://owls.example/", "web"),
        )

    def test_does_not_know_a_page(self, server: StandIn) -> None:
        server.answers["POST /contents"] = told_json({"results": []})

        answer = called(source(server, "exa"), "web_extract", url="https://owls.example/")

        assert str(answer.problem) == "web: https://owls.example/: exa does not know this page"


class TestParallel:
    def test_is_told_an_objective(self, server: StandIn) -> None:
        found = {"url": "https://owls.example/", "title": "Owls", "excerpts": [*"abcdefg", 5]}
        server.answers["POST /v1/search"] = told_json({"results": [found] * 9})

        answer = called(source(server, "parallel"), "web_search", objective="when owls sleep")

        (sent,) = server.sent
        assert sent.value == {
            "objective": "when owls sleep",
            "search_queries": ["when owls sleep"],
            "mode": "advanced",
            "advanced_settings": {
                "max_results": 8,
                "excerpt_settings": {"max_chars_per_result": 2_000},
            },
        }
        assert sent.headers["x-api-key"] == KEY
        assert [one.snippet for one in answer.results] == ["a\nb\nc\nd\ne"] * 8

    @pytest.mark.parametrize(
        ("came", "text", "problem"),
        [
            ({"results": [{"url": "u", "full_content": "sleep"}]}, "sleep", None),
            ({"results": [{"url": "u", "excerpts": ["a", "b"]}]}, "a\nb", None),
            ({"errors": [{"error_type": "fetch_error", "content": "no owl"}]}, None, "no owl"),
            ({}, None, "parallel does not know this page"),
        ],
    )
    def test_fetches_a_page(
        self, server: StandIn, came: object, text: str | None, problem: str | None
    ) -> None:
        server.answers["POST /v1/extract"] = told_json(came)

        answer = called(source(server, "parallel"), "web_extract", url="https://owls.example/")

        assert server.sent[0].value == {
            "urls": ["https://owls.example/"],
            "advanced_settings": {"full_content": {"max_chars_per_result": 50_000}},
        }
        assert answer.text == text
        assert (problem or "") in str(answer.problem)


@pytest.mark.parametrize("name", BACKENDS)
class TestFailures:
    @pytest.mark.parametrize(("told", "words"), FAILURES)
    def test_are_answers(self, server: StandIn, name: str, told: Told, words: str) -> None:
        server.answers[SEARCHES[name]] = told

        answer = query(source(server, name), "owls")

        assert answer.problem is not None
        assert words in answer.problem.reason

    def test_a_key_that_is_missing(
        self, server: StandIn, name: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delenv(f"{name.upper()}_API_KEY", raising=False)
        made = source(server, name, api_key=None)

        answer = query(made, "owls")

        assert status(made).ok is False
        assert str(answer.problem) == f"web: {name}: no key: set {name.upper()}_API_KEY"
        assert server.sent == []

    def test_a_key_of_the_environment(
        self, server: StandIn, name: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv(f"{name.upper()}_API_KEY", "another")
        server.answers[SEARCHES[name]] = told_json({"results": []})
        made = source(server, name, api_key=None)

        assert query(made, "owls") == Answer()
        assert status(made).ok
        assert server.sent[0].headers["x-api-key"] == "another"

    def test_the_key_is_never_said(self, server: StandIn, name: str) -> None:
        server.answers[SEARCHES[name]] = told_json({"error": f"no such key: {KEY}"}, 401)
        made = source(server, name)

        assert "no such key: [hidden]" in str(query(made, "owls").problem)
        assert KEY not in repr(made)

    def test_it_waits_as_it_is_told_if_that_is_short(self, server: StandIn, name: str) -> None:
        busy, found = told_json({}, 429, Retry_After="0"), told_json({"results": []})
        server.answers[SEARCHES[name]] = [busy, busy, found]

        assert query(source(server, name), "owls") == Answer()
        assert len(server.sent) == 3

    def test_it_does_not_ask_for_ever(self, server: StandIn, name: str) -> None:
        server.answers[SEARCHES[name]] = told_json({}, 429, Retry_After="0")

        assert "429" in str(query(source(server, name), "owls").problem)
        assert len(server.sent) == 3

    def test_what_hangs_is_late(self, server: StandIn, name: str) -> None:
        held = threading.Event()
        server.answers[SEARCHES[name]] = Told(held=held)

        answer = query(source(server, name, limits=Limits(seconds=0.2)), "owls")
        held.set()

        assert answer.problem is not None
        assert answer.problem.kind == "late"

    @pytest.mark.parametrize("many", [0, -1, 21, True, "3"])
    def test_how_many_is_checked(self, server: StandIn, name: str, many: object) -> None:
        words = {"exa": "query", "parallel": "objective"}[name]

        answer = called(source(server, name), "web_search", **{words: "owls", "max_results": many})

        assert answer.problem is not None
        assert answer.problem.kind == "refused"
        assert server.sent == []


class TestWeb:
    @pytest.mark.parametrize(
        ("name", "parameters"),
        [("exa", "query, max_results?"), ("parallel", "objective, max_results?"), ("direct", None)],
    )
    def test_the_instructions_name_what_is_shown(self, name: str, parameters: str | None) -> None:
        with opened_now(web(name)) as live:  # type: ignore[arg-type]
            shown = expose(live, mode="tools")

        names = ["web_search", "web_extract"] if parameters else ["web_extract"]
        assert [tool.name for tool in shown.tools] == names
        assert (f"- web_search({parameters}):" in shown.instructions) == bool(parameters)
        assert "- web_extract(url):" in shown.instructions

    def test_a_question_that_names_pages_reads_them(self) -> None:
        async def fetch(url: str) -> Page:
            return Page(url, "", "o" * 100, ("strange",))

        made = web(WebBackend("mine", fetch), limits=Limits(characters=90))

        answer = query(made, "See https://a.example/x, (https://b.example/) [https://a.example/x].")

        assert [(one.uri, one.snippet) for one in answer.results] == [
            ("https://a.example/x", "o" * 45),
            ("https://b.example/", "o" * 45),
        ]
        assert answer.remarks[0] == "strange"

    def test_pages_that_a_service_finds_may_be_fetched_by_ourselves(self, server: StandIn) -> None:
        server.answers["GET /"] = Told(b"owls", kind="text/plain")

        made = source(server, "exa", fetch="direct", allow_addresses=["127.0.0.1"])

        assert called(made, "web_extract", url=server.address).text == "owls"

    def test_what_cannot_search_says_so(self) -> None:
        assert "name the address of a page" in str(query(web("direct"), "owls").problem)

    @pytest.mark.parametrize(
        "options",
        [
            {"backend": "google"},
            {"backend": 5},
            {"backend": "exa", "api_key": "ä"},
            {"backend": "exa", "api_key": 5},
            {"backend": "exa", "base_url": "owls"},
            {"backend": "exa", "base_url": "https://ann:w@owls.example"},
            {"backend": "exa", "base_url": "https://owls.example/?key=1"},
            {"backend": "direct", "api_key": "key"},
            {"backend": "direct", "base_url": "https://owls.example"},
            {"backend": "direct", "allow_addresses": "10.0.0.0/8"},
            {"backend": "direct", "fetch": "there"},
            {"backend": "direct", "limits": 5},
            {"backend": "direct", "id": ""},
        ],
    )
    def test_what_is_not_for_it_is_refused(self, options: dict[str, object]) -> None:
        with pytest.raises(InvalidArgument):
            web(**options)  # type: ignore[arg-type]

    def test_what_it_needs_is_named(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("importlib.util.find_spec", lambda name: None)

        with pytest.raises(MissingExtra, match=r"ctxfn\[web\]"):
            web("exa")
