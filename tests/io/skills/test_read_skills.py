"""read_skills: every skill of a folder, and what is wrong with the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from ctxfn.io import UnreadableInput
from ctxfn.io.skills import read_skills
from ctxfn.skills import InvalidSkill, collect_skills

TEXT = "---\nname: {}\ndescription: Split\n---\nDo it."


def write(folder: Path, files: dict[str, str | bytes]) -> Path:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


class TestExamples:
    """Folders as people have them."""

    def test_in_order_with_what_lies_beside(self, tmp_path: Path) -> None:
        read = read_skills(
            write(
                tmp_path,
                {
                    "web/SKILL.md": TEXT.format("web"),
                    "pdf/SKILL.md": TEXT.format("pdf"),
                    "pdf/scripts/fill.py": "",
                    "pdf/scripts/.cache/x": "",
                    "pdf/.hidden": "",
                    "pdf/forms.md": "",
                    "pdf/deep/SKILL.md": "",
                    ".hidden/SKILL.md": TEXT.format("x"),
                    "no-skill/readme.md": "",
                    "a-file": "",
                },
            ),
            source="project",
        )
        pdf, web = read.skills

        assert (pdf.identifier, pdf.source, pdf.content, web.files) == (
            "pdf",
            "project",
            "Do it.",
            (),
        )
        assert pdf.files == ("forms.md", "deep/SKILL.md", "scripts/fill.py")
        assert pdf.location == str(tmp_path / "pdf" / "SKILL.md")
        assert (read.refused, read.notes) == ((), ())

    def test_the_folder_names_it(self, tmp_path: Path) -> None:
        write(tmp_path, {"dir/SKILL.md": TEXT.format("other")})
        (skill,) = read_skills(tmp_path).skills
        (refused,) = read_skills(tmp_path, strict=True).refused

        assert (skill.identifier, skill.name) == ("dir", "other")
        assert str(refused).endswith(
            "field name: found 'other', expected 'dir', the name of its folder"
        )

    def test_an_empty_folder(self, tmp_path: Path) -> None:
        assert read_skills(str(tmp_path)).skills == ()

    def test_they_can_be_collected(self, tmp_path: Path) -> None:
        write(tmp_path, {"pdf/SKILL.md": TEXT.format("pdf")})

        assert len(collect_skills(read_skills(tmp_path).skills).skills) == 1


class TestRefused:
    """One that cannot be read takes no other with it."""

    @pytest.mark.parametrize(
        ("content", "kind", "why"),
        [
            ("# nothing", InvalidSkill, "field front matter"),
            (b"---\nname: \xff", UnreadableInput, "it is not UTF-8: invalid start byte at byte 10"),
            ("x" * 1_000_001, UnreadableInput, "it has more than 1,000,000 bytes"),
        ],
    )
    def test_the_others_are_there(
        self, tmp_path: Path, content: str | bytes, kind: type, why: str
    ) -> None:
        write(tmp_path, {"a/SKILL.md": content, "b/SKILL.md": TEXT.format("b")})
        read = read_skills(tmp_path)
        (refused,) = read.refused

        assert [skill.name for skill in read.skills] == ["b"]
        assert isinstance(refused, kind)
        assert why in str(refused)

    def test_a_folder_that_is_not_there(self, tmp_path: Path) -> None:
        with pytest.raises(UnreadableInput, match="none: No such file or directory"):
            read_skills(tmp_path / "none")

    def test_a_link_that_leads_out(self, tmp_path: Path) -> None:
        outside = write(tmp_path / "out", {"SKILL.md": TEXT.format("x"), "secret": ""})
        inside = write(tmp_path / "in", {"a/SKILL.md": TEXT.format("a")})
        (inside / "b").symlink_to(outside)
        (inside / "a" / "secret").symlink_to(outside / "secret")
        (inside / "a" / "out").symlink_to(outside)
        read = read_skills(inside)

        assert [(skill.name, skill.files) for skill in read.skills] == [("a", ())]
        assert "a link that leads out of the folder" in str(read.refused[0])

    def test_links_in_a_circle(self, tmp_path: Path) -> None:
        folder = write(tmp_path, {"a/readme": ""})
        (folder / "a" / "SKILL.md").symlink_to(folder / "a" / "SKILL.md")

        assert read_skills(folder).skills == ()

    def test_of_very_many_files_the_first(self, tmp_path: Path) -> None:
        write(tmp_path, {"a/SKILL.md": TEXT.format("a"), **{f"a/{n:03}": "" for n in range(201)}})
        read = read_skills(tmp_path)

        assert (len(read.skills[0].files), read.skills[0].files[-1]) == (200, "199")
        assert read.notes[0].text == "a: of its files the first 200 are listed"


class TestOneOfMany:
    """What is wrong with one file takes no other with it."""

    def test_an_escape_beyond_all_characters(self, tmp_path: Path) -> None:
        broken = '---\nname: "\\UFFFFFFFF"\ndescription: b\n---\n'
        read = read_skills(write(tmp_path, {"a/SKILL.md": TEXT.format("a"), "b/SKILL.md": broken}))

        assert [one.identifier for one in read.skills] == ["a"]
        assert [type(one) for one in read.refused] == [InvalidSkill]

    def test_a_permission_that_is_not_closed(self, tmp_path: Path) -> None:
        broken = "---\nname: b\ndescription: b\nallowed-tools: Bash(git\n---\n"
        read = read_skills(write(tmp_path, {"a/SKILL.md": TEXT.format("a"), "b/SKILL.md": broken}))

        assert [one.identifier for one in read.skills] == ["a"]
        assert "field allowed-tools" in str(read.refused[0])
