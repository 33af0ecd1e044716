"""The smallest build backend: a wheel is a zip file, and building one needs nothing installed."""

from __future__ import annotations

import base64
import hashlib
import tomllib
import zipfile
from pathlib import Path

HERE = Path(__file__).parent


def build_wheel(
    wheel_directory: str, config_settings: object = None, metadata_directory: str | None = None
) -> str:
    """Write the wheel of the project beside this file; return its name (PEP 517)."""
    project = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    stem = f"{project['name'].replace('-', '_')}-{project['version']}"
    points = [
        line
        for group, entries in project["entry-points"].items()
        for line in (f"[{group}]", *(f"{name} = {what}" for name, what in entries.items()))
    ]
    head = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    files = {path.name: path.read_text(encoding="utf-8") for path in (HERE / "src").glob("*.py")}
    files |= {
        f"{stem}.dist-info/METADATA": head,
        f"{stem}.dist-info/WHEEL": "Wheel-Version: 1.0\nGenerator: ours\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{stem}.dist-info/entry_points.txt": "\n".join(points) + "\n",
    }
    files[f"{stem}.dist-info/RECORD"] = "".join(
        f"{name},sha256={_digest(text)},{len(text.encode())}\n" for name, text in files.items()
    )
    name = f"{stem}-py3-none-any.whl"
    with zipfile.ZipFile(Path(wheel_directory) / name, "w") as wheel:
        for path, text in files.items():
            wheel.writestr(path, text)
    return name


def _digest(text: str) -> str:
    raw = hashlib.sha256(text.encode()).digest()
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")
