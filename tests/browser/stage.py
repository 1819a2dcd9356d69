"""The board on a stage: a scripted host shows it in a sandbox, a real server answers it, time moves when told to."""

import base64
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.browser.chrome import Chrome, ChromeFailed

FOLDER = Path(__file__).parent
GREETING: Mapping[str, Any] = {
    "protocolVersion": "2026-01-26",
    "hostInfo": {"name": "stage", "version": "1"},
    "hostCapabilities": {"serverTools": {}},
    "hostContext": {"displayMode": "inline"},
}
_LISTEN = """
window.told = [];
new MutationObserver((changes) => {
  for (const change of changes) {
    const region = change.target.closest?.('[aria-live]') ?? change.target.parentElement?.closest('[aria-live]');
    if (!region) continue;
    if (change.type === 'characterData') told.push(change.target.data);
    for (const node of change.addedNodes) told.push(node.textContent);
  }
}).observe(document, { subtree: true, childList: true, characterData: true });
"""
"""Notes what assistive technology would be given to announce: whatever is put into a live region."""

Answer = Callable[[Mapping[str, Any]], Mapping[str, Any] | None]
"""Gives a result of tools/call for its params; None refuses."""


class Stage:
    """One tab with the host's page and, in its frame, the board."""

    def __init__(self, chrome: Chrome, *, width: int = 800, height: int = 1200, start_ms: int = 0) -> None:
        """Open a tab with the host. Time starts at `start_ms` (POSIX) and stands still."""
        self._chrome = chrome
        target = chrome.call("Target.createTarget", url="about:blank")["targetId"]
        self._target = target
        self._session = chrome.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self._contexts: dict[str, int] = {}
        self._asked: list[dict[str, Any]] = []
        self.elapsed_s = 0.0
        """How far time has been moved."""
        self.problems: list[str] = []
        """Errors of scripts and what the page's policy stopped."""
        self.addresses: list[str] = []
        """What the tab asked the network or the disk for."""
        chrome.listeners.append(self._hear)
        self.answer: Answer = lambda params: None
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")
        clock = (FOLDER / "clock.js").read_text(encoding="utf-8").replace("START", str(start_ms))
        self.call("Page.addScriptToEvaluateOnNewDocument", source=clock + _LISTEN)
        self.call("Runtime.addBinding", name="askServer")
        self.set_size(width, height)
        self._host = self.call("Page.navigate", url=(FOLDER / "host.html").as_uri())["frameId"]
        self._wait(lambda: bool(self.run_in_host("typeof load === 'function'")))

    def close(self) -> None:
        """Close the tab."""
        self._chrome.call("Target.closeTarget", targetId=self._target)
        self._chrome.listeners.remove(self._hear)

    def call(self, method: str, /, **params: Any) -> dict[str, Any]:
        """Command this tab."""
        return self._chrome.call(method, self._session, **params)

    def set_size(self, width: int, height: int) -> None:
        """Make the tab so many CSS pixels wide and high."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def prefer(self, **features: str) -> None:
        """Set what a person prefers, as `color_scheme="dark"`."""
        wanted = [{"name": f"prefers-{name.replace('_', '-')}", "value": value} for name, value in features.items()]
        self.call("Emulation.setEmulatedMedia", features=wanted)

    def load(self, page: str, greeting: Mapping[str, Any] | None = GREETING) -> None:
        """Show the page in the host's frame and let it greet; None: the host never answers."""
        self.run_in_host(f"load({json.dumps(page)}, {json.dumps(greeting)})")
        self._wait(lambda: self._find_board() is not None)
        self._wait(lambda: bool(self.run("document.readyState === 'complete' && !!window.stopbellClock")))
        self.settle()

    def give(self, arguments: Mapping[str, Any], result: Mapping[str, Any]) -> None:
        """Tell the board what was asked in the conversation, and the answer."""
        for method, params in (("tool-input", {"arguments": arguments}), ("tool-result", result)):
            self.send({"method": f"ui/notifications/{method}", "params": params})
        self.settle()

    def send(self, message: Mapping[str, Any]) -> None:
        """Send a message of the host to the board."""
        self.run_in_host(f"send({json.dumps(message)})")

    def advance(self, seconds: int, *, step: int = 1) -> None:
        """Let time pass in steps; what the board asks meanwhile is answered at the end of the step."""
        for _ in range(0, seconds, step):
            self.elapsed_s += step
            self.run(f"stopbellClock.advance({step * 1000})")
            self.settle()

    def settle(self) -> None:
        """Let messages and their effects come to rest; calls of tools are answered by `answer`."""
        for _ in range(3):
            self.run("stopbellClock.settle()")
            while self._asked:
                asked = self._asked.pop(0)
                result = self.answer(asked["params"])
                error = {"error": {"code": -32603, "message": "refused by the stage"}}
                self.send({"id": asked["id"], **({"result": result} if result is not None else error)})
                self.run("stopbellClock.settle()")

    def run(self, expression: str) -> Any:
        """Evaluate in the board's frame; a promise is waited for."""
        context = self._find_board()
        assert context is not None, "the board is not loaded"
        return self._evaluate(expression, context)

    def run_in_host(self, expression: str) -> Any:
        """Evaluate in the host's page."""
        return self._evaluate(expression, self._contexts.get(self._host))

    def run_apart(self, source: str, expression: str) -> Any:
        """Evaluate in a world of its own beside the board's scripts, where time runs as ever."""
        world = self.call("Page.createIsolatedWorld", frameId=self._get_board_frame(), worldName="judge")
        self._evaluate(f"{source}\n;0", world["executionContextId"])
        return self._evaluate(expression, world["executionContextId"])

    def read(self, selector: str) -> list[str]:
        """Give the texts of what a selector finds, without what is hidden."""
        return self.run(
            f"[...document.querySelectorAll({json.dumps(selector)})]"
            ".filter((one) => one.checkVisibility()).map((one) => one.textContent)"
        )

    def take_told(self) -> list[str]:
        """Give what was put into live regions since the last look."""
        return self.run("told.splice(0)")

    def heard(self, method: str) -> list[dict[str, Any]]:
        """Give the messages of one method that the host has got."""
        return self.run_in_host(f"heard.filter((one) => one.method === {json.dumps(method)})")

    def press(self, selector: str) -> None:
        """Focus a control and press Enter, as with a keyboard."""
        self.run(f"document.querySelector({json.dumps(selector)}).focus()")
        for kind in ("keyDown", "keyUp"):
            self.call(
                "Input.dispatchKeyEvent", type=kind, key="Enter", code="Enter", windowsVirtualKeyCode=13, text="\r"
            )
        self.settle()

    def photograph(self, path: Path) -> None:
        """Write a picture of the tab."""
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    def _evaluate(self, expression: str, context: int | None) -> Any:
        where = {"contextId": context} if context is not None else {}
        answer = self.call(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True, userGesture=True, **where
        )
        if "exceptionDetails" in answer:
            raise AssertionError(f"{expression[:200]}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def _get_board_frame(self) -> str:
        (child,) = self.call("Page.getFrameTree")["frameTree"]["childFrames"]
        return str(child["frame"]["id"])

    def _find_board(self) -> int | None:
        boards = [context for frame, context in self._contexts.items() if frame != self._host]
        return boards[-1] if boards else None

    def _wait(self, is_done: Callable[[], bool]) -> None:
        """Wait for the browser, in its own time; each look is a round trip, so nothing spins."""
        for _ in range(500):
            with suppress(ChromeFailed):  # a page that is being replaced
                if is_done():
                    return
            self.call(
                "Runtime.evaluate", expression="new Promise((done) => requestIdleCallback(done))", awaitPromise=True
            )
        raise AssertionError("the page did not load")

    def _hear(self, message: Mapping[str, Any]) -> None:
        if message.get("sessionId") != self._session:
            return
        params = message["params"]
        match message["method"]:
            case "Runtime.executionContextCreated":
                context = params["context"]
                if context["auxData"].get("isDefault"):
                    self._contexts.pop(context["auxData"]["frameId"], None)
                    self._contexts[context["auxData"]["frameId"]] = context["id"]
            case "Runtime.executionContextDestroyed":
                gone = params["executionContextId"]
                self._contexts = {frame: one for frame, one in self._contexts.items() if one != gone}
            case "Runtime.executionContextsCleared":
                self._contexts.clear()
            case "Runtime.bindingCalled":
                self._asked.append(json.loads(params["payload"]))
            case "Runtime.exceptionThrown":
                self.problems.append(str(params["exceptionDetails"]))
            case "Log.entryAdded" if params["entry"]["level"] == "error":
                self.problems.append(params["entry"]["text"])
            case "Network.requestWillBeSent":
                self.addresses.append(params["request"]["url"])
            case _:
                pass


def judge(stage: Stage, axe: str) -> Sequence[str]:
    """Let axe-core look at the board; give one line for each violation. Contrast is asked for at the higher level."""
    tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
    options = {
        "runOnly": {"type": "tag", "values": tags},
        "rules": {"color-contrast-enhanced": {"enabled": True}},
        "resultTypes": ["violations", "incomplete"],
    }
    found = stage.run_apart(axe, f"axe.run(document, {json.dumps(options)})")
    ran = {one["id"] for kind in ("violations", "passes") for one in found[kind]}
    assert {"color-contrast-enhanced", "html-has-lang", "region", "page-has-heading-one"} <= ran, sorted(ran)
    unsure = [one for one in found["incomplete"] if one["id"].startswith("color-contrast")]
    return [f"{one['id']}: {[node['html'] for node in one['nodes']]}" for one in (*found["violations"], *unsure)]
