"""Change files below a folder, following no link, each as a whole or not at all.

As in reading, each name is opened from the handle of the folder before it, and the judge who hides
a path from being read keeps it from being written, too.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from typing import Final
from uuid import uuid4

from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.files.opening import opened_file, opened_folder, refusal
from ctxfn.io.sources.files.paths import parts_of
from ctxfn.io.sources.files.rules import IGNORE_FILE, Rules
from ctxfn.io.sources.files.whole_files import made_folder
from ctxfn.io.sources.limits import Limits

__all__ = ["delete_file", "edit_file", "move_file", "write_file"]

_NEW: Final = (
    os.O_WRONLY
    | os.O_CREAT
    | os.O_EXCL
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_CLOEXEC", 0)
)


def write_file(rules: Rules, limits: Limits, path: str, text: str, *, replace: bool) -> str:
    """Write *text* to the file at *path*, with the folders it needs; say what was done.

    Raises:
        SourceRefusal: it is there and not to be replaced, is no plain file, or may not be written.
    """
    parts = _judged(rules, path)
    data = _encoded(text, limits, path)
    with made_folder(rules.root, parts[:-1]) as folder:
        before = _plain(folder, parts)
        if before is not None and not replace:
            raise SourceRefusal(f"{path}: it is there already; edit it, or say that it be replaced")
        _put(folder, parts, data, before)
    return f"{'written' if before is None else 'replaced'}: {'/'.join(parts)}, {len(data):,} bytes"


def edit_file(rules: Rules, limits: Limits, path: str, old: str, new: str, *, every: bool) -> str:
    """Put *new* where *old* stands in the file at *path*: in the one place, or in *every*.

    Raises:
        SourceRefusal: it stands nowhere, or in more places, or the file cannot be edited.
    """
    parts = _judged(rules, path)
    before, after = _encoded(old, limits, path), _encoded(new, limits, path)
    if not before or before == after:
        raise SourceRefusal(f"{path}: expected a text to be replaced, by another one")
    with opened_folder(rules.root, parts[:-1]) as folder:
        data, read = _whole(rules.root, parts, limits)
        places = _places(data, before)
        if places == 0 or (places > 1 and not every):
            found = "nowhere" if places == 0 else f"in {places:,} places"
            raise SourceRefusal(f"{path}: the text stands {found}, expected one place")
        changed = data.replace(before, after)
        _check_size(changed, limits, path)
        if _unlike(read, _plain(folder, parts)):
            raise SourceRefusal(f"{path}: somebody else changed it meanwhile; read it again")
        _put(folder, parts, changed, read)
    return f"edited: {'/'.join(parts)}, {places if every else 1:,} places"


def move_file(rules: Rules, path: str, target: str, *, replace: bool) -> str:
    """Move the file at *path* to *target*, which must not be there unless it is to be replaced.

    Raises:
        SourceRefusal: it is there, or one of them is no plain file.
    """
    parts, onto = _judged(rules, path), _judged(rules, target)
    if parts == onto:
        raise SourceRefusal(f"{target}: expected another path")
    with (
        opened_folder(rules.root, parts[:-1]) as here,
        made_folder(rules.root, onto[:-1]) as there,
    ):
        if _plain(here, parts) is None:
            raise SourceRefusal(f"{path}: there is no such file")
        if _plain(there, onto) is not None and not replace:
            raise SourceRefusal(f"{target}: it is there already")
        try:
            if replace:
                os.replace(parts[-1], onto[-1], src_dir_fd=here, dst_dir_fd=there)
            else:  # a second name takes no other's place, whoever is faster
                os.link(
                    parts[-1], onto[-1], src_dir_fd=here, dst_dir_fd=there, follow_symlinks=False
                )
                os.unlink(parts[-1], dir_fd=here)
        except OSError as error:
            raise _refused(onto, error) from None
    return f"moved: {'/'.join(parts)} to {'/'.join(onto)}"


def delete_file(rules: Rules, path: str) -> str:
    """Delete the file at *path*; no folder.

    Raises:
        SourceRefusal: it is no plain file, or may not be deleted.
    """
    parts = _judged(rules, path)
    with opened_folder(rules.root, parts[:-1]) as folder:
        if _plain(folder, parts) is None:
            raise SourceRefusal(f"{path}: there is no such file")
        try:
            os.unlink(parts[-1], dir_fd=folder)
        except OSError as error:
            raise _refused(parts, error) from None
    return f"deleted: {'/'.join(parts)}"


def _judged(rules: Rules, path: str) -> tuple[str, ...]:
    parts = parts_of(path)
    if not parts or path.endswith("/"):
        raise SourceRefusal(f"{path or '.'}: a folder, expected a file")
    rules.judge().check(parts, folder=False)
    # What is a folder by then must not be hidden either, whatever the path is now.
    rules.judge().check(parts, folder=True)
    if rules.ignore_files and parts[-1].casefold() == IGNORE_FILE:
        raise SourceRefusal(f"{path}: it says what is hidden here, and is not changed")
    return parts


def _encoded(text: str, limits: Limits, path: str) -> bytes:
    try:
        data = text.encode()
    except UnicodeEncodeError:
        raise SourceRefusal(f"{path}: the text has halves of characters in it") from None
    _check_size(data, limits, path)
    return data


def _check_size(data: bytes, limits: Limits, path: str) -> None:
    if len(data) > limits.file_bytes:
        most = f"{limits.file_bytes:,} at most"
        raise SourceRefusal(f"{path}: found {len(data):,} bytes, expected {most}")


def _plain(folder: int, parts: tuple[str, ...]) -> os.stat_result | None:
    """What is at the last of *parts* in *folder*, if anything is; no link is followed."""
    try:
        found = os.stat(parts[-1], dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _refused(parts, error) from None
    if not stat.S_ISREG(found.st_mode):
        what = "a folder" if stat.S_ISDIR(found.st_mode) else "a link, or no plain file"
        raise SourceRefusal(f"{'/'.join(parts)}: {what}, expected a file")
    return found


def _unlike(read: os.stat_result, now: os.stat_result | None) -> bool:
    return now is None or (read.st_ino, read.st_size, read.st_mtime_ns) != (
        now.st_ino,
        now.st_size,
        now.st_mtime_ns,
    )


def _whole(root: str, parts: tuple[str, ...], limits: Limits) -> tuple[bytes, os.stat_result]:
    where = "/".join(parts)
    with opened_file(root, parts) as handle:
        found = os.fstat(handle)
        with os.fdopen(os.dup(handle), "rb") as file:
            data = file.read(limits.file_bytes + 1)
    _check_size(data, limits, where)
    try:
        data.decode()
    except UnicodeDecodeError:
        raise SourceRefusal(f"{where}: it is not UTF-8, and can only be replaced whole") from None
    return data, found


def _places(data: bytes, old: bytes) -> int:
    """Count where *old* stands, places that overlap too."""
    count, at = 0, data.find(old)
    while at >= 0:
        count, at = count + 1, data.find(old, at + 1)
    return count


def _put(folder: int, parts: tuple[str, ...], data: bytes, before: os.stat_result | None) -> None:
    """Write a file beside the one it is to be, and then put it in its place."""
    beside = f".ctxfn-{uuid4().hex}.tmp"
    try:
        handle = os.open(beside, _NEW, 0o666, dir_fd=folder)
        try:
            with os.fdopen(handle, "wb") as file:
                if before is not None:
                    os.fchmod(file.fileno(), stat.S_IMODE(before.st_mode) & 0o777)
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(beside, parts[-1], src_dir_fd=folder, dst_dir_fd=folder)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(beside, dir_fd=folder)
            raise
    except OSError as error:
        raise _refused(parts, error) from None


def _refused(parts: tuple[str, ...], error: OSError) -> SourceRefusal:
    if error.errno == errno.EEXIST:
        return SourceRefusal(f"{'/'.join(parts)}: it is there already")
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return SourceRefusal(f"{'/'.join(parts)}: it may not be written")
    return refusal(parts, error)
