"""Facts of ours, as configs of structural cases tell them."""

from __future__ import annotations

from typing import Any, TypeAlias

from ctxfn.facts import (
    Onboarding,
    OpenPage,
    OpenTasks,
    Page,
    SelectedSkills,
    SelectedTool,
    SelectedTools,
    TopicReferences,
    skill_facts,
    topic_facts,
)
from ctxfn.messages import assistant, user
from ctxfn.skills import Activation, OfferedSkill, SkillDelta, SkillSnapshot, resolve_skills
from ctxfn.topics import FoundTopic, Topic, TopicDigest, digest_topic

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
    """Read the skills that were chosen: those that the last message mentions."""
    chosen = config.get("selectedSkills", ())
    offered = tuple(
        OfferedSkill(one["identifier"], one["name"], content=one.get("content")) for one in chosen
    )
    delta = SkillDelta(tuple(Activation(one.identifier, by="mention") for one in offered))
    return skill_facts(resolve_skills(SkillSnapshot(offered), delta), mentioned="message").selected


def selected_tools_of(config: Config) -> SelectedTools:
    """Read the tools that were chosen."""
    return SelectedTools(
        tuple(
            SelectedTool(one["identifier"], one["name"], one.get("content"))
            for one in config.get("selectedTools", ())
        )
    )


def topics_of(config: Config) -> TopicReferences:
    """Read the conversations that are referred to, as accounts of what was looked up."""
    return topic_facts(map(_account, config.get("topicReferences", ())))


def _account(row: Config) -> TopicDigest:
    rows = row.get("recentMessages") or ()
    said = [(user if one["role"] == "user" else assistant)(one["content"]) for one in rows]
    known = Topic(row.get("topicTitle"), row.get("summary"))
    return digest_topic(FoundTopic(row["topicId"]), known, said)
