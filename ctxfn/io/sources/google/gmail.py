"""Gmail as a source: search and read messages; write some only if that is asked for."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import Final

from ctxfn.errors import check_argument
from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.answers import Answer, Document
from ctxfn.io.sources.files.searching import terms_of
from ctxfn.io.sources.google.api import GoogleApi
from ctxfn.io.sources.google.gmail_messages import full_messages
from ctxfn.io.sources.google.gmail_reading import other_readers, readers, shelves
from ctxfn.io.sources.google.gmail_writing import labellers, writers
from ctxfn.io.sources.google.signing_in import GoogleAuth, sign_in_of
from ctxfn.io.sources.limits import Limits
from ctxfn.io.sources.net.api import Api, checked_address, client_of, need, rows, text_of
from ctxfn.io.sources.net.inner import GMAIL, GMAIL_WRITE, chosen
from ctxfn.io.sources.operations import operation
from ctxfn.io.sources.source import Question, Source, Surface, steady

__all__ = ["gmail"]

_ADDRESS: Final = "https://gmail.googleapis.com/gmail/v1"
_AUTH: Final = "https://www.googleapis.com/auth/gmail."
_READ: Final = (f"{_AUTH}readonly",)
_WRITE: Final = (f"{_AUTH}readonly", f"{_AUTH}modify", f"{_AUTH}compose")
_OPERATOR: Final = re.compile(r"\b(from|to|cc|subject|in|is|has|after|before|label|newer_than):\S")
_BEST: Final = 10
_MOST_TERMS: Final = 5

_ABOUT: Final = (
    "the messages of a mailbox. Queries are Gmail's own: from:, to:, subject:, is:unread, "
    "after:2026/01/31, has:attachment. Attachments are named, never opened or sent."
)


def gmail(
    *,
    id: str = "gmail",
    name: str = "",
    service_account_path: str | os.PathLike[str] | None = None,
    token_path: str | os.PathLike[str] | None = None,
    delegated_user: str | None = None,
    auth: GoogleAuth | None = None,
    write: bool = False,
    base_url: str | None = None,
    instructions: str | None = None,
    write_instructions: str | None = None,
    limits: Limits | None = None,
) -> Source:
    """Make a source of a mailbox of Gmail.

    Who signs in: see `GoogleAuth`; a service account must be told whom it acts for. The token file
    is `gmail_token.json` if none is named. *write* lets an agent draft, send and label.
    *instructions* and *write_instructions* stand for what it is told when it answers, or writes.

    Raises:
        InvalidArgument: an argument is not what it should be.
        MissingExtra: httpx or google-auth is not installed.
    """
    need("httpx", "google")
    need("google.auth", "google")
    check_argument("gmail, write", write, bool, "True or False")
    check_argument("gmail, limits", limits, Limits | None, "Limits(...), or None")
    within = limits or Limits()
    given = GoogleAuth(service_account_path, token_path, delegated_user)
    scopes = _WRITE if write else _READ
    sign_in = sign_in_of(
        "gmail", auth, given, token_name="gmail_token.json", scopes=scopes, delegates=True
    )
    address = checked_address("gmail, base_url", base_url or _ADDRESS)
    mail = GoogleApi(Api("gmail", address, within), sign_in)
    said = (*writers(mail), *labellers(mail)) if write else ()
    operations = (
        *(operation(one) for one in (*readers(mail), *other_readers(mail), *shelves(mail))),
        *(operation(one, writes=True) for one in said),
    )
    surface = Surface(operations, _asking(mail, id), _unsaid if write else None)
    return Source(
        id,
        steady(surface),
        sign_in.status,
        name,
        _ABOUT,
        writable=write,
        limits=within,
        inner=chosen("gmail, instructions", instructions, GMAIL),
        inner_write=chosen("gmail, write_instructions", write_instructions, GMAIL_WRITE),
    )


def _asking(mail: GoogleApi, source: str) -> Callable[[Question], object]:
    async def ask(question: Question) -> Answer:
        """Search with Gmail's own query, or for words of the question."""
        query = question.text.strip()
        if not _OPERATOR.search(query):
            terms = terms_of(query)[:_MOST_TERMS]
            if not terms:
                return Answer()
            query = "{" + " ".join(terms) + "}"
        share = mail.api.limits.characters // _BEST
        async with client_of(mail.api.limits) as client:
            found = await mail.ask(
                client, "GET", "/users/me/messages", {"q": query, "maxResults": _BEST}
            )
            ids = [text_of(one.get("id")) for one in rows(found.get("messages"))][:_BEST]
            messages = await full_messages(mail, client, ids, share)
        return Answer(tuple(_document(one, source) for one in messages))

    return ask


def _document(message: dict[str, object], source: str) -> Document:
    key = text_of(message["id"])
    subject = text_of(message.get("subject")) or "no subject"
    head = f"{text_of(message.get('from'))}, {text_of(message.get('date'))}"
    return Document(key, subject, key, source, f"{head}\n{text_of(message['body'])}")


def _unsaid(_question: Question) -> Answer:
    raise SourceRefusal("what is to be written needs an agent: mode='agent'")
