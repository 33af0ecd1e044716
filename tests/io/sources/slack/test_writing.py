"""What is said is said as it was asked, and files stay within bounds."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from ctxfn.io.sources import expose, opened_now
from tests.io.sources.slack.workspace import (
    BOT,
    called,
    lines,
    source,
)
from tests.io.sources.standin import StandIn, Told, standing_in, told_json

pytest.importorskip("slack_sdk")


class TestWriting:
    def test_is_off_unless_asked_for(self, server: StandIn) -> None:
        for write, wanted in ((False, []), (True, ["send_message", "send_message_thread"])):
            with opened_now(source(server, write=write)) as live:
                surface = asyncio.run(live.asurface())
                shown = expose(live, write=True)
            assert [one.name for one in surface.operations if one.writes] == wanted  # type: ignore[union-attr]
            assert ("update_slack" in shown.instructions) == write

    def test_posts_word_for_word(self, server: StandIn) -> None:
        posted = told_json({"ok": True, "channel": "C0GENERAL", "ts": "2"})
        server.answers["POST /api/chat.postMessage"] = posted
        made = source(server, write=True)

        top = called(made, "send_message", channel="#general", text="Owls & <all>")
        below = called(made, "send_message_thread", channel="C0GENERAL", thread_ts="1", text="Hi")

        sent = [one.value for one in server.sent if one.path.endswith("postMessage")]
        assert sent == [
            {"channel": "C0GENERAL", "text": "Owls & <all>"},
            {"channel": "C0GENERAL", "text": "Hi", "thread_ts": "1"},
        ]
        assert lines(top) == [{"channel": "C0GENERAL", "ts": "2"}]
        assert lines(below) == [{"channel": "C0GENERAL", "ts": "2", "thread_ts": "1"}]

    @pytest.mark.parametrize("text", ["", " \n", "x" * 40_001])
    def test_nothing_and_too_much_are_not_posted(self, server: StandIn, text: str) -> None:
        answer = called(source(server, write=True), "send_message", channel="general", text=text)

        assert answer.problem is not None
        assert server.sent == []


class TestFiles:
    def shared(self, server: StandIn, url: str, **more: object) -> None:
        told = {"id": "F0OWLS000", "name": "owls.txt", "mimetype": "text/plain", "size": 4, **more}
        told["url_private_download"] = url
        server.answers["POST /api/files.info"] = told_json({"ok": True, "file": told})

    def test_a_text_is_read_with_the_token(self, server: StandIn) -> None:
        self.shared(server, f"{server.address}/files/owls.txt")
        server.answers["GET /files/owls.txt"] = Told(b"owls", kind="text/plain")

        assert (
            called(source(server, files=True), "download_file", file_id="F0OWLS000").text == "owls"
        )
        assert server.sent[-1].headers["authorization"] == f"Bearer {BOT}"

    @pytest.mark.parametrize(
        "place", ["{other}/owls.txt", "https://slack.com.evil.example/x", "http://files.slack.com/x",
                  "https://ann@files.slack.com:444/x", "file:///etc/passwd", "", "{own}@evil.example/"]
    )  # fmt: skip
    def test_the_token_goes_nowhere_else(self, server: StandIn, place: str) -> None:
        with standing_in() as other:
            self.shared(server, place.format(other=other.address, own=server.address))

            answer = called(source(server, files=True), "download_file", file_id="F0OWLS000")

            assert "it does not lie with Slack" in str(answer.problem)
            assert other.sent == []

    def test_large_ones_are_not_read(self, server: StandIn) -> None:
        self.shared(server, f"{server.address}/files/owls.txt", size=100_001)
        made = source(server, files=True)
        assert "100,001 bytes" in str(called(made, "download_file", file_id="F0OWLS000").problem)

        self.shared(server, f"{server.address}/files/owls.txt", size=1)
        server.answers["GET /files/owls.txt"] = Told(b"x" * 1_000, times=1_000)
        assert "more than 100,000" in str(
            called(made, "download_file", file_id="F0OWLS000").problem
        )

    def test_what_is_no_text_is_kept_in_a_folder(self, server: StandIn, tmp_path: Path) -> None:
        self.shared(server, f"{server.address}/a", name="../../e vil.png", mimetype="image/png")
        server.answers["GET /a"] = Told(b"\x89PNG\0", kind="image/png")

        bare = called(source(server, files=True), "download_file", file_id="F0OWLS000")
        kept = called(
            source(server, files=True, folder=tmp_path), "download_file", file_id="F0OWLS000"
        )

        assert "expected a text" in str(bare.problem)
        assert kept.text == "saved as F0OWLS000-e_vil.png"
        assert [one.name for one in tmp_path.iterdir()] == ["F0OWLS000-e_vil.png"]

    def test_a_text_is_shared(self, server: StandIn) -> None:
        begun = {"ok": True, "upload_url": f"{server.address}/up/1", "file_id": "F1"}
        server.answers["POST /api/files.getUploadURLExternal"] = told_json(begun)
        server.answers["POST /up/1"] = Told(b"OK", kind="text/plain")
        done = {"ok": True, "files": [{"id": "F1"}]}
        server.answers["POST /api/files.completeUploadExternal"] = told_json(done)
        made = source(server, files=True, write=True)

        answer = called(
            made, "upload_file", channel="general", file_name="../a.md", content="Käuze"
        )

        _, begin, up, end = server.sent
        assert begin.asked | begin.form == {"filename": "a.md", "length": "6"}
        assert (up.body, up.headers.get("authorization")) == ("Käuze".encode(), None)
        assert end.form["channel_id"] == "C0GENERAL"
        assert answer.text == "shared as F1"
