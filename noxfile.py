"""Everything there is to run: `nox -s lint types tests docs bench`; `laws` takes the night."""

from __future__ import annotations

import nox

nox.options.sessions = ["lint", "types", "tests", "docs"]
nox.options.default_venv_backend = "venv"
nox.options.reuse_existing_virtualenvs = True

PROJECT = ("-e", ".[cli,offline,testing]")


def install(session: nox.Session, *groups: str) -> None:
    """Install the project as it is worked on, with what the session's tools need."""
    session.install("-U", "pip>=25.1")
    session.install(*PROJECT, *(part for group in groups for part in ("--group", group)))


@nox.session
def lint(session: nox.Session) -> None:
    """Style, format and floors."""
    install(session, "lint")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    session.run("lint-imports")


@nox.session
def types(session: nox.Session) -> None:
    """Two checkers, since users have either."""
    install(session, "test", "types")
    session.run("python", "-m", "mypy", "--strict", "ctxfn", "tests", "benchmarks")
    session.run("pyright", "ctxfn", "tests/typing")


@nox.session
def tests(session: nox.Session) -> None:
    """The default suite, or what is named after `--`."""
    install(session, "test")
    session.run("python", "-m", "pytest", "-q", "-n", "auto", *session.posargs)


@nox.session
def docs(session: nox.Session) -> None:
    """Each code block and docstring example runs; then the pages, with warnings as errors."""
    install(session, "test", "docs")
    session.run("python", "docs/reference.py")
    session.run("python", "-m", "pytest", "-q", "ctxfn", "docs", "README.md")
    session.run("sphinx-build", "-W", "--keep-going", "-q", "docs", "docs/_build")


@nox.session
def bench(session: nox.Session) -> None:
    """Ours, its mutable twin and a defensive copy, in one run, since only ratios travel."""
    install(session, "test")
    session.run("python", "-m", "pytest", "-q", "benchmarks", "--benchmark-only", *session.posargs)


@nox.session
def laws(session: nox.Session) -> None:
    """Every law over 5,000 conversations, and the tests that are marked slow."""
    install(session, "test")
    session.run(
        *("python", "-m", "pytest", "-q", "-n", "auto", "-m", "slow or not slow"),
        *(session.posargs or ["tests"]),
        env={"HYPOTHESIS_PROFILE": "nightly"},
    )
