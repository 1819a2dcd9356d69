"""V: how loud it is, as far as settings tell; the air before the loudspeaker is the deployer's."""

from datetime import datetime, time, timedelta

from stopbell.brains.brain import Intent
from stopbell.kiosk.menu import Ask
from stopbell.kiosk.self_check.evidence import Evidence, Tries
from stopbell.kiosk.self_check.finding import Finding, duty, judge, leave
from stopbell.kiosk.self_check.fixed import be_duty, be_no_matter
from stopbell.kiosk.self_check.real_voice import render
from stopbell.kiosk.self_check.trial import Trial, trying
from stopbell.kiosk.self_check.walk import leave as leave_session
from stopbell.speech.measure import measure

LOUDER = Ask(Intent("volume", {"change": "up"}), stays=True, needs_time=False)
QUIETER = Ask(Intent("volume", {"change": "down"}), stays=True, needs_time=False)
_STEPS = 12
_SILENT_DB = -90.0


async def change(trial: Trial, command: Ask) -> tuple[list[int], list[str]]:
    """Choose louder or quieter again and again; give the volumes, and what was heard of each."""
    volumes: list[int] = []
    heard: list[str] = []
    for _ in range(_STEPS):
        menu = trial.menu
        item = next((one for one in menu.items if one.command == command), None) if menu else None
        if item is None:
            break
        heard.append((await trial.choose(item)).text)
        if volumes and trial.ear.volume == volumes[-1]:
            break
        volumes.append(trial.ear.volume)
    return volumes, heard


async def _try_steps(evidence: Evidence) -> Finding:
    async with trying(evidence.subject) as trial:
        await trial.begin()
        begins = trial.ear.volume
        up, heard_up = await change(trial, LOUDER)
        down, heard_down = await change(trial, QUIETER)
    faults = [
        "" if up and up == sorted(set(up)) and up[-1] == 100 else f"louder goes {up}, never up to 100",
        "" if down and down[-1] < begins else f"quieter goes {down}",
        "" if all((*heard_up, *heard_down)) else "a change of volume is not heard",
    ]
    told = ", ".join(map(str, up))
    return leave(
        "V03",
        faults,
        f"louder goes {told}, each spoken; measure that 100 is 65 dBA or more where one stands",
    )


async def _try_default(evidence: Evidence) -> Finding:
    async with trying(evidence.subject) as trial:
        await trial.begin()
        begins = trial.ear.volume
        await change(trial, LOUDER)
        louder = trial.ear.volume
        await leave_session(trial)
        after = trial.ear.volume
        await trial.begin()
        again = trial.ear.volume
    faults = [
        "" if louder > begins else "no rider can make it louder",
        "" if begins == after == again else f"a session began at {begins}, the next one at {again} after {after}",
    ]
    duty = f"every session begins at {begins}; set the amplifier so that this is at most 65 dBA where one stands"
    return leave("V04", faults, duty)


async def _try_hours(evidence: Evidence) -> Finding:
    speech = evidence.subject.provisioning.speech
    if not speech.volume_by_hour:
        return duty("V09", 'no volume is set by the hour; write speech.volume_by_hour, with "off" where it is silent')
    faults: list[str] = []
    for at, share in speech.hours.steps:
        volume = round(100 * (share or 0.0))
        async with trying(evidence.subject) as trial:
            trial.clock.skipped_s += _until(trial.clock.now(), at)
            await trial.begin()
            if trial.ear.volume != volume:
                faults.append(f"at {at} a session begins at {trial.ear.volume} in place of {volume}")
    language = evidence.subject.provisioning.languages[0]
    audio = await render(evidence.subject, evidence.subject.book.say("kiosk.how_keys").spoken, language, volume=0)
    if isinstance(audio, str) or measure(audio).rms_db > _SILENT_DB:
        faults.append("volume 0 is not silent")
    told = ", ".join(f"{at} {volume}" for at, volume in speech.volume_by_hour.items())
    return judge("V09", faults, f"sessions begin as the hours say ({told}); 0 was found silent")


def _until(now: datetime, at: time) -> float:
    """Count the seconds from now until a time of day of the machine's zone, and one more."""
    local = now.astimezone()
    then = local.replace(hour=at.hour, minute=at.minute, second=at.second, microsecond=0)
    if then < local:
        then += timedelta(days=1)
    return (then - local).total_seconds() + 1


TRIES: Tries = {
    **be_duty(
        {
            "V01": "measure speech and ambient where one stands: 3 dB over it, 84 dB at most",
            "V02": "measure speech and ambient where one stands: aim for 10 dB over noise",
        }
    ),
    "V03": _try_steps,
    "V04": _try_default,
    **be_duty(
        {
            "V05": "where ambient is over 45 dB, choose an amplifier that leaves 20 dB over it at volume 100",
            "V06": "choose a loudspeaker that carries 300 to 3000 Hz, and fit a hearing loop",
            "V07": "in a station, measure STI-PA at the kiosk: 0.45 or more",
            "V08": "choose the level by ISO 24504 and keep the record",
        }
    ),
    "V09": _try_hours,
    **be_no_matter({"V10": "a kiosk has no chime; it begins with words"}),
}
