"""The offline brain said plainly: every rule of every grammar is read, and the best one wins."""

from collections.abc import Iterator
from typing import TypeAlias

from stopbell.brains.brain import Intent, Scene
from stopbell.brains.offline.controls import match_control_said_again
from stopbell.brains.offline.embedding import read_embedded
from stopbell.brains.offline.reading import Reading
from stopbell.brains.offline.results import Result as Embedded
from stopbell.brains.offline.said_time import complete_times
from stopbell.brains.offline.spans import to_slots
from stopbell.brains.offline.times import list_inner_places
from stopbell.brains.offline.tokens import Token
from stopbell.brains.offline.understanding import says_more, tokenize
from tests.assistant.offline.plain_reading import PlainGrammar, PlainReading

Result: TypeAlias = tuple[tuple[Intent, ...], float]
Tokens: TypeAlias = tuple[Token, ...]


class PlainBrain:
    """Understands as the brain does, slowly."""

    def __init__(self, grammars: dict[str, PlainGrammar]) -> None:
        self.grammars = grammars

    def understand(self, text: str, scene: Scene) -> tuple[Intent, ...]:
        home = self.grammars[self.order(scene)[0]].own
        return complete_times(self.understand_but_times(text, scene), text, home, lambda tag: self.grammars[tag].own)

    def order(self, scene: Scene) -> list[str]:
        return sorted(self.grammars, key=lambda tag: (tag != scene.language, tag != "en"))

    def understand_but_times(self, text: str, scene: Scene) -> tuple[Intent, ...]:
        order = self.order(scene)
        home, *others = [Sentence(text, self.grammars[tag], scene) for tag in order]
        if control := home.find_control():
            return (control,)
        best = home.read()
        if best[1] >= 0.85:
            return best[0]
        for other in others:
            if control := other.find_control():
                return (control,)
        for other in others:
            result = other.read(best[1] + 0.12 if best[1] else 0.0, is_in_use=False)
            best = result if result[1] > best[1] + 0.12 else best
        return best[0]


class Sentence:
    """One text, one grammar, one scene."""

    def __init__(self, text: str, grammar: PlainGrammar, scene: Scene) -> None:
        self.grammar, self.scene = grammar, scene
        self.said: Tokens = tokenize(text, grammar.own)
        self.tokens = self.strip(self.said)

    def find_control(self) -> Intent | None:
        return self.match_control(self.said) or self.match_control(self.tokens)

    def read(self, at_least: float = 0.0, is_in_use: bool = True) -> Result:
        whole = self.read_one(self.tokens)
        if whole[1] < 0.85:
            whole = max(whole, self.read_one(self.said), key=lambda result: result[1])
        if whole[1] < 0.85 and (double := self.read_two(whole[1])):
            return double
        embedded = self.read_embedded(whole[1]) if whole[1] < 0.7 and self.tokens and not at_least else None
        if embedded and not embedded.is_control and not (whole[1] and says_more(whole[0], embedded)):
            return embedded.intents, embedded.confidence
        if whole[1] == 0 and self.tokens:
            reading = PlainReading(self.tokens, self.grammar, self.scene.lines)
            if guessed := reading.guess(self.scene):
                return (Intent(*guessed, self.grammar.own.language, 0.5),), 0.5
        return (embedded.intents, embedded.confidence) if embedded and is_in_use and whole[1] == 0 else whole

    def read_embedded(self, at_least: float) -> Embedded | None:
        """Read the clauses with the brain's own reader: it asks no index, and takes every rule in turn."""
        own = self.grammar.own
        return read_embedded(Reading(self.tokens, own, lines=self.scene.lines), own, self.scene, at_least)

    def read_one(self, tokens: Tokens) -> Result:
        language = self.grammar.own.language
        if control := self.match_control(tokens):
            return (control,), 1.0
        reading = PlainReading(tokens, self.grammar, self.scene.lines)
        best, best_share = None, 0.45 - 1e-6
        for rule in self.grammar.intents if tokens else ():
            share, found = reading.rate(rule.node) if rule.holds(self.scene) else (0.0, None)
            if found and (share > best_share + 1e-6 or (best is None and share > best_share - 1e-6)):
                best, best_share = Intent(rule.rule.intent, {**to_slots(found[1]), **rule.set}, language, share), share
        if best:
            return (best,), best_share
        said = "".join(token.gap + token.surface for token in tokens if token.surface).strip(" -")
        return (
            Intent("unknown", {**reading.gather(("mode", "feature")), "said": said} if tokens else {}, language, 0),
        ), 0

    def match_control(self, tokens: Tokens) -> Intent | None:
        control = self.match_whole_control(tokens)
        while control is None and len(tokens) > 1 and tokens[-1].folded in self.grammar.own.particles:
            tokens = tokens[:-1]
            control = self.match_whole_control(tokens)
        return control

    def match_whole_control(self, tokens: Tokens) -> Intent | None:
        mend = all(len(token.folded) >= 5 for token in tokens)
        reading = PlainReading(tokens, self.grammar, mend=mend)
        for rule in self.grammar.controls if tokens else ():
            if rule.holds(self.scene) and all(not rule.words.isdisjoint(hits) for hits in reading.hits):
                found = reading.match(rule.node, 0).get(len(tokens))
                if found and found[0] / reading.total >= 0.74:
                    return Intent(rule.rule.intent, rule.set, self.grammar.own.language)
        own = self.grammar.own
        return match_control_said_again(tokens, own, own.control_index.find_holding(self.scene)) if tokens else None

    def read_two(self, at_least: float) -> Result | None:
        controls = {rule.rule.intent for rule in self.grammar.controls} - {"stop_speaking", "cancel"}
        for first, second, is_joined in self.split(self.tokens):
            halves = [self.read_one(self.strip(half)) for half in (first, second)]
            names = [half[0][0].name for half in halves]
            confidence = min(half[1] for half in halves)
            is_clear = confidence >= max(0.7 if is_joined else 0.95, at_least)
            if is_clear and len({*names} - {"unknown"}) == 2 and (is_joined or names[0] in controls):
                return (halves[0][0][0], halves[1][0][0]), confidence
        return None

    def strip(self, tokens: Tokens) -> Tokens:
        while tokens:
            reading, size = PlainReading(tokens, self.grammar, mend=False), len(tokens)
            begin = max((end for end in self.list_polite(reading, 0) if end < size), default=0)
            starts = [start for start in range(max(1, size - 5), size) if size in self.list_polite(reading, start)]
            shorter = tokens[begin : min(starts, default=size)]
            if not shorter or len(shorter) == size:
                break
            tokens = shorter
        return tokens

    def list_polite(self, reading: PlainReading, start: int) -> list[int]:
        """Give where polite words may end of which none that counts was skipped."""
        found = reading.match(self.grammar.polite, start)
        within = list_inner_places(reading.tokens, self.grammar.own, reading.times)
        whole = [end for end, (score, _) in found.items() if sum(reading.weights[start:end]) - score < 0.5]
        return [end for end in whole if not {start, end} & within]

    def split(self, tokens: Tokens) -> Iterator[tuple[Tokens, Tokens, bool]]:
        for place in range(1, len(tokens)):
            if tokens[place].folded in self.grammar.own.joining and place + 1 < len(tokens):
                yield tokens[:place], tokens[place + 1 :], True
            elif tokens[place].starts_pause:
                yield tokens[:place], tokens[place:], True
            elif len(tokens) <= 5:
                yield tokens[:place], tokens[place:], False
