"""W: statements of HTML pages; of the kiosk they bear on help, and on not asking twice."""

from stopbell.kiosk.menu import Ask, Control
from stopbell.kiosk.self_check.evidence import Evidence, Tries
from stopbell.kiosk.self_check.finding import Finding, judge
from stopbell.kiosk.self_check.fixed import be_no_matter
from stopbell.kiosk.self_check.trial import trying

_NO_HTML = "a kiosk shows no HTML"


async def _try_constancy(evidence: Evidence) -> Finding:
    done = await evidence.walk()
    places = {tuple(item.key for item in menu.items if item.command is Control.HELP) for menu in done.menus}
    faults = [] if len(places) == 1 and all(places) else [f"help is on different keys: {sorted(places)}"]
    async with trying(evidence.subject) as trial:
        await trial.begin()
        first, menu = trial.rider.stop if trial.rider else None, trial.menu
        for item in menu.items if menu else ():
            if not isinstance(item.command, Ask):
                continue
            await trial.choose(item)
            now = trial.rider.stop if trial.rider else None
            if now != first:
                faults.append(f"after {item.command.intent.name} the stop is {now!r} in place of {first!r}")
                break
            if trial.menu != menu:
                faults.append(f"{item.command.intent.name} asks which stop is meant")
                break
    return judge("W04", faults, f"help is on one key in {len(done.menus)} menus, and no answer asked for the stop")


TRIES: Tries = {
    **be_no_matter(dict.fromkeys(("W01", "W02", "W03"), _NO_HTML)),
    "W04": _try_constancy,
}
