"""Facts for the steps that read some, for ctxfn and for the twins, and a history of activations."""

from __future__ import annotations

from typing import Any, Final

from benchmarks.chat_corpus import corpus
from benchmarks.ui_corpus import ui_rows
from ctxfn.facts import (
    ActivatedSkill,
    Activations,
    AgentDocument,
    AgentDocuments,
    Always,
    ByKeywords,
    Member,
    Passage,
    RetrievedDocuments,
    Team,
)

__all__ = [
    "ACTIVATIONS",
    "DOCUMENTS",
    "PASSAGES",
    "SKILLS",
    "TEAM",
    "TEAM_NAMES",
    "TEMPLATES",
    "TWIN_DOCUMENTS",
    "TWIN_PASSAGES",
    "TWIN_TEMPLATES",
    "ui_activations",
]

Row = dict[str, Any]

_HUNDRED: Final = 100
#: One result of so many comes of an activation.
_EVERY: Final = 10

_TEXTS: Final = [row["content"] for row in corpus(4 * _HUNDRED) if row["content"]][:_HUNDRED]

#: A document of three is always due, the others after words that may have been said.
TWIN_DOCUMENTS: Final = tuple(
    (f"{place}.md", text, place % 7, () if place % 3 == 0 else (text.split()[0], "never said"))
    for place, text in enumerate(_TEXTS)
)
DOCUMENTS: Final = AgentDocuments(
    tuple(
        AgentDocument(
            filename=name,
            content=text,
            priority=priority,
            load="always",
            format="file",
            position="system-append",
            rule=ByKeywords(tuple(keywords)) if keywords else Always(),
        )
        for name, text, priority, keywords in TWIN_DOCUMENTS
    )
)

TWIN_PASSAGES: Final = tuple(
    {"text": text, "score": place * 37 % _HUNDRED / _HUNDRED} for place, text in enumerate(_TEXTS)
)
PASSAGES: Final = RetrievedDocuments(
    tuple(Passage(one["text"], one["score"]) for one in TWIN_PASSAGES)
)

#: Each document a template, of which every other one has a slot.
TWIN_TEMPLATES: Final = tuple(
    {"content": text + " {{name}}" * (place % 2), "load": "always", "template": True}
    for place, text in enumerate(_TEXTS)
)
TEMPLATES: Final = AgentDocuments(
    tuple(
        AgentDocument(
            filename=f"{place}.md", content=str(one["content"]), load="always", template=True
        )
        for place, one in enumerate(TWIN_TEMPLATES)
    )
)

#: Two who take turns, and the one that all rows of a store are of, who leads.
TEAM: Final = Team(
    (Member("a", "Ann"), Member("b", "Bob"), Member("agt_main", "Lead", "supervisor")), "a"
)
TEAM_NAMES: Final = {one.id: one.name for one in TEAM.members}

SKILLS: Final = {f"skill-{place}": (f"Skill {place}", _TEXTS[place]) for place in range(10)}
ACTIVATIONS: Final = Activations(
    skills=tuple(ActivatedSkill(one, name, content) for one, (name, content) in SKILLS.items())
)


def ui_activations(messages: int, *, seed: int = 42) -> list[Row]:
    """Return `ui_rows` where one result of ten shows the content of a skill that was activated."""
    rows = ui_rows(messages, seed=seed)
    names = list(SKILLS)
    results = [row for row in rows if row["role"] == "tool"]
    for number, row in enumerate(results[::_EVERY]):
        skill = names[number % len(names)]
        row["plugin"] = {**row["plugin"], "identifier": "lobe-skills", "apiName": "activateSkill"}
        row["pluginState"] = {"identifier": skill}
        row["content"] = f"{SKILLS[skill][1]}\n\nUse it well."
    return rows
