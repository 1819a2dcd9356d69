"""All grammars that are there, made into a brain."""

from functools import partial
from pathlib import Path

from stopbell.brains.offline.agent import OfflineBrain
from stopbell.brains.offline.grammar import load_grammar
from stopbell.brains.offline.learned.listener import Listener
from stopbell_server.phrases.catalog import find_locales


def load_offline_brain(locales: Path | None = None) -> OfflineBrain:
    """Find every `grammar.toml` under locales/; each is read once, when it is first needed.

    A grammar that cannot be meant raises GrammarError then, which names the place.

    Raises:
        CatalogError: the folder of languages is not there.
    """
    folder = locales or find_locales()
    grammars = {path.parent.name: partial(load_grammar, path) for path in folder.glob("*/grammar.toml")}
    listeners = {path.parent.name: partial(Listener.load, path) for path in folder.glob("*/learned.bin")}
    return OfflineBrain(grammars, listeners)
