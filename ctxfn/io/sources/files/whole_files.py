"""Write files below a folder: name by name, following no link, whole or not at all."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
import unicodedata
from collections.abc import Iterator
from typing import Final

from ctxfn.errors import shown
from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.files.opening import opened_folder, opened_inside, refusal

__all__ = [
    "UNFINISHED",
    "can_write_safely",
    "check_new_names",
    "made_folder",
    "make_file",
    "put_file",
    "remove_file",
    "rewrite_file",
]

#: How the name of a file begins that is being written; one may be left where a process was killed.
UNFINISHED: Final = ".writing-"

#: What nobody sees in a name, and some systems leave out of it.
_UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")


def can_write_safely() -> bool:
    """Whether this system makes, links and renames by a folder's handle."""
    needed = (os.mkdir, os.link, os.rename, os.unlink, os.stat)
    return all(one in os.supports_dir_fd for one in needed)


def check_new_names(parts: tuple[str, ...]) -> None:
    """Refuse names that hide, or that other systems read as others.

    Raises:
        SourceRefusal: a name begins with a dot, ends with one or a blank, or has signs in it that
            are not seen or part names elsewhere.
    """
    for name in parts:
        strange = any(unicodedata.category(sign) in _UNSEEN or sign in '\\:*?"<>|' for sign in name)
        if name.startswith((".", "-")) or name != name.strip(" ").rstrip(".") or strange:
            expected = "one of plain letters, digits and hyphens, as page-name.md"
            raise SourceRefusal(
                f"{'/'.join(parts)}: found the name {shown(name)}, expected {expected}"
            )
        if unicodedata.normalize("NFC", name) != name:
            raise SourceRefusal(
                f"{'/'.join(parts)}: {shown(name)} is not written in composed letters"
            )


def make_file(root: str, parts: tuple[str, ...], data: bytes) -> None:
    """Make the file at *parts*, and the folders on the way; one that is there already stays.

    Raises:
        SourceRefusal: there is one, or it cannot be made.
    """
    with made_folder(root, parts[:-1]) as folder, _written(folder, parts, data) as name:
        try:
            # Unlike renaming, linking takes nobody's place.
            os.link(name, parts[-1], src_dir_fd=folder, dst_dir_fd=folder, follow_symlinks=False)
        except FileExistsError:
            raise SourceRefusal(f"{'/'.join(parts)}: it is there already; edit it") from None
        except OSError as error:
            raise refusal(parts, error) from None


def rewrite_file(root: str, parts: tuple[str, ...], before: bytes, data: bytes) -> None:
    """Put *data* in the place of *before* in the file at *parts*.

    Raises:
        SourceRefusal: it cannot be written, or holds something else by now.
    """
    with opened_folder(root, parts[:-1]) as folder, _written(folder, parts, data) as name:
        with opened_inside(folder, parts) as handle:
            mode = os.fstat(handle).st_mode
            now = _whole(handle, len(before) + 1)
        if now != before:
            raise SourceRefusal(f"{'/'.join(parts)}: it was changed meanwhile; read it again")
        try:
            os.chmod(name, stat.S_IMODE(mode) & 0o777, dir_fd=folder)
            os.rename(name, parts[-1], src_dir_fd=folder, dst_dir_fd=folder)
        except OSError as error:
            raise refusal(parts, error) from None


def put_file(root: str, parts: tuple[str, ...], data: bytes) -> None:
    """Write the file at *parts*, whether there is one or not.

    Raises:
        SourceRefusal: it cannot be written.
    """
    with made_folder(root, parts[:-1]) as folder, _written(folder, parts, data) as name:
        try:
            os.rename(name, parts[-1], src_dir_fd=folder, dst_dir_fd=folder)
        except OSError as error:
            raise refusal(parts, error) from None


def remove_file(root: str, parts: tuple[str, ...]) -> None:
    """Remove the plain file at *parts*.

    Raises:
        SourceRefusal: there is none, or it cannot be removed.
    """
    with opened_folder(root, parts[:-1]) as folder, opened_inside(folder, parts):
        try:
            os.unlink(parts[-1], dir_fd=folder)
        except OSError as error:
            raise refusal(parts, error) from None


@contextlib.contextmanager
def made_folder(root: str, parts: tuple[str, ...]) -> Iterator[int]:
    """Open a folder below *root*; those that are missing on the way are made.

    Raises:
        SourceRefusal: one cannot be made, or is no folder.
    """
    for count in range(1, len(parts) + 1):
        with opened_folder(root, parts[: count - 1]) as above:
            try:
                os.mkdir(parts[count - 1], dir_fd=above)
            except FileExistsError:
                continue
            except OSError as error:
                raise refusal(parts[:count], error) from None
    with opened_folder(root, parts) as folder:
        yield folder


@contextlib.contextmanager
def _written(folder: int, parts: tuple[str, ...], data: bytes) -> Iterator[str]:
    """Write *data* to a file of another name in the *folder*, which is gone behind."""
    name = f"{UNFINISHED}{secrets.token_hex(8)}"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        handle = os.open(name, flags, 0o666, dir_fd=folder)
    except OSError as error:
        raise refusal(parts, error) from None
    try:
        try:
            with open(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise refusal(parts, error) from None
        yield name
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name, dir_fd=folder)


def _whole(handle: int, most: int) -> bytes:
    pieces = b""
    while len(pieces) < most:
        piece = os.read(handle, most - len(pieces))
        if not piece:
            break
        pieces += piece
    return pieces
