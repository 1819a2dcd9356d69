"""What the board says to a host and what it lets a host do to it."""

from collections.abc import Callable
from typing import Any

from tests.browser.stage import GREETING, Stage
from tests.browser.street import TODAY, Street
from tests.realtimetext import stop, update


def begin(board: Stage, street: Street, **arguments: Any) -> None:
    """Show the station's board as the conversation asked for it."""
    board.give({"stop": "Вокзал", "limit": 3} | arguments, street.ask(stop="test:S", limit=3, **arguments))


def test_the_board_greets_before_it_says_anything_else(board: Stage) -> None:
    (greeting,) = board.heard("ui/initialize")
    assert greeting["params"]["protocolVersion"] == "2026-01-26"
    assert greeting["params"]["appInfo"]["name"] == "stopbell-board"
    order = board.run_in_host("heard.map((one) => one.method).filter((one) => /initial/.test(one))")
    assert order == ["ui/initialize", "ui/notifications/initialized"]


def test_it_asks_again_every_half_minute_for_the_same_stop_and_language(board: Stage, street: Street) -> None:
    begin(board, street, language="uk")
    board.advance(65)
    asked = [one["params"] for one in board.heard("tools/call")]
    given = {"stop": "test:S", "limit": 3, "language": "uk"}
    assert asked == [{"name": "get_arrivals", "arguments": given}] * 2
    assert board.read("#state") == ["Станом на 12:01."]


def test_renewing_can_be_stopped_and_started_with_the_keyboard(board: Stage, street: Street) -> None:
    begin(board, street)
    board.press("#auto")
    assert board.read("#auto") == ["Renew by itself"]
    assert board.read("#pace") == ["The board does not renew itself now."]
    board.advance(80)
    assert board.heard("tools/call") == []
    board.press("#refresh")
    assert len(board.heard("tools/call")) == 1
    board.press("#auto")
    board.advance(31)
    assert len(board.heard("tools/call")) == 2


def test_focus_stays_where_it_is_when_the_board_is_renewed(board: Stage, street: Street) -> None:
    begin(board, street)
    board.press("#refresh")
    board.advance(95)
    assert board.run("document.activeElement.id") == "refresh"


def test_rows_are_changed_in_place_so_that_a_reader_keeps_its_place(board: Stage, street: Street) -> None:
    begin(board, street)
    board.run("window.kept = document.querySelectorAll('#calls > li')[1]")
    street.entities = [update("b", stop(1, "S1", departure={"delay": -300}), **TODAY)]
    board.advance(31)
    assert board.run("document.querySelectorAll('#calls > li')[0] === kept")
    assert board.read("#calls > li:first-child .time") == ["10 minutes, at 12:11, live"]


def test_nobody_asks_for_ever_and_the_end_is_told(board: Stage, street: Street) -> None:
    begin(board, street)
    board.advance(1815, step=5)
    asked = len(board.heard("tools/call"))
    told = board.take_told()
    assert [line for line in told if "nobody has used it for 30 minutes" in line] == told[-1:]
    board.advance(65)
    assert len(board.heard("tools/call")) == asked
    assert board.read("#auto") == ["Renew by itself"]


def test_a_choice_between_stops_asks_for_the_chosen_one(board: Stage, street: Street) -> None:
    board.give({"stop": "Вулиця Мостова"}, street.ask(stop="Вулиця Мостова"))
    assert board.read("#choices button")[0].startswith("1: Bridge Street, towards")
    board.press("#choices button")
    (asked,) = board.heard("tools/call")
    assert asked["params"]["arguments"]["stop"] == "test:b1"
    assert board.read("#stop") == ["Bridge Street"]
    assert board.run("document.activeElement.id") == "stop"


def test_where_the_host_cannot_ask_there_is_no_button_and_the_page_says_so(
    open_stage: Callable[..., Stage], page: str, street: Street
) -> None:
    stage = open_stage()
    stage.load(page, {**GREETING, "hostCapabilities": {}})
    begin(stage, street)
    stage.advance(100)
    assert stage.read("button") == []
    assert stage.read("#pace") == ["This program does not let the board ask again. Ask in the conversation."]
    assert stage.heard("tools/call") == []
    assert stage.read("#state")[0].startswith("Not renewed since 12:00.")


def test_an_answer_kept_from_an_old_conversation_is_renewed_at_once(board: Stage, street: Street) -> None:
    kept = street.ask(stop="test:S", limit=3)
    board.advance(600)
    board.give({"stop": "test:S", "limit": 3}, kept)
    assert len(board.heard("tools/call")) == 1
    assert board.read("#state") == ["As of 12:10."]
    assert board.take_told() == []


def test_a_host_that_drops_the_structure_still_shows_the_answer(board: Stage, street: Street) -> None:
    whole = street.ask(stop="test:S", limit=3)
    board.give({"stop": "test:S"}, {"content": whole["content"]})
    assert board.read("#answer") == [whole["structuredContent"]["text"]]
    assert board.read("#calls-part") == []


def test_an_answer_of_another_shape_does_no_harm(board: Stage) -> None:
    for odd in ({}, {"content": []}, {"structuredContent": {"data": {"arrivals": [{}], "stop": None}, "text": "x"}}):
        board.give({}, odd)
    assert board.read("#answer") == ["x"]
    assert board.read("#calls h3") == ["Line and destination not known"]
    assert board.read("#calls .time") == ["time not known"]


def test_messages_that_do_not_come_from_the_host_are_not_heard(board: Stage, street: Street) -> None:
    begin(board, street)
    board.run(
        "window.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/tool-result',"
        " params: { content: [{ type: 'text', text: 'forged' }] } }, '*')"
    )
    board.settle()
    assert "forged" not in board.read("#answer")[0]


def test_the_host_may_ask_for_life_and_end_it(board: Stage, street: Street) -> None:
    begin(board, street)
    board.send({"id": 70, "method": "ping"})
    board.send({"id": 71, "method": "ui/resource-teardown", "params": {"reason": "closed"}})
    board.send({"id": 72, "method": "sampling/createMessage", "params": {}})
    board.settle()
    answers = board.run_in_host(
        "heard.filter((one) => one.id >= 70).map((one) => [one.id, one.result, one.error?.code])"
    )
    assert answers == [[70, {}, None], [71, {}, None], [72, None, -32601]]
    board.advance(65)
    assert board.heard("tools/call") == []


def test_the_host_is_told_how_high_the_board_is(board: Stage, street: Street) -> None:
    before = board.heard("ui/notifications/size-changed")[-1]["params"]["height"]
    begin(board, street)
    assert board.heard("ui/notifications/size-changed")[-1]["params"]["height"] > before


def test_the_theme_of_the_host_beats_that_of_the_system(board: Stage, street: Street) -> None:
    begin(board, street)
    paper = "getComputedStyle(document.body).backgroundColor"
    board.prefer(color_scheme="light")
    assert board.run(paper) == "rgb(255, 255, 255)"
    board.send({"method": "ui/notifications/host-context-changed", "params": {"theme": "dark"}})
    board.settle()
    assert board.run(paper) == "rgb(18, 18, 18)"


def test_before_an_answer_the_page_speaks_the_hosts_language(open_stage: Callable[..., Stage], page: str) -> None:
    stage = open_stage()
    stage.load(page, {**GREETING, "hostContext": {"locale": "uk-UA"}})
    assert stage.read("#stop") == ["Табло відправлень"]
    assert stage.run("document.documentElement.lang") == "uk"


def test_nothing_is_loaded_from_anywhere_and_no_other_script_can_run(board: Stage, street: Street) -> None:
    begin(board, street)
    assert [address for address in board.addresses if not address.endswith("/host.html")] == []
    board.run("window.blocked = []")
    board.run("addEventListener('securitypolicyviolation', (event) => blocked.push(event.violatedDirective)); 0")
    board.run("fetch('https://example.org/').catch(() => 0)")
    board.run(
        "(() => { const one = document.createElement('script'); try { one.textContent = 'window.ran = 1';"
        " document.body.append(one); } catch { blocked.push('thrown'); } })()"
    )
    board.run("(() => { try { document.body.innerHTML = '<b>x</b>'; } catch { blocked.push('thrown'); } })()")
    board.settle()
    assert board.run("window.ran === undefined && document.getElementById('stop') !== null")
    assert {"connect-src", "thrown"} <= set(board.run("blocked"))
    assert board.problems, "the browser reports what its policy stopped"
    board.problems.clear()


def test_a_script_that_is_not_the_pages_own_does_not_run_in_it(open_stage: Callable[..., Stage], page: str) -> None:
    stage = open_stage()
    stage.load(page.replace("</main>", '</main><script>window.ran = 1</script><img src="x" onerror="window.ran = 2">'))
    assert stage.read("#stop") == ["Departure board"]
    assert stage.run("window.ran === undefined")
    assert len(stage.problems) >= 2
    stage.problems.clear()
