"""Which words and slots a pattern can come to, through all the lists that it names."""

from collections.abc import Mapping, Sequence

from stopbell.brains.brain import SlotValue
from stopbell.brains.offline.patterns import Choice, Maybe, Node, Reference, Repeat, Series, Slot, Word

Reached = tuple[frozenset[str], frozenset[Slot]]
_NOTHING: Reached = (frozenset(), frozenset())


class Reach:
    """Follows patterns into lists and slots; each list is followed once."""

    def __init__(self, lists: Mapping[str, Node], slots: Mapping[str, Sequence[tuple[SlotValue, Node]]]) -> None:
        """Take a grammar's lists and the values of its slots."""
        self._lists = lists
        self._slots = slots
        self._known: dict[str, Reached] = {}

    def follow(self, node: Node) -> Reached:
        """Give all words and all slots that can occur."""
        match node:
            case Word(text):
                return frozenset((text,)), frozenset()
            case Reference(name):
                return self._follow_named(f"<{name}>", (self._lists[name],))
            case Slot(name, kind):
                values = tuple(value for _, value in self._slots.get(kind or name, ()))
                words, slots = self._follow_named(f"{{{kind or name}}}", values)
                return words, slots | {node}
            case Series(parts) | Choice(parts):
                return self._follow_all(parts)
            case Maybe(part) | Repeat(part):
                return self.follow(part)

    def _follow_named(self, name: str, nodes: Sequence[Node]) -> Reached:
        if name not in self._known:
            self._known[name] = _NOTHING
            self._known[name] = self._follow_all(nodes)
        return self._known[name]

    def _follow_all(self, nodes: Sequence[Node]) -> Reached:
        reached = [self.follow(node) for node in nodes]
        words = frozenset[str]().union(*(words for words, _ in reached))
        return words, frozenset[Slot]().union(*(slots for _, slots in reached))
