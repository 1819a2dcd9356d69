"""All grammars that are there, made into a brain."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from stopbell.brains.offline.agent import OfflineBrain
from stopbell.brains.offline.errors import GrammarError
from stopbell.brains.offline.grammar import Grammar, load_grammar
from stopbell.brains.offline.tokens import Token
from stopbell_server.phrases.catalog import find_locales

if TYPE_CHECKING:
    from stopbell.brains.offline.learned.forms import Forms
    from stopbell.brains.offline.learned.listener import Listener

logger = logging.getLogger(__name__)

FORMS_FILE = "forms.bin"
"""Beside a grammar whose language inflects names."""


def load_offline_brain(locales: Path | None = None) -> OfflineBrain:
    """Find every `grammar.toml` under locales/; each is read once, when it is first needed.

    A grammar that cannot be meant raises GrammarError then, which names the place.

    Raises:
        CatalogError: the folder of languages is not there.
    """
    folder = locales or find_locales()
    grammars = {path.parent.name: partial(load_grammar_with_forms, path) for path in folder.glob("*/grammar.toml")}
    listeners = {path.parent.name: partial(_load_listener, path) for path in folder.glob("*/learned.bin")}
    return OfflineBrain(grammars, listeners)


def load_grammar_with_forms(path: Path) -> Grammar:
    """Read a grammar, and, when the first name is inflected, what was learned of names in its language.

    Raises:
        GrammarError: the file cannot be meant; names the file and the place.
    """
    grammar, forms = load_grammar(path), path.with_name(FORMS_FILE)
    if not forms.exists():
        return grammar
    return replace(grammar, names=replace(grammar.names, learned=_make_forms(forms)))


def _make_forms(path: Path) -> Callable[[Token, Sequence[Token], Sequence[str]], list[str]]:
    @cache
    def load() -> "Forms | None":
        try:
            from stopbell.brains.offline.learned.forms import Forms

            return Forms.load(path)
        except (GrammarError, ImportError) as error:
            # The grammar's tables are whole without it.
            logger.warning("names are declined by tables alone: %s", error)
            return None

    def to_base(before: Token, name: Sequence[Token], ruled: Sequence[str]) -> list[str]:
        forms = load()
        return forms.to_base(before, name, ruled) if forms else list(ruled)

    return to_base


def _load_listener(path: Path, grammar: Grammar) -> "Listener":
    # Imported here: what reads the learned numbers takes longer to import than the first answer may take.
    from stopbell.brains.offline.learned.listener import Listener

    return Listener.load(path, grammar)
