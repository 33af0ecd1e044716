"""Somebody signs in with a key or a kept token; nobody is asked, and nothing goes out for a status."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest

from ctxfn.errors import InvalidArgument, MissingExtra
from ctxfn.io.sources import GoogleAuth, Limits, calendar, gdrive, gmail, opened_now, query, status
from tests.io.sources.google.cloud import (
    ACCOUNT,
    TOKEN,
    WITHIN,
    called,
    key_file,
    known,
    token_file,
)
from tests.io.sources.standin import StandIn, Told, told_json

FILES = told_json({"files": []})
KINDS = (gdrive, gmail, calendar)


class TestAccounts:
    def test_exchange_what_they_signed_for_a_token(self, server: StandIn, tmp_path: Path) -> None:
        server.answers["GET /files"] = FILES
        made = gdrive(service_account_path=key_file(tmp_path, server), base_url=server.address)

        with opened_now(made) as live:
            for _ in range(3):
                assert live.call("list_files", {}).problem is None

        assert server.paths() == ["/token", "/files", "/files", "/files"]
        told = known(server.sent[0])
        assert (told["iss"], told["scope"]) == (
            ACCOUNT,
            "https://www.googleapis.com/auth/drive.readonly",
        )
        assert "sub" not in told

    def test_act_for_somebody(self, server: StandIn, tmp_path: Path) -> None:
        server.answers["GET /users/me/labels"] = told_json({})
        auth = GoogleAuth(key_file(tmp_path, server), None, "ann@owls.example")
        made = gmail(auth=auth, base_url=server.address, write=True)

        called(made, "list_custom_labels")

        told = known(server.sent[0])
        assert told["sub"] == "ann@owls.example"
        assert str(told["scope"]).split() == [
            f"https://www.googleapis.com/auth/gmail.{one}"
            for one in ("readonly", "modify", "compose")
        ]

    def test_must_be_told_for_whom_in_gmail(self, tmp_path: Path) -> None:
        with pytest.raises(InvalidArgument, match="whom the service account acts for"):
            gmail(service_account_path=tmp_path / "key.json")

    @pytest.mark.parametrize("told", [told_json({"error": "invalid_grant"}, 400), Told(b"no", 403, ""),
                                      Told(b"x" * 1_000, times=2_000), Told(b"{}", missing=4)])  # fmt: skip
    def test_that_get_no_token_are_told_so(
        self, server: StandIn, tmp_path: Path, told: Told
    ) -> None:
        server.answers["POST /token"] = told
        made = gdrive(service_account_path=key_file(tmp_path, server), base_url=server.address)

        answer = query(made, "owls")

        assert "not signed in" in str(answer.problem)
        assert "PRIVATE" not in str(answer)

    def test_that_wait_for_a_token_are_late(self, server: StandIn, tmp_path: Path) -> None:
        held = threading.Event()
        server.answers["POST /token"] = Told(held=held)
        within = Limits(seconds=0.3)
        made = gdrive(
            service_account_path=key_file(tmp_path, server),
            base_url=server.address,
            limits=within,
        )

        answer = query(made, "owls")
        held.set()

        assert answer.problem is not None
        assert answer.problem.kind in ("late", "refused")


class TestTokens:
    def test_are_renewed_and_kept(self, server: StandIn, tmp_path: Path) -> None:
        server.answers["GET /files"] = FILES
        path = token_file(tmp_path, server)
        made = gdrive(token_path=path, base_url=server.address)

        assert called(made, "list_files").problem is None

        kept = json.loads(path.read_text())
        assert (kept["token"], kept["refresh_token"]) == (TOKEN, "again")
        assert path.stat().st_mode & 0o77 == 0
        assert [one.name for one in tmp_path.iterdir()] == ["token.json"]

    def test_that_still_hold_are_used(self, server: StandIn, tmp_path: Path) -> None:
        server.answers["GET /files"] = FILES
        path = token_file(tmp_path, server, token=TOKEN, expiry="2099-01-01T00:00:00Z")
        made = gdrive(token_path=path, base_url=server.address)

        assert called(made, "list_files").problem is None
        assert server.paths() == ["/files"]

    def test_that_nobody_has_are_not_asked_for(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        for kind in KINDS:
            assert "not signed in" in str(query(kind(), "owls").problem)
            assert status(kind()).ok is False


class TestStatus:
    def test_reads_files_alone(self, server: StandIn, tmp_path: Path) -> None:
        key = key_file(tmp_path, server)
        good = token_file(tmp_path, server)
        assert status(gdrive(service_account_path=key)).detail == f"service account {ACCOUNT}"
        assert status(gdrive(token_path=good)).ok
        assert server.sent == []

    @pytest.mark.parametrize(
        "text", ["", "[]", "{}", "owls", '{"type": "service_account"}', "{" * 9_999]
    )
    def test_of_files_that_are_none(self, tmp_path: Path, text: str) -> None:
        path = tmp_path / "key.json"
        path.write_text(text)

        for made in (gdrive(service_account_path=path), gdrive(token_path=path)):
            told = status(made)
            assert told.ok is False
            assert str(tmp_path) not in told.detail

    def test_of_files_that_are_missing(self, tmp_path: Path) -> None:
        assert "No such file" in status(gdrive(service_account_path=tmp_path / "no.json")).detail
        assert "not signed in" in status(gdrive(token_path=tmp_path / "no.json")).detail

    def test_of_a_token_that_cannot_be_renewed(self, server: StandIn, tmp_path: Path) -> None:
        path = token_file(tmp_path, server, refresh_token=None)

        assert "cannot be renewed" in status(gdrive(token_path=path)).detail

    def test_by_the_environment(
        self, server: StandIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("GOOGLE_SERVICE_ACCOUNT_FILE", str(key_file(tmp_path, server)))
        monkeypatch.setenv("GOOGLE_DELEGATED_USER", "ann@owls.example")

        assert [status(kind()).ok for kind in KINDS] == [True, True, True]


@pytest.mark.parametrize("kind", KINDS)
class TestMisuse:
    @pytest.mark.parametrize(
        "options",
        [
            {"auth": GoogleAuth("key.json"), "token_path": "token.json"},
            {"auth": "key.json"},
            {"service_account_path": 5},
            {"base_url": "owls"},
            {"limits": 5},
            {"id": ""},
        ],
    )
    def test_is_refused(self, kind: object, options: dict[str, object]) -> None:
        with pytest.raises(InvalidArgument):
            kind(**options)  # type: ignore[operator]

    def test_what_it_needs_is_named(self, kind: object, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("importlib.util.find_spec", lambda name: None)

        with pytest.raises(MissingExtra, match=r"ctxfn\[google\]"):
            kind()  # type: ignore[operator]


def test_limits_are_the_callers(server: StandIn, tmp_path: Path) -> None:
    server.answers["GET /files"] = told_json({"files": [{"id": "a", "name": "x" * 200_000}]})
    made = gdrive(
        service_account_path=key_file(tmp_path, server), base_url=server.address, limits=WITHIN
    )

    assert "more than 100,000 bytes" in str(called(made, "list_files").problem)
