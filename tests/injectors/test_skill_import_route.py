"""Which addresses lead to a skill, and what is said about them."""

from __future__ import annotations

import pytest

from ctxfn.context import Context
from ctxfn.facts import InvalidFact, SkillRoute, SkillStore
from ctxfn.injectors import render_skill_import_route, skill_import_route
from ctxfn.injectors.find_routes import find_routes
from ctxfn.messages import Text, User, assistant, chat, user
from tests.injectors.hostile_values import HOSTILE, parsed

MARKET = ("lobehub.com",)
GITHUB = "https://github.com/ann/tools"


def found(text: str) -> list[tuple[str, str, str | None]]:
    return [(one.url, one.kind, one.identifier) for one in find_routes(text, MARKET)]


class TestFindRoutes:
    """First the market, then what is a skill by its name, then what one wants to install."""

    @pytest.mark.parametrize(
        ("path", "identifier"),
        [
            ("skills/pdf", "pdf"),
            ("zh-CN/skills/a.b-c_d/", "a.b-c_d"),
            ("de/skills/pdf", "pdf"),
            ("api/v1/skills/pdf", "pdf"),
            ("en/api/v12/skills/pdf?x=1#y", "pdf"),
            ("skills/pdf/download", "pdf"),
        ],
    )
    @pytest.mark.parametrize("host", ["https://lobehub.com", "HTTP://market.LobeHub.com:443"])
    def test_pages_of_the_market(self, host: str, path: str, identifier: str) -> None:
        url = f"{host}/{path}"

        assert found(f"look: {url}") == [(url, "market", identifier)]

    @pytest.mark.parametrize(
        "url",
        [
            "https://lobehub.com/skills",
            "https://lobehub.com/agents/pdf",
            "https://lobehub.com/skills/a%20b",
            "https://evil-lobehub.com/skills/pdf",
            "https://lobehub.com@evil.example/skills/pdf",
            "https://lobehub.com.evil.example/skills/pdf",
            "ftp://lobehub.com/skills/pdf",
            "https://[lobehub.com/skills/pdf",
        ],
    )
    def test_what_only_looks_like_one(self, url: str) -> None:
        assert found(f"install {url} please") == []

    @pytest.mark.parametrize(
        "url",
        [
            "https://lobehub.com/skills/SKILL.md",
            "https://a.example/x/SKILL.md",
            "https://a.example/skill.md?raw=1",
            "https://a.example/skill.md#top",
            f"{GITHUB}/tree/main/skills/pdf",
            f"{GITHUB}/blob/main/Skill/readme.md",
        ],
    )
    def test_a_skill_by_its_name(self, url: str) -> None:
        assert found(url) == [(url, "url", None)]

    @pytest.mark.parametrize(
        ("url", "kind"),
        [
            (GITHUB, "url"),
            (f"{GITHUB}.git", "url"),
            (f"{GITHUB}/tree/main/x", "url"),
            (f"{GITHUB}/archive/main.zip", "zip"),
            ("https://a.example/x.ZIP?v=2", "zip"),
        ],
    )
    @pytest.mark.parametrize(
        ("words", "wants"),
        [
            ("please install {}", True),
            ("Importing {}", True),
            ("set up {}", True),
            ("请install这个 {}", True),
            ("安装 {}", True),
            ("导入{}", True),
            ("look at {}", False),
            ("what an important {}", False),
            ("reinstall {}", False),
        ],
    )
    def test_others_only_if_one_wants_to_install(
        self, url: str, kind: str, words: str, wants: bool
    ) -> None:
        assert found(words.format(url)) == ([(url, kind, None)] if wants else [])

    @pytest.mark.parametrize("url", ["https://github.com/ann", f"{GITHUB}/issues/7"])
    def test_a_person_or_an_issue_is_no_repository(self, url: str) -> None:
        assert found(f"install {url}") == []

    @pytest.mark.parametrize(
        "text",
        [
            "({})",
            "<{}>",
            '"{}"',
            "`{}`",
            "[x]({}).",
            "{}...",
            "看{}，谢谢",
            "**{}**",
            "{}?!",
        ],
    )
    def test_an_address_ends_where_the_sentence_goes_on(self, text: str) -> None:
        url = "https://a.example/skill.md"

        assert found(text.format(url)) == [(url, "url", None)]

    def test_each_once_and_no_more_than_five(self) -> None:
        urls = [f"https://lobehub.com/skills/s{number}" for number in range(7)]

        assert [one for one, *_ in found(" ".join([urls[0], *urls]))] == urls[:5]

    def test_a_long_text_is_read_in_one_go(self) -> None:
        assert found("https://" * 100_000 + "." * 100_000) == []


class TestText:
    """The routes, then the steps."""

    def test_all_kinds(self) -> None:
        routes = (
            SkillRoute("https://a.example/?a=1&b", "market", "pdf"),
            SkillRoute("u", "url"),
            SkillRoute("z", "zip"),
        )
        text = render_skill_import_route(SkillStore("my-store", routes=routes))
        lines = text.splitlines()

        assert lines[1:6] == [
            "<detected_skills>",
            '<skill url="https://a.example/?a=1&amp;b" install="importFromMarket" identifier="pdf" />',
            '<skill url="u" install="importSkill" type="url" />',
            '<skill url="z" install="importSkill" type="zip" />',
            "</detected_skills>",
        ]
        assert "First activate the tool my-store and make the call" in lines[6]

    @pytest.mark.parametrize("value", HOSTILE)
    def test_nothing_breaks_out(self, value: str) -> None:
        routes = (SkillRoute(value, "market", value), SkillRoute(value, "zip"))
        text = render_skill_import_route(SkillStore(value, routes=routes))

        assert (text.count("<"), text.count(">")) == (4, 4)

    def test_values_come_back(self) -> None:
        text = render_skill_import_route(SkillStore(routes=(SkillRoute("a\"'<&", "url"),)))
        ((skill,),) = parsed(text)

        assert skill.get("url") == "a\"'<&"

    def test_wrong_values_are_refused(self) -> None:
        with pytest.raises(InvalidFact, match="SkillRoute: field kind: found 'git'"):
            SkillRoute("u", "git")  # type: ignore[arg-type]
        with pytest.raises(InvalidFact, match=r"SkillStore: field market: found 'a.example'"):
            SkillStore(market="a.example")  # type: ignore[arg-type]


class TestInjected:
    """Only the last thing a person said counts."""

    def test_all_its_texts_are_read(self) -> None:
        said = User((Text("install"), Text(GITHUB)))
        after = skill_import_route(Context.of(chat(said), SkillStore()))

        assert GITHUB in after.messages[0].blocks[0].text

    @pytest.mark.parametrize(
        "messages",
        [
            chat(),
            chat(assistant("https://lobehub.com/skills/pdf")),
            chat(user("https://lobehub.com/skills/pdf"), user("thanks")),
        ],
    )
    def test_nothing_else_does(self, messages: object) -> None:
        context = Context.of(messages, SkillStore())  # type: ignore[arg-type]

        assert skill_import_route(context) is context
