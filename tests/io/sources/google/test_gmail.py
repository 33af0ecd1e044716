"""Messages are told in one shape, and written only to addresses, with nothing attached."""

from __future__ import annotations

import asyncio
import base64
import email
import email.policy
from pathlib import Path
from typing import Any

import pytest

from ctxfn.io.sources import Answer, Limits, Source, gmail, opened_now, query
from tests.io.sources.google.cloud import called, key_file, value
from tests.io.sources.net.failing import FAILURES
from tests.io.sources.standin import Sent, StandIn, Told, told_json


def encoded(text: str) -> str:
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def message(key: str, body: str = "They sleep.\r\nAll day.", **more: object) -> dict[str, object]:
    headers = {"From": "Ann <ann@owls.example>", "To": "bob@owls.example", "Date": "Sat, 31 Jan 2026",
               "Subject": "Owls", "Message-ID": "<m1@owls.example>", "Bcc": "x@owls.example"}  # fmt: skip
    parts = [
        {"mimeType": "multipart/alternative", "parts": [
            {"mimeType": "text/html", "body": {"data": encoded("<p>page</p>")}},
            {"mimeType": "text/plain", "body": {"data": encoded(body)}},
        ]},
        {"mimeType": "image/png", "filename": "owl.png", "body": {"attachmentId": "a1"}},
    ]  # fmt: skip
    named = [{"name": name, "value": one} for name, one in headers.items()]
    return {"id": key, "threadId": "t1", "labelIds": ["INBOX"], "snippet": "They",
            "payload": {"headers": named, "mimeType": "multipart/mixed", "parts": parts}, **more}  # fmt: skip


def told(key: str) -> dict[str, object]:
    return {
        "id": key,
        "thread_id": "t1",
        "from": "Ann <ann@owls.example>",
        "to": "bob@owls.example",
        "date": "Sat, 31 Jan 2026",
        "subject": "Owls",
        "labels": ["INBOX"],
        "body": "They sleep.\nAll day.",
        "attachments": [{"name": "owl.png", "type": "image/png"}],
    }


@pytest.fixture
def mailbox(server: StandIn) -> StandIn:
    found = {"messages": [{"id": f"m{n}"} for n in range(1, 31)], "nextPageToken": "two"}
    server.answers["GET /users/me/messages"] = told_json(found)
    for n in range(1, 31):
        server.answers[f"GET /users/me/messages/m{n}"] = told_json(message(f"m{n}"))
    return server


def source(server: StandIn, folder: Path, **options: object) -> Source:
    key = key_file(folder, server)
    given = {"service_account_path": key, "delegated_user": "ann@owls.example", **options}
    return gmail(base_url=server.address, **given)  # type: ignore[arg-type]


class TestReading:
    @pytest.mark.parametrize(
        ("name", "arguments", "asked"),
        [
            ("search_emails", {"query": "owls", "count": 2}, {"q": "owls"}),
            ("get_latest_emails", {"count": 2}, {}),
            ("get_unread_emails", {"count": 2}, {"q": "is:unread"}),
            ("get_starred_emails", {"count": 2, "page_token": "p"}, {"q": "is:starred", "pageToken": "p"}),
            ("get_emails_from_user", {"user": "ann@owls.example", "count": 2}, {"q": 'from:"ann@owls.example"'}),
            ("get_emails_by_context", {"context": "day owls", "count": 2}, {"q": "day owls"}),
            ("get_emails_by_date", {"start_date": "2026/01/31", "num_emails": 2}, {"q": "after:2026/01/31"}),
            (
                "get_emails_by_date",
                {"start_date": "2026/1/31", "range_in_days": 2, "num_emails": 2},
                {"q": "after:2026/01/31 before:2026/02/02"},
            ),
        ],
    )  # fmt: skip
    def test_lists_are_of_one_shape(
        self,
        mailbox: StandIn,
        tmp_path: Path,
        name: str,
        arguments: dict[str, object],
        asked: dict[str, str],
    ) -> None:
        answer = called(source(mailbox, tmp_path), name, **arguments)

        assert mailbox.sent[1].asked == {**asked, "maxResults": "2"}
        assert value(answer) == {"messages": [told("m1"), told("m2")], "next_page_token": "two"}

    def test_one_and_those_of_a_thread(self, mailbox: StandIn, tmp_path: Path) -> None:
        mailbox.answers["GET /users/me/threads/t1"] = told_json(
            {"messages": [message("m1"), message("m2")]}
        )
        made = source(mailbox, tmp_path)

        assert value(called(made, "get_message", message_id="m1")) == told("m1")
        for name in ("get_thread", "get_emails_by_thread"):
            assert value(called(made, name, thread_id="t1")) == {
                "messages": [told("m1"), told("m2")]
            }

    def test_threads_labels_and_drafts(self, mailbox: StandIn, tmp_path: Path) -> None:
        mailbox.answers["GET /users/me/threads"] = told_json(
            {"threads": [{"id": "t1", "snippet": "They"}]}
        )
        labels = [{"id": "L1", "name": "Nest", "type": "user"}, {"id": "INBOX", "type": "system"}]
        mailbox.answers["GET /users/me/labels"] = told_json({"labels": labels})
        mailbox.answers["GET /users/me/drafts"] = told_json(
            {"drafts": [{"id": "d1", "message": {"id": "m1"}}]}
        )
        mailbox.answers["GET /users/me/drafts/d1"] = told_json(
            {"id": "d1", "message": message("m1")}
        )
        made = source(mailbox, tmp_path)
        draft = {"draft_id": "d1", **told("m1")}

        assert value(called(made, "search_threads", query="owls")) == {
            "threads": [{"thread_id": "t1", "snippet": "They"}]
        }
        assert value(called(made, "list_custom_labels")) == {
            "labels": [{"id": "L1", "name": "Nest"}]
        }
        assert value(called(made, "list_drafts")) == {"drafts": [draft]}
        assert value(called(made, "get_draft", draft_id="d1")) == draft

    def test_long_bodies_are_cut_and_that_is_said(self, mailbox: StandIn, tmp_path: Path) -> None:
        mailbox.answers["GET /users/me/messages/m1"] = told_json(message("m1", "x" * 90_000))
        made = source(mailbox, tmp_path, limits=Limits(characters=10_000))

        one = value(called(made, "get_message", message_id="m1"))
        told_all: Any = value(called(made, "get_latest_emails", count=1))["messages"]

        assert (len(str(one["body"])), one["cut"]) == (
            7_000,
            "the first 7,000 of 90,000 characters",
        )
        assert len(told_all[0]["body"]) == 7_000

    def test_a_page_is_read_where_there_is_no_text(self, mailbox: StandIn, tmp_path: Path) -> None:
        page = {"mimeType": "text/html", "body": {"data": encoded("<p>a<script>b</script><p>c")}}
        mailbox.answers["GET /users/me/messages/m1"] = told_json(message("m1", payload=page))

        assert (
            value(called(source(mailbox, tmp_path), "get_message", message_id="m1"))["body"]
            == "a\nc"
        )

    @pytest.mark.parametrize(
        ("name", "arguments"),
        [
            ("search_emails", {"query": " "}),
            ("search_emails", {"query": "x", "count": 21}),
            ("get_latest_emails", {"count": 0}),
            ("get_emails_by_date", {"start_date": "2026-01-31"}),
            ("get_emails_by_date", {"start_date": "2026/02/30"}),
            ("get_emails_by_date", {"start_date": "9999/12/31", "range_in_days": 2}),
            ("get_emails_from_user", {"user": 'ann" OR "x'}),
            ("get_message", {"message_id": "../labels"}),
            ("get_message", {"message_id": "m1", "download_attachments": True}),
        ],
    )
    def test_bounds(
        self, mailbox: StandIn, tmp_path: Path, name: str, arguments: dict[str, object]
    ) -> None:
        answer = called(source(mailbox, tmp_path), name, **arguments)

        assert answer.problem is not None
        assert [one for one in mailbox.sent if one.path != "/token"] == []

    @pytest.mark.parametrize(
        ("question", "asked"),
        [
            ("Where do owls sleep?", "{where sleep owls}"),
            ("from:ann is:unread", "from:ann is:unread"),
        ],
    )
    def test_a_question_is_a_search(
        self, mailbox: StandIn, tmp_path: Path, question: str, asked: str
    ) -> None:
        answer = query(source(mailbox, tmp_path), question)

        assert mailbox.sent[1].asked == {"q": asked, "maxResults": "10"}
        assert len(answer.results) == 10
        assert (answer.results[0].name, answer.results[0].snippet) == (
            "Owls",
            "Ann <ann@owls.example>, Sat, 31 Jan 2026\nThey sleep.\nAll day.",
        )

    @pytest.mark.parametrize(("failing", "words"), FAILURES)
    def test_failures_are_answers(
        self, mailbox: StandIn, tmp_path: Path, failing: Told, words: str
    ) -> None:
        mailbox.answers["GET /users/me/messages/m2"] = failing
        made = source(mailbox, tmp_path, limits=Limits(seconds=3, file_bytes=100_000))

        answer = called(made, "get_latest_emails")

        assert answer.problem is not None
        assert words in answer.problem.reason


def raw(sent: Sent) -> email.message.EmailMessage:
    given = sent.value
    assert isinstance(given, dict)
    text = given.get("raw") or given["message"]["raw"]
    made = email.message_from_bytes(base64.urlsafe_b64decode(text), policy=email.policy.default)
    assert isinstance(made, email.message.EmailMessage)
    return made


class TestWriting:
    def test_is_off_unless_asked_for(self, mailbox: StandIn, tmp_path: Path) -> None:
        for write in (False, True):
            with opened_now(source(mailbox, tmp_path, write=write)) as live:
                surface = asyncio.run(live.asurface())
            names = [one.name for one in surface.operations if one.writes]  # type: ignore[union-attr]
            assert len(names) == (9 if write else 0)
            assert not any(
                word in name for name in names for word in ("archive", "trash", "delete")
            )

    def test_drafts_messages_and_answers(self, mailbox: StandIn, tmp_path: Path) -> None:
        mailbox.answers["POST /users/me/drafts"] = told_json({"id": "d1"})
        mailbox.answers["POST /users/me/messages/send"] = told_json({"id": "m9"})
        made = source(mailbox, tmp_path, write=True)
        letter = {
            "to": "Bob <bob@owls.example>, c@owls.example",
            "subject": "Käuze",
            "body": "Schläft.",
        }

        assert value(called(made, "create_draft_email", **letter))["draft_id"] == "d1"
        assert value(called(made, "send_email", **letter, cc="d@owls.example"))["id"] == "m9"
        answered = value(called(made, "send_email_reply", message_id="m1", body="Yes."))

        draft, sent, reply = (
            one for one in mailbox.sent if one.method == "POST" and one.path != "/token"
        )
        assert (raw(draft)["To"], raw(draft)["Subject"]) == (letter["to"], "Käuze")
        assert raw(sent)["Cc"] == "d@owls.example"
        assert raw(sent).get_content() == "Schläft.\n"
        assert (raw(reply)["Subject"], raw(reply)["In-Reply-To"]) == (
            "Re: Owls",
            "<m1@owls.example>",
        )
        assert reply.value["threadId"] == "t1"  # type: ignore[index]
        assert answered == {"id": "m9", "to": "ann@owls.example"}

    @pytest.mark.parametrize(
        "wrong",
        [
            {"to": "bob"},
            {"to": ""},
            {"to": "bob@owls"},
            {"to": "bob@owls.example, ann"},
            {"to": "bob@owls.example\nBcc: x@evil.example"},
            {"to": "Bob\r\nBcc: x@evil.example <bob@owls.example>"},
            {"to": '"bob@owls.example" <x@evil.example>'},
            {"to": "bob@owls.example;x@evil.example"},
            {"to": ",".join(["b@owls.example"] * 51)},
            {"cc": "nobody"},
            {"subject": " "},
            {"subject": "Owls\nBcc: x@evil.example"},
            {"body": "x" * 100_001},
            {"attachments": "/etc/passwd"},
        ],
    )
    def test_nothing_is_sent_to_what_is_no_address(
        self, mailbox: StandIn, tmp_path: Path, wrong: dict[str, object]
    ) -> None:
        letter = {"to": "bob@owls.example", "subject": "Owls", "body": "Yes.", **wrong}

        for name in ("send_email", "create_draft_email"):
            answer = called(source(mailbox, tmp_path, write=True), name, **letter)

            assert answer.problem is not None
        assert mailbox.sent == []

    @pytest.mark.parametrize(
        ("name", "change"),
        [
            ("star_email", {"addLabelIds": ["STARRED"]}),
            ("unstar_email", {"removeLabelIds": ["STARRED"]}),
            ("mark_email_as_read", {"removeLabelIds": ["UNREAD"]}),
            ("mark_email_as_unread", {"addLabelIds": ["UNREAD"]}),
        ],
    )
    def test_marks(self, mailbox: StandIn, tmp_path: Path, name: str, change: object) -> None:
        mailbox.answers["POST /users/me/messages/m1/modify"] = told_json(
            {"id": "m1", "labelIds": []}
        )

        assert called(source(mailbox, tmp_path, write=True), name, message_id="m1").problem is None
        assert mailbox.sent[-1].value == change

    def test_labels_touch_no_more_than_asked(self, mailbox: StandIn, tmp_path: Path) -> None:
        mailbox.answers["GET /users/me/labels"] = told_json(
            {"labels": [{"id": "L1", "name": "nest"}]}
        )
        mailbox.answers["POST /users/me/labels"] = told_json({"id": "L2"})
        mailbox.answers["POST /users/me/messages/batchModify"] = Told(b"", 204, "")
        made = source(mailbox, tmp_path, write=True)

        assert called(made, "apply_label", context="owls", label="Nest", count=20).problem is None
        change = mailbox.sent[-1].value
        assert change == {"ids": [f"m{n}" for n in range(1, 21)], "addLabelIds": ["L1"]}
        assert called(made, "apply_label", context="owls", label="New", count=1).problem is None
        assert mailbox.sent[-1].value == {"ids": ["m1"], "addLabelIds": ["L2"]}
        assert "expected one that is there" in str(
            called(made, "remove_label", context="owls", label="None").problem
        )
        assert "found 21" in str(
            called(made, "apply_label", context="x", label="Nest", count=21).problem
        )

    def test_words_alone_change_nothing(self, mailbox: StandIn, tmp_path: Path) -> None:
        with opened_now(source(mailbox, tmp_path, write=True)) as live:
            answer: Answer = live.update("write to Bob")

        assert "needs an agent" in str(answer.problem)
