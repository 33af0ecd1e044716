"""A folder with a root in it, a secret beside it, and everything in between that could lead out."""

from __future__ import annotations

import os
import socket
from pathlib import Path

__all__ = ["SECRET", "hostile_tree"]

#: Stands in every file that must not be read.
SECRET = "hunter2"


def hostile_tree(folder: Path) -> Path:
    """Make the tree, and return its root."""
    outside = folder / "outside"
    (outside / "deep").mkdir(parents=True)
    (outside / "secret.txt").write_text(SECRET)
    (outside / "plain.txt").write_text(SECRET)
    (outside / "deep" / "plain.txt").write_text(SECRET)
    root = folder / "quarters"
    (root / "notes").mkdir(parents=True)
    (root / "notes" / "owls.md").write_text("Owls sleep\nby day.\n")
    (root / "plain.txt").write_text("plain")
    (root / "file_link").symlink_to(outside / "plain.txt")
    (root / "up_link").symlink_to("../outside/plain.txt")
    (root / "folder_link").symlink_to(outside)
    (root / "self_link").symlink_to("self_link")
    (root / "notes" / "root_link").symlink_to("..")
    (root / "inner_link").symlink_to("plain.txt")
    (root / "dangling").symlink_to("nowhere")
    (root / ".gitignore").write_text("ignored.txt\n/notes/*.tmp\n!kept.log\n*.log\n")
    (root / "ignored.txt").write_text(SECRET)
    (root / "notes" / "draft.tmp").write_text(SECRET)
    (root / "node_modules").mkdir()
    (root / "node_modules" / "plain.txt").write_text(SECRET)
    for name in (
        ".env",
        ".env.local",
        "prod.env",
        "id_rsa",
        "server.pem",
        ".netrc",
        "secrets.toml",
    ):
        (root / name).write_text(SECRET)
    for folder_name in (".git", ".ssh", ".aws"):
        (root / folder_name).mkdir()
        (root / folder_name / "config").write_text(SECRET)
    (root / "notes" / ".ENV").write_text(SECRET)
    (root / ".env.example").write_text("TOKEN=put yours here")
    os.mkfifo(root / "pipe")
    with socket.socket(socket.AF_UNIX) as listening:
        here = Path.cwd()
        os.chdir(root)  # a socket's path may not be long
        try:
            listening.bind("socket")
        finally:
            os.chdir(here)
    return root
