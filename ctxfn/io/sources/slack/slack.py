"""Slack as a source: channels, threads, people; what may be said only if that is asked for."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from ctxfn.errors import InvalidArgument, check_argument, shown
from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.answers import Answer, Status
from ctxfn.io.sources.limits import Limits
from ctxfn.io.sources.net.api import checked_address, need, text_of
from ctxfn.io.sources.net.inner import SLACK, SLACK_WRITE, chosen
from ctxfn.io.sources.net.keys import Key, key_of
from ctxfn.io.sources.operations import Operation, operation
from ctxfn.io.sources.source import Asker, Question, Source, Surface, steady

if TYPE_CHECKING:
    from ctxfn.io.sources.slack.workspace import Workspace

__all__ = ["slack"]

_ADDRESS: Final = "https://slack.com/api"
_USERS: Final = ("xoxp-", "xoxe.xoxp-")
_ACTION: Final = "action_token"

_ABOUT: Final = (
    "messages of a Slack workspace, as far as its app is let in. A message is known by its channel "
    "and its ts; channels may be given as id, #name or name."
)


def slack(
    token: str | None = None,
    *,
    id: str = "slack",
    name: str = "",
    user_token: str | None = None,
    write: bool = False,
    files: bool = False,
    folder: str | os.PathLike[str] | None = None,
    base_url: str | None = None,
    instructions: str | None = None,
    write_instructions: str | None = None,
    limits: Limits | None = None,
) -> Source:
    """Make a source of a Slack workspace; without *token* the environment is asked.

    `SLACK_BOT_TOKEN`, or `SLACK_TOKEN`; a person's token, which allows to search, in
    `SLACK_USER_TOKEN`. *write* lets an agent post, *files* lets it read files of at most five
    million bytes: texts as they are, others are kept in *folder*. Who asks with an `action_token`
    in their metadata may search the workspace. *instructions* and *write_instructions* stand for
    what an agent is told that answers, or changes something.

    Raises:
        InvalidArgument: an argument is not what it should be.
        MissingExtra: slack-sdk is not installed.
    """
    need("slack_sdk", "slack")
    from ctxfn.io.sources.slack.workspace import Workspace

    for what, value in (("write", write), ("files", files)):
        check_argument(f"slack, {what}", value, bool, "True or False")
    check_argument("slack, limits", limits, Limits | None, "Limits(...), or None")
    within = limits or Limits()
    bot = key_of("slack, token", token, "SLACK_BOT_TOKEN", "SLACK_TOKEN")
    user = _user(key_of("slack, user_token", user_token, "SLACK_USER_TOKEN"), bot)
    address = checked_address("slack, base_url", base_url or _ADDRESS) + "/"
    workspace = Workspace(bot, user, address, within)
    surface = _surface(workspace, id, write, files, _folder(folder))
    return Source(
        id,
        steady(surface),
        _check(workspace),
        name,
        _ABOUT,
        writable=write,
        limits=within,
        secrets=(*bot.secrets, *user.secrets),
        inner=chosen("slack, instructions", instructions, SLACK),
        inner_write=chosen("slack, write_instructions", write_instructions, SLACK_WRITE),
    )


def _surface(
    workspace: Workspace, id: str, write: bool, files: bool, folder: str | None
) -> Surface:
    from ctxfn.io.sources.slack.files import downloading, uploading
    from ctxfn.io.sources.slack.reading import lookups, readers
    from ctxfn.io.sources.slack.searching import found_in_recent, search_of_asker, search_of_user
    from ctxfn.io.sources.slack.writing import writers

    search = search_of_user(workspace, id) if workspace.user_token.value is not None else None
    read: list[Callable[..., object]] = [*readers(workspace), *lookups(workspace)]
    read += [search] if search is not None else []
    read += [downloading(workspace, folder)] if files else []
    said: list[Callable[..., object]] = [*writers(workspace)] if write else []
    said += [uploading(workspace)] if write and files else []

    def for_asker(asker: Asker) -> tuple[Operation, ...]:
        action = dict(asker.metadata).get(_ACTION)
        return (operation(search_of_asker(workspace, id, action)),) if action else ()

    def ask(question: Question) -> Answer:
        action = dict(question.asker.metadata).get(_ACTION)
        if action:
            return search_of_asker(workspace, id, action)(question.text)
        if search is not None:
            return search(question.text)
        return found_in_recent(workspace, id, question.text)

    def change(_question: Question) -> Answer:
        raise SourceRefusal("what is to be said needs an agent: mode='agent'")

    operations = (*map(operation, read), *(operation(one, writes=True) for one in said))
    return Surface(operations, ask, change if write else None, for_asker=for_asker)


def _user(given: Key, bot: Key) -> Key:
    own = bot.value is not None and bot.value.startswith(_USERS)
    return Key(bot.value, given.names) if given.value is None and own else given


def _folder(given: object) -> str | None:
    check_argument("slack, folder", given, str | os.PathLike | None, "a path, or None")
    if given is None:
        return None
    folder = os.path.abspath(os.path.expanduser(os.fspath(given)))  # type: ignore[call-overload]
    if not os.path.isdir(folder):
        raise InvalidArgument("slack, folder", shown(given), "a folder that is there")
    return str(folder)


def _check(workspace: Workspace) -> Callable[[], Status]:
    """Ask Slack who we are: a token that is there may have been taken back."""
    from ctxfn.io.sources.slack.client import asked

    def check() -> Status:
        if workspace.token.value is None:
            return workspace.token.status("slack")
        try:
            client = workspace.client()
            who = asked(client.auth_test, "auth.test")
        except SourceRefusal as refusal:
            return Status(False, refusal.reason)
        return Status(True, f"{text_of(who.get('team'))}, as {text_of(who.get('user'))}")

    return check
