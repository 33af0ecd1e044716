"""Sign in to Google with a service account's key, or with a token that a person once allowed.

Nobody is ever asked anything here: a browser that opens inside a question would hold it up for ever.
"""

from __future__ import annotations

import json
import os
import tempfile
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from ctxfn.errors import InvalidArgument, check_argument
from ctxfn.io.errors import SourceRefusal
from ctxfn.io.gather.fetching import Late, fetched
from ctxfn.io.sources.answers import Status
from ctxfn.io.sources.limits import Limits
from ctxfn.io.sources.net.api import mapping, text_of

__all__ = ["GoogleAuth", "SignIn", "sign_in_of"]

_TOKEN_URI: Final = "https://oauth2.googleapis.com/token"
_LONGEST_FILE: Final = 100_000
_KEY_FILE: Final = "GOOGLE_SERVICE_ACCOUNT_FILE"
_PERSON: Final = "GOOGLE_DELEGATED_USER"


@frozen
class GoogleAuth:
    """How to sign in, for several sources: the key file of a service account, or a token file.

    `delegated_user` is whom a service account acts for. What is missing is looked for in
    `GOOGLE_SERVICE_ACCOUNT_FILE` and `GOOGLE_DELEGATED_USER`.

    Raises:
        InvalidArgument: a field is no path, or no text.
    """

    service_account_path: str | os.PathLike[str] | None = None
    token_path: str | os.PathLike[str] | None = None
    delegated_user: str | None = None

    def __attrs_post_init__(self) -> None:
        for what in ("service_account_path", "token_path"):
            check_argument(what, getattr(self, what), str | os.PathLike | None, "a path, or None")
        check_argument("delegated_user", self.delegated_user, str | None, "a text, or None")


class SignIn:
    """Makes access tokens, each used until it ends; several threads may ask."""

    def __init__(
        self, key_file: Path | None, token_file: Path, person: str | None, scopes: tuple[str, ...]
    ) -> None:
        self._key_file = key_file
        self._token_file = token_file
        self._person = person
        self._scopes = scopes
        self._lock = threading.Lock()
        self._credentials: Any = None

    @property
    def by_key(self) -> bool:
        """Whether a service account signs in."""
        return self._key_file is not None

    @property
    def person(self) -> str | None:
        """Whom a service account acts for."""
        return self._person

    async def headers(self, limits: Limits) -> Mapping[str, str]:
        """Make what a request is signed with.

        Raises:
            SourceRefusal: nobody can sign in.
            TimeoutError: it takes too long.
        """
        try:
            token = await fetched(lambda _: self._token(limits), None, limits.seconds)
        except Late:
            raise TimeoutError("signing in takes too long") from None
        return {"Authorization": f"Bearer {token}"}

    def status(self) -> Status:
        """Say whether somebody can sign in, from files alone."""
        try:
            if self._key_file is not None:
                credentials = self._by_key(self._key_file)
                return Status(True, f"service account {credentials.service_account_email}")
            credentials = self._by_token()
        except SourceRefusal as refusal:
            return Status(False, refusal.reason)
        if credentials.valid or credentials.refresh_token:
            return Status(True, "signed in with a token file")
        return Status(False, "not signed in: the token has ended, and cannot be renewed")

    def _token(self, limits: Limits) -> str:
        from google.auth.exceptions import GoogleAuthError

        from ctxfn.io.sources.google.exchanging import exchange

        with self._lock:
            if self._credentials is None:
                made = self._by_key(self._key_file) if self._key_file else self._by_token()
                self._credentials = made
            if not self._credentials.valid:
                try:
                    self._credentials.refresh(exchange(limits))
                except GoogleAuthError as error:
                    self._credentials = None  # another file may be there next time
                    raise SourceRefusal(f"not signed in: {_words(error)}") from None
                if self._key_file is None:
                    self._keep(self._credentials)
            return str(self._credentials.token)

    def _by_key(self, file: Path) -> Any:
        from google.oauth2 import service_account

        info = _read(file, "the key file of the service account")
        try:
            kind: Any = service_account.Credentials
            made: Any = kind.from_service_account_info(dict(info), scopes=list(self._scopes))
        except Exception:  # its words may repeat the key
            raise SourceRefusal(f"{file.name}: it is no key of a service account") from None
        return made.with_subject(self._person) if self._person else made

    def _by_token(self) -> Any:
        from google.oauth2 import credentials

        if not self._token_file.exists():
            raise SourceRefusal(
                f"not signed in: no key of a service account ({_KEY_FILE}), and no token file "
                f"{self._token_file.name}"
            )
        info = dict(_read(self._token_file, "the token file"))
        info.setdefault("client_id", "")
        info.setdefault("client_secret", "")
        info["refresh_token"] = info.get("refresh_token") or None
        try:
            kind: Any = credentials.Credentials
            made: Any = kind.from_authorized_user_info(info)
        except Exception:
            raise SourceRefusal(f"{self._token_file.name}: it is no token file") from None
        made._token_uri = text_of(info.get("token_uri")) or _TOKEN_URI  # it would be forgotten
        return made

    def _keep(self, credentials: Any) -> None:
        """Write the renewed token where the old one was, at once or not at all."""
        folder = self._token_file.parent
        try:
            handle, kept = tempfile.mkstemp(dir=folder, prefix=f".{self._token_file.name}.")
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(credentials.to_json())
            os.replace(kept, self._token_file)
        except OSError:  # it is renewed again next time
            return


def sign_in_of(
    what: str,
    auth: object,
    given: GoogleAuth,
    *,
    token_name: str,
    scopes: tuple[str, ...],
    delegates: bool,
) -> SignIn:
    """Decide who signs in: *auth*, or else what is *given* beside it and in the environment.

    Raises:
        InvalidArgument: both are there; or *delegates*, and a service account acts for nobody.
    """
    check_argument(f"{what}, auth", auth, GoogleAuth | None, "a GoogleAuth(...), or None")
    if isinstance(auth, GoogleAuth):
        if given != GoogleAuth():
            expected = "either auth, or paths and delegated_user"
            raise InvalidArgument(f"{what}, auth", "one, and more beside it", expected)
        given = auth
    token = given.token_path
    key = given.service_account_path or (None if token else os.environ.get(_KEY_FILE) or None)
    person = given.delegated_user or os.environ.get(_PERSON) or None
    if delegates and key and not person:
        expected = f"whom the service account acts for: delegated_user, or {_PERSON}"
        raise InvalidArgument(f"{what}, delegated_user", "nobody", expected)
    return SignIn(
        None if key is None else Path(key).expanduser(),
        Path(token or token_name).expanduser(),
        person if key else None,
        scopes,
    )


def _read(file: Path, what: str) -> Mapping[str, object]:
    try:
        with file.open("rb") as opened:
            value = mapping(json.loads(opened.read(_LONGEST_FILE)))
    except OSError as error:
        reason = os.strerror(error.errno or 0)
        raise SourceRefusal(f"{file.name}, {what}: {reason}") from None
    except (ValueError, RecursionError):
        value = {}
    if not value:
        raise SourceRefusal(f"{file.name}: it is not {what}")
    return value


def _words(error: Exception) -> str:
    said = error.args[0] if error.args else ""
    return (said if isinstance(said, str) else type(error).__name__)[:160]
