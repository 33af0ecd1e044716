"""Made-up prose, code and data of a wanted length."""

from __future__ import annotations

import json
import random

__all__ = ["Phrases"]

_TEXT = (
    "about account after again agent answer around because before branch budget build "
    "button cache change check client column commit compare count current data deploy "
    "detail draft error every example export field figure file filter first follow found "
    "from group handle header history import index inside invoice issue later latest "
    "launch letter level limit list local longer match memory message metric minute "
    "missing module monday month never number office often order other output owner parent "
    "parse people percent phone place plan please port price print process project prompt "
    "query queue quick reason record release report request result retry review river row "
    "rule sample schedule screen search second section server session shape ship short "
    "should simple sketch slow small source split stable start state status step store "
    "stream sum table target team test text thing thread ticket time token tool total "
    "trace train tree trend unit until update upload user value version view visit wait "
    "week where which while window winter without word work worker write yellow zone naïve "
    "café über niño"
)
_WORDS = _TEXT.split()


class Phrases:
    """Texts drawn from one source of chance; pools of sentences and lines keep it fast."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._sentences = [self._sentence() for _ in range(300)]
        self._lines = [self._line() for _ in range(120)]

    def words(self, number: int) -> str:
        """Return *number* words."""
        return " ".join(self._chance.choices(_WORDS, k=number))

    def prose(self, size: int) -> str:
        """Return sentences in paragraphs, about *size* characters."""
        paragraphs = [""]
        length = 0
        while length < size:
            sentence = self._chance.choice(self._sentences)
            length += len(sentence) + 1
            if len(paragraphs[-1]) > 500:
                paragraphs.append("")
            paragraphs[-1] = f"{paragraphs[-1]} {sentence}" if paragraphs[-1] else sentence
        return "\n\n".join(paragraphs)

    def code(self, size: int) -> str:
        """Return a fenced block of code, about *size* characters."""
        lines = ["```python"]
        length = 16
        while length < size:
            line = self._chance.choice(self._lines)
            lines.append(line)
            length += len(line) + 1
        return "\n".join([*lines, "```"])

    def data(self, size: int) -> str:
        """Return JSON text: records in a list, about *size* characters once it is quoted."""
        records: list[dict[str, object]] = []
        length = 30
        while length < size:
            record: dict[str, object] = {
                "id": self._chance.randint(1, 99_999),
                "title": self.words(3),
                "score": round(self._chance.random(), 3),
                "open": self._chance.random() < 0.5,
                "note": self._chance.choice(self._sentences),
            }
            records.append(record)
            length += len(json.dumps(record)) + 2 + 13
        return json.dumps({"total": len(records), "items": records}, ensure_ascii=False)

    def _sentence(self) -> str:
        text = self.words(self._chance.randint(5, 16))
        return text[0].upper() + text[1:] + self._chance.choice("....?!")

    def _line(self) -> str:
        one, two, three = self._chance.choices(_WORDS[:-4], k=3)
        form = self._chance.choice(
            (
                "def {0}_{1}({2}: list[int]) -> int:",
                "    {0} = [{1} for {1} in {2} if {1} is not None]",
                "    return sum({0}) // max(len({1}), 1)",
                'print(f"{{{0}}} {1}", {2}["{0}"])',
                "    # {0} the {1} before the {2}",
            )
        )
        return form.format(one, two, three)
