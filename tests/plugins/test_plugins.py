"""Another package's steps: really installed, found, configured, removed."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import ctxfn
from ctxfn.assembly import standard_registry
from ctxfn.lint import DuplicateRule, RulePack, installed_rules, with_rules
from ctxfn.messages import Messages, chat, text_of, user
from ctxfn.pipeline import (
    BrokenPlugin,
    DuplicateName,
    Plugin,
    Registered,
    build,
    installed_plugins,
    load_spec,
    processor,
    spec_of,
    with_plugins,
)
from ctxfn.testing import check_rule

PACKAGE = Path(__file__).parent / "second_package"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the second package installed in it."""
    folder = tmp_path_factory.mktemp("site")
    options = [
        "--no-deps",
        "--no-index",
        "--no-build-isolation",
        "--disable-pip-version-check",
        "-q",
    ]
    command = [sys.executable, "-m", "pip", "install", *options, "--target", str(folder)]
    subprocess.run([*command, str(PACKAGE)], check=True)
    return folder


@pytest.fixture
def installed(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The package on the path, and gone again."""
    monkeypatch.syspath_prepend(str(site))
    yield
    sys.modules.pop("second_package", None)
    importlib.invalidate_caches()


def ours() -> tuple[Plugin | BrokenPlugin, ...]:
    """What the second package brings; whatever else is installed here is not asked."""
    return installed_plugins(allow=("second-package",))


@pytest.mark.usefixtures("installed")
class TestInstalled:
    """Found by its entry points, and used like our own steps."""

    def test_each_entry_point_is_a_plugin_and_a_broken_one_no_crash(self) -> None:
        broken, loud, more = ours()

        assert isinstance(broken, BrokenPlugin)
        assert (broken.name, broken.distribution) == ("broken", "second-package 1.2")
        assert broken.reason.startswith("AttributeError: module 'second_package' has no attribute")
        assert isinstance(loud, Plugin)
        assert isinstance(more, Plugin)
        assert [(one.name, one.labels, one.owner) for one in (*loud.steps, *more.steps)] == [
            ("loud", (), "second-package 1.2"),
            ("keep_first", ("truncator",), "second-package 1.2"),
        ]

    def test_its_steps_are_configured_like_ours(self) -> None:
        registry = with_plugins(standard_registry(), *ours())
        text = """{"processors": [{"type": "keep_first", "config": {"nodes": 2}},
                                  {"type": "loud", "config": {"ending": "?"}},
                                  {"type": "drop_empty"}]}"""

        pipeline = build(registry, load_spec(text))

        after = pipeline(chat(user("a"), user("b"), user("c")))
        assert [text_of(message) for message in after] == ["A?", "B?"]
        assert build(registry, spec_of(registry, pipeline)) == pipeline

    def test_a_name_that_is_taken_names_both_owners(self) -> None:
        @processor
        def loud(messages: Messages, /) -> Messages:
            return messages

        registry = standard_registry().with_steps(Registered("loud", loud, owner="me"))

        with pytest.raises(
            DuplicateName, match=r"loud of second-package 1\.2 is already the name of a step of me"
        ):
            with_plugins(registry, *ours())

    def test_who_is_not_allowed_is_not_loaded(self) -> None:
        assert installed_plugins(allow=("third-package",)) == ()
        assert "second_package" not in sys.modules


@pytest.mark.usefixtures("installed")
class TestRules:
    """Rules of a package, found by its entry points."""

    def test_each_entry_point_is_a_pack_and_a_broken_one_no_crash(self) -> None:
        broken, pack = installed_rules(allow=("second-package",))

        assert isinstance(broken, BrokenPlugin)
        assert isinstance(pack, RulePack)
        assert (pack.distribution, [one.code for one in pack.rules]) == (
            "second-package 1.2",
            ["SEC101"],
        )

    def test_they_find_like_ours_and_keep_the_laws(self) -> None:
        _, pack = installed_rules(allow=("second-package",))
        assert isinstance(pack, RulePack)
        (rule,) = pack.rules

        found = ctxfn.check([{"role": "user", "content": "HELP"}], rules=pack.rules)
        check_rule(rule, examples=10)

        assert [(one.code, one.severity) for one in found] == [("SEC101", "warning")]

    def test_a_code_that_is_taken_names_both(self) -> None:
        _, pack = installed_rules(allow=("second-package",))
        assert isinstance(pack, RulePack)
        (rule,) = pack.rules

        with pytest.raises(DuplicateRule, match="SEC101 of the rule 'SEC101 shouting'"):
            with_rules(rule, rule)


def test_removed_it_is_gone() -> None:
    assert ours() == ()
