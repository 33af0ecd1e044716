"""A stand-in for Google's services: it gives tokens to whoever has the key, and checks them."""

from __future__ import annotations

import contextlib
import functools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from ctxfn.io.sources import Answer, Limits, Source, opened_now
from tests.io.sources.standin import Sent, StandIn, Told, standing_in, told_json

__all__ = [
    "ACCOUNT",
    "TOKEN",
    "WITHIN",
    "called",
    "cloud",
    "key_file",
    "known",
    "token_file",
    "value",
]

ACCOUNT = "owl@nest.iam.gserviceaccount.com"
TOKEN = "ya29.of-an-owl"
WITHIN = Limits(seconds=3, file_bytes=100_000)


@functools.cache
def _key() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(public_exponent=65_537, key_size=2_048)


def key_file(folder: Path, server: StandIn) -> Path:
    """Write the key of a service account whose tokens come from *server*."""
    private = _key().private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    told = {
        "type": "service_account",
        "client_email": ACCOUNT,
        "private_key": private.decode(),
        "private_key_id": "1",
        "token_uri": f"{server.address}/token",
    }
    path = folder / "key.json"
    path.write_text(json.dumps(told))
    return path


def token_file(folder: Path, server: StandIn, **told: object) -> Path:
    """Write the token of a person, to be renewed at *server*."""
    given = {
        "token": "old",
        "refresh_token": "again",
        "token_uri": f"{server.address}/token",
        "client_id": "nest",
        "client_secret": "hoot",
        "expiry": "2020-01-01T00:00:00Z",
        **told,
    }
    path = folder / "token.json"
    path.write_text(json.dumps({key: one for key, one in given.items() if one is not None}))
    return path


def known(sent: Sent) -> dict[str, object]:
    """Check the signature of what a service account says of itself, and return that."""
    from google.auth import jwt

    public = (
        _key()
        .public_key()
        .public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    )
    read: Any = jwt.decode
    return dict(read(sent.form["assertion"], certs=public, clock_skew_in_seconds=60, audience=None))


def _token(sent: Sent) -> Told:
    if sent.form["grant_type"] == "refresh_token":
        good = sent.form["refresh_token"] == "again" and sent.form["client_secret"] == "hoot"
    else:
        good = known(sent)["iss"] == ACCOUNT
    told = {"access_token": TOKEN, "expires_in": 3_600, "token_type": "Bearer"}
    return told_json(told if good else {"error": "invalid_grant"}, 200 if good else 400)


@contextlib.contextmanager
def cloud() -> Iterator[StandIn]:
    """Run it for a ``with`` block; whoever asks without its token is refused."""
    with standing_in() as made:
        made.answers["POST /token"] = _token
        yield made
        asked = [one for one in made.sent if one.path != "/token"]
        assert {one.headers.get("authorization") for one in asked} <= {f"Bearer {TOKEN}"}


def called(made: Source, name: str, **arguments: object) -> Answer:
    """Run an operation."""
    with opened_now(made) as live:
        return live.call(name, arguments)


def value(answer: Answer) -> dict[str, object]:
    """Read what it tells."""
    assert answer.problem is None, answer.problem
    return dict(json.loads(answer.text or "{}"))
