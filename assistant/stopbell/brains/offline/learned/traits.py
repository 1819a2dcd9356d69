"""By what a sentence or a word in it is told from others: words, pairs, parts of words, and what the grammar heard.

A trait is a text with a weight. The same traits are taken when learning and when listening.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from stopbell.brains.offline.reading import Reading
from stopbell.brains.offline.results import Result
from stopbell.brains.offline.tokens import Token
from stopbell.folding import fold_word

Traits = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a sentence, and what each may be to the grammar."""

    tokens: Sequence[Token]
    kinds: Sequence[str]
    """In which kinds of values each begins or goes on, whoever says them, or else whether the grammar knows it."""


def to_words(reading: Reading) -> Words:
    """Give the words of a sentence that is being read."""
    found: list[set[str]] = [set() for _ in reading.tokens]
    for start in range(len(reading.tokens)):
        for kind in KINDS_HEARD:
            _note(found, kind, start, max((length for length, _ in reading.find_values(kind, start)), default=0))
        for slot in reading.find_worded(start):
            _note(found, *slot)
    kinds = [
        " ".join(sorted(kinds)) or (LIGHT if word.is_light else KNOWN if word.exact else FREE)
        for kinds, word in zip(found, reading.words, strict=True)
    ]
    return Words(reading.tokens, kinds)


PART_LENGTHS = (3, 4, 5)
SIGN_LENGTHS = (1, 2, 3, 4)
EVIDENCE = 0.5
"""What the grammar's opinion weighs; all words of the sentence together weigh one."""
SURE = ((0.95, "9"), (0.85, "8"), (0.7, "7"), (0.51, "5"))
"""How sure the grammar is, in steps."""
NOTHING = "none"
OPINION, WORD = "@", "="
"""With what traits of the grammar's opinion and of whole words begin."""
ENDING, BEGINNING = 3, 4
KINDS_HEARD = ("line", "count", "ordinal", "clock")
"""Kinds of values that are heard wherever they are said."""
LIGHT, KNOWN, FREE = "light", "known", "free"
"""What a word is that is no value: one that says little, one that the grammar knows, any other."""
FRAME = "~"
"""With what traits of a sentence's frame begin, in which names and numbers are all alike."""
SHORT_FRAME = 6
"""Words of a frame that is a trait as a whole."""
_DIGITS = re.compile(r"\d+")


def list_words(tokens: Sequence[Token]) -> list[str]:
    """Give the folded words; all numbers are alike."""
    return [_DIGITS.sub("0", token.folded) for token in tokens if token.folded]


def take_sentence(said: Words, *, is_unspaced: bool, is_on_board: bool, is_choosing: bool) -> Traits:
    """Give the traits of a sentence without the grammar's opinion."""
    words = list_words(said.tokens)
    parts = _take_signs("".join(words)) if is_unspaced else _take_words(words)
    if is_on_board:
        parts.append("#on-board")
    if is_choosing:
        parts.append("#choosing")
    return {**_weigh(parts), **_weigh(_take_frame(said))}


def _weigh(parts: Sequence[str]) -> Traits:
    """Give all of them together the weight of one."""
    weight = 1 / len(parts) ** 0.5 if parts else 0.0
    return dict.fromkeys(parts, weight)


def _take_kinds(kinds: Sequence[str], words: Sequence[str], intent: str) -> list[str]:
    """Give what is told by the kinds of values that a word and its neighbours may be; one that is none tells little."""
    (before, kind, after), (first, _, last) = kinds, words
    taken = [f"k- {before}"] if before else []
    taken += [f"k+ {after}"] if after else []
    if kind:
        taken += [f"k {kind}", f"kk {before} {kind}", f"k> {kind} {after}"]
        taken += [f"ki {intent} {kind}", f"-k {first} {kind}", f"k. {kind} {last}"]
    return taken


def _take_frame(said: Words) -> list[str]:
    """Give what stands beside what when it does not matter which names, numbers and modes are said."""
    frame: list[str] = []
    for token, kind in zip(said.tokens, said.kinds, strict=True):
        part = token.folded if kind in (LIGHT, KNOWN) else f"<{kind.split()[0].rstrip('~')}>"
        if part and not (part.startswith("<") and frame and frame[-1] == part):
            frame.append(part)
    framed = ["^", *frame, "$"]
    taken = [f"{FRAME}{first} {second}" for first, second in pairwise(framed)]
    taken += [f"{FRAME}{' '.join(three)}" for three in zip(framed, framed[1:], framed[2:], strict=False)]
    taken += [f"{FRAME}{first} _ {third}" for first, third in zip(framed, framed[2:], strict=False)]
    if len(frame) <= SHORT_FRAME:
        taken.append(f"{FRAME}={' '.join(frame)}")
    return list(dict.fromkeys(taken))


def take_opinion(result: Result | None) -> Traits:
    """Give the traits of what the grammar takes the sentence for."""
    if result is None:
        return {f"{OPINION}{NOTHING}": EVIDENCE}
    name = "+".join(intent.name for intent in result.intents)
    step = next((step for least, step in SURE if result.confidence >= least), "4")
    slots = [f"{name}={value}" for intent in result.intents for name, value in intent.slots.items()]
    told = [f"{OPINION}{name}", f"{OPINION}{name}:{step}", f"{OPINION}:{step}"]
    return dict.fromkeys([*told, *(f"{OPINION}slot {slot}" for slot in slots)], EVIDENCE)


def take_words(said: Words, intent: str, result: Result | None, *, is_unspaced: bool) -> list[Traits]:
    """Give the traits of each word, by which a value is found in a sentence that means an intent."""
    tokens = said.tokens
    kinds = ["", *("" if kind in (LIGHT, KNOWN, FREE) else kind for kind in said.kinds), ""]
    words = ["", "", *(_DIGITS.sub("0", token.folded) for token in tokens), "", ""]
    heard = _list_heard(result)
    taken: list[Traits] = []
    for place, token in enumerate(tokens, 2):
        word = words[place]
        traits = [f"w {word}", f"i {intent}", f"c {_shape(token)}", f"cb {_shape_at(tokens, place - 3)}"]
        traits += [f"{step:+} {words[place + step]}" for step in (-2, -1, 1, 2)]
        traits += [f"b {words[place - 1]} {word}", f"a {word} {words[place + 1]}", f"i- {intent} {words[place - 1]}"]
        traits += [f"bb {words[place - 2]} {words[place - 1]}", f"i. {intent} {word}"]
        if not is_unspaced:
            traits += [f"e {word[-ENDING:]}", f"s {word[:BEGINNING]}", f"-s {words[place - 1][:BEGINNING]}"]
        traits += _take_kinds(kinds[place - 2 : place + 1], words[place - 1 : place + 2], intent)
        traits += [f"{OPINION}{slot}" for slot in heard.get(token.folded, ())]
        taken.append(dict.fromkeys(traits, 1.0))
    return taken


def _note(found: Sequence[set[str]], kind: str, start: int, length: int) -> None:
    for place in range(start, start + length):
        found[place].add(kind if place == start else f"{kind}~")


def _take_words(words: Sequence[str]) -> list[str]:
    framed = ["^", *words, "$"]
    taken = [f"{WORD}{word}" for word in words]
    taken += [f"{first} {second}" for first, second in pairwise(framed)]
    taken += [f"{first} _ {third}" for first, third in zip(framed, framed[2:], strict=False)]
    for word in words:
        taken += _list_parts(f"^{word}$", PART_LENGTHS)
    return list(dict.fromkeys(taken))


def _take_signs(signs: str) -> list[str]:
    return list(dict.fromkeys(_list_parts(f"^{signs}$", SIGN_LENGTHS)))


def _list_parts(text: str, lengths: Sequence[int]) -> list[str]:
    return [text[start : start + length] for length in lengths for start in range(len(text) - length + 1)]


def _list_heard(result: Result | None) -> Mapping[str, set[str]]:
    """Give by word the slots in whose values the grammar has heard it."""
    heard: dict[str, set[str]] = {}
    for intent in result.intents if result else ():
        for name, value in intent.slots.items():
            for word in str(value).split():
                heard.setdefault(fold_word(word, {}), set()).add(name)
    return heard


def _shape_at(tokens: Sequence[Token], place: int) -> str:
    return _shape(tokens[place]) if 0 <= place < len(tokens) else ""


def _shape(token: Token) -> str:
    """Give how a word is written: a number, a label, with a capital, or plain."""
    said = token.surface
    if any(sign.isdigit() for sign in said):
        return "0" if said.isdecimal() else "0a"
    return "A" if len(said) == 1 and said.isupper() else "Aa" if said[:1].isupper() else "a" if said else ""
