"""Short ones: where on Discord, what plan, what tools could be had."""

from __future__ import annotations

from typing import Any

import pytest

from ctxfn.context import Context
from ctxfn.facts import (
    Discord,
    DiscordChannel,
    DiscordGuild,
    DiscordThread,
    DiscoverableTool,
    Plan,
    ToolDiscovery,
)
from ctxfn.injectors import (
    discord,
    plan,
    render_discord,
    render_plan,
    render_tool_discovery,
    tool_discovery,
)
from ctxfn.messages import ToolName, chat, user
from ctxfn.slots import Injector


@pytest.mark.parametrize(
    ("injector", "empty"),
    [
        (discord, Discord()),
        (discord, Discord(thread=DiscordThread("3", "alone"))),
        (plan, Plan("")),
        (plan, Plan(" ", "", "\n")),
        (plan, Plan("Ship", "it", completed=True)),
        (tool_discovery, ToolDiscovery()),
        (tool_discovery, ToolDiscovery(activator="on")),
    ],
)
def test_what_says_nothing_leaves_the_context_alone(injector: Injector[Any], empty: object) -> None:
    context = Context.of(chat(user("hi")), empty)

    assert injector(context) is context


@pytest.mark.parametrize("injector", [discord, plan, tool_discovery])
def test_without_its_fact_the_context_is_left_alone(injector: Injector[Any]) -> None:
    context = Context.of(chat(user("hi")))

    assert injector(context) is context


class TestDiscord:
    """An element for each place."""

    def test_all_of_it(self) -> None:
        place = Discord(
            DiscordGuild("1", "Makers"),
            DiscordChannel("2", "help", 0, "Ask here"),
            DiscordThread("3", "paint"),
        )

        assert render_discord(place) == (
            "<discord_context>\n"
            '<guild id="1" name="Makers" />\n'
            '<channel id="2" name="help" type="0" topic="Ask here" />\n'
            '<thread id="3" name="paint" />\n'
            "</discord_context>"
        )

    @pytest.mark.parametrize(
        ("place", "line"),
        [
            (Discord(DiscordGuild("1")), '<guild id="1" />'),
            (Discord(DiscordGuild("1", "")), '<guild id="1" />'),
            (Discord(channel=DiscordChannel("2")), '<channel id="2" />'),
            (
                Discord(channel=DiscordChannel("2", "", "text", "")),
                '<channel id="2" type="text" />',
            ),
            (
                Discord(DiscordGuild("1"), thread=DiscordThread("3")),
                '<guild id="1" />\n<thread id="3" />',
            ),
        ],
    )
    def test_what_is_not_known_is_left_out(self, place: Discord, line: str) -> None:
        assert render_discord(place) == f"<discord_context>\n{line}\n</discord_context>"


class TestPlan:
    """Goal, description, context, status."""

    def test_all_of_it(self) -> None:
        whole = Plan("Ship 2.0", "Two weeks", "Feature freeze on the 8th", id="d1")

        assert render_plan(whole) == (
            "<plan>\n"
            "<goal>Ship 2.0</goal>\n"
            "<description>Two weeks</description>\n"
            "<context>Feature freeze on the 8th</context>\n"
            "<status>in_progress</status>\n"
            "</plan>"
        )

    @pytest.mark.parametrize(
        ("told", "lines"),
        [
            (Plan("g"), "<goal>g</goal>\n"),
            (Plan("g", "", " "), "<goal>g</goal>\n"),
            (Plan("g", "d"), "<goal>g</goal>\n<description>d</description>\n"),
            (Plan("", context="c"), "<goal></goal>\n<context>c</context>\n"),
        ],
    )
    def test_what_is_not_known_is_left_out(self, told: Plan, lines: str) -> None:
        assert render_plan(told) == f"<plan>\n{lines}<status>in_progress</status>\n</plan>"


class TestToolDiscovery:
    """How a tool is switched on, then the tools."""

    @pytest.mark.parametrize(
        ("activator", "named"),
        [
            (None, "the tool that activates tools"),
            ("turn_on", "the tool turn_on"),
            (ToolName("packs", "activate"), "the tool packs____activate"),
            (ToolName("packs", "activate", "mcp"), "the tool packs____activate____mcp"),
        ],
    )
    def test_text(self, activator: ToolName | str | None, named: str) -> None:
        tools = (DiscoverableTool("maps", "Maps", "Routes"), DiscoverableTool("mail", "Mail"))

        assert render_tool_discovery(ToolDiscovery(tools, activator)) == (
            '<available_tools description="These tools exist but are switched off. Before you use '
            f'one, switch it on by its identifier with {named}.">\n'
            '<tool identifier="maps" name="Maps">Routes</tool>\n'
            '<tool identifier="mail" name="Mail"></tool>\n'
            "</available_tools>"
        )
