"""Run the program git: with nothing of the machine's settings, no hooks, no questions, and a limit."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Final

from attrs import frozen

from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.cleaning import cleaned, redacted
from ctxfn.io.sources.wikis.remote import GitRemote

__all__ = ["COMMAND_SECONDS", "Git", "Ran", "has_git"]

#: Seconds that one command may take.
COMMAND_SECONDS: Final = 120.0

#: Seconds that a command has to put its locks away.
_GRACE: Final = 2.0

#: Of what a command says, more than any of ours needs.
_MOST: Final = 2_000_000
_LONGEST_REASON: Final = 250

#: Said each time, since a folder that somebody else made has settings of its own. Hooks, a monitor
#: of the file system, a signer or a translator are programs that git would run.
_SETTINGS: Final = (
    ("core.fsmonitor", "false"),
    ("core.hooksPath", "/dev/null"),
    ("core.quotePath", "false"),
    ("core.attributesFile", "/dev/null"),
    ("core.excludesFile", "/dev/null"),
    ("commit.gpgSign", "false"),
    ("push.gpgSign", "false"),
    ("rebase.autoStash", "false"),
    ("rebase.updateRefs", "false"),
    ("submodule.recurse", "false"),
    ("fetch.recurseSubmodules", "false"),
    ("gc.autoDetach", "false"),
    ("maintenance.autoDetach", "false"),
    ("advice.detachedHead", "false"),
    ("init.defaultBranch", "main"),
)


@frozen
class Ran:
    """How a command ended, and what it said."""

    code: int
    out: str
    err: str


@frozen
class Git:
    """The program, run in the folder `root` for one `remote`; commits are `author`'s."""

    root: str
    remote: GitRemote
    author: str
    email: str
    seconds: float = COMMAND_SECONDS

    def run(self, *arguments: str, inside: bool = True, given: str = "") -> Ran:
        """Run ``git arguments``, *given* what it reads; *inside*: in the clone that is there.

        Raises:
            SourceRefusal: there is no program.
            TimeoutError: it took too long; it is killed, and all that it began.
        """
        program = shutil.which("git")
        if program is None:
            raise SourceRefusal("the program git is not installed")
        settings = [part for key, value in _SETTINGS for part in ("-c", f"{key}={value}")]
        command = [program, "--no-pager", *settings, *arguments]
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            with tempfile.TemporaryFile() as read:
                read.write(given.encode("utf-8", "replace"))
                read.seek(0)
                code = self._ended(command, inside, read, out, err)
            return Ran(code, _text(out), self.clean(_text(err)))

    def told(self, *arguments: str, inside: bool = True, given: str = "") -> str:
        """Return what a command says.

        Raises:
            SourceRefusal: it failed, with its own words.
            TimeoutError: it took too long.
        """
        ran = self.run(*arguments, inside=inside, given=given)
        if ran.code:
            raise self.refusal(arguments[0], ran)
        return ran.out

    def refusal(self, what: str, ran: Ran) -> SourceRefusal:
        """Say how a command failed: what it complained of, without who signs in."""
        lines = [line.strip() for line in ran.err.splitlines() if line.strip()]
        grave = [line for line in lines if line.startswith(("fatal:", "error:", "remote:"))]
        told = "; ".join(grave or lines[-3:]) or f"it ended with {ran.code}"
        told = told.replace(self.root, ".")
        if self.remote.protocol == "file":  # where things lie here is nobody's business
            told = told.replace(self.remote.address.removeprefix("file://"), "the remote")
        return SourceRefusal(f"git {what}: {told[:_LONGEST_REASON]}")

    def clean(self, text: str) -> str:
        """Hide the token in *text*."""
        return redacted(cleaned(text), (self.remote.token,) if self.remote.token else ())

    def _ended(
        self, command: list[str], inside: bool, read: IO[bytes], out: IO[bytes], err: IO[bytes]
    ) -> int:
        try:
            process = subprocess.Popen(
                command,
                cwd=self.root,
                env=self._environment(inside),
                stdin=read,
                stdout=out,
                stderr=err,
                start_new_session=True,
            )
        except OSError as error:
            why = os.strerror(error.errno or 0)
            raise SourceRefusal(f"git cannot be run in the folder of the wiki: {why}") from None
        try:
            return process.wait(self.seconds)
        except subprocess.TimeoutExpired:
            what = next((one for one in command if one in _VERBS), "git")
            raise TimeoutError(f"git {what} took more than {self.seconds:g} s") from None
        finally:
            _ended(process)

    def _environment(self, inside: bool) -> Mapping[str, str]:
        # What leads git elsewhere is GIT_DIR and many more.
        plain = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
        settings = self.remote.settings()
        numbered = [
            (f"GIT_CONFIG_{what}_{number}", text)
            for number, pair in enumerate(settings)
            for what, text in zip(("KEY", "VALUE"), pair, strict=True)
        ]
        place = {"GIT_DIR": str(Path(self.root) / ".git"), "GIT_WORK_TREE": self.root}
        who = {
            f"GIT_{role}_{what}": text
            for role in ("AUTHOR", "COMMITTER")
            for what, text in (("NAME", self.author), ("EMAIL", self.email))
        }
        return {
            **plain,
            **(place if inside else {"GIT_CEILING_DIRECTORIES": str(Path(self.root).parent)}),
            **who,
            **self.remote.variables(),
            "GIT_CONFIG_COUNT": str(len(settings)),
            **dict(numbered),
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_SYSTEM": "/dev/null",
            "GIT_CONFIG_GLOBAL": "/dev/null",
            "GIT_ATTR_NOSYSTEM": "1",
            "GIT_TERMINAL_PROMPT": "0",
            "GIT_ASKPASS": "true",
            "SSH_ASKPASS": "true",
            "GIT_SSH_COMMAND": "ssh -oBatchMode=yes",
            "GIT_ALLOW_PROTOCOL": self.remote.protocol,
            "GIT_EDITOR": "true",
            "GIT_SEQUENCE_EDITOR": "true",
            "GIT_OPTIONAL_LOCKS": "0",
            "LC_ALL": "C",
        }


#: The commands that go to the network, or take long otherwise.
_VERBS: Final = ("clone", "fetch", "push", "ls-remote", "rebase", "commit", "add", "stash", "reset")


def has_git() -> bool:
    """Whether the program is there."""
    return shutil.which("git") is not None


def _ended(process: subprocess.Popen[bytes]) -> None:
    """Kill *process* and all that it began, unless it has ended."""
    if process.poll() is not None:
        return
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGTERM)  # git puts its locks away
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(_GRACE)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _text(file: IO[bytes]) -> str:
    """Read what was said; of very much the beginning and the end."""
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    if size <= _MOST:
        return file.read().decode("utf-8", "replace")
    head = file.read(_MOST // 2)
    file.seek(-(_MOST // 2), os.SEEK_END)
    return (head + b"\n...\n" + file.read()).decode("utf-8", "replace")
