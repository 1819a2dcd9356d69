"""Contract entities become sentences, written and spoken, in each language."""

from stopbell_server.phrases.phrase import Line, Phrase
from stopbell_server.phrases.phrasebook import Phrasebook
from stopbell_server.phrases.phrasebooks import Phrasebooks

__all__ = ["Line", "Phrase", "Phrasebook", "Phrasebooks"]
