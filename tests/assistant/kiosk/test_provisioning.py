"""The provisioning file: what is good, what each slip is told as, and what a torn file does."""

import re
import tomllib
from datetime import time
from pathlib import Path

import pytest

from stopbell.kiosk.errors import ProvisioningInvalid
from stopbell.kiosk.provisioning import Provisioning, SpeechTable
from stopbell.kiosk.provisioning_file import parse_provisioning, provision, read_provisioning, watch_file

LANGUAGES = ("en", "uk", "de")
GOOD = 'stops = ["demo:market"]\n'
DOC = Path(__file__).resolve().parents[3] / "docs" / "kiosk.md"


def explain(text: str) -> str:
    with pytest.raises(ProvisioningInvalid) as caught:
        parse_provisioning(text, "kiosk.toml", LANGUAGES)
    return str(caught.value)


def test_one_line_is_enough() -> None:
    made = parse_provisioning(GOOD, "kiosk.toml", LANGUAGES)
    assert (made.stops, made.languages, made.input.mode) == (("demo:market",), ("en",), "both")


def test_stops_by_flag_take_the_place_of_the_file_s() -> None:
    assert parse_provisioning(GOOD, "kiosk.toml", LANGUAGES, ["a", "b"]).stops == ("a", "b")


SLIPS = {
    "": 'kiosk.toml names no stop; write stops = ["…"] in it, or give --stop.',
    "stops = [": "kiosk.toml is not valid TOML",
    "stops = []": "kiosk.toml sets stops to (): tuple should have at least 1 item",
    'stops = ["a", "a"]': "kiosk.toml sets stops to ['a', 'a']: each must be there once, and none may be empty.",
    f'{GOOD}languages = ["xx"]': "kiosk.toml sets languages to 'xx', which is not there; use some of: en, uk, de.",
    f"{GOOD}langauges = []": "kiosk.toml sets 'langauges', which is not a setting; remove it",
    f"{GOOD}[session]\nidle = 45": "sets 'session.idle', which is not a setting; remove it or use one of: idle_s,",
    f"{GOOD}[session]\nwarning_s = 5": "sets session.warning_s to 5: input should be greater than or equal to 20.",
    f"{GOOD}[place]\nheading = 360": "kiosk.toml sets place.heading to 360: input should be less than 360.",
    f"{GOOD}[place]\nlatitude = 1.0": "latitude and longitude must be given together.",
    f'{GOOD}[input.keys]\n"a" = "x"': "'a' = 'x': write one character, and one of 0 1 2 3 4 5 6 7 8 9 * #.",
    f'{GOOD}[[messages]]\ntext = "Hello"\nends = 2026-12-01T10:00:00': "begins and ends need an offset",
    f'{GOOD}[[messages]]\ntext = ""': "text must not be empty.",
    f'{GOOD}[[messages]]\ntext = "Hi"\nlevel = "high"': "sets 'messages.1.level', which is not a setting; remove it",
    f'{GOOD}[[messages]]\npriority = "high"\ntext = "Hi"': "to 'high': input should be 'urgent', 'normal' or 'tip'.",
    f"{GOOD}[speech]\nvolume = 130": "kiosk.toml sets speech.volume to 130: input should be less than or equal to 100.",
    f"{GOOD}[[landmarks]]\nlatitude = 1.0\nlongitude = 2.0": "lacks landmarks.1.name; docs/kiosk.md says",
}


@pytest.mark.parametrize(("text", "sentence"), SLIPS.items(), ids=[repr(text)[:40] for text in SLIPS])
def test_a_slip_is_told_with_its_place_and_the_remedy(text: str, sentence: str) -> None:
    assert sentence in explain(text)


def test_a_file_torn_by_a_power_cut_gives_way_to_the_last_good_one(tmp_path: Path) -> None:
    file, folder = tmp_path / "kiosk.toml", tmp_path / "kept"
    file.write_text(f'{GOOD}languages = ["uk"]\n')
    assert provision(file, folder, LANGUAGES).fault is None
    file.write_text(f"{GOOD}languages = [")
    torn = provision(file, folder, LANGUAGES)
    assert torn.provisioning.languages == ("uk",)
    assert torn.fault is not None
    assert "not valid TOML" in torn.fault


def test_without_a_good_copy_the_slip_is_told(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "last-good.toml").write_bytes(b"\xff\x00")
    (tmp_path / "kiosk.toml").write_text("stops = [")
    with pytest.raises(ProvisioningInvalid, match=r"kiosk\.toml is not valid TOML"):
        provision(tmp_path / "kiosk.toml", tmp_path / "kept", LANGUAGES)


def test_a_file_that_is_not_there_is_named_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ProvisioningInvalid, match=r"There is no .*nowhere\.toml; write it"):
        read_provisioning(tmp_path / "nowhere.toml", LANGUAGES)
    assert read_provisioning(tmp_path / "nowhere.toml", LANGUAGES, ["a"]).stops == ("a",)


def test_a_change_of_the_file_is_seen_once(tmp_path: Path) -> None:
    file = tmp_path / "kiosk.toml"
    has_changed = watch_file(file)
    assert not has_changed()
    file.write_text(GOOD)
    assert has_changed()
    assert not has_changed()


def test_the_volume_of_an_hour_may_go_past_midnight() -> None:
    table = SpeechTable.model_validate({"volume_by_hour": {"07:00": 80, "09:00": 65, "22:00": "off"}})
    assert [table.find_volume(time(hour)) for hour in (21, 22, 3, 7, 9)] == [65, 0, 0, 80, 65]


def test_a_time_of_day_that_is_none_is_named() -> None:
    with pytest.raises(ProvisioningInvalid, match=r"25:00.*22:00"):
        parse_provisioning('stops = ["a"]\n[speech]\nvolume_by_hour = { "25:00" = 5 }\n', "kiosk.toml", ("en",))


def _list_keys(model: type, start: str = "") -> set[str]:
    return {f"{start}{name}" for name in model.model_fields}  # type: ignore[attr-defined]  # a pydantic model


def test_the_page_for_operators_explains_every_key_and_its_example_is_good() -> None:
    text = DOC.read_text(encoding="utf-8")
    example = re.search(r"```toml\n(.*?)```", text, re.DOTALL)
    assert example is not None
    parse_provisioning(example[1], "the example", ("en", "uk", "de", "pl", "fr", "es", "zh", "ar"))
    told = set(re.findall(r"^\| `([^`]+)` \|", text, re.MULTILINE))
    wanted: set[str] = set()
    for name, field in Provisioning.model_fields.items():
        kind = getattr(field.annotation, "__args__", (field.annotation,))[0]
        fields = getattr(kind, "model_fields", None)
        wanted |= {f"{name}.{key}" for key in fields} if fields else {name}
    assert told >= wanted, wanted - told
    assert tomllib.loads(example[1])
