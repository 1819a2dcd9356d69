"""What comes is called out by itself when the rider wants it, and no longer when not."""

from pathlib import Path

from tests.together.watching_stage import Stage, make_line, play, report, run_late


def test_each_vehicle_is_called_out_shortly_before_and_as_it_arrives(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> list[str]:
        await stage.say("I am at Market")
        reply = await stage.say("announce every tram")
        for _ in range(30):
            await stage.hear_live(run_late("a1", 60), report("a1", 2, stage.clock.now()))
            await stage.go(seconds=20)
        await stage.go(minutes=8)
        off = await stage.say("stop announcing every tram")
        await stage.go(minutes=10)
        return [*reply, *stage.told, *off, *await stage.say("what are you watching")]

    assert play(Stage(tmp_path, make_line("12:00", "12:07", "12:20")), scene) == [
        "I will announce what comes to Market, in the last 2 minutes and as it arrives.",
        "I watch only while this program is open.",
        "12:06:01 P4 10 to Lake, 2 minutes, live.",
        "12:08:30 P2 10 to Lake, arriving now, live.",
        "12:12:01 P4 10 to Lake: in 2 minutes by the timetable.",
        "12:13:01 P3 announcements at Market: live information has stopped coming in. A cancellation may go unnoticed.",
        "12:14:30 P4 10 to Lake, timetable 12:15.",
        "I announce nothing by myself now. I speak when you ask.",
        "I watch nothing now.",
    ]
