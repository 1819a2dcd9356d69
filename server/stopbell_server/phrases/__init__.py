"""Contract entities become sentences, written and spoken, in each language."""

from stopbell_server.phrases.book import Phrasebook
from stopbell_server.phrases.books import Phrasebooks
from stopbell_server.phrases.phrase import Line, Phrase

__all__ = ["Line", "Phrase", "Phrasebook", "Phrasebooks"]
