"""The commands of a chat: which models and personas there are, and what to do with a turn."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from attrs import define, field

from ctxfn.io.cli.chat.show import Show
from ctxfn.io.errors import UnreadableInput
from ctxfn.io.runner import NotForgotten, Runner
from ctxfn.turns import ListAsked, Person, StopAsked, choice_of, page_of, page_words, parse_command

__all__ = ["Commands", "Personas", "personas_of"]

_HELP: Final = """\
/model [WORD] [-p N]     the models; one named whole is used from the next turn on
/persona [WORD] [-p N]   the personas, likewise
/stop                    end the turn that runs (so does Ctrl-C)
/forget                  forget what was said in this session
/quit                    leave (so does Ctrl-D); what was said is kept
All else is said. What you type during a turn joins it."""

_USUAL: Final = (
    "You talk with a person in their terminal. Answer briefly, in plain text, in their language. "
    "Say so where you do not know."
)


@define
class Personas:
    """The personas there are by name, and whose turn it is."""

    texts: dict[str, str] = field(factory=lambda: {"usual": _USUAL})
    now: str = "usual"

    @property
    def text(self) -> str:
        """What the one who speaks is told to be."""
        return self.texts[self.now]


def personas_of(files: list[Path]) -> Personas:
    """Read a persona of each file, named as it; the first one speaks.

    Raises:
        UnreadableInput: a file cannot be read.
    """
    made = Personas()
    for file in files:
        try:
            made.texts[file.stem] = file.read_text("utf-8")
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or "it is no text in UTF-8"
            raise UnreadableInput(str(file), None, None, reason) from None
    if files:
        made.now = files[0].stem
    return made


class Commands:
    """Does what a line says, if it is a command."""

    def __init__(
        self, runner: Runner, show: Show, personas: Personas, session: str, who: Person
    ) -> None:
        self._runner, self._show, self._personas = runner, show, personas
        self._session, self._who = session, who
        self._model: str | None = None

    async def done(self, line: str) -> bool:
        """Do what *line* says, and say whether it was a command."""
        asked = parse_command(line)
        if line == "/help":
            self._show.line(_HELP)
        elif isinstance(asked, StopAsked):
            if not await self._runner.abort(self._session, self._who):
                self._show.line("no turn is running")
        elif isinstance(asked, ListAsked):
            await self._list(asked)
        elif line == "/forget":
            await self._forget()
        else:
            return False
        return True

    async def _list(self, asked: ListAsked) -> None:
        entries = tuple(one.choice.entry for one in self._runner.provided.models)
        names = entries if asked.of == "model" else tuple(self._personas.texts)
        if asked.word in names:
            await self._choose(asked)
            return
        now = (self._model or entries[0]) if asked.of == "model" else self._personas.now
        self._show.line(f"{page_words(page_of(names, asked))}\nnow: {now}")

    async def _choose(self, asked: ListAsked) -> None:
        if asked.of == "model":
            self._model = asked.word
            await self._runner.assign_model(self._session, choice_of(asked.word))
        else:
            self._personas.now = asked.word
        self._show.line(f"{asked.of} from the next turn on: {asked.word}")

    async def _forget(self) -> None:
        try:
            await self._runner.clear(self._session)
        except NotForgotten as error:
            self._show.line(str(error))
        else:
            self._show.line("forgotten")
