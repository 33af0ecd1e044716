"""Manifests from elsewhere: fetch those that an operation lacks, each within its limit."""

from __future__ import annotations

from ctxfn.io.manifests.load_manifests import (
    LoadedManifests,
    LoadProblem,
    ManifestLoader,
    load_manifests,
    load_manifests_now,
)

__all__ = [
    "LoadProblem",
    "LoadedManifests",
    "ManifestLoader",
    "load_manifests",
    "load_manifests_now",
]
