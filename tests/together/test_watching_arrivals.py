"""Told when it comes: whole scripts, from live bytes to the words that a rider hears."""

from pathlib import Path

from tests.realtimetext import stop, update
from tests.together.watching_stage import Stage, make_line, play, report, run_late

AT_MARKET = {"en": "I am at Market", "uk": "я на зупинці Ринок"}
TWO_MINUTES = {"en": "tell me when the 10 is two minutes away", "uk": "скажи коли 10 буде за дві хвилини"}


async def ask_at_market(stage: Stage, text: str) -> list[str]:
    await stage.say(AT_MARKET[stage.language])
    return await stage.say(text)


async def ride_past(stage: Stage) -> None:
    """The tram comes a minute late, loses three more at Bridge, stands at Market, and goes on."""
    for _ in range(14):
        await stage.go(seconds=30)
        await stage.hear_live(run_late("a1", 60))
    for _ in range(12):
        await stage.hear_live(run_late("a1", 240), report("a1", 3, stage.clock.now()))
        await stage.go(seconds=30)
    for late in (250, 270):
        await stage.hear_live(run_late("a1", late), report("a1", 3, stage.clock.now(), status="STOPPED_AT"))
        await stage.go(seconds=10)
    await stage.hear_live(run_late("a1", 280), report("a1", 4, stage.clock.now()))
    await stage.go(minutes=5)


def test_two_minutes_asked_for_then_a_delay_the_door_and_what_comes_next(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> list[str]:
        await stage.hear_live(run_late("a1", 60))
        reply = await ask_at_market(stage, TWO_MINUTES["en"])
        await ride_past(stage)
        return [*reply, *stage.told, *await stage.say("what are you watching")]

    assert play(Stage(tmp_path, make_line("12:00", "12:20")), scene) == [
        "10 to Lake, 9 minutes, live.",
        "I will tell you when it comes in 2 minutes, and when something changes.",
        "I watch only while this program is open.",
        "12:06:01 P3 10 to Lake, 2 minutes, live.",
        "12:07:00 P3 10 to Lake, 5 minutes, live. 3 minutes later than said.",
        "12:09:01 P3 10 to Lake, 2 minutes, live.",
        "12:11:30 P0 10 to Lake, arriving now, live.",
        "12:13:00 P0 10 to Lake: at the stop now.",
        "12:13:20 P3 10 to Lake stood here and left about 1 minute ago, as its vehicle reported. "
        "The next one: 10 to Lake, timetable 12:28.",
        "I watch nothing now.",
    ]


def test_the_same_in_ukrainian(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> list[str]:
        await stage.hear_live(run_late("a1", 60))
        reply = await ask_at_market(stage, TWO_MINUTES["uk"])
        await ride_past(stage)
        return [*reply, *stage.told]

    assert play(Stage(tmp_path, make_line("12:00", "12:20"), language="uk"), scene) == [
        "10, напрямок: Озеро, через 9 хвилин, наживо.",
        "Скажу за 2 хвилини до прибуття і якщо щось зміниться.",
        "Я стежу лише тоді, коли ця програма відкрита.",
        "12:06:01 P3 10, напрямок: Озеро, через 2 хвилини, наживо.",
        "12:07:00 P3 10, напрямок: Озеро, через 5 хвилин, наживо. На 3 хвилини пізніше, ніж я казав.",
        "12:09:01 P3 10, напрямок: Озеро, через 2 хвилини, наживо.",
        "12:11:30 P0 10, напрямок: Озеро, прибуває зараз, наживо.",
        "12:13:00 P0 10, напрямок: Озеро: уже на зупинці.",
        "12:13:20 P3 10, напрямок: Озеро: транспорт стояв тут і поїхав приблизно 1 хвилину тому, "
        "як він сам повідомив. Наступний: 10, напрямок: Озеро, за розкладом 12:28.",
    ]


def test_without_a_wish_each_milestone_is_told_once_and_nothing_between(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> list[str]:
        await stage.hear_live(run_late("a1", 420))
        await ask_at_market(stage, "watch the 10")
        for _ in range(60):
            await stage.go(seconds=15)
            await stage.hear_live(run_late("a1", 420))
        return stage.told

    assert play(Stage(tmp_path, make_line("12:00", "12:20")), scene) == [
        "12:04:01 P3 10 to Lake, 10 minutes, live.",
        "12:09:01 P3 10 to Lake, 5 minutes, live.",
        "12:12:01 P3 10 to Lake, 2 minutes, live.",
        "12:13:01 P3 10 to Lake, 1 minute, live.",
        "12:14:30 P0 10 to Lake, arriving now, live.",
    ]


def test_a_cancellation_is_told_at_once_with_what_is_watched_instead(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> list[str]:
        await stage.hear_live(run_late("a1", 0))
        await ask_at_market(stage, TWO_MINUTES["en"])
        await stage.go(minutes=1)
        await stage.hear_live(update("a1", schedule_relationship="CANCELED"))
        await stage.go(minutes=1)
        return [*stage.told, *await stage.say("what are you watching")]

    assert play(Stage(tmp_path, make_line("12:00", "12:20")), scene) == [
        "12:01:00 P0 Cancelled: 10 to Lake, 12:08. Now watching: 10 to Lake, timetable 12:28.",
        "Watching: 10 to Lake, Market.",
    ]


def test_a_stop_that_is_skipped_is_told(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> list[str]:
        await ask_at_market(stage, TWO_MINUTES["en"])
        skipped = stop(3, "market", schedule_relationship="SKIPPED")
        await stage.hear_live(update("a1", skipped))
        return stage.told

    assert play(Stage(tmp_path, make_line("12:00")), scene) == [
        "12:00:00 P0 Does not stop here: 10 to Lake, 12:08. No other one is listed.",
    ]


def test_live_data_that_falls_silent_is_said_once_and_so_is_its_return(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> list[str]:
        await ask_at_market(stage, TWO_MINUTES["en"])
        await stage.hear_live(run_late("a1", 600))
        await stage.go(minutes=8)
        await stage.hear_live(run_late("a1", 600))
        return stage.told

    assert play(Stage(tmp_path, make_line("12:00", "12:40")), scene) == [
        "12:00:00 P3 Reported live now. 10 to Lake, 18 minutes, live.",
        "12:03:30 P3 10 to Lake, no contact with the vehicle; last known 12:18.",
        "12:08:00 P3 Reported live now. 10 to Lake, 10 minutes, live.",
    ]


def test_a_vehicle_by_timetable_alone_is_watched_by_plan_and_said_so(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> list[str]:
        reply = await ask_at_market(stage, TWO_MINUTES["en"])
        await stage.go(minutes=10)
        return [*reply, *stage.told]

    assert play(Stage(tmp_path, make_line("12:00", "12:20")), scene) == [
        "10 to Lake, timetable 12:08.",
        "I will tell you when it comes in 2 minutes, and when something changes.",
        "Nobody reports it live, so I go by the timetable until somebody does.",
        "I watch only while this program is open.",
        "12:05:01 P3 10 to Lake: in 2 minutes by the timetable.",
        "12:07:30 P3 10 to Lake, timetable 12:08.",
        "12:09:01 P3 10 to Lake was due 1 minute ago by timetable. Whether it came is not reported. "
        "Now watching: 10 to Lake, timetable 12:28.",
    ]


def test_a_line_without_clock_times_cannot_be_watched_and_says_so(tmp_path: Path) -> None:
    files = {
        **make_line("06:00"),
        "frequencies.txt": "trip_id,start_time,end_time,headway_secs,exact_times\na1,06:00:00,22:00:00,600,0\n",
    }

    async def scene(stage: Stage) -> list[str]:
        return [*await ask_at_market(stage, TWO_MINUTES["en"]), *await stage.say("what are you watching")]

    assert play(Stage(tmp_path, files), scene) == [
        "10 to Lake, about every 10 minutes, by timetable.",
        "Nobody gives its clock times, so I cannot tell you when it is near.",
        "I watch nothing now.",
    ]


def test_a_low_floor_tram_is_waited_for_and_one_of_which_nothing_is_known_is_none(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> list[str]:
        reply = await ask_at_market(stage, "let me know when any low floor tram comes")
        await stage.go(minutes=30)
        return [*reply, *stage.told]

    assert play(Stage(tmp_path, make_line("12:00", "12:20", wheelchair={2: "1"})), scene) == [
        "Line 10 to Lake, timetable 12:28, in 28 minutes, wheelchair accessible vehicle, "
        "the stop's accessibility is not known.",
        "I will tell you as it comes nearer, and when something changes.",
        "Nobody reports it live, so I go by the timetable until somebody does.",
        "I watch only while this program is open.",
        "12:17:01 P3 10 to Lake: in 10 minutes by the timetable.",
        "12:22:01 P3 10 to Lake: in 5 minutes by the timetable.",
        "12:25:01 P3 10 to Lake: in 2 minutes by the timetable.",
        "12:26:01 P3 10 to Lake: in 1 minute by the timetable.",
        "12:27:30 P3 10 to Lake, timetable 12:28, wheelchair accessible vehicle.",
        "12:29:01 P3 10 to Lake was due 1 minute ago by timetable. Whether it came is not reported. "
        "No other one is listed.",
    ]


def test_stops_away_are_told_where_the_vehicle_reports_its_place(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> list[str]:
        await stage.hear_live(run_late("a1", 60), report("a1", 1, stage.clock.now(), status="STOPPED_AT"))
        reply = await ask_at_market(stage, "tell me when the 10 is one stop away")
        await stage.go(minutes=1)
        await stage.hear_live(run_late("a1", 60), report("a1", 2, stage.clock.now()))
        return [*reply, *stage.told]

    assert play(Stage(tmp_path, make_line("12:00", "12:20")), scene) == [
        "10 to Lake, 9 minutes, live.",
        "I will tell you when it is 1 stop away, and when something changes.",
        "I watch only while this program is open.",
        "12:01:00 P3 10 to Lake: 1 stop away.",
    ]


def test_a_late_vehicle_that_says_it_is_on_its_way_is_not_said_to_have_gone(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> list[str]:
        await stage.hear_live(run_late("a1", 0))
        await ask_at_market(stage, TWO_MINUTES["en"])
        for _ in range(24):
            await stage.go(seconds=30)
            await stage.hear_live(run_late("a1", 0), report("a1", 3, stage.clock.now()))
        return stage.told

    assert play(Stage(tmp_path, make_line("12:00", "12:40")), scene) == [
        "12:05:01 P3 10 to Lake, 2 minutes, live.",
        "12:07:30 P0 10 to Lake, arriving now, live.",
        "12:09:01 P3 10 to Lake: its time is past, and by its own report it is still on its way.",
    ]


def test_answers_that_stay_away_are_said_once_and_so_is_their_return(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> list[str]:
        await ask_at_market(stage, TWO_MINUTES["en"])
        stage.tools.is_down = True
        await stage.go(minutes=2)
        stage.tools.is_down = False
        await stage.go(minutes=2)
        return stage.told

    assert play(Stage(tmp_path, make_line("12:00", "12:40")), scene) == [
        "12:00:32 P3 I get no answers now, so I cannot watch: 10 to Lake, Market. I keep trying.",
        "12:02:30 P3 Answers come again. I go on watching: 10 to Lake, Market.",
    ]


MIDNIGHT = "2026-11-30T23:55:00+02:00"
FORWARD = "2026-03-29T02:50:00+02:00"
"""Ten minutes later it is four o'clock."""
BACK = "2026-10-25T03:50:00+03:00"
"""Ten minutes later it is three o'clock again."""


async def wait_for_ten(stage: Stage) -> list[str]:
    reply = await ask_at_market(stage, "watch the 10")
    await stage.go(minutes=70)
    return [reply[0], *stage.told]


def test_minutes_are_true_over_midnight(tmp_path: Path) -> None:
    assert play(Stage(tmp_path, make_line("23:50", "24:20"), at=MIDNIGHT), wait_for_ten) == [
        "10 to Lake, timetable 23:58.",
        "23:55:01 P3 10 to Lake: in 2 minutes by the timetable.",
        "23:56:01 P3 10 to Lake: in 1 minute by the timetable.",
        "23:57:30 P3 10 to Lake, timetable 23:58.",
        "23:59:01 P3 10 to Lake was due 1 minute ago by timetable. Whether it came is not reported. "
        "Now watching: 10 to Lake, timetable 00:28.",
        "00:17:01 P3 10 to Lake: in 10 minutes by the timetable.",
        "00:22:01 P3 10 to Lake: in 5 minutes by the timetable.",
        "00:25:01 P3 10 to Lake: in 2 minutes by the timetable.",
        "00:26:01 P3 10 to Lake: in 1 minute by the timetable.",
        "00:27:30 P3 10 to Lake, timetable 00:28.",
        "00:29:01 P3 10 to Lake was due 1 minute ago by timetable. Whether it came is not reported. "
        "No other one is listed.",
    ]


def test_minutes_are_true_when_clocks_go_forward(tmp_path: Path) -> None:
    assert play(Stage(tmp_path, make_line("04:20"), at=FORWARD), wait_for_ten) == [
        "10 to Lake, timetable 04:28.",
        "04:17:01 P3 10 to Lake: in 10 minutes by the timetable.",
        "04:22:01 P3 10 to Lake: in 5 minutes by the timetable.",
        "04:25:01 P3 10 to Lake: in 2 minutes by the timetable.",
        "04:26:01 P3 10 to Lake: in 1 minute by the timetable.",
        "04:27:30 P3 10 to Lake, timetable 04:28.",
        "04:29:01 P3 10 to Lake was due 1 minute ago by timetable. Whether it came is not reported. "
        "No other one is listed.",
    ]


def test_minutes_are_true_when_clocks_go_back(tmp_path: Path) -> None:
    assert play(Stage(tmp_path, make_line("03:45", "04:45"), at=BACK), wait_for_ten) == [
        "10 to Lake, timetable 03:53.",
        "03:42:01 P3 10 to Lake: in 10 minutes by the timetable.",
        "03:47:01 P3 10 to Lake: in 5 minutes by the timetable.",
        "03:50:01 P3 10 to Lake: in 2 minutes by the timetable.",
        "03:51:01 P3 10 to Lake: in 1 minute by the timetable.",
        "03:52:30 P3 10 to Lake, timetable 03:53.",
        "03:54:01 P3 10 to Lake was due 1 minute ago by timetable. Whether it came is not reported. "
        "Now watching: 10 to Lake, timetable 04:53.",
    ]


def test_ten_things_are_watched_and_no_more_and_all_can_be_ended_at_once(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> list[str]:
        for name in ("Station", "Bridge", "Market", "Park"):
            await stage.say(f"I am at {name}")
            for text in ("watch the 10", "watch the tram", "tell me when any low floor tram comes"):
                last = await stage.say(text)
        asked = [line for text in ("stop watching", "more", "more", "more") for line in await stage.say(text)]
        await stage.say("2")
        return [*last, asked[0], asked[-1], *await stage.say("what are you watching")]

    wheelchair = {1: "1"}
    assert play(Stage(tmp_path, make_line("12:30", "12:50", wheelchair=wheelchair)), scene) == [
        "I watch 10 things already. End one first.",
        "Which one should I no longer watch?",
        "2: all of them.",
        "I watch nothing now.",
    ]


def test_one_of_several_watches_is_ended_by_its_name(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> list[str]:
        for name in ("Bridge", "Market"):
            await stage.say(f"I am at {name}")
            await stage.say("watch the 10")
        await stage.say("stop watching")
        return [*await stage.say("Bridge"), *await stage.say("what are you watching")]

    assert play(Stage(tmp_path, make_line("12:30", "12:50")), scene) == [
        "No longer watching: 10 to Lake, Bridge.",
        "Watching: 10 to Lake, Market.",
    ]


def test_a_time_that_waited_to_be_told_is_void_once_the_vehicle_has_left(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> list[str]:
        await stage.hear_live(run_late("a1", 60))
        await ask_at_market(stage, TWO_MINUTES["en"])
        await ride_past(stage)
        return [phrase.written for event in stage.events if (phrase := event.tell())]

    assert play(Stage(tmp_path, make_line("12:00", "12:20")), scene) == [
        "10 to Lake: at the stop now.",
        "10 to Lake stood here and left about 1 minute ago, as its vehicle reported. "
        "The next one: 10 to Lake, timetable 12:28.",
    ]
