"""Facts of ours, as configs of structural cases tell them."""

from __future__ import annotations

from typing import Any, TypeAlias

from ctxfn.facts import (
    Onboarding,
    OpenPage,
    OpenTasks,
    Page,
    SelectedSkill,
    SelectedSkills,
    SelectedTool,
    SelectedTools,
    TopicMessage,
    TopicReference,
    TopicReferences,
)

__all__ = [
    "onboarding_of",
    "page_of",
    "selected_skills_of",
    "selected_tools_of",
    "tasks_of",
    "topics_of",
]

Config: TypeAlias = dict[str, Any]


def onboarding_of(config: Config) -> Onboarding:
    """Read the state of a welcome."""
    state = config["onboardingContext"]
    return Onboarding(state["phaseGuidance"], state.get("soulContent"), state.get("personaContent"))


def page_of(config: Config) -> OpenPage:
    """Read the open page; without one it is empty."""
    page = config.get("pageContentContext") or {"metadata": {"title": ""}}
    return OpenPage(Page(page["metadata"]["title"], page.get("markdown"), page.get("xml")))


def tasks_of(config: Config) -> OpenTasks:
    """Read what is said about tasks."""
    return OpenTasks(config.get("contextPrompt") or "")


def selected_skills_of(config: Config) -> SelectedSkills:
    """Read the skills that were chosen."""
    return SelectedSkills(
        tuple(
            SelectedSkill(one["identifier"], one["name"], one.get("content"))
            for one in config.get("selectedSkills", ())
        )
    )


def selected_tools_of(config: Config) -> SelectedTools:
    """Read the tools that were chosen."""
    return SelectedTools(
        tuple(
            SelectedTool(one["identifier"], one["name"], one.get("content"))
            for one in config.get("selectedTools", ())
        )
    )


def topics_of(config: Config) -> TopicReferences:
    """Read the conversations that are referred to."""
    return TopicReferences(
        tuple(
            TopicReference(
                one["topicId"],
                one.get("topicTitle"),
                one.get("summary"),
                tuple(
                    TopicMessage(said["role"], said["content"])
                    for said in one.get("recentMessages") or ()
                ),
            )
            for one in config.get("topicReferences", ())
        )
    )
