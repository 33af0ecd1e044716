"""Real repositories: bare ones, people who push to them, and a server that wants a token."""

from __future__ import annotations

import base64
import contextlib
import os
import subprocess
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

__all__ = ["bare", "committed", "git", "pushed_by_others", "serving", "written"]

_WHO = {
    "GIT_CONFIG_GLOBAL": "/dev/null",
    "GIT_CONFIG_NOSYSTEM": "1",
    **{f"GIT_{role}_NAME": "Ann" for role in ("AUTHOR", "COMMITTER")},
    **{f"GIT_{role}_EMAIL": "ann@example.org" for role in ("AUTHOR", "COMMITTER")},
}


def git(folder: Path, *arguments: str) -> str:
    """Run git as a person does."""
    done = subprocess.run(
        ("git", *arguments),
        cwd=folder,
        env={**os.environ, **_WHO},
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout


def bare(folder: Path, pages: dict[str, str] | None = None) -> Path:
    """Make a bare repository with *pages* on its branch main; with none, an empty one."""
    made = folder / "wiki.git"
    made.mkdir(parents=True)
    git(made, "init", "--quiet", "--bare", "--initial-branch=main")
    if pages is not None:
        pushed_by_others(made, pages)
    return made


def pushed_by_others(repository: Path, pages: dict[str, str]) -> None:
    """Have somebody else push *pages*."""
    other = repository.parent / f"{repository.name}-others"
    if not other.exists():
        other.mkdir()
        git(other, "init", "--quiet", "--initial-branch=main")
        git(other, "remote", "add", "origin", str(repository))
    if git(other, "ls-remote", "--heads", "origin"):
        git(other, "fetch", "--quiet", "origin", "main")
        git(other, "reset", "--quiet", "--hard", "FETCH_HEAD")
    for name, text in pages.items():
        written(other / name, text)
    git(other, "add", "--all")
    git(other, "commit", "--quiet", "--message", "by others")
    git(other, "push", "--quiet", "origin", "HEAD:main")


def written(path: Path, text: str) -> Path:
    """Write a file, and the folders on the way."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def committed(repository: Path) -> dict[str, str]:
    """Read all pages of the branch main."""
    names = git(repository, "ls-tree", "-r", "--name-only", "main").split("\n")
    return {name: git(repository, "show", f"main:{name}") for name in names if name}


@contextlib.contextmanager
def serving(folder: Path, token: str) -> Iterator[str]:
    """Serve the repositories in *folder* over HTTP to those who have *token*."""
    for repository in folder.glob("*.git"):
        git(repository, "config", "http.receivepack", "true")
    expected = "Basic " + base64.b64encode(f"x-access-token:{token}".encode()).decode()

    class Answering(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer()

        def do_POST(self) -> None:
            self._answer()

        def log_message(self, *_arguments: object) -> None:
            return

        def _answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            if self.headers.get("Authorization") != expected:
                self.send_response(401)
                self.send_header("WWW-Authenticate", 'Basic realm="wiki"')
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
            head, _, said = _asked(folder, self, body).partition(b"\r\n\r\n")
            lines = [line.split(": ", 1) for line in head.decode().split("\r\n")]
            status = next((text for key, text in lines if key == "Status"), "200 OK")
            self.send_response(int(status.split()[0]))
            for key, text in lines:
                if key != "Status":
                    self.send_header(key, text)
            self.send_header("Content-Length", str(len(said)))
            self.end_headers()
            self.wfile.write(said)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answering)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _asked(folder: Path, asked: BaseHTTPRequestHandler, body: bytes) -> bytes:
    address = urlsplit(asked.path)
    environment = {
        **os.environ,
        **_WHO,
        "GIT_PROJECT_ROOT": str(folder),
        "GIT_HTTP_EXPORT_ALL": "1",
        "PATH_INFO": address.path,
        "QUERY_STRING": address.query,
        "REQUEST_METHOD": asked.command,
        "CONTENT_TYPE": asked.headers.get("Content-Type") or "",
        "CONTENT_LENGTH": str(len(body)),
        "HTTP_CONTENT_ENCODING": asked.headers.get("Content-Encoding") or "",
        "GIT_PROTOCOL": asked.headers.get("Git-Protocol") or "",
        "REMOTE_USER": "somebody",
        "REMOTE_ADDR": "127.0.0.1",
    }
    done = subprocess.run(
        ("git", "http-backend"), env=environment, input=body, capture_output=True, check=False
    )
    return done.stdout
