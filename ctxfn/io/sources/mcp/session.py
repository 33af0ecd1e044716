"""One session with a server: opened, its tools listed, and called until it ends."""

from __future__ import annotations

import contextlib
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from typing import TYPE_CHECKING, Any, Final

from attrs import frozen

from ctxfn.errors import shown
from ctxfn.io.errors import SourceRefusal
from ctxfn.io.gather.looking_up import reason_of
from ctxfn.io.sources.answers import Answer
from ctxfn.io.sources.mcp.ending import Ending
from ctxfn.io.sources.mcp.results import answer_of, failed
from ctxfn.io.sources.mcp.tools import Chosen, chosen, listed_tools
from ctxfn.io.sources.operations import Operation
from ctxfn.io.sources.owner import plain_error
from ctxfn.io.sources.source import Question, Surface

if TYPE_CHECKING:
    from mcp import Client
    from mcp.client._transport import TransportStreams

__all__ = ["Connecting", "Streams"]

#: Makes what the SDK reads from and writes to, and tells when it ended.
Streams = Callable[[Ending], AbstractAsyncContextManager["TransportStreams"]]

#: What the SDK says when nobody is there any more, and when a server answered by a status alone.
_CLOSED: Final = -32000
_SAYS_NOTHING: Final = "Server returned an error response"

_QUIET: Final = logging.NullHandler()


@frozen
class Connecting:
    """How a session is opened, which of its tools are taken, and which of them takes a question."""

    id: str
    streams: Streams
    choice: Chosen
    protocol: str
    asks: str | None

    @contextlib.asynccontextmanager
    async def opened(self) -> AsyncIterator[Surface]:
        """Open a session for a block.

        Raises:
            SourceRefusal: there is none; it says why.
        """
        ending = Ending()
        async with contextlib.AsyncExitStack() as stack:
            try:
                client = await stack.enter_async_context(self._client(ending))
                listed = await listed_tools(client)
            except Exception as error:
                raise SourceRefusal(ending.reason or ending.hint or _words(error)) from None
            live = _Live(self.id, client, ending)
            taken, remarks = chosen(listed, self.choice, live.call)
            yield Surface(
                tuple(taken.values()),
                self._asker(taken),
                self._refuse_words,
                ending.listen,
                client.instructions or "",
                remarks,
                takes_words=self.asks is not None,
            )

    def _client(self, ending: Ending) -> Client:
        from mcp import Client

        # Its logger tells of each broken connection, and so do we.
        logging.getLogger("mcp").addHandler(_QUIET)
        # Nothing is offered to the server: what it asks of a model or a person is refused.
        return Client(self.streams(ending), mode=self.protocol, cache=None)

    def _asker(self, taken: Mapping[str, Operation]) -> Callable[[Question], Any]:
        if self.asks is None:
            return self._refuse_words
        one = taken.get(self.asks)
        name = _words_go_to(one) if one is not None and not one.writes else None

        async def ask(question: Question) -> object:
            if one is None or name is None:
                raise SourceRefusal(f"ask: {self.asks} is no tool that reads and takes one text")
            return await self._ran(one, {name: question.text})

        return ask

    @staticmethod
    async def _ran(one: Operation, given: Mapping[str, object]) -> object:
        came = one.run(given)
        return await came if isinstance(came, Awaitable) else came

    def _refuse_words(self, _question: Question) -> Answer:
        raise SourceRefusal(
            "it has tools and understands no words: let an agent use them, call one, or say "
            "which of them takes a question (ask=TOOL)"
        )


@frozen
class _Live:
    id: str
    client: Client
    ending: Ending

    async def call(self, tool: str, given: Mapping[str, object]) -> Answer:
        """Call *tool*; whatever is *given* is its arguments, and nothing more."""
        from mcp import MCPError

        if self.ending.reason:
            return failed(self.id, tool, self.ending.reason)
        arguments = _sendable(tool, given)
        try:
            return answer_of(self.id, tool, await self.client.call_tool(tool, arguments))
        except MCPError as error:
            said = error.error.message
            if said == _SAYS_NOTHING and self.ending.hint:
                said = self.ending.hint
            if error.error.code == _CLOSED or self.ending.forgotten:
                self.ending.tell(f"the connection ended: {said}")
                return failed(self.id, tool, self.ending.reason)
            return failed(self.id, tool, f"the server did not do it: {said}")
        # It broke a promise: of the protocol, or one of its own.
        except (ValueError, RuntimeError) as error:
            return failed(self.id, tool, _broken(error))
        except Exception as error:
            self.ending.tell(f"the connection ended: {_words(error)}")
            return failed(self.id, tool, self.ending.reason)


def _broken(error: Exception) -> str:
    """Say what is wrong with a result: which parts are unknown, or where it first is no result."""
    from pydantic import ValidationError

    if not isinstance(error, ValidationError):
        return f"its result is none: {' '.join(str(error).split())}"
    wrong = error.errors(include_url=False)
    kinds = [
        {str(one["input"]) for one in wrong if one["loc"][:2] == place and _is_kind(one)}
        for place in dict.fromkeys(one["loc"][:2] for one in wrong)
    ]
    unknown = [kind for each in kinds if len(each) == 1 for kind in each]
    if unknown:
        return f"its result has parts that nobody knows: {', '.join(dict.fromkeys(unknown))}"
    place = ".".join(map(str, wrong[0]["loc"]))
    return f"its result is none: {place}: {wrong[0]['msg']}"


def _is_kind(wrong: Mapping[str, Any]) -> bool:
    return bool(wrong["type"] == "literal_error" and wrong["loc"][-1] == "type")


def _sendable(tool: str, given: Mapping[str, object]) -> dict[str, object]:
    """Refuse what cannot be sent: it would end the connection for all."""
    try:
        json.dumps(dict(given), allow_nan=False, ensure_ascii=False).encode()
    except (TypeError, ValueError, RecursionError):
        raise SourceRefusal(f"{tool}: found {shown(dict(given))}, expected JSON") from None
    return dict(given)


def _words_go_to(one: Operation) -> str | None:
    """The argument that takes words: the only one that must be there, or the only one at all."""
    schema = one.parameters.thaw()
    if not isinstance(schema, dict):
        return None
    parts = schema.get("properties")
    if not isinstance(parts, dict):
        return None
    texts = [
        key
        for key, part in parts.items()
        if isinstance(part, dict) and part.get("type") == "string"
    ]
    needed = schema.get("required") or list(parts)
    return needed[0] if len(needed) == 1 and needed[0] in texts else None


def _words(error: Exception) -> str:
    from mcp import MCPError

    plain = plain_error(error)
    if isinstance(plain, ValueError):
        return _broken(plain)
    if isinstance(plain, MCPError):
        return str(plain.error.message)
    return plain.reason if isinstance(plain, SourceRefusal) else reason_of(plain)
