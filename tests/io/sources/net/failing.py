"""How services fail: what one answers, what is then said of it."""

from __future__ import annotations

from typing import Final

from tests.io.sources.standin import Told, told_json

__all__ = ["FAILURES"]

_SAID: Final = {"error": {"message": "owls only"}}

#: Each with words of the problem that it becomes.
FAILURES: Final = (
    (told_json(_SAID, 400), "not understood (400): owls only"),
    (told_json({"error": "owls only"}, 401), "the key was not accepted (401): owls only"),
    (told_json({"message": "owls only"}, 403), "this is not allowed (403): owls only"),
    (told_json(_SAID, 404), "there is no such thing (404): owls only"),
    (told_json({}, 429, Retry_After="3600"), "too many requests (429); again in 3600 s"),
    (told_json({}, 429), "too many requests (429)"),
    (Told(b"<h1>oh</h1>", 500, "text/html"), "it failed there (500)"),
    (told_json({}, 503, Retry_After="Wed, 21 Oct 2099 07:28:00 GMT"), "it failed there (503)"),
    (
        told_json({}, 302, Location="http://127.0.0.1:1/"),
        "points elsewhere, and is not followed (302)",
    ),
    (Told(b"<h1>owls</h1>", kind="text/html"), "found text/html, expected JSON"),
    (Told(b'{"results": [', kind="application/json"), "expected JSON"),
    (told_json([1, 2]), "expected JSON, an object"),
    (Told(b"[" * 100_000, kind="application/json"), "expected JSON"),
    (Told(b'{"results": []}', missing=5), "cut off"),
    (Told(b'{"results": []', times=100_000), "has more than 100,000 bytes"),
)
