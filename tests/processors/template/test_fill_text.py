"""fill_text: names, defaults, conditions, and nothing that runs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.twins.fill_placeholders import fill_text as twin_fill_text
from ctxfn.processors import MAX_FILLED, fill_pieces, fill_text

VALUES = {"day": "Monday", "none": "", "price": "$& $1 \\1 $$", "who": "{{day}}", "a | b": "odd"}

PIECES = st.sampled_from(
    [
        "{{",
        "}}",
        "{{day}}",
        "{{ x | y }}",
        "{{#if day}}",
        "{{#if not x}}",
        "{{else}}",
        "{{/if}}",
        "w",
        "{",
    ]
)
TEMPLATES = st.lists(PIECES, max_size=12).map("".join)


class TestExamples:
    """What it does, in cases a reader can check by eye."""

    @pytest.mark.parametrize(
        ("template", "filled"),
        [
            ("{{day}} {{  day\n}}", "Monday Monday"),
            ("[{{none}}]", "[]"),
            ("{{price}}", "$& $1 \\1 $$"),
            ("{{ x | nobody }} {{x|}}.", "nobody ."),
            ("{{none | words}}", ""),
            ("{{a | b}}", "odd"),
            ("{{ {{day}} }}", "{{ {{day}} }}"),
            ("{{toString}} {{__class__}}", "{{toString}} {{__class__}}"),
            ("{{day", "{{day"),
            ("}} {{day}}", "}} Monday"),
            ("{{}}", "{{}}"),
        ],
    )
    def test_names_and_defaults(self, template: str, filled: str) -> None:
        assert fill_text(template, VALUES).text == filled

    @pytest.mark.parametrize(
        ("template", "filled"),
        [
            ("{{#if day}}yes{{/if}}", "yes"),
            ("{{#if none}}yes{{else}}no{{/if}}", "no"),
            ("{{#if not x}}yes{{else}}no{{/if}}", "yes"),
            ("{{#if day}}a{{#if x}}b{{else}}c{{/if}}d{{else}}e{{/if}}", "acd"),
            ("{{#if x}}a{{#if day}}b{{/if}}{{else}}e{{/if}}", "e"),
            ("{{#if x}}{{y}}{{/if}}", ""),
            ("{{#if day}}open", "{{#if day}}open"),
            ("{{else}}{{/if}}", "{{else}}{{/if}}"),
        ],
    )
    def test_conditions(self, template: str, filled: str) -> None:
        assert fill_text(template, VALUES).text == filled

    def test_names_without_a_value_are_told_once(self) -> None:
        filled = fill_text("{{x}} {{y}} {{x}} {{z | 1}} {{#if w}}{{v}}{{/if}}", VALUES)
        assert filled.unresolved == ("x", "y")

    @pytest.mark.parametrize(
        ("depth", "filled"), [(0, "{{a}}"), (1, "1{{b}}"), (2, "12{{c}}"), (3, "123"), (8, "123")]
    )
    def test_values_are_filled_as_deep_as_told(self, depth: int, filled: str) -> None:
        values = {"a": "1{{b}}", "b": "2{{c}}", "c": "3"}
        assert fill_text("{{a}}", values, depth=depth).text == filled

    def test_a_value_never_completes_what_stands_outside_it(self) -> None:
        values = {"open": "{{", "close": "}}", "day": "Monday", "half": "{{da"}
        assert (
            fill_text("{{open}}day{{close}} {{half}}y}}", values, depth=8).text == "{{day}} {{day}}"
        )

    def test_no_value_can_hold_a_slot(self) -> None:
        filled = fill_pieces("{{day}} {{text}}", {"day": "{{text}}"}, depth=2, slot="text")
        assert filled.pieces == ("{{text}} ", "")


class TestBounds:
    """Values that name each other grow with a power; what is too much stays as it is written."""

    def test_what_is_too_much_is_told(self) -> None:
        filled = fill_text("{{a}}|{{b}}", {"a": "{{a}}" * 100, "b": "b"}, depth=8)
        assert len(filled.text) < 2 * MAX_FILLED + 10
        assert filled.text.endswith("|b")
        assert filled.overgrown == ("a",)

    def test_a_value_that_is_put_in_often_is_put_in_while_there_is_room(self) -> None:
        value = "x" * (MAX_FILLED // 2)
        filled = fill_text("{{a}}{{a}}{{a}}", {"a": value})
        assert filled.text == f"{value}{value}{{{{a}}}}"
        assert filled.overgrown == ("a",)

    def test_a_hundred_thousand_conditions_are_read_in_one_go(self) -> None:
        template = "{{#if x}}" * 100_000 + "w" + "{{/if}}" * 100_000
        assert fill_text(template, {"x": "1"}).text == "w"

    @pytest.mark.parametrize(
        "piece", ["{{", "{{{", "}}", "{{ {{", "{{#if x}}", "{{else}}", "{{/if}}"]
    )
    def test_what_is_never_closed_stays(self, piece: str) -> None:
        assert fill_text(piece * 50_000, {"x": "1"}).text == piece * 50_000


class TestSlot:
    """What will go into the slot may be asked about."""

    @pytest.mark.parametrize(
        ("template", "said", "pieces"),
        [
            ("{{#if text}}Q: {{text}}{{else}}-{{/if}}", True, ("Q: ", "")),
            ("{{#if text}}Q: {{text}}{{else}}-{{/if}}", False, ("-",)),
            ("{{#if not text}}-{{/if}}{{text}}", False, ("-", "")),
            ("[{{ text | nothing }}]", True, ("[", "]")),
            ("[{{ text | nothing }}]", False, ("[nothing]",)),
        ],
    )
    def test_conditions_and_defaults(
        self, template: str, said: bool, pieces: tuple[str, ...]
    ) -> None:
        assert fill_pieces(template, {}, slot="text", said=said).pieces == pieces


class TestProperties:
    """What is true of every template. Each test is named after the invariant."""

    @given(st.text())
    def test_text_without_an_expression_is_itself(self, text: str) -> None:
        template = text.replace("{", "")
        assert fill_text(template, VALUES).text == template

    @given(TEMPLATES)
    def test_a_template_is_never_refused(self, template: str) -> None:
        filled = fill_text(template, VALUES, depth=3)
        assert isinstance(filled.text, str)

    @given(st.text(), st.text(), st.text())
    def test_values_are_put_in_as_they_are(self, head: str, value: str, tail: str) -> None:
        head, tail = head.replace("{", ""), tail.replace("{", "")
        assert fill_text(f"{head}{{{{x}}}}{tail}", {"x": value}).text == f"{head}{value}{tail}"

    @given(TEMPLATES, st.text(alphabet="{}day#if ", max_size=8))
    def test_a_value_that_is_not_named_changes_nothing(self, template: str, value: str) -> None:
        assert fill_text(template, VALUES) == fill_text(template, {**VALUES, "unnamed": value})


class TestTwin:
    """Where values hold no expressions, the twin, which has names alone, fills alike."""

    @given(
        st.lists(st.sampled_from(["{{", "}}", "{{day}}", "{{ x }}", "w", "{", "}", "\n"])).map(
            "".join
        )
    )
    def test_fills_as_its_twin_does(self, template: str) -> None:
        plain = {"day": "Monday", "none": ""}
        assert fill_text(template, plain).text == twin_fill_text(template, plain, depth=1)
