"""All grammars that are there, made into a brain."""

import tomllib
from functools import partial
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from stopbell.brains.offline.agent import Examples, OfflineBrain
from stopbell.brains.offline.errors import GrammarError
from stopbell.brains.offline.grammar import load_grammar
from stopbell_server.phrases.catalog import find_locales

_EXAMPLES: TypeAdapter[dict[str, list[str]]] = TypeAdapter(dict[str, list[str]])


def load_offline_brain(locales: Path | None = None) -> OfflineBrain:
    """Find every `grammar.toml` under locales/; each is read once, when it is first needed.

    A grammar that cannot be meant raises GrammarError then, which names the place.

    Raises:
        CatalogError: the folder of languages is not there.
    """
    folder = locales or find_locales()
    grammars = {path.parent.name: partial(load_grammar, path) for path in folder.glob("*/grammar.toml")}
    examples = {path.parent.name: partial(read_examples, path) for path in folder.glob("*/examples.toml")}
    return OfflineBrain(grammars, examples)


def read_examples(path: Path) -> Examples:
    """Read what riders have said, by intent.

    Raises:
        GrammarError: not TOML, or not lists of sentences; names the file.
    """
    try:
        return _EXAMPLES.validate_python(tomllib.loads(path.read_text(encoding="utf-8")))
    except (tomllib.TOMLDecodeError, ValidationError) as error:
        raise GrammarError(f"{path}: {error}") from error
