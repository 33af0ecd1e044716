"""The models that a chat can call: those of an endpoint, or a script."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Final
from urllib.parse import urlsplit

import anyio
from attrs import frozen

from ctxfn.io.errors import InvalidArgument
from ctxfn.io.models import ScriptedModel, openai_client
from ctxfn.io.runner import OfferedModel
from ctxfn.turns import Model

__all__ = ["Endpoint", "endpoint", "models_of"]

#: The usual names of what the environment says.
_URL, _KEY, _MODEL = "OPENAI_BASE_URL", "OPENAI_API_KEY", "OPENAI_MODEL"

_SCRIPT: Final = "script"

#: Seconds between two pieces of what a script says, so that one sees it come and can stop it.
_PAUSE: Final = 0.015


@frozen
class Endpoint:
    """Where models are, and which; without any, a script answers."""

    models: tuple[str, ...] = ()
    url: str | None = None
    key_env: str | None = None
    window: int = 128_000
    answer: int = 4_096

    @property
    def provider(self) -> str:
        """What its models are listed under."""
        if not self.models:
            return _SCRIPT
        return "openai" if self.url is None else urlsplit(self.url).hostname or "endpoint"


def endpoint(
    *,
    url: str | None,
    key_env: str | None,
    models: Sequence[str],
    window: int,
    answer: int,
    scripted: bool,
    environment: Mapping[str, str] = os.environ,
) -> Endpoint:
    """Say where to ask: what options say, else the environment, else a script.

    Raises:
        InvalidArgument: there is an endpoint, and nobody says which model; or a window in which
            an answer does not fit.
    """
    if not 1 <= answer < window:
        found = f"{answer} in a window of {window}"
        raise InvalidArgument("--answer", found, "tokens that fit in --window")
    where = url or environment.get(_URL) or None
    named = tuple(dict.fromkeys(models)) or tuple(filter(None, [environment.get(_MODEL)]))
    if scripted or not (where or environment.get(key_env or _KEY) or models):
        return Endpoint(window=window, answer=answer)
    if not named:
        expected = f"the name of a model at {where or 'OpenAI'}, or --scripted"
        raise InvalidArgument("--model", f"none, and none in {_MODEL}", expected)
    return Endpoint(named, where, _key_for(url, where, key_env, environment), window, answer)


async def _pause() -> None:
    await anyio.sleep(_PAUSE)


def models_of(found: Endpoint, *, paced: bool) -> tuple[OfferedModel, ...]:
    """Make a client for the models that were found; a script that is *paced* lets one read along.

    Raises:
        InvalidArgument: there is no key in the environment.
        MissingExtra: the SDK is not installed.
    """
    if not found.models:
        script = ScriptedModel(pause=_pause) if paced else ScriptedModel()
        model = Model("small-talk", found.window, found.provider, found.answer)
        return (OfferedModel(model, script),)
    client = openai_client(base_url=found.url, key_env=found.key_env)
    return tuple(
        OfferedModel(Model(name, found.window, found.provider, found.answer), client)
        for name in found.models
    )


def _key_for(
    url: str | None, where: str | None, key_env: str | None, environment: Mapping[str, str]
) -> str | None:
    """Name the variable of the key: that of OpenAI goes where the environment says, nowhere else."""
    if key_env is not None or url is not None:
        return key_env
    return _KEY if where is not None and environment.get(_KEY) else None
