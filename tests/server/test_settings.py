"""Settings: a flag beats the environment, the environment beats the file, and mistakes are named."""

from datetime import timedelta
from pathlib import Path

import pytest

from stopbell_server.domain.errors import SettingsInvalid
from stopbell_server.home import Home
from stopbell_server.settings import Settings, read_settings


def write_config(folder: Path, text: str) -> Home:
    (folder / "config.toml").write_text(text, encoding="utf-8")
    return Home(folder)


def test_without_a_file_everything_has_its_default(tmp_path: Path) -> None:
    assert read_settings(Home(tmp_path), {}) == Settings()


def test_a_flag_beats_the_environment_and_the_environment_beats_the_file(tmp_path: Path) -> None:
    home = write_config(tmp_path, 'language = "pl"\nface = "textual"\nvoice = "off"')

    settings = read_settings(home, {"STOPBELL_LANGUAGE": "en", "STOPBELL_FACE": "line"}, language="uk", face=None)

    assert (settings.language, settings.face, settings.voice) == ("uk", "line", "off")


def test_a_feed_has_limits_of_its_own(tmp_path: Path) -> None:
    home = write_config(tmp_path, "[feeds.lviv]\nlive_s = 30\nageing_s = 60")

    limits = read_settings(home, {}).for_feed("lviv").to_limits()

    assert (limits.live, limits.ageing) == (timedelta(seconds=30), timedelta(seconds=60))


def test_other_feeds_keep_the_defaults(tmp_path: Path) -> None:
    home = write_config(tmp_path, "[feeds.lviv]\nlive_s = 30")

    assert read_settings(home, {}).for_feed("halifax").live_s == 90


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("colour = 'red'", "'colour'"),
        ("[feeds.lviv]\npoll = 5", "'feeds.lviv.poll'"),
        ("face = 'braille'", "face"),
        ("live_wait_s = 'long'", "live_wait_s"),
        ("[feeds.lviv]\nlive_s = 90\nageing_s = 60", "ageing_s must not be smaller"),
        ("language = ", "not valid TOML"),
        ("language = 'not a tag'", "language"),
    ],
)
def test_a_mistake_in_the_file_is_named(tmp_path: Path, text: str, named: str) -> None:
    home = write_config(tmp_path, text)

    with pytest.raises(SettingsInvalid) as caught:
        read_settings(home, {})

    assert named in str(caught.value)
    assert str(home.config_file) in str(caught.value)


def test_a_mistake_in_the_environment_names_the_variable(tmp_path: Path) -> None:
    with pytest.raises(SettingsInvalid, match="STOPBELL_FACE"):
        read_settings(Home(tmp_path), {"STOPBELL_FACE": "braille"})


def test_a_file_that_is_not_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_bytes(b"\xff\xfe")

    with pytest.raises(SettingsInvalid, match="UTF-8"):
        read_settings(Home(tmp_path), {})


def test_the_environment_sets_a_feed_by_its_name(tmp_path: Path) -> None:
    home = write_config(tmp_path, "[feeds.my-city]\nlive_s = 30\n[feeds.other]\npoll_s = 60")

    settings = read_settings(home, {"STOPBELL_FEED_MY_CITY_AGEING_S": "60", "STOPBELL_FEED_MY_CITY_POLL_S": "15"})

    feed = settings.for_feed("my-city")
    assert (feed.live_s, feed.ageing_s, feed.poll_s, settings.for_feed("other").poll_s) == (30, 60, 15, 60)


def test_the_environment_sets_the_wait_for_live_data(tmp_path: Path) -> None:
    assert read_settings(Home(tmp_path), {"STOPBELL_LIVE_WAIT_S": "2.5"}).live_wait_s == 2.5


@pytest.mark.parametrize(
    ("variable", "text", "named"),
    [
        ("STOPBELL_FEED_LVIV_POLL", "5", "ends in one of"),
        ("STOPBELL_FEED_SOURCE", "a.zip", "ends in one of"),
        ("STOPBELL_FEED_LVIV_POLL_S", "1", "feeds.lviv.poll_s"),
        ("STOPBELL_FEED_LVIV_LIVE_S", "soon", "feeds.lviv.live_s"),
        ("STOPBELL_FEED_LVIV_LIVE_S", "400", "ageing_s must not be smaller"),
        ("STOPBELL_FEED_LVIV_REALTIME", "a.pb", "need a source"),
        ("STOPBELL_LIVE_WAIT_S", "long", "live_wait_s"),
    ],
)
def test_a_mistake_in_a_variable_of_a_feed_is_named(tmp_path: Path, variable: str, text: str, named: str) -> None:
    with pytest.raises(SettingsInvalid) as caught:
        read_settings(Home(tmp_path), {variable: text})

    assert named in str(caught.value)
    assert variable in str(caught.value)


def test_the_voice_is_set_by_the_file_and_over_it_by_the_environment(tmp_path: Path) -> None:
    home = write_config(
        tmp_path, '[speech]\nearcons = true\nvolume_by_hour = { "22:00" = "off" }\nvoices = { uk = "zle/uk" }'
    )
    environment = {
        "STOPBELL_SPEECH_VOLUME_BY_HOUR": "06:00=60; 22:00=off",
        "STOPBELL_SPEECH_VOICES": "en=English (America, New York City);uk=Ukrainian",
        "STOPBELL_SPEECH_DUCKING": "true",
    }

    speech = read_settings(home, environment).speech

    assert (speech.earcons, speech.ducking, speech.spare_engines) == (True, True, True)
    assert speech.volume_by_hour == {"06:00": 60, "22:00": "off"}
    assert speech.voices == {"en": "English (America, New York City)", "uk": "Ukrainian"}


def test_a_volume_of_the_environment_that_is_not_understood_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsInvalid, match="STOPBELL_SPEECH_VOLUME_BY_HOUR"):
        read_settings(Home(tmp_path), {"STOPBELL_SPEECH_VOLUME_BY_HOUR": "22:00=loud"})
