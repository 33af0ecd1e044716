"""Made-up histories of any length, as chat messages, as stored rows and as cards."""

from benchmarks.chat_corpus import corpus
from benchmarks.ui_corpus import ui_cards, ui_nested_cards, ui_rows

__all__ = ["corpus", "ui_cards", "ui_nested_cards", "ui_rows"]
