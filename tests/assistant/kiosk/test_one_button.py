"""One button: pressing goes on, holding or waiting chooses."""

from stopbell.kiosk.one_button import OneButton


def play(button: OneButton, hits: list[float], until: float, told: tuple[float, ...] = ()) -> list[tuple[str, float]]:
    """Let time pass in steps of 50 ms with the button's characters at some moments; give what came of it, and when."""
    found: list[tuple[str, float]] = []
    waiting, notes = list(hits), list(told)
    for step in range(round(until / 0.05) + 1):
        at = step * 0.05
        while waiting and waiting[0] <= at:
            if act := button.hit(waiting.pop(0)):
                found.append((act, round(at, 2)))
        while notes and notes[0] <= at:
            button.note_told(notes.pop(0))
        if act := button.tick(at):
            found.append((act, round(at, 2)))
    return found


def repeat(begins: float, ends: float) -> list[float]:
    """A key that is held: once, then after a quarter of a second eleven times a second."""
    return [begins, *(begins + 0.25 + 0.09 * n for n in range(round((ends - begins - 0.25) / 0.09)))]


def test_a_press_goes_to_the_next_choice_once_it_is_surely_over() -> None:
    assert play(OneButton(1.0, 0.33, None), [0.0], 3) == [("next", 0.35)]


def test_holding_chooses_once_while_it_is_held_and_goes_no_further() -> None:
    assert play(OneButton(1.0, 0.33, None), repeat(0, 2.5), 4) == [("choose", 1.1)]


def test_holding_for_less_is_a_press() -> None:
    assert [act for act, _ in play(OneButton(1.0, 0.33, None), repeat(0, 0.8), 3)] == ["next"]


def test_two_presses_go_on_twice() -> None:
    assert [act for act, _ in play(OneButton(1.0, 0.33, None), [0.0, 0.8], 3)] == ["next", "next"]


def test_waiting_after_a_choice_was_told_chooses_it_once() -> None:
    acts = play(OneButton(1.0, 0.33, 2.0), [0.0], 10, told=(1.5,))
    assert acts == [("next", 0.35), ("choose", 3.5)]


def test_another_press_ends_the_wait() -> None:
    acts = play(OneButton(1.0, 0.33, 2.0), [0.0, 2.5], 4, told=(1.0,))
    assert [act for act, _ in acts] == ["next", "next"]


def test_without_waiting_nothing_is_chosen_by_silence() -> None:
    assert [act for act, _ in play(OneButton(1.0, 0.33, None), [0.0], 60, told=(1.0,))] == ["next"]
