"""What keys of services look like, as data, and how to find one without telling it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from attrs import frozen

__all__ = ["SECRET_SHAPES", "Secret", "SecretShape", "secrets_in", "without_secrets"]


@frozen
class SecretShape:
    """The keys of one service: what they are, what they begin with, and their whole form."""

    name: str
    start: str
    pattern: str


#: Only forms that begin with something of their own: hardly anything else looks like them.
SECRET_SHAPES: Final = (
    SecretShape("an Anthropic key", "sk-ant-", r"sk-ant-[A-Za-z0-9]+-[\w-]{20,}"),
    SecretShape("an OpenAI key", "sk-", r"sk-(?!ant-)(?:proj-|svcacct-|admin-|or-v1-)?[\w-]{20,}"),
    *(
        SecretShape("a GitHub token", f"gh{one}_", rf"gh{one}_[A-Za-z0-9]{{36,}}")
        for one in "pousr"
    ),
    SecretShape("a GitHub token", "github_pat_", r"github_pat_\w{22,}"),
    SecretShape("a GitLab token", "glpat-", r"glpat-[\w-]{20,}"),
    SecretShape("an AWS key id", "AKIA", r"AKIA[A-Z0-9]{16}"),
    SecretShape("an AWS key id", "ASIA", r"ASIA[A-Z0-9]{16}"),
    SecretShape("a Google key", "AIza", r"AIza[\w-]{35}"),
    SecretShape("a Google token", "ya29.", r"ya29\.[\w-]{20,}"),
    SecretShape("a Slack token", "xox", r"xox[abeprs]-[A-Za-z0-9-]{10,}"),
    SecretShape("a Stripe key", "_live_", r"[rs]k_live_[A-Za-z0-9]{16,}"),
    SecretShape("a Hugging Face token", "hf_", r"hf_[A-Za-z0-9]{30,}"),
    SecretShape("an npm token", "npm_", r"npm_[A-Za-z0-9]{36}"),
    SecretShape("a PyPI token", "pypi-", r"pypi-AgE[\w-]{50,}"),
    SecretShape("a SendGrid key", "SG.", r"SG\.[\w-]{22}\.[\w-]{43}"),
    SecretShape("a Groq key", "gsk_", r"gsk_[A-Za-z0-9]{40,}"),
    SecretShape("an xAI key", "xai-", r"xai-[A-Za-z0-9]{40,}"),
    SecretShape("a Replicate token", "r8_", r"r8_[A-Za-z0-9]{30,}"),
    SecretShape(
        "a private key",
        "-----BEGIN ",
        r"-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s*[A-Za-z0-9+/=\s]{40}",
    ),
    SecretShape("a signed token", "eyJ", r"eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}"),
)

_PATTERNS: Final = tuple(
    (shape, re.compile(rf"(?<![A-Za-z0-9]){shape.pattern}")) for shape in SECRET_SHAPES
)

#: What people write where a key would stand.
_STAND_INS: Final = ("example", "xxxx", "your", "abcdef", "123456", "....", "****", "redacted")

#: A real key uses more characters than somebody who holds one key down.
_FEWEST: Final = 9

#: So much of a key shows which it is, and no more.
_SHOWN: Final = 4


@frozen
class Secret:
    """A key that was found: what kind, where, and how long. Its text is kept nowhere."""

    kind: str
    start: int
    length: int
    shown: str

    def __str__(self) -> str:
        return f"{self.kind} ({self.shown}…, {self.length} characters)"


def secrets_in(text: str) -> Iterator[Secret]:
    """Yield the keys of services that *text* holds, and never one whole.

    Contract:
        Stand-ins (``sk-your-key-here``) are none. At most four characters of a key are told.

    Complexity: O(characters x kinds), a look for a few characters each.

    Source: ours, from the forms that the services document.

    Examples:
        >>> [str(one) for one in secrets_in("key: AKIA" + "Q3ZK7LMWPT2RN8VX")]
        ['an AWS key id (AKIA…, 20 characters)']
        >>> list(secrets_in("sk-your-key-goes-in-here-please"))
        []
    """
    for shape, pattern in _PATTERNS:
        if shape.start not in text:
            continue
        for found in pattern.finditer(text):
            key = found.group()
            low = key.lower()
            if len(set(low)) >= _FEWEST and not any(one in low for one in _STAND_INS):
                yield Secret(shape.name, found.start(), len(key), key[:_SHOWN])


def without_secrets(text: str) -> str:
    """Return *text* with no more than the beginning of each key in it.

    Contract:
        Without a key it is the same object.

    Complexity: as `secrets_in`.

    Source: ours: a finding that quotes an argument must not tell what is in it.

    Examples:
        >>> without_secrets("key: AKIA" + "Q3ZK7LMWPT2RN8VX!")
        'key: AKIA…!'
    """
    for one in sorted(secrets_in(text), key=lambda secret: secret.start, reverse=True):
        behind = text[one.start + one.length :]
        text = f"{text[: one.start]}{one.shown}…{behind}"
    return text
