"""`stopbell understand --json TEXT`: what the offline assistant takes a sentence for, for tests and measuring."""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from typing import Any, cast

from stopbell.brains.brain import Brain, Intent, Scene, SlotValue
from stopbell.commands.command import MISUSED, Command
from stopbell.commands.running import report

_CONTEXT = {"on_board": bool, "choices": list, "lines": list}
_FOR_ANSWERS_ONLY = frozenset({("out_of_scope", "topic"), ("set_stop", "here")})
"""Slots that say no more than the intent: they choose between sentences of the answer."""
_HALF = "half"
"""A time's half of the day, of any intent: what is open about it the conversation decides by its own clock."""


class _Misread(Exception):  # noqa: N818  # it ends in a sentence for who typed it
    """What was given cannot be read; carries the sentence."""


def _add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "text",
        metavar="TEXT",
        nargs="?",
        default="-",
        help="what a rider says; - reads JSON lines {text, lang, context}",
    )
    parser.add_argument("--json", action="store_true", required=True, help="print one JSON object a line")
    parser.add_argument(
        "--context",
        metavar="JSON",
        default="{}",
        help='the moment: {"on_board": true, "choices": [...], "lines": [...]}',
    )


def _run(options: Namespace) -> int:
    # Imported here: what reads grammars takes longer to import than the help of a command may take.
    from stopbell.brains.offline.loading import load_offline_brain

    language = getattr(options, "language", None) or "en"
    try:
        if options.text != "-":
            given = _parse_object(options.context, "The context")
            _print(to_document(load_offline_brain(), options.text, to_scene(given, language)))
            return 0
        brain = load_offline_brain()
        for number, line in enumerate(sys.stdin, 1):
            if line.strip():
                _print(_answer_line(brain, _parse_object(line, f"Line {number}"), language, number))
    except _Misread as error:
        report(str(error))
        return MISUSED
    return 0


def _answer_line(brain: Brain, row: Mapping[str, Any], language: str, number: int) -> Mapping[str, Any]:
    text = row.get("text")
    if not isinstance(text, str):
        raise _Misread(f'Line {number} has no "text"; write {{"text": "...", "lang": "en", "context": {{}}}}.')
    tag: object = row.get("lang") or language
    context: object = row.get("context") or {}
    if not isinstance(tag, str) or not isinstance(context, dict):
        raise _Misread(f'Line {number}: "lang" is a text and "context" an object.')
    return to_document(brain, text, to_scene(cast("dict[str, Any]", context), tag))


def to_scene(given: Mapping[str, Any], language: str) -> Scene:
    """Give the moment that a context describes; what it does not say is as at a stop with nothing asked before."""
    for name, value in given.items():
        if name not in _CONTEXT or not isinstance(value, _CONTEXT[name]):
            raise _Misread(f"The context has {name!r} = {value!r}; it may have on_board, choices and lines.")
    choices, lines = (tuple(str(one) for one in given.get(name, ())) for name in ("choices", "lines"))
    return Scene(language, choices, lines, bool(given.get("on_board")))


def to_document(brain: Brain, text: str, scene: Scene) -> Mapping[str, Any]:
    """Give what is understood: `intent` and `slots`; two requests in one are `multi` with their `parts`."""
    intents = brain.understand(text, scene)
    parts = [{"intent": intent.name, "slots": _to_slots(intent)} for intent in intents]
    told: dict[str, Any] = parts[0] if len(parts) == 1 else {"intent": "multi", "slots": {"parts": parts}}
    return {"text": text, **told, "language": intents[0].language, "confidence": round(intents[0].confidence, 3)}


def _to_slots(intent: Intent) -> dict[str, SlotValue | Sequence[str]]:
    kept = {
        name: value
        for name, value in intent.slots.items()
        if name != _HALF and (intent.name, name) not in _FOR_ANSWERS_ONLY
    }
    return {name: list(value) if isinstance(value, tuple) else value for name, value in kept.items()}


def _parse_object(text: str, what: str) -> Mapping[str, Any]:
    try:
        parsed: object = json.loads(text)
    except ValueError as error:
        raise _Misread(f"{what} is not JSON: {error}.") from None
    if not isinstance(parsed, dict):
        raise _Misread(f"{what} must be one JSON object.")
    return cast("dict[str, Any]", parsed)


def _print(document: Mapping[str, Any]) -> None:
    sys.stdout.write(json.dumps(document, ensure_ascii=False) + "\n")
    sys.stdout.flush()


COMMAND = Command("understand", "Show what the offline assistant takes a sentence for, as JSON.", _add_arguments, _run)
