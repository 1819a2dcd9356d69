"""Which feed a rider names: several feeds in one home have stops and lines of the same name."""

from collections.abc import Iterator, Sequence

from stopbell_server.domain.ids import Authority
from stopbell_server.domain.network import Stop
from stopbell_server.domain.store import Store
from stopbell_server.timetable.towards import is_same_word

LONGEST_JOINT = 3
"""Letters of a word that may join a stop's name with a feed's: "in", "у", "von"."""
SHORTEST_WORD = 4
_MOST_WORDS = 4
_SAME_SCORE = 1.0
_EDGES = " ,;()"


def to_feed_title(store: Store) -> str:
    """Give what a rider may be told as the source: the operator where the feed has one alone, else its publisher.

    Publishers put the feeds of many operators together, and riders know these by the operators' names.
    """
    agencies = {route.agency for route in store.list_routes()}
    agency = store.find_agency(agencies.pop()) if len(agencies) == 1 else None
    return agency.name if agency and agency.name.strip() else store.info.title


def is_named_elsewhere(stores: Sequence[Store], own: Store, stop: Stop) -> bool:
    """Whether another feed has a stop or station of the same name, so that the name alone could mislead."""
    return is_stop_name([store for store in stores if store.info.authority != own.info.authority], stop.name)


def is_stop_name(stores: Sequence[Store], text: str) -> bool:
    """Whether any stop or station of these feeds is called just so."""
    return any(hit.score >= _SAME_SCORE for store in stores for hit in store.search_names(text, 1))


class FeedNames:
    """The names by which riders may choose one of several feeds."""

    def __init__(self, stores: Sequence[Store]) -> None:
        """Read the names once; of a single feed none is needed."""
        several = stores if len(stores) > 1 else ()
        self._whole = {store.info.authority: _list_names(store) for store in several}
        words = {store.info.authority: _list_words(store) for store in several}
        self._words = {
            own: telling - frozenset[str]().union(*(other for name, other in words.items() if name != own))
            for own, telling in words.items()
        }
        self._stores = {store.info.authority: store for store in several}

    def find(self, text: str) -> Store | None:
        """Find the one feed that the whole text names, or None."""
        named = [authority for authority in self._stores if self._is_named(authority, text)]
        return self._stores[named[0]] if len(named) == 1 else None

    def split(self, text: str) -> Iterator[tuple[Store, str]]:
        """Yield a feed that the text names before or after a stop's name, and what is left of the text.

        "Millbrae in Caltrain" is "Millbrae in" and then "Millbrae" in that feed: only a search can tell a joining
        word from a part of the name.
        """
        words = text.split() if self._stores else []
        for length in range(min(_MOST_WORDS, len(words) - 1), 0, -1):
            yield from self._split_off(words[-length:], words[:-length], is_after=True)
            yield from self._split_off(words[:length], words[length:], is_after=False)

    def _split_off(self, named: list[str], rest: list[str], *, is_after: bool) -> Iterator[tuple[Store, str]]:
        store = self.find(" ".join(named).strip(_EDGES))
        if store is None:
            return
        yield store, " ".join(rest).strip(_EDGES)
        joint, without = (rest[-1], rest[:-1]) if is_after else (rest[0], rest[1:])
        if without and len(joint) <= LONGEST_JOINT:
            yield store, " ".join(without).strip(_EDGES)

    def _is_named(self, authority: Authority, text: str) -> bool:
        asked = self._stores[authority].fold_name(text)
        if not asked or asked in self._whole[authority]:
            return bool(asked)
        is_telling = " " not in asked and len(text.strip()) >= SHORTEST_WORD
        return is_telling and any(is_same_word(asked, word) for word in self._words[authority])


def _list_names(store: Store) -> frozenset[str]:
    names = (store.info.authority, store.info.title, to_feed_title(store))
    return frozenset(filter(None, map(store.fold_name, names)))


def _list_words(store: Store) -> frozenset[str]:
    """List the words that may name a feed alone: its own name's, and the first of its title, which says the place."""
    title = store.fold_name(to_feed_title(store)).split()
    words = {*store.fold_name(store.info.authority).split(), *title[:1]}
    return frozenset(word for word in words if len(word) >= SHORTEST_WORD)
