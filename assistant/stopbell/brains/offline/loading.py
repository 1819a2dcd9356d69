"""All grammars that are there, made into a brain."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from stopbell.brains.offline.agent import OfflineBrain
from stopbell.brains.offline.grammar import Grammar, load_grammar
from stopbell_server.phrases.catalog import find_locales

if TYPE_CHECKING:
    from stopbell.brains.offline.learned.listener import Listener


def load_offline_brain(locales: Path | None = None) -> OfflineBrain:
    """Find every `grammar.toml` under locales/; each is read once, when it is first needed.

    A grammar that cannot be meant raises GrammarError then, which names the place.

    Raises:
        CatalogError: the folder of languages is not there.
    """
    folder = locales or find_locales()
    grammars = {path.parent.name: partial(load_grammar, path) for path in folder.glob("*/grammar.toml")}
    listeners = {path.parent.name: partial(_load_listener, path) for path in folder.glob("*/learned.bin")}
    return OfflineBrain(grammars, listeners)


def _load_listener(path: Path, grammar: Grammar) -> "Listener":
    # Imported here: what reads the learned numbers takes longer to import than the first answer may take.
    from stopbell.brains.offline.learned.listener import Listener

    return Listener.load(path, grammar)
