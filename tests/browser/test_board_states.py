"""The board in every state, before axe-core: WCAG 2.2 A and AA, best practice, and contrast of at least 7 to 1."""

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

import pytest

from tests.browser.stage import Stage, judge
from tests.browser.street import TODAY, Street
from tests.realtimetext import alert, stop, update

HARM = "<img src=x onerror=alert(1)><script>alert(2)</script> \u202eevil\u202c & \"quoted\" {count} 'x'"


def wait_for_an_answer(board: Stage, street: Street) -> None:
    del street
    assert board.read("#state") == ["Waiting for the answer."]


def show_ten(board: Stage, street: Street) -> None:
    street.entities = [update("a", stop(1, "S1", departure={"delay": 60}), **TODAY)]
    give(board, street, stop="test:S", limit=10)
    assert len(board.read("#calls > li")) == 10


def show_what_is_cancelled(board: Stage, street: Street) -> None:
    street.entities = [
        update("a", **TODAY, schedule_relationship="CANCELED"),
        update("b", stop(1, "S1", schedule_relationship="SKIPPED"), **TODAY),
        alert(header={"uk": "Ліфт не працює"}, effect="ACCESSIBILITY_ISSUE", informed_entity=[{"stop_id": "S"}]),
    ]
    give(board, street, stop="test:S")
    assert board.read("#calls h3")[:2] == ["Cancelled: 7 to Озеро", "Does not stop here: 7 to Озеро"]
    assert board.read("#alerts h3 bdi[lang=uk]") == ["Ліфт не працює"]


def lose_contact(board: Stage, street: Street) -> None:
    street.entities = [update("a", stop(1, "S1", departure={"delay": 60}), **TODAY)]
    give(board, street, stop="test:S")
    street.silent_s = 400
    board.advance(31)
    assert "no contact" in board.read("#news p")[0]


def grow_old(board: Stage, street: Street) -> None:
    give(board, street, stop="test:S")
    board.answer = lambda params: None
    board.advance(120)
    assert board.read("#state")[0].startswith("Not renewed since 12:00.")


def ask_which_stop(board: Stage, street: Street) -> None:
    give(board, street, stop="Вулиця Мостова")
    assert len(board.read("#choices button")) == 2


def find_nothing(board: Stage, street: Street) -> None:
    give(board, street, stop="test:b1")
    assert board.read("#calls-part") == []
    assert "Bridge Street" in board.read("#answer")[0]


def speak_ukrainian(board: Stage, street: Street) -> None:
    give(board, street, stop="test:S", language="uk")
    assert board.run("document.documentElement.lang") == "uk"
    assert board.read("#calls-head") == ["Відправлення"]


def take_harmful_names(board: Stage, street: Street) -> None:
    result = street.ask(stop="test:S")
    give_result(board, harm(result))
    assert board.run("document.querySelectorAll('main img, main script, main b').length") == 0
    assert board.run("document.getElementById('stop').textContent") == HARM


STATES: Mapping[str, Callable[[Stage, Street], None]] = {
    state.__name__: state
    for state in (
        wait_for_an_answer,
        show_ten,
        show_what_is_cancelled,
        lose_contact,
        grow_old,
        ask_which_stop,
        find_nothing,
        speak_ukrainian,
        take_harmful_names,
    )
}


def give(board: Stage, street: Street, **arguments: Any) -> None:
    """Show what the server answers to these arguments."""
    board.give(arguments, street.ask(**arguments))


def give_result(board: Stage, result: Mapping[str, Any]) -> None:
    """Show a result, whoever made it."""
    board.give({"stop": "test:S"}, result)


def harm(value: Any, text: str = HARM) -> Any:
    """Put the harmful text in place of every name and sentence of a result."""
    if isinstance(value, list):
        return [harm(one, text) for one in value]
    if not isinstance(value, dict):
        return value
    said = ("name", "headsign", "line", "text", "platform", "label", "header", "destination", "attribution")
    return {key: text if key in said and isinstance(one, str) else harm(one, text) for key, one in value.items()}


@pytest.mark.parametrize("state", STATES)
def test_axe_finds_nothing_in_any_state(board: Stage, street: Street, axe: str, state: str) -> None:
    STATES[state](board, street)
    assert judge(board, axe) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1280])
def test_axe_finds_nothing_in_light_and_dark_wide_and_narrow(
    board: Stage, street: Street, axe: str, width: int, scheme: str
) -> None:
    board.set_size(width, 900)
    board.prefer(color_scheme=scheme, reduced_motion="reduce")
    show_ten(board, street)
    show_what_is_cancelled(board, street)
    assert judge(board, axe) == []


def test_axe_finds_nothing_where_no_host_answers(open_stage: Callable[..., Stage], page: str, axe: str) -> None:
    stage = open_stage()
    stage.load(page, None)
    stage.advance(21)
    assert stage.read("#state") == ["There is no board to show. Ask for the departures of a stop in the conversation."]
    assert judge(stage, axe) == []


def test_the_judge_would_find_a_fault(board: Stage, street: Street, axe: str) -> None:
    show_ten(board, street)
    board.run("document.querySelector('#refresh').textContent = ''")
    board.run("document.querySelector('#calls h3').id = 'calls-head'; document.documentElement.removeAttribute('lang')")
    found = " ".join(judge(board, axe))
    assert "button-name" in found
    assert "html-has-lang" in found


@pytest.mark.parametrize(("width", "zoom"), [(320, 1), (1280, 2), (1280, 4)])
def test_nothing_is_cut_off_or_scrolls_sideways(board: Stage, street: Street, width: int, zoom: int) -> None:
    board.set_size(width // zoom, 900)
    give_result(board, harm(street.ask(stop="test:S", limit=10), "Llanfair" * 20))
    wide = board.run("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0
    cut = "[...document.querySelectorAll('main *')].filter((one) => one.scrollWidth > one.clientWidth + 1"
    assert board.run(f"{cut} && getComputedStyle(one).display !== 'inline').map((one) => one.outerHTML)") == []


def test_text_may_be_spaced_out_without_loss(board: Stage, street: Street) -> None:
    board.set_size(320, 900)
    show_ten(board, street)
    spaced = "line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important"
    board.run(
        "(() => { const sheet = new CSSStyleSheet();"
        f"sheet.replaceSync('* {{ {spaced} }} p {{ margin-block-end: 2em !important }}');"
        "document.adoptedStyleSheets = [sheet]; })()"
    )
    assert board.run("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0


def test_focus_is_seen_and_targets_are_large_enough(board: Stage, street: Street) -> None:
    show_ten(board, street)
    sizes = board.run(
        "[...document.querySelectorAll('button')].map((one) => { const box = one.getBoundingClientRect();"
        " return Math.min(box.width, box.height); })"
    )
    assert min(sizes) >= 44
    board.call("Input.dispatchKeyEvent", type="keyDown", key="Tab", code="Tab", windowsVirtualKeyCode=9)
    board.run("document.querySelector('#refresh').focus()")
    outline = board.run("((seen) => [seen.outlineStyle, seen.outlineWidth])(getComputedStyle(document.activeElement))")
    assert outline == ["solid", "3px"]


def test_headings_tell_the_order_and_nothing_is_told_by_colour_alone(board: Stage, street: Street) -> None:
    show_what_is_cancelled(board, street)
    headings = "[...document.querySelectorAll('h1, h2, h3')].filter((one) => one.checkVisibility())"
    levels = board.run(f"{headings}.map((one) => Number(one.tagName[1]))")
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    rows = board.run("[...document.querySelectorAll('#calls > li')].map((one) => getComputedStyle(one).color)")
    assert len(set(rows)) == 1
    assert "accessibility not known" in board.read("#calls .facts")[0]


def test_a_language_that_is_written_from_right_to_left_is_laid_out_so(
    open_stage: Callable[..., Stage], page: str, street: Street, axe: str
) -> None:
    stage = open_stage(width=320, height=900)
    stage.load(page.replace('"dir":"ltr"', '"dir":"rtl"'))
    give_result(stage, street.ask(stop="test:S", limit=10))
    assert stage.run("getComputedStyle(document.querySelector('#calls h3')).direction") == "rtl"
    assert stage.run("getComputedStyle(document.querySelector('#calls h3 bdi')).unicodeBidi") == "isolate"
    assert stage.run("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    assert judge(stage, axe) == []
