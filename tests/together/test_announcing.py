"""What comes to a stop is called out unattended, in every language, and the text says what the voice says."""

import re
from datetime import datetime, time, timedelta
from pathlib import Path

import pytest

from stopbell.announcing.finding_stops import find_announced_stops
from tests.asking import load_phrasebooks
from tests.realtimetext import stop, update
from tests.together.announcing_stage import AnnouncingStage, play
from tests.together.watching_stage import make_line, report, run_late

LOST_EN = "announcements at Market: live information has stopped coming in. A cancellation may go unnoticed."


def test_each_vehicle_is_called_out_in_every_language_of_one_record(tmp_path: Path) -> None:
    async def scene(stage: AnnouncingStage) -> list[str]:
        for _ in range(30):
            await stage.hear_live(run_late("a1", 60), report("a1", 2, stage.clock.now()))
            await stage.go(seconds=20)
        return stage.shown

    stage = AnnouncingStage(tmp_path, make_line("12:00"), "town:market", languages=("en", "uk"))
    assert play(stage, scene) == [
        "12:06:01 en: 10 to Lake, 2 minutes, live.",
        "12:06:01 uk: 10, напрямок: Озеро, через 2 хвилини, наживо.",
        "12:08:30 en: 10 to Lake, arriving now, live.",
        "12:08:30 uk: 10, напрямок: Озеро, прибуває зараз, наживо.",
    ]
    assert stage.studio.said == [
        "en: Ten, to Lake, two minutes, live.",
        "uk: Десять, напрямок Озеро, через дві хвилини, наживо.",
        "en: Ten, to Lake, arriving now, live.",
        "uk: Десять, напрямок Озеро, прибуває зараз, наживо.",
    ]
    assert [stem for stem, _ in stage.hearing.heard] == ["2026-11-30T12-06-01-0001", "2026-11-30T12-08-30-0002"]


def test_a_time_that_only_the_timetable_knows_is_said_so_each_time(tmp_path: Path) -> None:
    async def scene(stage: AnnouncingStage) -> list[str]:
        await stage.go(minutes=10)
        return stage.shown

    assert play(AnnouncingStage(tmp_path, make_line("12:00"), "town:market"), scene) == [
        "12:05:01 en: 10 to Lake: in 2 minutes by the timetable.",
        "12:07:30 en: 10 to Lake, timetable 12:08.",
    ]


def test_live_data_that_ages_is_said_with_its_age_and_its_loss_and_end_are_said_once_each(tmp_path: Path) -> None:
    async def scene(stage: AnnouncingStage) -> list[str]:
        await stage.hear_live(run_late("a1", 60))
        await stage.go(minutes=20)
        await stage.hear_live(run_late("a2", 0))
        await stage.go(minutes=1)
        await stage.hear_live(run_late("a2", 0))
        return stage.shown

    shown = play(AnnouncingStage(tmp_path, make_line("12:00", "12:40"), "town:market"), scene)
    assert [line for line in shown if "live information" in line] == [
        f"12:03:30 en: {LOST_EN}",
        "12:20:00 en: announcements at Market: live information is coming in again.",
    ]
    assert [line for line in shown if "no contact" in line], shown


def test_a_stop_that_never_had_live_data_loses_none(tmp_path: Path) -> None:
    async def scene(stage: AnnouncingStage) -> list[str]:
        await stage.go(minutes=4)
        return stage.shown

    assert play(AnnouncingStage(tmp_path, make_line("12:00"), "town:market"), scene) == []


def test_a_cancelled_trip_is_called_out_first_of_all_words(tmp_path: Path) -> None:
    async def scene(stage: AnnouncingStage) -> list[str]:
        await stage.hear_live(update("a1", schedule_relationship="CANCELED"))
        await stage.go(minutes=2)
        return stage.shown

    stage = AnnouncingStage(tmp_path, make_line("12:00"), "town:market", languages=("en", "de"))
    assert play(stage, scene) == [
        "12:00:00 en: Cancelled: 10 to Lake, 12:08.",
        "12:00:00 de: Fällt aus: 10 Richtung Lake, 12:08.",
    ]


def test_answers_that_stay_away_are_told_once_in_every_language_and_so_is_their_return(tmp_path: Path) -> None:
    async def scene(stage: AnnouncingStage) -> list[str]:
        stage.tools.is_down = True
        await stage.go(minutes=4)
        stage.tools.is_down = False
        await stage.go(minutes=1)
        return stage.shown

    stage = AnnouncingStage(tmp_path, make_line("15:00"), "town:market", languages=("en", "uk"))
    told = [line.partition(" ")[2] for line in play(stage, scene)]
    assert told == [
        "en: I get no answers now, so I cannot watch: announcements at Market. I keep trying.",
        "uk: Відповіді не надходять, тож я не можу стежити: оголошення: Ринок. Пробую далі.",
        "en: Answers come again. I go on watching: announcements at Market.",
        "uk: Відповіді знову надходять. Стежу далі: оголошення: Ринок.",
    ]


def test_in_quiet_hours_the_text_goes_on_and_says_that_nothing_is_spoken(tmp_path: Path) -> None:
    async def scene(stage: AnnouncingStage) -> list[str]:
        await stage.go(minutes=10)
        return stage.shown

    hours = ((time(6), 1.0), (time(12, 6), None))
    stage = AnnouncingStage(tmp_path, make_line("12:00"), "town:market", hours=hours)
    assert play(stage, scene) == [
        "12:05:01 en: 10 to Lake: in 2 minutes by the timetable.",
        "12:07:30 en (not spoken): 10 to Lake, timetable 12:08.",
    ]
    assert [stem for stem, _ in stage.hearing.heard] == ["2026-11-30T12-05-01-0001"]


def test_of_several_stops_each_announcement_ends_with_its_stop(tmp_path: Path) -> None:
    async def scene(stage: AnnouncingStage) -> list[str]:
        await stage.go(minutes=8)
        return stage.shown

    stage = AnnouncingStage(tmp_path, make_line("12:00"), "town:bridge", "town:market", languages=("en", "uk"))
    shown = play(stage, scene)
    assert shown[:2] == [
        "12:01:01 en: 10 to Lake: in 2 minutes by the timetable. Bridge.",
        "12:01:01 uk: 10, напрямок: Озеро: за розкладом через 2 хвилини. Міст.",
    ]
    assert shown[-2] == "12:07:30 en: 10 to Lake, timetable 12:08. Market."


@pytest.mark.parametrize(
    ("headsign", "shown"),
    [
        ("La\x1b[31mke\x07", "12:05:01 en: 10 to La[31mke: in 2 minutes by the timetable."),
        ("Lake\u202e\u2588", "12:05:01 en: 10 to Lake : in 2 minutes by the timetable."),
    ],
)
def test_what_a_feed_writes_steers_neither_terminal_nor_voice(tmp_path: Path, headsign: str, shown: str) -> None:
    async def scene(stage: AnnouncingStage) -> list[str]:
        await stage.go(minutes=6)
        return stage.shown

    line = make_line("12:00")
    files = {**line, "trips.txt": line["trips.txt"].replace("a1,Lake", f"a1,{headsign}")}
    stage = AnnouncingStage(tmp_path, files, "town:market")
    assert play(stage, scene) == [shown]
    assert [text for text in stage.studio.said if not text.isprintable()] == []


def test_a_name_without_end_is_not_said_to_people_who_cannot_stop_it(tmp_path: Path) -> None:
    async def scene(stage: AnnouncingStage) -> list[str]:
        await stage.go(minutes=6)
        return stage.shown

    line = make_line("12:00")
    files = {**line, "trips.txt": line["trips.txt"].replace("a1,Lake", f"a1,{'Lake ' * 2000}")}
    stage = AnnouncingStage(tmp_path, files, "town:market")
    assert (play(stage, scene), stage.studio.said) == ([], [])


class RunningOn:
    """A clock that is a second further at each reading."""

    def __init__(self, stage: AnnouncingStage) -> None:
        self._stage = stage

    def now(self) -> datetime:
        self._stage.clock.instant += timedelta(seconds=1)
        return self._stage.clock.instant

    def monotonic(self) -> float:
        return self._stage.clock.monotonic()


def test_a_minute_that_passes_between_two_languages_does_not_part_them(tmp_path: Path) -> None:
    async def scene(stage: AnnouncingStage) -> set[str]:
        languages = ["en", "de", "fr", "pl"]
        found = await find_announced_stops(
            ["town:market"], languages, stage.tools, load_phrasebooks(), RunningOn(stage)
        )
        told: set[str] = set()
        for second in range(40):
            await stage.go_to(f"12:05:{second + 10}")
            await stage.hear_live(run_late("a1", second))
            for announcement in await found[0].look(found[0].lookout):
                with found[0].hold():
                    phrases = [event.tell() for event in announcement.in_turn]
                told.add(" ".join(re.findall(r" (\d) [mM]", " ".join(one.written for one in phrases if one))))
        return told

    stage = AnnouncingStage(tmp_path, make_line("12:00"), "town:market")
    assert play(stage, scene) == {"2 2 2 2"}


def test_a_skipped_stop_is_said_of_the_stop_where_it_is_skipped(tmp_path: Path) -> None:
    async def scene(stage: AnnouncingStage) -> list[str]:
        await stage.hear_live(update("a1", stop(3, "market", schedule_relationship="SKIPPED")))
        await stage.go(minutes=1)
        return stage.shown

    assert play(AnnouncingStage(tmp_path, make_line("12:00"), "town:market"), scene) == [
        "12:00:00 en: Does not stop here: 10 to Lake, 12:08."
    ]


def test_a_board_is_read_every_so_often_also_when_nothing_comes(tmp_path: Path) -> None:
    async def scene(stage: AnnouncingStage) -> list[str]:
        await stage.go(minutes=25)
        return stage.shown

    stage = AnnouncingStage(tmp_path, make_line("15:00"), "town:market", languages=("en", "uk"), board_every_min=10)
    assert play(stage, scene) == [
        "12:10:00 en: Market: no departures in the next 60 minutes.",
        "12:10:00 uk: Ринок: у найближчі 60 хвилин немає відправлень.",
        "12:20:00 en: Market: no departures in the next 60 minutes.",
        "12:20:00 uk: Ринок: у найближчі 60 хвилин немає відправлень.",
    ]


def test_a_fault_is_told_and_ends_the_run_so_that_it_can_be_started_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise ZeroDivisionError("planted")

    async def scene(stage: AnnouncingStage) -> list[str]:
        assert not stage.run.is_broken
        monkeypatch.setattr("stopbell.conversation.watching.board_calls.BoardCalls.look", fail)
        await stage.go(minutes=1)
        return stage.shown

    stage = AnnouncingStage(tmp_path, make_line("13:00"), "town:market", languages=("en", "uk"))
    told = [line.partition(" ")[2] for line in play(stage, scene)]
    assert told == [
        "en: I can no longer watch this, because of a fault of mine: announcements at Market.",
        "uk: Через мою помилку я більше не стежу за цим: оголошення: Ринок.",
    ]
    assert stage.run.is_broken
