"""All grammars that are there, made into a brain."""

from pathlib import Path

from stopbell.brains.offline.agent import OfflineBrain
from stopbell.brains.offline.grammar import load_grammar
from stopbell_server.phrases.catalog import find_locales


def load_offline_brain(locales: Path | None = None) -> OfflineBrain:
    """Read every `grammar.toml` under locales/, once.

    Raises:
        GrammarError: a grammar cannot be meant, or there is none; names the place.
        CatalogError: the folder of languages is not there.
    """
    folder = locales or find_locales()
    return OfflineBrain([load_grammar(path) for path in sorted(folder.glob("*/grammar.toml"))])
