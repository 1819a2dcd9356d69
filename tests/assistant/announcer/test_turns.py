"""Whose turn it is: breaths, bursts, what lasts, what is too late, and where each event ends in the ledger."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from stopbell_server.phrases.phrase import Line
from tests.assistant.announcer.booth import Booth, make_event
from tests.assistant.speech.fakes import settle

TEN = Line("10A, 3 minutes.", "ten A, three minutes.")


def play(scene: Callable[[Booth], Awaitable[None]]) -> Booth:
    async def run() -> Booth:
        booth = Booth()
        async with booth.open():
            await scene(booth)
        return booth

    return asyncio.run(run())


def list_heard(booth: Booth) -> list[tuple[float, str]]:
    return booth.sink.begun


def list_unsaid(booth: Booth) -> list[tuple[str, str]]:
    unsaid = booth.announcer.ledgers.voice.unsaid
    return [(one.phrase.written if one.phrase else "", one.fate.value) for one in unsaid]


def test_between_two_events_there_is_a_breath_of_four_seconds() -> None:
    async def scene(booth: Booth) -> None:
        booth.announcer.announce(make_event("One.", subject="a"))
        booth.announcer.announce(make_event("Two.", subject="b"))
        await booth.finish()
        await booth.go(3.9)
        assert len(list_heard(booth)) == 1
        await booth.go(0.1)

    assert list_heard(play(scene)) == [(0.0, "One."), (4.0, "Two.")]


def test_what_is_at_the_door_and_a_matter_of_safety_wait_for_no_breath() -> None:
    async def scene(booth: Booth) -> None:
        for kind, words in (("call", "One."), ("arriving", "Door."), ("alight", "Off.")):
            booth.announcer.announce(make_event(words, kind=kind, subject=words))
            await booth.finish()

    assert list_heard(play(scene)) == [(0.0, "One."), (0.0, "Door."), (0.0, "Off.")]


def test_the_more_urgent_ends_the_less_urgent_and_the_reason_is_kept() -> None:
    async def scene(booth: Booth) -> None:
        booth.announcer.announce(make_event("Board.", kind="board", subject="a"))
        await settle()
        booth.announcer.announce(make_event("Changed.", subject="b"))
        await settle()

    booth = play(scene)
    assert [words for _, words in list_heard(booth)] == ["Board.", "Changed."]
    assert list_unsaid(booth) == [("Board.", "cut"), ("Changed.", "closed")]


def test_an_event_that_passes_is_dropped_after_ten_seconds_and_one_that_lasts_is_not() -> None:
    async def scene(booth: Booth) -> None:
        booth.announcer.answer([TEN], "en")
        booth.announcer.announce(make_event("Two minutes.", subject="a"))
        booth.announcer.announce(make_event("No contact.", subject="b", lasts=True))
        await booth.go(15)
        await booth.finish()
        await booth.finish()

    booth = play(scene)
    assert [words for _, words in list_heard(booth)] == ["Ten A, three minutes.".replace("T", "t", 1), "No contact."]
    assert list_unsaid(booth) == [("Two minutes.", "late")]


def test_a_newer_event_about_the_same_takes_the_place_and_keeps_the_urgency_of_one_that_waits() -> None:
    async def scene(booth: Booth) -> None:
        booth.announcer.answer([TEN], "en")
        booth.announcer.announce(make_event("At the door.", kind="arriving", subject="a"))
        booth.announcer.announce(make_event("A change.", subject="b"))
        booth.announcer.announce(make_event("Later now.", subject="a"))
        await booth.finish()
        await booth.finish()

    booth = play(scene)
    assert [words for _, words in list_heard(booth)][1:2] == ["Later now."]
    assert list_unsaid(booth)[0] == ("At the door.", "replaced")


def test_the_same_words_are_not_said_twice_within_a_minute_whoever_says_them() -> None:
    async def scene(booth: Booth) -> None:
        booth.announcer.answer([TEN], "en")
        await booth.finish()
        for subject in ("a", "b"):
            booth.announcer.announce(make_event(TEN.spoken, subject=subject, milestone=subject))
            await booth.go(5)
        await booth.go(60)
        booth.announcer.announce(make_event(TEN.spoken, subject="c", milestone="c"))
        await booth.finish()

    booth = play(scene)
    assert len(list_heard(booth)) == 2
    assert (booth.fates(), list_unsaid(booth)) == ({"echo": 2, "said": 1}, [])


def test_words_that_were_cut_short_may_be_said_again() -> None:
    async def scene(booth: Booth) -> None:
        booth.announcer.announce(make_event("No contact.", lasts=True))
        await settle()
        booth.announcer.label("Answers.", "en")
        await booth.finish()
        await booth.finish()

    booth = play(scene)
    assert [words for _, words in list_heard(booth)] == ["No contact.", "Answers.", "No contact."]
    assert (booth.fates(), list_unsaid(booth)) == ({"said": 1}, [])


def test_what_passes_and_is_cut_by_the_rider_is_not_taken_up_again() -> None:
    async def scene(booth: Booth) -> None:
        booth.announcer.announce(make_event("Two minutes."))
        await settle()
        booth.announcer.hush()
        await settle()

    assert list_unsaid(play(scene)) == [("Two minutes.", "interrupted")]


def test_a_rider_who_goes_on_three_times_is_not_told_a_fourth_time() -> None:
    async def scene(booth: Booth) -> None:
        booth.announcer.announce(make_event("No contact.", lasts=True))
        for _ in range(4):
            await settle()
            booth.announcer.hush()
        await settle()

    booth = play(scene)
    assert len(list_heard(booth)) == 3
    assert list_unsaid(booth) == [("No contact.", "interrupted")]


@pytest.mark.parametrize(
    ("language", "count", "left_out"),
    [
        ("en", "5 announcements.", "2 more were left out."),
        ("uk", "5 оголошень.", "Ще 2 пропущено."),
        ("pl", "5 komunikatów.", "Pominięto jeszcze 2."),
        ("de", "5 Ansagen.", "2 weitere wurden ausgelassen."),
        ("fr", "5 annonces.", "2 autres omises."),
        ("es", "5 avisos.", "Se omitieron 2 más."),
        ("zh", "5条播报。", "另有2条略过。"),
        ("ar", "5 إعلانات.", "واثنان آخران لم يذكرا."),
    ],
)
def test_a_burst_is_told_as_one_with_its_number_first(language: str, count: str, left_out: str) -> None:
    async def scene(booth: Booth) -> None:
        booth.announcer.answer([TEN], "en")
        for number in range(1, 6):
            booth.announcer.announce(
                make_event(f"{number}.", kind="board", subject=str(number), lasts=number == 5, language=language)
            )
        await booth.finish()
        await booth.finish()

    booth = play(scene)
    assert [line.written for line in booth.announcer.history[-1].lines] == [count, "5.", "1.", "2.", left_out]
    assert list_unsaid(booth) == [("3.", "crowded"), ("4.", "crowded")]
    assert booth.fates() == {"said": 3, "crowded": 2}


def test_two_that_are_left_of_a_burst_are_told_without_a_number() -> None:
    async def scene(booth: Booth) -> None:
        booth.announcer.answer([TEN], "en")
        for name, words in (("a", "One."), ("b", None), ("c", "Three.")):
            truth = [words or "Two."]
            booth.announcer.announce(make_event(lambda truth=truth: truth[-1], subject=name, milestone=name))
            truth.append(words)  # type: ignore[arg-type]  # no longer true
        await booth.finish()
        await booth.finish()

    booth = play(scene)
    assert list_heard(booth)[-1][1] == "One. Three."
    assert list_unsaid(booth) == [("Two.", "outdated")]


def test_the_steps_of_a_practised_trip_are_never_summed_up() -> None:
    async def scene(booth: Booth) -> None:
        booth.announcer.answer([TEN], "en")
        for number in range(4):
            booth.announcer.announce(
                make_event(f"Practice {number}.", kind="practice", subject=str(number), lasts=True)
            )
        await booth.run_dry()

    assert [words for _, words in list_heard(play(scene))][1:] == [f"Practice {number}." for number in range(4)]


def test_a_pause_keeps_what_lasts_lets_safety_through_and_says_the_last_words_again_after_it() -> None:
    async def scene(booth: Booth) -> None:
        announcer = booth.announcer
        announcer.answer([TEN], "en")
        await settle()
        announcer.pause()
        announcer.announce(make_event("Two minutes.", subject="a"))
        announcer.announce(make_event("No contact.", subject="b", lasts=True))
        await booth.go(20)
        assert booth.sink.playing is None
        announcer.announce(make_event("Get off here.", kind="alight", subject="ride", is_own=True))
        await booth.finish()
        announcer.resume()
        await booth.run_dry()

    booth = play(scene)
    heard = [words for _, words in list_heard(booth)]
    assert heard == ["ten A, three minutes.", "Get off here.", "Get off here.", "No contact."]
    assert list_unsaid(booth) == [("Two minutes.", "paused")]


def test_the_next_question_ends_a_pause() -> None:
    async def scene(booth: Booth) -> None:
        booth.announcer.pause()
        booth.announcer.announce(make_event("No contact.", lasts=True))
        booth.announcer.answer([TEN], "en")
        await booth.run_dry()

    assert [words for _, words in list_heard(play(scene))] == ["ten A, three minutes.", "No contact."]


def test_stop_silences_all_and_drops_what_waits() -> None:
    async def scene(booth: Booth) -> None:
        announcer = booth.announcer
        announcer.announce(make_event("Get off here.", kind="alight", subject="ride", is_own=True))
        announcer.announce(make_event("No contact.", lasts=True))
        await settle()
        announcer.stop()
        await booth.go(10)
        assert booth.sink.playing is None

    assert list_unsaid(play(scene)) == [("Get off here.", "stopped"), ("No contact.", "stopped")]


def test_an_event_that_no_voice_can_say_is_noted_and_does_not_block_the_next() -> None:
    async def scene(booth: Booth) -> None:
        booth.rig.engine.unvoiced = frozenset({"ar"})
        booth.announcer.announce(make_event("لا اتصال.", subject="a", language="ar"))
        booth.announcer.announce(make_event("No contact.", subject="b"))
        await booth.run_dry()

    booth = play(scene)
    assert [words for _, words in list_heard(booth)] == ["No contact."]
    assert list_unsaid(booth) == [("لا اتصال.", "unheard")]


def test_the_last_part_of_the_last_answer_can_be_said_alone() -> None:
    async def scene(booth: Booth) -> None:
        booth.announcer.answer([Line("One.", "one."), Line("Two.", "two.")], "en")
        await booth.finish()
        assert booth.announcer.repeat(is_last_part=True) == (Line("Two.", "two."),)
        await booth.finish()

    assert list_heard(play(scene))[-1][1] == "two."


def test_what_only_closes_an_answer_is_not_its_last_part_and_to_hear_that_ends_a_pause() -> None:
    async def scene(booth: Booth) -> None:
        lines = [Line("One.", "one."), Line("Two.", "two."), Line("End.", "end.")]
        booth.announcer.answer(lines, "en", closing=1)
        await booth.finish()
        booth.announcer.pause()
        booth.announcer.label("Paused.", "en")
        await booth.finish()
        assert booth.announcer.is_paused
        assert booth.announcer.resume(is_last_part=True) == (Line("Two.", "two."),)
        assert not booth.announcer.is_paused
        await booth.finish()

    assert [words for _, words in list_heard(play(scene))] == ["one. two. end.", "Paused.", "two."]


def test_twenty_are_kept_to_be_said_again() -> None:
    async def scene(booth: Booth) -> None:
        for number in range(25):
            booth.announcer.answer([Line(f"{number}.", f"{number}.")], "en")

    history = play(scene).announcer.history
    assert [said.lines[0].written for said in history] == [f"{number}." for number in range(5, 25)]
