"""Rules, and an index of which rules a word or a value can belong to: a rule is a bit."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from stopbell.brains.brain import Scene, SlotValue
from stopbell.brains.offline.parts import AnyPart, SlotPart, WordPart
from stopbell.brains.offline.patterns import Slot
from stopbell.brains.offline.tally import Tally


@dataclass(frozen=True, slots=True)
class CompiledRule:
    """One way to say one intent."""

    intent: str
    pattern: AnyPart
    set: Mapping[str, SlotValue]
    only: str | None
    may_be_guessed: bool

    @property
    def slots(self) -> frozenset[Slot]:
        """Give all slots that can occur in it."""
        return self.pattern.slots

    def holds(self, scene: Scene) -> bool:
        """Say whether the rule is for this moment."""
        match self.only:
            case "on-board":
                return scene.is_on_board
            case "choosing":
                return bool(scene.choices)
            case _:
                return True


class RuleIndex:
    """Which rules can come to a word or a kind of value, through all the lists that they name."""

    def __init__(self, rules: Sequence[CompiledRule], parts: Sequence[AnyPart]) -> None:
        """Take some rules of a grammar, and all its parts with inner ones first."""
        self.rules = rules
        users = [0] * len(parts)
        for place, rule in enumerate(rules):
            users[rule.pattern.number] |= 1 << place
        self.by_word: dict[str, int] = {}
        self.by_kind: dict[str, int] = {}
        for part in reversed(parts):
            used = users[part.number]
            if not used:
                continue
            for inner in part.inner:
                users[inner.number] |= used
            if isinstance(part, WordPart):
                self.by_word[part.text] = self.by_word.get(part.text, 0) | used
            elif isinstance(part, SlotPart) and part.kind:
                self.by_kind[part.kind] = self.by_kind.get(part.kind, 0) | used
        self._slot_counts = Tally()
        for place, rule in enumerate(rules):
            self._slot_counts.add(1 << place, rule.pattern.fewest_slots)

    def count_slots(self) -> Tally:
        """Give a new tally of how many slots every reading of each rule fills."""
        return Tally(self._slot_counts.planes)

    def find_holding(self, scene: Scene) -> int:
        """Give the rules that are for this moment."""
        return self._moments[scene.is_on_board, bool(scene.choices)]

    @cached_property
    def _moments(self) -> Mapping[tuple[bool, bool], int]:
        moments = {
            (on_board, choosing): Scene(is_on_board=on_board, choices=("",) if choosing else ())
            for on_board in (False, True)
            for choosing in (False, True)
        }
        return {
            moment: sum(1 << place for place, rule in enumerate(self.rules) if rule.holds(scene))
            for moment, scene in moments.items()
        }

    @cached_property
    def guessable(self) -> int:
        """Rules whose words in any order may be taken for them."""
        return sum(1 << place for place, rule in enumerate(self.rules) if rule.may_be_guessed)

    @cached_property
    def naming_lines(self) -> int:
        """Rules that can hear the line that is meant."""
        return sum(
            1 << place for place, rule in enumerate(self.rules) if any(slot.name == "route" for slot in rule.slots)
        )

    @cached_property
    def by_intent(self) -> Mapping[str, int]:
        """The rules of each intent."""
        rules: dict[str, int] = {}
        for place, rule in enumerate(self.rules):
            rules[rule.intent] = rules.get(rule.intent, 0) | 1 << place
        return rules
