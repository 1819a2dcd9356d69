"""A silent rider is warned, may go on as often as wanted, and only then the session ends."""

from stopbell.kiosk.idle import Idle


def list_turns(idle: Idle, seconds: range, speaking: range = range(0)) -> list[tuple[int, str]]:
    found = [(at, idle.tick(at, is_speaking=at in speaking)) for at in seconds]
    return [(at, turn) for at, turn in found if turn is not None]


def test_the_rider_is_warned_and_has_twenty_seconds_to_answer() -> None:
    assert list_turns(Idle(45, 20, 0), range(100))[:2] == [(45, "warn"), (65, "end")]


def test_what_is_spoken_does_not_count_nor_does_the_warning_itself() -> None:
    assert list_turns(Idle(45, 20, 0), range(30)) == []
    assert list_turns(Idle(45, 20, 0), range(200), speaking=range(31))[0] == (75, "warn")
    idle = Idle(45, 20, 0)
    assert list_turns(idle, range(46)) == [(45, "warn")]
    assert list_turns(idle, range(46, 100), speaking=range(46, 51))[0] == (70, "end")


def test_a_key_answers_the_warning_more_often_than_ten_times() -> None:
    idle, at = Idle(45, 20, 0), 0
    for _ in range(30):
        assert list_turns(idle, range(at, at + 46)) == [(at + 45, "warn")]
        at += 46
        assert idle.note(at)
    assert not idle.note(at)


def test_who_waits_for_a_vehicle_may_be_silent_for_longer() -> None:
    idle = Idle(45, 20, 0)
    idle.wait_longer(300)
    assert list_turns(idle, range(301)) == [(300, "warn")]
