"""Each step on a healthy history: frozen, its twin in place, on a copied list, on a deep copy."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import partial
from typing import Any, Final, Literal, NamedTuple

from benchmarks import twins
from benchmarks.corpus import corpus, ui_cards, ui_nested_cards
from benchmarks.measuring import Rival, best_of
from benchmarks.subjects import CHAT, forget
from benchmarks.task_corpus import ui_tasks
from benchmarks.told import (
    ACTIVATIONS,
    DOCUMENTS,
    PASSAGES,
    SKILLS,
    TWIN_DOCUMENTS,
    TWIN_PASSAGES,
    ui_activations,
)
from ctxfn import injectors, processors
from ctxfn.context import Context
from ctxfn.facts import FetchedHistory, Model
from ctxfn.messages import Messages
from ctxfn.wire import codec_named

__all__ = ["StepTimes", "step_times"]

_STORED: Final = codec_named("uichat")

Rows = list[dict[str, Any]]


class StepTimes(NamedTuple):
    """Milliseconds of one step."""

    step: str
    frozen: float
    twin: float
    copied: float
    deep: float


class _Pair(NamedTuple):
    """A frozen step and its twin, and which history both are timed on."""

    frozen: Callable[[Messages], object]
    twin: Callable[[Rows], object]
    history: Literal["chat", "cards", "nested", "tasks", "activations"] = "chat"


#: A model that reads no system message and sees no picture.
_LACKING: Final = frozenset({"system", "vision"})
_LACKS: Final = Model(system=False, vision=False)


def _told(step: Callable[[Context], Context], *facts: object) -> Callable[[Messages], object]:
    """Run *step* where *facts* are known."""
    return lambda messages: step(Context.of(messages, *facts))


def _fetched(messages: Messages) -> object:
    return injectors.fetched_history(Context.of(messages, FetchedHistory(messages)))


_PAIRS: Final[dict[str, _Pair]] = {
    "linearise": _Pair(processors.linearise(), twins.linearise),
    "drop_empty": _Pair(processors.drop_empty(), twins.drop_empty),
    "keep_recent, by eights": _Pair(
        processors.keep_recent(groups=200, every=8),
        partial(twins.keep_recent, groups=200, every=8),
    ),
    "keep_recent": _Pair(
        processors.keep_recent(groups=200), partial(twins.keep_recent, groups=200)
    ),
    "elide_tool_results": _Pair(
        processors.elide_tool_results(json="cut"), twins.elide_tool_results
    ),
    "limit_results": _Pair(
        processors.limit_results(window=2_000, json="cut"),
        partial(twins.limit_results, window=2_000),
    ),
    "shrink_arguments": _Pair(
        processors.shrink_arguments(longer_than=20, keep=0),
        partial(twins.shrink_arguments, longer_than=20, keep=0),
    ),
    "strip_leaked_calls": _Pair(processors.strip_leaked_calls(), twins.strip_leaked_calls),
    "compact": _Pair(
        processors.compact(cut=200, summary="They met.", write="message"),
        partial(twins.compact, cut=200, summary="They met."),
    ),
    "trim_stale_results": _Pair(
        processors.trim_stale_results(at_least=0), partial(twins.trim_stale_results, at_least=0)
    ),
    "filter_web_searches": _Pair(
        processors.filter_web_searches(packages=("web",)),
        partial(twins.filter_web_searches, package="web"),
    ),
    "drop_old_reasoning": _Pair(processors.drop_old_reasoning(), twins.drop_old_reasoning),
    "tell_reactions": _Pair(processors.tell_reactions(), twins.show_reactions),
    "tell_tool_hooks": _Pair(processors.tell_tool_hooks(), twins.tell_tool_hooks),
    "replay_snapshots": _Pair(injectors.replay_snapshots(), twins.replay_snapshots),
    "restore_supervisor": _Pair(processors.restore_supervisor(), twins.restore_supervisor),
    "flatten_groups": _Pair(processors.flatten_groups(), twins.flatten_groups),
    "flatten_groups, of cards": _Pair(processors.flatten_groups(), twins.flatten_groups, "cards"),
    "flatten_tasks, of batches": _Pair(processors.flatten_tasks(), twins.flatten_tasks, "tasks"),
    "render_tasks": _Pair(processors.render_tasks(), twins.surface_tasks, "tasks"),
    "render_task_callbacks": _Pair(
        processors.render_task_callbacks(), twins.surface_callbacks, "tasks"
    ),
    "render_verifications": _Pair(processors.render_verifications(), twins.surface_checks, "tasks"),
    "surface_summaries, of cards in cards": _Pair(
        processors.surface_summaries(), twins.surface_summaries, "nested"
    ),
    "choose_columns, of cards in cards": _Pair(
        processors.choose_columns(), twins.choose_columns, "nested"
    ),
    "flatten_councils, of cards in cards": _Pair(
        processors.flatten_councils(), twins.flatten_councils, "nested"
    ),
    "view_as, of nobody": _Pair(
        processors.view_as(agent="nobody", unnamed="other"),
        partial(twins.attribute_agents, names={}, current="nobody", nobody="another agent"),
    ),
    "drop_handoffs": _Pair(
        processors.drop_handoffs(),
        partial(twins.drop_handoffs, names=processors.HANDOFF_NAMES, but=processors.TO_PEOPLE),
    ),
    "mend_names": _Pair(processors.mend_names(), twins.mend_names),
    "drop_blank_texts": _Pair(processors.drop_blank_texts(), twins.drop_blank_texts),
    "drop_foreign_thoughts": _Pair(processors.drop_foreign_thoughts(), twins.drop_foreign_thoughts),
    "drop_stray_server_results": _Pair(
        processors.drop_stray_server_results(), twins.drop_stray_server_results
    ),
    "claim_results": _Pair(processors.claim_results(), twins.claim_results),
    "drop_approvals": _Pair(processors.drop_approvals(), twins.drop_approvals),
    "drop_flagged": _Pair(processors.drop_flagged(), twins.drop_flagged),
    "drop_last_thoughts": _Pair(processors.drop_last_thoughts(), twins.drop_last_thoughts),
    "limit_images": _Pair(
        processors.limit_images(many=2, many_side=1), partial(twins.limit_images, many=2)
    ),
    "fill_empty_results": _Pair(processors.fill_empty_results(), twins.fill_empty_results),
    "introduce_documents": _Pair(processors.introduce_documents(), twins.introduce_documents),
    "join_results": _Pair(processors.join_results(), twins.join_results),
    "limit_media": _Pair(
        processors.limit_media(images=1, documents=1),
        partial(twins.limit_media, images=1, documents=1),
    ),
    "name_documents": _Pair(processors.name_documents(), twins.name_documents),
    "mend_media_types": _Pair(processors.mend_media_types(), twins.mend_media_types),
    "end_with_user": _Pair(processors.end_with_user(), twins.end_with_user),
    "trim_last_answer": _Pair(processors.trim_last_answer(), twins.trim_last_answer),
    "names_as_text": _Pair(processors.names_as_text(), twins.names_as_text),
    "fill_placeholders, all roles": _Pair(
        processors.fill_placeholders(roles=("user", "assistant"), values=(("name", "Otter"),)),
        partial(twins.fill_placeholders, values={"name": "Otter"}, roles=("user", "assistant")),
    ),
    "render_parts": _Pair(processors.render_parts(), twins.render_parts),
    "render_calls": _Pair(processors.render_calls(), twins.render_calls),
    "filter_disabled_tools": _Pair(
        processors.filter_disabled_tools(identifiers=("mail",)),
        partial(twins.filter_disabled_tools, identifiers=("mail",)),
    ),
    "apply_input_template": _Pair(
        processors.apply_input_template(template="> {{text}}"),
        partial(twins.apply_input_template, template="> {{text}}"),
    ),
    "pair_tool_results": _Pair(processors.pair_tool_results(), twins.pair_tool_results),
    "render_blocks": _Pair(processors.render_blocks(), twins.write_envelopes),
    "meet_capabilities": _Pair(
        _told(processors.meet_capabilities(), _LACKS),
        partial(twins.meet_capabilities, lacking=_LACKING),
    ),
    "require_capabilities": _Pair(
        _told(processors.require_capabilities(of=("vision",)), _LACKS),
        partial(twins.require_capabilities, lacking=_LACKING),
    ),
    "strip_fields": _Pair(processors.strip_fields(), twins.strip_fields),
    "trim_activations, one result in ten": _Pair(
        _told(processors.trim_activations(), ACTIVATIONS),
        partial(twins.trim_activations, tools={}, skills=SKILLS),
        "activations",
    ),
    "documents_in_system, of 100": _Pair(
        _told(injectors.documents_in_system(), DOCUMENTS),
        partial(twins.add_documents, documents=TWIN_DOCUMENTS),
    ),
    "retrieved_documents, 10 of 100": _Pair(
        _told(injectors.retrieved_documents(at_least=0.3, count=10), PASSAGES),
        partial(twins.add_passages, passages=TWIN_PASSAGES, at_least=0.3, count=10),
    ),
    "fetched_history, the same again": _Pair(
        _fetched, lambda rows: twins.prepend_history(rows, rows)
    ),
}


def step_times(size: int, rounds: int) -> list[StepTimes]:
    """Time each step that has a twin on *size* messages."""
    made = {
        "chat": (CHAT, json.dumps(corpus(size))),
        "cards": (_STORED, json.dumps(ui_cards(size // 4))),
        "nested": (_STORED, json.dumps(ui_nested_cards(size // 4))),
        "tasks": (_STORED, json.dumps(ui_tasks(size // 4))),
        "activations": (_STORED, json.dumps(ui_activations(size))),
    }
    held = {name: codec.decode(json.loads(text)).messages for name, (codec, text) in made.items()}
    return [
        _timed(name, pair, made[pair.history][1], held[pair.history], rounds)
        for name, pair in _PAIRS.items()
    ]


def _timed(name: str, pair: _Pair, text: str, messages: Messages, rounds: int) -> StepTimes:
    def fresh() -> Rows:
        rows: Rows = json.loads(text)
        return rows

    took = best_of(
        rounds,
        frozen=Rival(lambda _: pair.frozen(messages), forget),
        twin=Rival(pair.twin, fresh),
        copied=Rival(lambda rows: pair.twin([dict(row) for row in rows]), fresh),
        deep=Rival(lambda rows: pair.twin(copy.deepcopy(rows)), fresh),
    )
    return StepTimes(name, took["frozen"], took["twin"], took["copied"], took["deep"])
