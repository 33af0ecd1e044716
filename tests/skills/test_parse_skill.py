"""parse_skill: what a SKILL.md says, and what it cannot say."""

from __future__ import annotations

import builtins
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.errors import MissingExtra
from ctxfn.messages import freeze
from ctxfn.skills import InvalidSkill, OfferedSkill, parse_skill
from ctxfn.skills.front_matter import _reader


def skill(*lines: str, body: str = "Do it.", name: str = "pdf", **options: Any) -> OfferedSkill:
    fields = (f"name: {name}", "description: Split", *lines)
    return parse_skill("\n".join(("---", *fields, "---", body)), **options)


def refusal(*lines: str, **options: Any) -> InvalidSkill:
    with pytest.raises(InvalidSkill) as caught:
        skill(*lines, **options)
    return caught.value


def attempt(text: str) -> OfferedSkill | InvalidSkill:
    try:
        return parse_skill(text)
    except InvalidSkill as error:
        return error


class TestExamples:
    """What is read."""

    def test_all_fields(self) -> None:
        read = skill(
            "license: MIT",
            "compatibility: Needs qpdf",
            "allowed-tools: Read, Bash(git add:*) Write",
            "metadata:",
            "  version: 1.10",
            "  deep: {a: [yes, ~]}",
            "hint: 'x'",
            source="user",
            location="a/SKILL.md",
            files=("b.md",),
        )

        assert read == OfferedSkill(
            "pdf",
            "pdf",
            "Split",
            "user",
            "a/SKILL.md",
            "Do it.",
            files=("b.md",),
            license="MIT",
            compatibility="Needs qpdf",
            allowed_tools=("Read", "Bash(git add:*)", "Write"),
            metadata=(("version", freeze("1.10")), ("deep", freeze({"a": ["yes", "~"]}))),
            extras=(("hint", freeze("x")),),
        )

    def test_the_identifier_may_be_another(self) -> None:
        assert skill(identifier="dir").identifier == "dir"

    def test_values_stay_as_they_are_written(self) -> None:
        assert [skill(name=one).name for one in ("yes", "1.10", "2024-01-01", "0x1F")] == [
            "yes",
            "1.10",
            "2024-01-01",
            "0x1F",
        ]

    def test_tools_as_a_list(self) -> None:
        assert skill("allowed-tools: [Read, 'Bash(a, b)', ' ']").allowed_tools == (
            "Read",
            "Bash(a, b)",
        )

    @pytest.mark.parametrize("empty", ["metadata:", "license: ''", "compatibility:"])
    def test_an_empty_field_says_nothing(self, empty: str) -> None:
        assert skill(empty) == skill()

    def test_the_body_keeps_its_shape(self) -> None:
        body = "    code\n\n---\n\nname: x  \n"

        assert skill(body=f"\n\r\n{body}\n").content == body.rstrip()

    def test_lines_may_end_as_windows_ends_them(self) -> None:
        assert parse_skill(
            "\ufeff---\r\nname: a\r\ndescription: b\r\n--- \r\nBody\r\nmore"
        ).content == ("Body\r\nmore")

    def test_a_text_over_several_lines(self) -> None:
        text = "---\nname: a\ndescription: >\n  one\n  two\n---\n"

        assert parse_skill(text).description == "one two"

    def test_other_scripts(self) -> None:
        read = parse_skill("---\nname: 資料\ndescription: عربي 🙂\n---\n本文")

        assert (read.name, read.description, read.content) == ("資料", "عربي 🙂", "本文")


class TestRefused:
    """Each error names the skill, the field, what was found and what was expected."""

    def test_its_words(self) -> None:
        error = refusal("license: [MIT]", location="a/SKILL.md")

        assert str(error) == "a/SKILL.md: field license: found ['MIT'], expected a text"

    @pytest.mark.parametrize(
        ("line", "field"),
        [
            ("license: {a: b}", "license"),
            ("compatibility: [a]", "compatibility"),
            ("allowed-tools: {a: b}", "allowed-tools"),
            ("allowed-tools: [[a]]", "allowed-tools"),
            ("metadata: x", "metadata"),
            ("metadata: [x]", "metadata"),
            ("name: again", "front matter"),
            ("a: &x b", "front matter"),
            ("a: *x", "front matter"),
            ("a: !!python/object/apply:os.system [ls]", "front matter"),
            ("a: !!str b", "front matter"),
            ("a: ! b", "front matter"),
            ("a: [", "front matter"),
            ("? [a]\n: b", "front matter"),
            ("? {a: b}\n: c", "front matter"),
            ("a: '\x07'", "front matter"),
            ("a: \ud83d", "front matter"),
            ("a:\tb: c", "front matter"),
            ("...\nb: c", "front matter"),
        ],
    )
    def test_a_field_that_is_none(self, line: str, field: str) -> None:
        assert refusal(line).field == field

    @pytest.mark.parametrize(
        ("text", "field"),
        [
            ("", "front matter"),
            ("# A skill", "front matter"),
            ("--- x\nname: a\n---", "front matter"),
            ("---\nname: a", "front matter"),
            ("---\n- a\n---\n", "front matter"),
            ("---\na\n---\n", "front matter"),
            ("---\n---\n", "name"),
            ("---\ndescription: a\n---\n", "name"),
            ("---\nname: ' '\ndescription: a\n---\n", "name"),
            ("---\nname: |\n  a\n  b\ndescription: a\n---\n", "name"),
            ("---\nname: [a]\ndescription: a\n---\n", "name"),
            ("---\nname: a\n---\n", "description"),
            ("---\nname: a\ndescription: {a: b}\n---\n", "description"),
        ],
    )
    def test_what_is_no_skill(self, text: str, field: str) -> None:
        with pytest.raises(InvalidSkill) as caught:
            parse_skill(text)

        assert caught.value.field == field

    @pytest.mark.parametrize("name", ["PDF", "a_b", "-a", "a-", "a--b", "ä", "a" * 65, "a b"])
    def test_to_the_letter_a_name_is_plain(self, name: str) -> None:
        assert skill(name=name).name == name
        assert refusal(name=name, strict=True).field == "name"

    @pytest.mark.parametrize(
        ("line", "field"),
        [("compatibility: " + "x" * 501, "compatibility"), ("compatibility: " + "x" * 500, None)],
    )
    def test_to_the_letter_fields_have_limits(self, line: str, field: str | None) -> None:
        if field is None:
            assert skill(line, strict=True).compatibility == "x" * 500
        else:
            assert refusal(line, strict=True).field == field

    def test_to_the_letter_a_description_has_one_too(self) -> None:
        text = "---\nname: a\ndescription: {}\n---\n"

        assert parse_skill(text.format("x" * 1024), strict=True).name == "a"
        with pytest.raises(InvalidSkill, match="field description: found 1,025 characters"):
            parse_skill(text.format("x" * 1025), strict=True)


class TestHostile:
    """What takes other readers long, or makes them do things."""

    @pytest.mark.parametrize(
        "bomb",
        [
            "a: " + "[" * 100_000,
            "a: " + "[" * 10_000,
            "a: " + "{a: " * 5_000,
            "a: " + "[" * 17 + "]" * 17,
            "- " * 10_000 + "a",
            "? " * 10_000 + "a",
            "a: &a [x,x]\nb: &b [*a,*a]\nc: [*b,*b]",
            "a: x\n" * 8_000,
            "\n".join(f"k{n}: x" for n in range(100_000)),
            "x" * 1_000_000,
            "a: '" + "x" * 1_000_000,
            "<<: {a: &x b}",
            "%TAG ! tag:x,2000:\n---\na: !x b",
        ],
        ids=range(13),
    )
    def test_bombs_are_refused(self, bomb: str) -> None:
        assert refusal(bomb).field == "front matter"

    def test_a_long_body_is_no_matter(self) -> None:
        body = "---\n" * 250_000

        assert len(skill(body=body).content or "") == len(body.rstrip())

    @pytest.mark.parametrize(
        "text", ["-" * 1_000_000, "---\n" + " \n" * 500_000, "---" + " " * 1_000_000]
    )
    def test_a_fence_that_does_not_end(self, text: str) -> None:
        with pytest.raises(InvalidSkill):
            parse_skill(text)

    @given(st.text(max_size=80))
    def test_any_text_gives_a_skill_or_our_error(self, text: str) -> None:
        for whole in (text, f"---\n{text}\n---\nx", f"---\nname: a\ndescription: {text}\n---\n"):
            assert isinstance(attempt(whole), OfferedSkill | InvalidSkill)

    @given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1).filter(str.strip))
    def test_a_quoted_description_comes_back(self, description: str) -> None:
        quoted = description.replace("'", "''").strip()
        read = attempt(f"---\nname: a\ndescription: '{quoted}'\n---\n")

        if isinstance(read, InvalidSkill):
            assert read.field == "front matter"  # YAML does not have all characters
        else:
            assert read.description.split() == description.split()


def test_without_the_package_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one place where an import is taken away: nothing else shows what its absence does."""
    real = builtins.__import__

    def absent(name: str, *rest: Any) -> Any:
        if name.partition(".")[0] in ("frontmatter", "yaml"):
            raise ImportError(name)
        return real(name, *rest)

    _reader.cache_clear()
    monkeypatch.setattr(builtins, "__import__", absent)
    try:
        with pytest.raises(MissingExtra, match=r"pip install 'ctxfn\[skills\]'"):
            parse_skill("---\nname: a\n---\n")
    finally:
        _reader.cache_clear()


class TestAllowedTools:
    """Half of a permission is never more than all of it."""

    @pytest.mark.parametrize(
        ("written", "read"),
        [
            ("Bash(echo $(ls) *) Read", ("Bash(echo $(ls) *)", "Read")),
            ("Bash(a:b),Read", ("Bash(a:b)", "Read")),
            ("Bash(a, b) , Read", ("Bash(a, b)", "Read")),
            ("Bash() Read", ("Bash()", "Read")),
            ("['Bash(git status)', ' Read ']", ("Bash(git status)", "Read")),
        ],
    )
    def test_what_is_in_balance(self, written: str, read: tuple[str, ...]) -> None:
        assert skill(f"allowed-tools: {written}").allowed_tools == read

    @pytest.mark.parametrize(
        "written",
        [
            "Bash(git status Read",
            "Bash(git (status) Read",
            "Bash(git)) Read",
            "Bash) Read",
            "Bash (git status) Read",
            "(Read)",
            "Bash(git)Read",
            "Bash(git)(status)",
            "['Read', 'Bash(git status']",
            "'" + "(" * 30_000 + "'",
            "'" + ")" * 30_000 + "'",
        ],
        ids=range(11),
    )
    def test_what_is_not_is_refused(self, written: str) -> None:
        assert refusal(f"allowed-tools: {written}").field == "allowed-tools"


class TestEscapes:
    """A character that there is not is the file's fault."""

    @pytest.mark.parametrize("escape", ["\\UFFFFFFFF", "\\U99999999", "\\U00110000"])
    def test_beyond_all_characters(self, escape: str) -> None:
        error = attempt(f'---\nname: "{escape}"\ndescription: b\n---\n')

        assert isinstance(error, InvalidSkill)
        assert error.field == "front matter"
