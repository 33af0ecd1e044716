"""`ctxfn chat`: talk with an agent in the terminal."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import Annotated

import typer

from ctxfn.io.cli.options import SourcesFile
from ctxfn.io.cli.terminal import terminal

__all__ = ["chat"]


def chat(
    url: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="An endpoint that speaks OpenAI's Chat Completions; else $OPENAI_BASE_URL.",
        ),
    ] = None,
    key_env: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="The variable with its key; else $OPENAI_API_KEY, which goes to no --url.",
        ),
    ] = None,
    model: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A model there; again for more. Else $OPENAI_MODEL."),
    ] = None,
    window: Annotated[
        int, typer.Option(metavar="TOKENS", help="What the models can read.")
    ] = 128_000,
    answer: Annotated[
        int, typer.Option(metavar="TOKENS", help="How long an answer may be.")
    ] = 4_096,
    scripted: Annotated[
        bool, typer.Option("--scripted", help="Let a script answer, whatever there is.")
    ] = False,
    persona: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="Who speaks, in a text; again for more."),
    ] = None,
    sources_file: SourcesFile = None,
    session: Annotated[
        str, typer.Option(metavar="NAME", help="The name of what is said.")
    ] = "chat",
    history: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Where it is kept.", show_default=False)
    ] = None,
    no_history: Annotated[bool, typer.Option("--no-history", help="Keep nothing of it.")] = False,
    trace: Annotated[bool, typer.Option("--trace", help="Show what is sent to the model.")] = False,
) -> None:
    """Talk with an agent: at an endpoint, or, where there is none, with a script.

    What you type while it works joins the turn; /stop ends it, /help tells the rest. What was said
    is kept, and there the next time.
    """
    from ctxfn.io.cli.chat.commanded import personas_of
    from ctxfn.io.cli.chat.endpoint import endpoint, models_of
    from ctxfn.io.cli.chat.keeping import folder_of_chats
    from ctxfn.io.cli.chat.show import Show
    from ctxfn.io.cli.chat.sourced import chat_sources
    from ctxfn.io.cli.chat.talk import Talk, talk
    from ctxfn.io.cli.chat.typed import is_typed

    found = endpoint(
        url=url,
        key_env=key_env,
        models=model or (),
        window=window,
        answer=answer,
        scripted=scripted,
    )
    folder = None if no_history else history or folder_of_chats()
    typed = is_typed()
    show = Show(terminal(), typed=typed, trace=trace)
    # What goes wrong is shown as it is told; the log of the program would say it again.
    logging.getLogger("ctxfn.runner").addHandler(logging.NullHandler())
    logging.getLogger("ctxfn.runner").propagate = False
    with chat_sources(sources_file) as sources:
        what = Talk(
            models_of(found, paced=typed),
            personas_of(persona or []),
            sources,
            folder,
            session,
            typed,
            trace,
        )
        if typed:
            show.line(f"{what.models[0].choice.entry}; /help tells what else can be done")
        try:
            asyncio.run(talk(what, show))
        except BaseExceptionGroup as group:
            raise _first(group) from None


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """Take an error out of the groups it came in."""
    first = group.exceptions[0]
    return _first(first) if isinstance(first, BaseExceptionGroup) else first
