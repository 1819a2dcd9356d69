"""Every choice is reached with twelve keys, and with one button, at a real terminal; and no key leads out."""

import re
import signal
from collections.abc import Generator
from pathlib import Path

import pytest

from stopbell_server.phrases.phrasebook import Phrasebook
from tests.assistant.faketools import BOOKS
from tests.packaging.catalogs import ROOT, read, to_path
from tests.together.kiosk.stage import QUIET, City, Kiosk, running
from tests.together.kiosk.walking import ATTRACT, Hand, OneButton, TwelveKeys, Walk, word

STOPS = ("demo:zoo", "demo:market")
PROVISIONING = f"""
stops = ["demo:zoo", "demo:market"]
languages = ["en", "uk", "ar"]
[place]
heading = 90
[[messages]]
text = "The fountain is being repaired."
[speech]
engine = "silent"
wav_folder = "%s"
{QUIET}
"""
FURTHER = word("kiosk.item_further")
"""Only in menus of more than nine choices; see tests/assistant/kiosk."""


@pytest.fixture
def kiosk(city: City, tmp_path: Path) -> Generator[Kiosk]:
    """Run a kiosk at two stops of the city, whose voice takes no time."""
    with running(city.home, PROVISIONING % (tmp_path / "wav"), tmp_path, at=city.now) as made:
        made.wait_until_ready()
        yield made


def list_labels() -> set[str]:
    """List the labels of all choices that there are, from the catalog."""
    ids = read(to_path(ROOT / "locales", "en"), "en").entries
    book: Phrasebook = BOOKS.pick("en")
    return {book.say(one).written for one in ids if one.startswith("kiosk.item_") and "|" not in one} - {FURTHER}


@pytest.mark.timeout(400)
@pytest.mark.parametrize("make_hand", [TwelveKeys, OneButton])
def test_every_choice_is_reached_and_answered(kiosk: Kiosk, make_hand: type[TwelveKeys] | type[OneButton]) -> None:
    hand: Hand = make_hand(kiosk)
    menus = {
        word(one)
        for one in (
            "kiosk.item_more",
            "kiosk.item_languages",
            "kiosk.item_voice",
            "kiosk.item_lines",
            "kiosk.item_stops",
        )
    }
    languages = {word(f"language.{tag}", tag): tag for tag in ("en", "uk", "ar")}
    walk = Walk(kiosk, hand, lambda label: label in menus or bool(re.match("Line ", label)), languages)
    walk.run()
    reached = {label for path in walk.answers for label in path}
    assert list_labels() <= reached, list_labels() - reached
    assert languages.keys() <= reached
    assert {"Zoo", "Market Square"} <= {label.partition(",")[0] for label in reached}
    for path, body in walk.answers.items():
        said = " ".join(body)
        assert body[0], path
        assert not re.search("does nothing here|did not understand|could not be answered|nothing to choose", said), (
            path,
            body,
        )
    assert kiosk.starts == 1
    assert kiosk.read_status()["inSession"] is False


def test_no_key_leads_out(kiosk: Kiosk) -> None:
    every = [chr(code) for code in range(256)] + [
        "\x1b[A",
        "\x1bOP",
        "\x1b[15~",
        "\x1b[24~",
        "\x1b[3;5~",
        "\x1b[200~q\x1b[201~",
    ]
    for one in ("\x03", "\x04", "\x1a", "\x1c", "\x11", "\x13", *every):
        kiosk.type(one)
    kiosk.type("*")
    kiosk.wait_for(lambda: kiosk.read_status()["inSession"] is not None)
    assert kiosk.is_raw()
    assert (kiosk.starts, kiosk.statuses) == (1, [])
    assert kiosk.process.poll() is None
    for one in (signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU, signal.SIGQUIT):
        kiosk.process.send_signal(one)
    kiosk.type("5")
    kiosk.wait_for(lambda: kiosk.read_status()["inSession"])
    assert kiosk.process.poll() is None


def test_the_operator_ends_it_and_the_terminal_is_as_it_was(kiosk: Kiosk) -> None:
    assert kiosk.shown.is_taken_over
    assert kiosk.close() == 0
    assert not kiosk.shown.is_taken_over
    assert kiosk.terminal_after == kiosk.terminal_before


def test_what_a_rider_set_is_gone_with_the_session(kiosk: Kiosk) -> None:
    hand = TwelveKeys(kiosk)
    hand.begin()
    hand.choose("Voice")
    assert hand.choose("Faster")[0] == "Now 180 words a minute."
    hand.choose("Back, or end")
    assert hand.choose("Louder")[0] == "Volume 85 of 100."
    hand.choose("Languages")
    hand.choose("українська")
    hand.choose(word("kiosk.item_back", "uk"))
    kiosk.wait_for(lambda: kiosk.shown.lines[-1] == ATTRACT)
    hand.begin()
    assert kiosk.body[0].startswith("Stop: Zoo")
    hand.choose("Voice")
    assert hand.choose("Faster")[0] == "Now 180 words a minute."
    hand.choose("Back, or end")
    assert hand.choose("Louder")[0] == "Volume 85 of 100."
    kept = [path.name for path in (kiosk.home / "kiosk").iterdir()]
    assert sorted(kept) == ["last-good.toml", "state.json"]
    assert not (kiosk.home / "rider").exists()
