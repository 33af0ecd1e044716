"""repair_arguments: what is certain is mended, what is not is told, and nothing is made up."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ctxfn.messages import Verbatim, freeze
from ctxfn.tools import Lost, Misfit, Parsed, Repaired, Unrepairable, repair_arguments


def takes(*required: str, **types: str) -> Verbatim:
    """Declare parameters."""
    properties = {name: {"type": kind} for name, kind in types.items()}
    return freeze({"type": "object", "properties": properties, "required": list(required)})


def value_of(text: str, parameters: Verbatim | None = None, **options: Any) -> object:
    """Return what *text* is mended to."""
    reading = repair_arguments(text, parameters, **options)
    assert isinstance(reading, Repaired)
    return reading.value.thaw()


class TestWhatBreaksOff:
    """A stream that ended too early: what it had finished stays."""

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ('{"q": {"in": "x"}, "c": [1, "y', {"q": {"in": "x"}, "c": [1]}),
            ('{"q": 1, "ke', {"q": 1}),
            ('{"q": 1, "key"', {"q": 1}),
            ('{"q": 1, "key":', {"q": 1}),
            ('{"q": 1, "key": ', {"q": 1}),
            ('{"q": 1,', {"q": 1}),
            ('{"q": true', {"q": True}),
            ('{"q": tru', {}),
            ('{"a": {"b": [', {"a": {"b": []}}),
            ("[1, 2,", [1, 2]),
            ('{"grüße": "ö"', {"grüße": "ö"}),
            ("{", {}),
        ],
    )
    def test_it_is_closed_behind_what_was_finished(self, text: str, expected: object) -> None:
        assert value_of(text) == expected

    @pytest.mark.parametrize("number", ["12", "-", "1.", "1.5", "1e", "2e5", "0"])
    def test_a_number_at_the_end_may_lack_digits(self, number: str) -> None:
        """12 may be the beginning of 1200: a wrong amount is worse than none."""
        assert value_of('{"ok": 1, "amount": ' + number) == {"ok": 1}

    def test_a_number_with_something_behind_it_is_finished(self) -> None:
        assert value_of('{"amount": 12 ') == {"amount": 12}

    @pytest.mark.parametrize(
        ("written", "kept"),
        [
            ("riv", "riv"),
            ("", ""),
            ("a\\", "a"),
            ("a\\u00", "a"),
            ("a\\ud83d", "a"),
            ("a\\ud83d\\ude", "a"),
            ("a\\ud83d\\ude00", "a\U0001f600"),
            ("a\\\\", "a\\"),
            ("a\\\\ud83d", "a\\ud83d"),
            ("room 12", "room 12"),
        ],
    )
    def test_the_beginning_of_a_text_is_kept_if_wanted(self, written: str, kept: str) -> None:
        assert value_of(f'{{"q": "{written}', unfinished="keep") == {"q": kept}
        assert value_of(f'{{"q": "{written}') == {}

    def test_what_is_lost_is_told_with_its_place(self) -> None:
        text = '{"rows": [{"id": 1}, {"id": 2, "na'
        reading = repair_arguments(text)

        assert reading == Repaired(
            freeze({"rows": [{"id": 1}, {"id": 2}]}), ("cut",), (Lost(("rows", 1), "key", 31, 34),)
        )
        assert text[31:34] == '"na'

    def test_it_is_said_in_words(self) -> None:
        reading = repair_arguments('{"q": "riv', unfinished="keep")

        assert isinstance(reading, Repaired)
        assert reading.reason == (
            "mended: cut; an unfinished text at q, character 6, kept as far as it goes"
        )


class TestWhatIsWrongInside:
    """Faults that leave no doubt what was meant, and those that do."""

    def test_line_breaks_stay_in_their_texts(self) -> None:
        reading = repair_arguments('{"code": "a\n\tb"}')

        assert reading == Repaired(freeze({"code": "a\n\tb"}), ("control-characters",))
        assert isinstance(reading, Repaired)
        assert reading.text == '{"code":"a\\n\\tb"}'

    def test_what_follows_is_left_out(self) -> None:
        reading = repair_arguments('{"q": 1} and so on')

        assert reading == Repaired(freeze({"q": 1}), ("trailing",), (Lost((), "rest", 8, 18),))

    def test_a_text_that_is_escaped_as_a_whole_is_read_without_its_escapes(self) -> None:
        assert value_of('{\\"q\\": \\"a \\\\\\"b\\\\\\"\\"}') == {"q": 'a "b"'}

    @pytest.mark.parametrize("text", ["", " ", "\n\t"])
    def test_nothing_written_means_no_arguments(self, text: str) -> None:
        assert repair_arguments(text) == Repaired(freeze({}), ("blank",))

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("zzz", "found 'zzz' at character 0, expected an object"),
            ('"abc', "found '\"abc' at character 0, expected an object"),
            ('{"a": NaN}', "found 'NaN}' at character 6, expected a value"),
            (
                '{"a": 1e999}',
                "found '1e999}' at character 6, expected a number that can be written",
            ),
            ('{"a": 01}', "found '01}' at character 6, expected a number"),
            ('{"a": 1,}', "found '}' at character 8, expected a name in quotes"),
            ("[1,]", "found ']' at character 3, expected a value"),
            ('{"a" 1}', "found '1}' at character 5, expected ':'"),
            ('{"a": 1 "b": 2}', "found '\"b\": 2}' at character 8, expected ','"),
            ('{"a": "\\q"}', "found '\\\\q\"}' at character 7, expected an escape that JSON has"),
            (
                '{"a": "x"y" and many more words',
                "found 'y\" and many more wor'… at character 9, expected ','",
            ),
        ],
    )
    def test_what_is_no_json_before_its_end_is_not_guessed(self, text: str, reason: str) -> None:
        reading = repair_arguments(text)

        assert isinstance(reading, Unrepairable)
        assert reading.reason == reason


class TestWhatTheToolTakes:
    """A repair counts only if it is what the declaration says."""

    def test_json_is_parsed_and_what_it_lacks_is_told(self) -> None:
        reading = repair_arguments('{"n": "2"}', takes("n", "q", n="integer"))

        assert reading == Parsed(
            freeze({"n": "2"}), ("q",), (Misfit(("n",), "a text", "a whole number"),)
        )

    def test_a_repair_without_a_required_name_is_refused(self) -> None:
        reading = repair_arguments('{"q": 1, "n', takes("q", "n"))

        assert isinstance(reading, Unrepairable)
        assert (reading.fault, reading.missing) == ("missing", ("n",))
        assert reading.read == freeze({"q": 1})

    def test_so_is_one_of_another_type(self) -> None:
        reading = repair_arguments('{"q": 1, "n', takes("q", q="string"))

        assert isinstance(reading, Unrepairable)
        assert reading.reason == "found a number for q, expected a text"

    def test_unless_that_is_only_to_be_told(self) -> None:
        reading = repair_arguments('{"q": 1, "n', takes("q", q="string"), misfits="tell")

        assert isinstance(reading, Repaired)
        assert reading.misfits == (Misfit(("q",), "a number", "a text"),)

    def test_no_arguments_are_too_few_for_a_tool_that_needs_some(self) -> None:
        assert isinstance(repair_arguments("", takes("q")), Unrepairable)
        assert isinstance(repair_arguments("", takes()), Repaired)

    def test_a_list_is_no_arguments_of_a_tool_that_is_known(self) -> None:
        assert isinstance(repair_arguments("[1, 2", takes()), Unrepairable)
        assert isinstance(repair_arguments("[1, 2]", takes()), Parsed)

    def test_an_object_inside_a_text_is_taken_out_once(self) -> None:
        text = json.dumps('{"q": "x"}')
        reading = repair_arguments(text, takes("q"))

        assert reading == Repaired(freeze({"q": "x"}), ("encoded-twice",))
        assert repair_arguments(text) == Parsed(freeze('{"q": "x"}'))
        assert isinstance(repair_arguments(json.dumps(text), takes("q")), Parsed)

    @pytest.mark.parametrize("parameters", ["text", [], {"required": 3}, {"required": [1, None]}])
    def test_a_malformed_declaration_asks_for_nothing(self, parameters: object) -> None:
        reading = repair_arguments('{"q": 1', freeze(parameters))

        assert isinstance(reading, Repaired)


class TestSwallowed:
    """A text that has the rest of the arguments in it, for its quote was escaped."""

    def test_the_names_are_regained_and_all_others_kept(self) -> None:
        text = json.dumps({"title": 'Hi", "body": "text", "n": 1}', "tag": 3})
        reading = repair_arguments(text, takes("title", "body"))

        assert reading == Repaired(
            freeze({"title": "Hi", "tag": 3, "body": "text", "n": 1}),
            ("escaped-quotes",),
            regained=("body", "n"),
        )

    def test_of_a_text_that_breaks_off_too(self) -> None:
        text = '{"title": "Hi\\", \\"body\\": \\"text\\"}'
        note = takes("title", "body")

        assert value_of(text, note, unfinished="keep") == {"title": "Hi", "body": "text"}
        assert isinstance(repair_arguments(text, note), Unrepairable)

    @pytest.mark.parametrize(
        "swallowing",
        [
            'Hi" ,\n "body" : "text"}',
            'Hi\\", \\"body\\": \\"text\\"}',
            'Hi\\" , \\"body\\" : \\"text\\"} ',
        ],
    )
    def test_blanks_and_one_more_escape_make_no_difference(self, swallowing: str) -> None:
        text = json.dumps({"title": swallowing})

        assert value_of(text, takes("title", "body")) == {"title": "Hi", "body": "text"}

    def test_line_breaks_are_kept_on_both_sides(self) -> None:
        text = json.dumps({"title": 'a\nb", "body": "c\nd"}'})

        assert value_of(text, takes("title", "body")) == {"title": "a\nb", "body": "c\nd"}

    def test_what_stands_in_front_is_not_read_a_second_time(self) -> None:
        text = json.dumps({"path": 'C:\\new "x"", "body": "\\u00e9"}'})

        assert value_of(text, takes("path", "body")) == {"path": 'C:\\new "x"', "body": "é"}

    @pytest.mark.parametrize(
        "given",
        [
            {"title": 'Hi", "body": "text'},
            {"title": 'Hi", "body": text}'},
            {"title": 'say "Hi", "body": "text"}'},
            {"title": 'Hi", "other": "text"}'},
            {"title": 'Hi", "body": "text", "tag": 1}', "tag": 2},
            {"title": ['Hi", "body": "text"}']},
        ],
    )
    def test_nothing_is_regained_on_suspicion(self, given: object) -> None:
        reading = repair_arguments(json.dumps(given), takes("title", "body"))

        assert reading == Parsed(freeze(given), ("body",))

    def test_texts_that_only_look_so_hide_none_that_does(self) -> None:
        decoys = {f"k{number}": 'x", "other": 1}' for number in range(20)}
        text = json.dumps({**decoys, "title": 'Hi", "body": "text"}'})

        assert value_of(text, takes("title", "body")) == {**decoys, "title": "Hi", "body": "text"}

    def test_what_is_regained_must_fit(self) -> None:
        text = json.dumps({"title": 'Hi", "body": 5}'})
        note = takes("title", "body", body="string")

        assert isinstance(repair_arguments(text, note), Parsed)
        assert value_of(text, note, misfits="tell") == {"title": "Hi", "body": 5}


class TestValues:
    """What is handed out cannot be changed."""

    def test_a_copy_is_the_callers_alone(self) -> None:
        reading = repair_arguments('{"q": [1], "r')
        assert isinstance(reading, Repaired)
        copy: Any = reading.value.thaw()
        copy["q"].append(2)

        assert reading.value.thaw() == {"q": [1]}

    def test_halves_of_characters_are_written_as_escapes(self) -> None:
        reading = repair_arguments('{"q": "\\ud800é", "r')

        assert isinstance(reading, Repaired)
        assert reading.text == '{"q":"\\ud800é"}'


class TestWhatTheTextTakesBack:
    """A key that is written once more and not to its end holds nothing that is certain."""

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ('{"path": "/tmp", "path": "/home', {}),
            ('{"a": 1, "a": 12', {}),
            ('{"a": 1, "b": 2, "a": tr', {"b": 2}),
            ('{"a": 1, "a": ', {}),
            ('{"a": 1, "a"', {}),
            ('{"a": 1, "a', {"a": 1}),
            ('{"c": {"a": 1, "a": "x', {"c": {}}),
            ('{"c": [1, 2', {"c": [1]}),
            ('{"a": 1, "c": [1, "x', {"a": 1, "c": [1]}),
        ],
    )
    def test_it_goes(self, text: str, expected: object) -> None:
        assert value_of(text) == expected

    def test_its_beginning_stays_if_it_is_asked_for(self) -> None:
        text = '{"path": "/tmp", "path": "/home'

        assert value_of(text, unfinished="keep") == {"path": "/home"}

    @pytest.mark.parametrize("end", ['"path": "/home', '"path":', '"path"'])
    def test_what_is_required_is_missing_then(self, end: str) -> None:
        reading = repair_arguments('{"path": "/tmp", ' + end, takes("path", path="string"))

        assert isinstance(reading, Unrepairable)
        assert reading.fault == "missing"

    def test_the_loss_names_it(self) -> None:
        reading = repair_arguments('{"a": 1, "a":')

        assert isinstance(reading, Repaired)
        assert reading.lost == (Lost(("a",), "key", 9, 13),)
