"""What a failure means: from a status, an error's own words, or an exception of an SDK."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from email.utils import parsedate_to_datetime
from typing import Final

from ctxfn.io.models.errors import FailureKind, ModelFailure
from ctxfn.lint import rules_behind

__all__ = ["failure_of", "failure_said", "hidden"]

_LONGEST: Final = 300
_MOST_READ: Final = 4_000

_OF_STATUS: Final[Mapping[int, FailureKind]] = {
    401: "authentication",
    402: "quota",
    403: "forbidden",
    404: "not_found",
    408: "timeout",
    409: "conflict",
    413: "too_long",
    429: "rate_limit",
    504: "timeout",
    529: "overloaded",
}

#: What APIs write as the type or the code of an error that comes without a status of its own.
_OF_WORD: Final[Mapping[str, FailureKind]] = {
    "api_error": "server",
    "authentication_error": "authentication",
    "billing_error": "quota",
    "content_filter": "filtered",
    "context_length_exceeded": "too_long",
    "exceed_context_size_error": "too_long",
    "insufficient_quota": "quota",
    "internal_error": "server",
    "internal_server_error": "server",
    "invalid_api_key": "authentication",
    "invalid_request_error": "invalid",
    "model_not_found": "not_found",
    "not_found_error": "not_found",
    "overloaded_error": "overloaded",
    "permission_error": "forbidden",
    "rate_limit_error": "rate_limit",
    "rate_limit_exceeded": "rate_limit",
    "request_too_large": "too_long",
    "server_error": "server",
    "service_unavailable": "overloaded",
    "timeout_error": "timeout",
}

#: What APIs and servers say of a request that does not fit the model's window.
_TOO_LONG: Final = re.compile(
    r"""context[ _]length | context[ _](?:window|size|limit) | prompt[ ]is[ ]too[ ]long
      | input[ ]is[ ]too[ ]long | too[ ]many[ ](?:input[ ])?tokens | reduce[ ]the[ ]length
      | maximum[ ]number[ ]of[ ]tokens | exceeds?[ ]the[ ](?:maximum|limit)[^.]*tokens""",
    re.VERBOSE | re.IGNORECASE,
)

_AGAIN: Final = frozenset(
    {"conflict", "connection", "cut", "overloaded", "rate_limit", "server", "timeout"}
)

#: Packages whose errors are of the connection.
_OF_THE_NET: Final = frozenset(
    {"anthropic", "anyio", "h11", "h2", "httpcore", "httpcore2", "httpx", "httpx2", "openai", "ssl"}
)

#: Keys of the usual makes, whole or with stars: APIs repeat what they were given.
_KEY: Final = re.compile(r"\b(?:sk|pk|rk|xai|gsk)-[\w*.-]{4,}|(?<=Bearer )\S+")
_HIDDEN: Final = "[hidden]"


def hidden(text: str, secrets: Iterable[str]) -> str:
    """Hide *secrets* in *text*, and what looks like one; control characters and length are cut."""
    for secret in sorted((one for one in secrets if one), key=len, reverse=True):
        text = text.replace(secret, _HIDDEN)
    text = _KEY.sub(_HIDDEN, text)
    plain = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    return plain if len(plain) <= _LONGEST else f"{plain[: _LONGEST - 1]}…"


def failure_said(
    provider: str,
    error: object,
    *,
    status: int | None = None,
    headers: Mapping[str, str] | None = None,
    clock: Callable[[], float] | None = None,
) -> ModelFailure:
    """Read what an API says of an *error*: an object with a message, or a text.

    Its words are as they came: whoever passes them on hides what is secret in them.
    """
    words, message = _words_of(error)
    reason = _beginning(message) or f"no reason given (HTTP {status})"
    if status is None:
        status = next((int(word) for word in words if re.fullmatch(r"[45]\d\d", word)), None)
    kind = _kind_of(status, words, reason)
    told = headers or {}
    again = kind in _AGAIN
    if status is not None and told.get("x-should-retry") in ("true", "false"):
        again = told["x-should-retry"] == "true"
    rules = tuple(rule.code for rule in rules_behind(reason)) if kind == "invalid" else ()
    return ModelFailure(
        kind,
        provider,
        reason,
        status,
        _retry_after(told, clock),
        again=again,
        rules=rules,
    )


def _words_of(error: object) -> tuple[tuple[str, ...], str]:
    """Return the type and the code of an error, and what it says."""
    while isinstance(error, dict) and isinstance(error.get("error"), dict):
        error = error["error"]
    if not isinstance(error, dict):
        return (), error.strip() if isinstance(error, str) else ""
    words = tuple(str(error[key]) for key in ("code", "type") if error.get(key) is not None)
    said = next(
        (error[key] for key in ("message", "error", "detail") if isinstance(error.get(key), str)),
        None,
    )
    return words, said or ", ".join(words) or str(error)


def _beginning(text: str) -> str:
    """Take as much of *text* as is read; half a word may be half a key, which nobody would hide."""
    if len(text) <= _MOST_READ:
        return text
    return text[:_MOST_READ].rsplit(None, 1)[0]


def _kind_of(status: int | None, words: tuple[str, ...], reason: str) -> FailureKind:
    named: list[FailureKind] = [_OF_WORD[word] for word in words if word in _OF_WORD]
    if "too_long" in named or (status in (None, 400, 422) and _TOO_LONG.search(reason)):
        return "too_long"
    if "quota" in named:
        return "quota"
    of_status = None if status is None else _OF_STATUS.get(status)
    if of_status is not None:
        return of_status
    if status is not None and status >= 500:
        return "overloaded" if "overloaded" in named else "server"
    if named:
        return named[0]
    return "server" if status is None else "invalid"


def _retry_after(headers: Mapping[str, str], clock: Callable[[], float] | None) -> float | None:
    """Read how many seconds a server asks to wait, be they written as such or as a date."""
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        written = headers.get(name)
        if written is None:
            continue
        try:
            seconds = float(written) * unit
        except ValueError:
            seconds = _until(written, clock)
        if math.isfinite(seconds):
            return max(0.0, seconds)
    return None


def _until(date: str, clock: Callable[[], float] | None) -> float:
    try:
        then = parsedate_to_datetime(date).timestamp()
    except (TypeError, ValueError, OverflowError):
        return math.nan
    return math.nan if clock is None else then - clock()


def failure_of(
    provider: str,
    error: Exception,
    *,
    begun: bool = False,
    clock: Callable[[], float] | None = None,
) -> ModelFailure:
    """Tell what an exception of an SDK means; *begun*: the answer had begun to come.

    SDKs differ in their classes and agree in their attributes, so it is these that are read.
    """
    response = getattr(error, "response", None)
    status = getattr(error, "status_code", None)
    if isinstance(status, int) and response is not None:
        body = getattr(error, "body", None)
        said = body or str(error)
        headers = {str(key).lower(): str(one) for key, one in dict(response.headers).items()}
        return failure_said(provider, said, status=status, headers=headers, clock=clock)
    name = type(error).__name__
    said_by = (str(error) or name, str(error.__cause__ or ""))
    reason = _beginning(": ".join(dict.fromkeys(filter(None, said_by))))  # some repeat the cause
    root = type(error).__module__.partition(".")[0]
    of_the_net = root in _OF_THE_NET or isinstance(error, OSError | EOFError)
    # Connections that were kept go with their event loop, and are missed when they are used.
    if not of_the_net and not (isinstance(error, RuntimeError) and "loop" in reason):
        return ModelFailure("invalid", provider, reason)  # of what is sent, not of sending it
    kind: FailureKind = "timeout" if "Timeout" in name else "cut" if begun else "connection"
    return ModelFailure(kind, provider, reason, again=True)
