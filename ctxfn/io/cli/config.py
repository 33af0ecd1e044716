"""Pipelines from configuration files, with the steps of those packages that one may use."""

from __future__ import annotations

from pathlib import Path

from ctxfn.assembly import standard_registry
from ctxfn.errors import CtxfnError
from ctxfn.io.cli.reading import read_file
from ctxfn.io.errors import InvalidArgument, UnreadableInput
from ctxfn.pipeline import (
    BrokenPlugin,
    Pipeline,
    Registry,
    Spec,
    build,
    installed_plugins,
    load_spec,
    with_plugins,
)

__all__ = ["pipeline_from", "registry_with"]


def registry_with(packages: list[str] | None) -> Registry:
    """Return the library's steps and those that *packages* bring.

    Raises:
        InvalidArgument: a package brings none, or they cannot be loaded.
        DuplicateName: it wants a name that is taken.
    """
    registry = standard_registry()
    for package in packages or ():
        found = installed_plugins(allow=(package,))
        if not found:
            expected = "an installed package with entry points in ctxfn.processors"
            raise InvalidArgument("--plugin", package, expected)
        for plugin in found:
            if isinstance(plugin, BrokenPlugin):
                expected = f"one that loads; {plugin.name}: {plugin.reason}"
                raise InvalidArgument("--plugin", plugin.distribution, expected)
        registry = with_plugins(registry, *found)
    return registry


def pipeline_from(path: Path, packages: list[str] | None) -> tuple[Pipeline, Spec]:
    """Read the pipeline of *path*; a name that ends in ``.toml`` is TOML, any other JSON.

    Raises:
        UnreadableInput: no such file, or it describes no pipeline.
    """
    text = read_file(str(path))
    try:
        spec = load_spec(text, format="toml" if path.suffix.lower() == ".toml" else "json")
        return build(registry_with(packages), spec), spec
    except InvalidArgument:
        raise
    except CtxfnError as error:
        raise UnreadableInput(str(path), None, None, str(error)) from error
