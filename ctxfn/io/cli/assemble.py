"""`ctxfn assemble`: from stored messages and facts to the request that can be sent."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer
from attrs import fields
from typer import Option

from ctxfn import Policy, SystemRole
from ctxfn import assemble as assemble_messages
from ctxfn.assembly import default_pipeline
from ctxfn.context import Note
from ctxfn.facts import HistorySummary, Model
from ctxfn.io.cli.assembled import Assembled, remark, told
from ctxfn.io.cli.config import pipeline_from
from ctxfn.io.cli.exits import FOUND
from ctxfn.io.cli.facts import clock_of, knowledge_of, roles_of, todos_of, variables_of
from ctxfn.io.cli.facts_file import FactsFile, facts_of_file, without_twice
from ctxfn.io.cli.findings import errors_in
from ctxfn.io.cli.in_place import StripKeys, keep_store
from ctxfn.io.cli.notes import note_objects
from ctxfn.io.cli.options import (
    AsJson,
    Breakpoints,
    Budget,
    Config,
    Files,
    Format,
    HeadLifetime,
    KeepGroups,
    MessageLifetime,
    MissingResult,
    OpenCalls,
    Out,
    Plugins,
    Quiet,
    Reserve,
    SourcesFile,
    Stable,
    To,
    ToolOrder,
    Tools,
    TurnTokens,
    places_of,
    text_of,
    tools_of,
)
from ctxfn.io.cli.options import Model as ModelName
from ctxfn.io.cli.progress import with_progress
from ctxfn.io.cli.sourced import remark_notes, sources_for
from ctxfn.io.cli.terminal import terminal
from ctxfn.io.cli.writing import written_to
from ctxfn.io.errors import InvalidArgument
from ctxfn.pipeline import Pipeline
from ctxfn.tokens import counter_for, measure

__all__ = ["assemble"]

_FACTS = "What is known about the request"
_POLICY = "What is decided once"


def assemble(
    files: Files,
    to: To = None,
    model: ModelName = None,
    format: Format = None,
    tools: Tools = None,
    system_role: Annotated[
        str | None,
        Option(metavar="TEXT|@FILE", help="Who the model is to be.", rich_help_panel=_FACTS),
    ] = None,
    date: Annotated[
        str | None, Option(metavar="now|DATE", help="The day.", rich_help_panel=_FACTS)
    ] = None,
    timezone: Annotated[
        str | None, Option(metavar="ZONE", help="Whose day it is.", rich_help_panel=_FACTS)
    ] = None,
    summary: Annotated[
        str | None,
        Option(metavar="TEXT|@FILE", help="What was said before.", rich_help_panel=_FACTS),
    ] = None,
    todo: Annotated[
        list[str] | None,
        Option(
            metavar="TEXT",
            help=r"A todo; \[x] before one that is done, \[~] begun.",
            rich_help_panel=_FACTS,
        ),
    ] = None,
    knowledge: Annotated[
        list[str] | None,
        Option(metavar="FILE", help="A text that the model is to know.", rich_help_panel=_FACTS),
    ] = None,
    var: Annotated[
        list[str] | None,
        Option(metavar="NAME=VALUE", help="What fills {{NAME}}.", rich_help_panel=_FACTS),
    ] = None,
    facts_file: FactsFile = None,
    sources_file: SourcesFile = None,
    tell_model: Annotated[
        bool, Option("--tell-model", help="Tell it its name.", rich_help_panel=_FACTS)
    ] = False,
    keep_groups: KeepGroups = None,
    budget: Budget = None,
    reserve: Reserve = 0,
    stable: Stable = False,
    turn_tokens: TurnTokens = 0,
    breakpoints: Breakpoints = None,
    head_lifetime: HeadLifetime = "5m",
    message_lifetime: MessageLifetime = "5m",
    head: Annotated[
        str | None,
        Option(metavar="ID", help="The end of the branch to send.", rich_help_panel=_POLICY),
    ] = None,
    input_template: Annotated[
        str | None,
        Option(
            metavar="TEXT|@FILE",
            help="What stands around what people say, with {{text}}.",
            rich_help_panel=_POLICY,
        ),
    ] = None,
    task_template: Annotated[
        str | None,
        Option(
            metavar="TEXT|@FILE",
            help="How a task is told, with {{agentName}}, {{instruction}} and {{content}}.",
            rich_help_panel=_POLICY,
        ),
    ] = None,
    fill: Annotated[
        list[str] | None,
        Option(
            metavar="ROLE",
            help="Fill {{NAME}} in what the user, assistant or tool says, too.",
            rich_help_panel=_POLICY,
        ),
    ] = None,
    disable_tool: Annotated[
        list[str] | None,
        Option(metavar="ID", help="Forget this tool's calls.", rich_help_panel=_POLICY),
    ] = None,
    describe_files: Annotated[
        bool, Option(help="Describe files and media in words.", rich_help_panel=_POLICY)
    ] = True,
    strip_leaked_calls: Annotated[
        bool,
        Option(
            "--strip-leaked-calls",
            help="Take out of answers the markup of calls that a server let slip in.",
            rich_help_panel=_POLICY,
        ),
    ] = False,
    tool_order: ToolOrder = "given",
    missing_result: MissingResult = "answer",
    open_calls: OpenCalls = "answer",
    config: Config = None,
    plugin: Plugins = None,
    trace: Annotated[
        bool, Option("--trace", help="Tell what each step did, on standard error.")
    ] = False,
    out: Out = None,
    strip_keys: StripKeys = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Write the request that can be sent, from stored messages and what is known.

    Exits with 1 if an API would still refuse it.
    """
    seen = terminal(json=as_json, quiet=quiet)
    role, summed = text_of(system_role), text_of(summary)
    flags = (
        SystemRole(role) if role is not None else None,
        Model(model, display_name=model if tell_model else None) if model else None,
        HistorySummary(summed) if summed is not None else None,
        clock_of(date, timezone),
        todos_of(todo or ()),
        knowledge_of(knowledge or ()),
        variables_of(var or ()),
    )
    policy = Policy(
        keep_groups=keep_groups,
        budget=budget,
        reserve=reserve,
        stable_cut=stable,
        turn_tokens=turn_tokens,
        breakpoints=places_of(breakpoints or ()),
        head_lifetime=head_lifetime,
        message_lifetime=message_lifetime,
        head=head,
        input_template=text_of(input_template),
        task_template=text_of(task_template),
        fill_placeholders_in=roles_of(fill or ()),
        disabled_tools=tuple(disable_tool or ()),
        strip_leaked_calls=strip_leaked_calls,
        open_calls=open_calls,
        missing_result=missing_result,
        describe_files=describe_files,
    )
    pipeline, seconds = _configured(config, plugin, policy)
    steps = pipeline if pipeline is not None else default_pipeline(policy)
    facts = without_twice(flags, facts_of_file(facts_file, steps))
    sourced = sources_for(sources_file, steps, facts, format)
    offered = tools_of(tools)
    counter = counter_for(model or "")
    left = 0
    with written_to(out, alone=len(files) == 1) as writer:
        for item in with_progress(files, seen):
            found = sourced.asked(item.value)
            payload = assemble_messages(
                item.value,
                *facts,
                *((found.fact,) if found.fact is not None else ()),
                to=to,
                policy=policy if pipeline is None else None,
                pipeline=pipeline,
                tools=offered,
                tool_order=tool_order,
                model=model,
                format=format,
                clock=time.perf_counter if trace or seconds else None,
                deadline=time.perf_counter() + seconds if seconds else None,
                counter=(lambda node: measure(node, counter)) if trace else None,
            )
            keep_store(out, item, payload.report.notes, strip_keys=strip_keys)
            done = Assembled.of(item.place, payload, traced=trace)
            left += errors_in(done.left)
            if as_json:
                writer.value({**told(item, done), **_said_by_sources(found.notes)})
            else:
                writer.item(item, payload.body)
                remark_notes(seen, item.place, found.notes)
                remark(seen, done)
    if left:
        raise typer.Exit(FOUND)


def _configured(
    config: Path | None, plugin: list[str] | None, policy: Policy
) -> tuple[Pipeline | None, float | None]:
    """Read the pipeline to run instead of the default one, and how long it may take."""
    if config is None:
        if plugin:
            raise InvalidArgument("--plugin", plugin[0], "--config FILE, that names its steps")
        return None, None
    plain = Policy()
    names = [each.name for each in fields(Policy)]
    decided = [name for name in names if getattr(policy, name) != getattr(plain, name)]
    if decided:
        found = ", ".join(decided)
        raise InvalidArgument("--config", f"a policy as well: {found}", "one of the two")
    pipeline, spec = pipeline_from(config, plugin)
    return pipeline, spec.timeout_seconds


def _said_by_sources(notes: tuple[Note, ...]) -> dict[str, object]:
    return {"sources": note_objects(notes)} if notes else {}
