"""What the offline assistant takes a sentence for, as programs read it."""

import io
import json
from typing import Any

import pytest

from stopbell.cli import main


def understand(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, Any]]:
    assert main(["understand", "--json", *arguments]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_sentence_is_given_with_its_intent_and_slots(capsys: pytest.CaptureFixture[str]) -> None:
    (told,) = understand(capsys, "is the next 10A low floor")
    assert (told["intent"], told["language"]) == ("vehicle_features", "en")
    assert told["slots"] == {"route": "10A", "which": "next", "feature": "low_floor"}


def test_a_time_is_told_without_its_open_half(capsys: pytest.CaptureFixture[str]) -> None:
    (told,) = understand(capsys, "get me to Leith by half past five")
    assert told["slots"] == {"destination": "Leith", "time": "05:30", "arrive": "yes"}


def test_two_requests_in_one_are_told_as_parts(capsys: pytest.CaptureFixture[str]) -> None:
    (told,) = understand(capsys, "can you say that again but slower")
    assert told["intent"] == "multi"
    assert {part["intent"] for part in told["slots"]["parts"]} == {"repeat", "speech_rate"}


def test_the_language_comes_first_in_which_it_is_said_to_be(capsys: pytest.CaptureFixture[str]) -> None:
    (told,) = understand(capsys, "коли наступний трамвай", "--language", "uk")
    assert (told["intent"], told["language"], told["slots"]["mode"]) == ("next_arrivals", "uk", "tram")


def test_on_board_the_next_stop_is_that_of_the_ride(capsys: pytest.CaptureFixture[str]) -> None:
    (waiting,) = understand(capsys, "next stop")
    (riding,) = understand(capsys, "next stop", "--context", '{"on_board": true}')
    assert (waiting["intent"], riding["intent"]) == ("nearest_stop", "journey_status")


def test_lines_of_input_are_answered_line_by_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rows: list[dict[str, Any]] = [
        {"text": "repeat", "lang": "en"},
        {"text": "тихо", "lang": "uk", "context": {}},
        {"text": "blah zork"},
    ]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(map(json.dumps, rows)) + "\n\n"))
    assert [told["intent"] for told in understand(capsys, "-")] == ["repeat", "stop_speaking", "unknown"]


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("nonsense", "Line 1 is not JSON"),
        ("[1]", "Line 1 must be one JSON object"),
        ('{"text": "a"}\n{"txt": "b"}', 'Line 2 has no "text"'),
        ('{"text": "a", "context": {"mood": 1}}', "mood"),
        ('{"text": "a", "lang": 3}', "Line 1"),
    ],
)
def test_what_cannot_be_read_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, lines: str, said: str
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    assert main(["understand", "--json", "-"]) == 2
    assert said in capsys.readouterr().err
