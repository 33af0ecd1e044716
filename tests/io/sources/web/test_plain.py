"""Of a page only what a reader sees is kept."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.io.sources.web.plain import plain_text


@pytest.mark.parametrize(
    ("page", "said"),
    [
        ("<h1>Owls</h1><p>They sleep.</p>", "Owls\n\nThey sleep."),
        ("a<style>b{}</style><script>c<d</script>e", "ae"),
        ("<svg><title>x</title><text>y</text></svg>z", "z"),
        ("<table><tr><td>a<td>b<tr><th>c</table>", "a b\nc"),
        ("<pre>a\n  b</pre>c\nd", "a\nb\nc d"),
        ("&lt;b&gt; &amp; &#x41;&nbsp;&unknown;", "<b> & A &unknown;"),
        ("a<!-- b -->c<![CDATA[d]]>e<?php f ?>g", "aceg"),
        ("<p>a<br/>b<hr>c", "a\nb\nc"),
        ("a</script></p></title>b", "a\nb"),
        ("never closed <script>x", "never closed"),
        ("never closed <!-- x", "never closed"),
        ("<select><option>a<option>b</select>c", "c"),
        ("no tags at all", "no tags at all"),
        ("", ""),
    ],
)
def test_what_is_said(page: str, said: str) -> None:
    assert plain_text(page)[1] == said


def test_the_title_is_the_first_one() -> None:
    page = "<title>Owls\n by day</title><body><title>Bats</title>"

    assert plain_text(page)[0] == "Owls by day"


@pytest.mark.parametrize(
    "piece",
    ["<a ", "<!--", "<![CDATA[", "</", "<p", "&", "<a b='", "<script>", "<!", "<![", "<!a<", "<?"],
)
def test_no_page_takes_for_ever(piece: str) -> None:
    assert len(plain_text(piece * (1_000_000 // len(piece)))[1]) <= 1_000_000


@given(
    st.lists(
        st.sampled_from(
            [
                "<p>",
                "</p>",
                "<script>",
                "</script>",
                "<",
                "&#",
                "a",
                "-->",
                "<!--",
                "<td",
                '="',
                ">",
                "]",
                "<![",
                "<!",
                "<?",
                "</",
                "<!DOCTYPE",
                "[",
                "CDATA",
                "\x00",
                " ",
                "<textarea>",
                "</pre>",
            ]
        )
    )
)
def test_any_page_has_a_text(pieces: list[str]) -> None:
    title, said = plain_text("".join(pieces))

    assert said == said.strip()
    assert title == " ".join(title.split())
