"""Told when to get off: whole scripts, from live bytes to the words that a rider hears."""

from pathlib import Path

from tests.realtimetext import stop, update
from tests.together.watching_stage import Stage, make_line, play, report, run_late

OFF = {"en": "tell me when to get off at Park", "uk": "скажи, коли виходити на зупинці Парк"}
RIDE = (
    ("12:02", 2, "IN_TRANSIT_TO"),
    ("12:04", 2, "STOPPED_AT"),
    ("12:05", 3, "IN_TRANSIT_TO"),
    ("12:08", 3, "STOPPED_AT"),
    ("12:09", 4, "IN_TRANSIT_TO"),
    ("12:12", 4, "STOPPED_AT"),
    ("12:13", 5, "IN_TRANSIT_TO"),
)


async def begin(stage: Stage, sequence: int = 1, status: str = "STOPPED_AT") -> list[str]:
    """The rider sits in the tram at Station, and asks."""
    await stage.hear_live(run_late("a1", 0), report("a1", sequence, stage.clock.now(), status=status))
    return await stage.say(OFF[stage.language])


async def ride(stage: Stage, *, until: str = "12:14") -> None:
    for at, sequence, status in RIDE:
        if at > until:
            return
        await stage.go_to(at)
        await stage.hear_live(run_late("a1", 0), report("a1", sequence, stage.clock.now(), status=status))
        await stage.go(seconds=20)


def test_a_ride_is_told_two_stops_before_then_next_then_here_then_passed(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> list[str]:
        reply = await begin(stage)
        await ride(stage)
        return [*reply, *stage.told, *await stage.say("what are you watching")]

    assert play(Stage(tmp_path, make_line("12:00")), scene) == [
        "Park in 3 stops, 12 minutes, live.",
        "Now at Station.",
        "10 to Lake, on time.",
        "I will tell you 2 stops or 2 minutes before Park, when it is next, and when you are there.",
        "I watch only while this program is open.",
        "12:04:00 P0 Get ready. Park in 2 stops, 8 minutes, live.",
        "12:09:00 P0 Next stop Park, yours. Press the button.",
        "12:12:00 P0 Park. Get off here.",
        "12:13:00 P0 Park has passed. Next is Lake, 400 metres further in a straight line.",
        "I watch nothing now.",
    ]


def test_the_same_ride_in_ukrainian(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> list[str]:
        reply = await begin(stage)
        await ride(stage)
        return [*reply, *stage.told]

    assert play(Stage(tmp_path, make_line("12:00"), language="uk"), scene) == [
        "До зупинки Парк: 3 зупинки, через 12 хвилин, наживо.",
        "Зараз на зупинці Вокзал.",
        "10, напрямок: Озеро, без запізнення.",
        "Скажу за 2 зупинки або за 2 хвилини, коли вона буде наступною і коли приїдете: Парк.",
        "Я стежу лише тоді, коли ця програма відкрита.",
        "12:04:00 P0 Приготуйтеся. До зупинки Парк: 2 зупинки, через 8 хвилин, наживо.",
        "12:09:00 P0 Наступна зупинка Парк, ваша. Натисніть кнопку.",
        "12:12:00 P0 Парк. Виходьте тут.",
        "12:13:00 P0 Зупинку Парк уже проїхали. Наступна: Озеро, далі по прямій 400 метрів.",
    ]


def test_lost_contact_is_said_at_once_and_so_is_its_return(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> list[str]:
        await begin(stage)
        await stage.go(minutes=6)
        await stage.hear_live(run_late("a1", 0), report("a1", 3, stage.clock.now()))
        return stage.told

    assert play(Stage(tmp_path, make_line("12:00")), scene) == [
        "12:03:30 P0 No contact with your vehicle. Ask the driver to tell you when you get to Park.",
        "12:04:30 P0 Get ready. By prediction Park in 2 stops, no contact with the vehicle; last known 12:12.",
        "12:06:00 P0 In contact with your vehicle again. Park in 2 stops, 6 minutes, live.",
    ]


def test_a_vehicle_that_reports_nothing_is_told_by_prediction_and_never_as_there(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> list[str]:
        await stage.hear_live(run_late("a1", 0))
        await stage.go(minutes=1)
        reply = await stage.say(OFF["en"])
        for _ in range(15):
            await stage.go(minutes=1)
            await stage.hear_live(run_late("a1", 0))
        return [*reply, *stage.told]

    assert play(Stage(tmp_path, make_line("12:00")), scene) == [
        "By prediction Park in 3 stops, 11 minutes, live.",
        "Next stop by prediction: Bridge.",
        "10 to Lake, on time.",
        "No vehicle reports on this trip. Its place is not known.",
        "I will tell you 2 stops or 2 minutes before Park, when it is next, and when you are there.",
        "Your vehicle does not report where it is, so I have only predicted or planned times. Ask the driver as well.",
        "I watch only while this program is open.",
        "12:04:30 P0 Get ready. By prediction Park in 2 stops, 7 minutes, live.",
        "12:08:30 P0 Next stop by prediction: Park. It is yours, but no report says where your vehicle is. "
        "Ask the driver.",
        "12:12:30 P0 Park should be about now, but no report says so. Ask the driver.",
    ]


def test_a_stop_that_is_skipped_is_told_with_the_last_one_before_it(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> list[str]:
        await begin(stage)
        skipped = stop(4, "park", schedule_relationship="SKIPPED")
        await stage.hear_live(update("a1", skipped), report("a1", 1, stage.clock.now(), status="STOPPED_AT"))
        return stage.told

    assert play(Stage(tmp_path, make_line("12:00")), scene) == [
        "12:00:00 P0 By live data your vehicle does not stop at Park. Ask the driver. The last stop before it: Market.",
    ]


def test_a_trip_that_is_cancelled_under_way_is_told(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> list[str]:
        await begin(stage)
        await stage.hear_live(update("a1", schedule_relationship="CANCELED"))
        return stage.told

    assert play(Stage(tmp_path, make_line("12:00")), scene) == [
        "12:00:00 P0 By live data your trip is cancelled. Ask the driver how to get to Park.",
    ]


def test_a_vehicle_that_reports_another_trip_is_told(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> list[str]:
        await begin(stage)
        await stage.go(minutes=1)
        await stage.hear_live(run_late("a1", 0), report("a2", 1, stage.clock.now()))
        await stage.go(minutes=4)
        return stage.told

    assert play(Stage(tmp_path, make_line("12:00", "12:05")), scene) == [
        "12:01:00 P0 Your vehicle reports another trip now. Ask the driver whether it goes to Park.",
    ]


def test_on_board_next_stop_and_how_many_stops_are_about_the_ride(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> list[list[str]]:
        before = await stage.say("how many stops left")
        await begin(stage)
        await ride(stage, until="12:02")
        asked = ("next stop", "how many stops left", "did we pass Bridge", "where are we")
        return [before, *[await stage.say(text) for text in asked]]

    assert play(Stage(tmp_path, make_line("12:00")), scene) == [
        [
            "I do not know which vehicle you are on. Say: tell me when to get off at, and the name of the stop.",
        ],
        [
            "Park in 3 stops, 9 minutes, live.",
            "Next stop Bridge.",
            "10 to Lake, on time.",
        ],
        [
            "Park in 3 stops, 9 minutes, live.",
            "Next stop Bridge.",
            "10 to Lake, on time.",
        ],
        [
            "Next stop Bridge, 1 minute, live.",
            "10 to Lake, on time.",
        ],
        [
            "Park in 3 stops, 9 minutes, live.",
            "Next stop Bridge.",
            "10 to Lake, on time.",
        ],
    ]


def test_the_vehicle_that_was_waited_for_is_the_one_that_is_ridden(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> list[str]:
        await stage.hear_live(run_late("a1", 0), run_late("a2", 0), report("a1", 1, stage.clock.now()))
        await stage.say("I am at Bridge")
        await stage.say("watch the 10")
        await stage.go_to("12:04")
        both = (run_late("a1", 0), run_late("a2", 0))
        await stage.hear_live(*both, report("a1", 2, stage.clock.now(), status="STOPPED_AT"))
        reply = await stage.say(OFF["en"])
        return [*stage.told, *reply, *await stage.say("what are you watching")]

    assert play(Stage(tmp_path, make_line("12:00", "12:02")), scene) == [
        "12:01:01 P3 10 to Lake, 2 minutes, live.",
        "12:02:01 P3 10 to Lake, 1 minute, live, 2 minutes old.",
        "12:03:01 P3 10 to Lake, no contact with the vehicle; last known 12:04.",
        "12:04:00 P0 10 to Lake: at the stop now.",
        "Park in 2 stops, 8 minutes, live.",
        "Now at Bridge.",
        "10 to Lake, on time.",
        "I will tell you 2 stops or 2 minutes before Park, when it is next, and when you are there.",
        "Watching: getting off at Park.",
    ]


def test_of_several_vehicles_on_their_way_the_rider_chooses(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> list[list[str]]:
        late = [run_late(f"a{n}", 0) for n in (1, 2, 3)]
        now = stage.clock.now()
        reports = [report(f"a{n}", 4 - n, now, who=f"tram-{n}") for n in (1, 2, 3)]
        await stage.hear_live(*late, *reports)
        return [await stage.say(text) for text in ("tell me when to get off", "Park", "2", "what are you watching")]

    assert play(Stage(tmp_path, make_line("11:50", "11:54", "11:58")), scene) == [
        [
            "At which stop do you want to get off?",
        ],
        [
            "Which one are you on?",
            "1: 10 to Lake, next stop Market.",
            "2: 10 to Lake, next stop Bridge.",
            "3: 10 to Lake, next stop Station.",
        ],
        [
            "Park in 3 stops, 6 minutes, live.",
            "Next stop Bridge.",
            "10 to Lake, on time.",
            "I will tell you 2 stops or 2 minutes before Park, when it is next, and when you are there.",
            "I watch only while this program is open.",
        ],
        [
            "Watching: getting off at Park.",
        ],
    ]


def test_three_stops_before_are_three_stops_before(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> list[str]:
        await stage.hear_live(run_late("a1", 0), report("a1", 1, stage.clock.now(), status="STOPPED_AT"))
        reply = await stage.say("warn me 3 stops before Lake")
        await ride(stage, until="12:04")
        return [*reply, *stage.told]

    assert play(Stage(tmp_path, make_line("12:00")), scene) == [
        "Lake in 4 stops, the last stop, 16 minutes, live.",
        "Now at Station.",
        "10 to Lake, on time.",
        "I will tell you 3 stops or 2 minutes before Lake, when it is next, and when you are there.",
        "I watch only while this program is open.",
        "12:04:00 P0 Get ready. Lake in 3 stops, the last stop, 12 minutes, live.",
    ]


def test_answers_that_stay_away_on_board_are_a_matter_of_safety(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> list[str]:
        await begin(stage)
        stage.tools.is_down = True
        await stage.go(minutes=2)
        return stage.told

    assert play(Stage(tmp_path, make_line("12:00")), scene) == [
        "12:00:32 P0 I get no answers now, so I cannot watch: getting off at Park. I keep trying.",
    ]
