"""Slack's own client, kept within limits: no redirect, no proxy of ours, no endless answer, no long wait."""

from __future__ import annotations

import functools
import http.client
import logging
import ssl
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from typing import Any, Final
from urllib.parse import urlsplit

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError, SlackClientError
from slack_sdk.http_retry import RetryHandler

from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.limits import Limits
from ctxfn.io.sources.net.api import mapping, text_of

__all__ = ["LimitedClient", "asked", "belongs_to", "read"]

#: How often Slack is asked again when it is busy, and of the time how much it may make us wait.
_AGAIN: Final = 2
_OF_THE_TIME: Final = 0.5
_PIECE: Final = 65_536

#: What people can do about what Slack says.
_HINTS: Final[Mapping[str, str]] = {
    "channel_not_found": "list the channels, or invite the app to a private one",
    "not_in_channel": "invite the app to the channel",
    "is_archived": "the channel is archived",
    "missing_scope": "the token lacks a scope",
    "not_allowed_token_type": "another kind of token is needed",
    "invalid_auth": "the token is not accepted",
    "not_authed": "the token is missing",
    "token_revoked": "the token is not accepted any more",
    "token_expired": "the token is not accepted any more",
    "account_inactive": "the token is not accepted any more",
    "ratelimited": "ask again later",
    "thread_not_found": "thread_ts is the ts of the thread's first message",
    "user_not_found": "list the users",
    "file_not_found": "file_id is as a message names it",
    "msg_too_long": "say less",
    "no_text": "say something",
}


class LimitedClient(WebClient):  # type: ignore[misc, unused-ignore]
    """Slack's client, with a bound for what it reads, and no way but the one to Slack.

    The method that sends is the one place where the client opens an address: what it would read
    whole is read in pieces here, and what points elsewhere is not followed with the token.
    """

    def __init__(self, token: str, address: str, limits: Limits) -> None:
        quiet = logging.Logger("slack", logging.CRITICAL + 1)  # it would print what was sent
        super().__init__(
            token,
            base_url=address,
            timeout=max(1, int(limits.seconds)),
            retry_handlers=[_Patience(limits.seconds * _OF_THE_TIME)],
            logger=quiet,
        )
        self.proxy = None
        self._limits = limits

    def _perform_urllib_http_request_internal(
        self,
        url: str,  # noqa: ARG002
        req: urllib.request.Request,
    ) -> dict[str, Any]:
        status, headers, body = read(req, self._limits, self._limits.file_bytes)
        charset = headers.get_content_charset() or "utf-8"
        try:
            said = body.decode(charset, "replace")
        except LookupError:
            said = body.decode("utf-8", "replace")
        if status == 200 and not said.lstrip().startswith("{"):
            raise SourceRefusal(f"found {headers.get_content_type()[:60]}, expected a JSON object")
        return {"status": status, "headers": headers, "body": said}


class _Patience(RetryHandler):  # type: ignore[misc, unused-ignore]
    """Asks again after as long as Slack says, if that is not too long."""

    def __init__(self, most: float) -> None:
        super().__init__(max_retry_count=_AGAIN)
        self._left = most

    def _can_retry(self, *, response: Any = None, **_given: Any) -> bool:
        wait = _wait(response)
        return wait is not None and wait <= self._left

    def prepare_for_next_attempt(self, *, state: Any, response: Any = None, **_given: Any) -> None:
        """Wait as long as it says."""
        wait = _wait(response) or 0
        self._left -= wait
        time.sleep(wait)
        state.next_attempt_requested = True
        state.increment_current_attempt()


class _Stay(urllib.request.HTTPRedirectHandler):
    """Follows nothing: who we are would be told there."""

    def redirect_request(self, *_given: Any, **_named: Any) -> None:
        """Follow nothing."""
        return


def read(
    request: urllib.request.Request, limits: Limits, most: int
) -> tuple[int, http.client.HTTPMessage, bytes]:
    """Send *request*, and read at most *most* bytes of what comes.

    An answer that refuses comes back like any other.

    Raises:
        SourceRefusal: more comes, or less than was announced.
        TimeoutError: it takes too long.
    """
    opener = urllib.request.build_opener(
        urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=_context()), _Stay()
    )
    end = time.monotonic() + limits.seconds
    try:
        response: Any
        try:
            response = opener.open(request, timeout=limits.seconds)
        except urllib.error.HTTPError as error:
            response = error
        with response:
            return response.code, response.headers, _read(response, end, most)
    except http.client.HTTPException:
        raise SourceRefusal("the answer was cut off") from None


def _read(response: Any, end: float, most: int) -> bytes:
    taken = bytearray()
    while piece := response.read1(_PIECE):
        taken += piece
        if len(taken) > most:
            raise SourceRefusal(f"the answer has more than {most:,} bytes")
        if time.monotonic() > end:
            raise TimeoutError("the answer took too long")
    if response.length:
        raise SourceRefusal("the answer was cut off")
    return bytes(taken)


def asked(
    what: Callable[[], Any], operation: str, channel: str | None = None
) -> Mapping[str, object]:
    """Do *what* asks Slack something, and return what it answers.

    Raises:
        SourceRefusal: Slack says no: with its code, what was asked, where, and what to do.
    """
    try:
        return mapping(what().data)
    except SlackApiError as error:
        raise SourceRefusal(_refused(error, operation, channel)) from None
    except SlackClientError as error:
        raise SourceRefusal(f"{operation}: {str(error)[:160]}") from None
    except urllib.error.URLError as error:
        if isinstance(error.reason, TimeoutError):
            raise TimeoutError("Slack does not answer") from None
        raise SourceRefusal(f"{operation}: Slack cannot be reached: {error.reason}") from None
    except ValueError:  # the client reads an answer before it asks whether it is one
        raise SourceRefusal(f"{operation}: found no JSON in the answer") from None


def belongs_to(url: str, address: str) -> bool:
    """Whether *url* lies at the host of *address*, or at Slack, so that it may see the token."""
    try:
        found, own = urlsplit(url), urlsplit(address)
        if (found.scheme, found.hostname, found.port) == (own.scheme, own.hostname, own.port):
            return "@" not in found.netloc
        host = found.hostname or ""
        plain = found.port in (None, 443) and "@" not in found.netloc
    except ValueError:
        return False
    return (
        found.scheme == "https" and plain and (host == "slack.com" or host.endswith(".slack.com"))
    )


def _refused(error: SlackApiError, operation: str, channel: str | None) -> str:
    response = error.response
    data = mapping(response.data)
    status = response.status_code
    code = text_of(data.get("error"))[:80] or f"status {status}"
    if status != 200 and " " in code:  # the client's own words for what is no answer of Slack's
        code = f"status {status}"
    if status == 429:
        code = "ratelimited"
        wait = next((str(v) for k, v in response.headers.items() if k.lower() == "retry-after"), "")
        code += f" (again in {wait[:10]} s)" if wait else ""
    parts = [f"{operation}: Slack says {code}"]
    if channel is not None:
        parts.append(f"channel {channel}")
    needed = text_of(data.get("needed"))[:80]
    if needed:
        parts.append(f"needs {needed}")
    hint = _HINTS.get(code.partition(" ")[0])
    return ", ".join(parts) + (f": {hint}" if hint else "")


def _wait(response: Any) -> float | None:
    if response is None or response.status_code != 429:
        return None
    for key, value in response.headers.items():
        said = str(value[0] if isinstance(value, list) and value else value)
        if key.lower() == "retry-after" and said.isascii() and said.isdigit():
            return float(said[:9])
    return None


@functools.cache
def _context() -> ssl.SSLContext:
    return ssl.create_default_context()
