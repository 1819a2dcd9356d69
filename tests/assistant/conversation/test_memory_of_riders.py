"""What is kept of a rider: favourites, recent stops, walking; read, used, and erased when asked."""

import json
import os
import stat
from pathlib import Path

import pytest

from stopbell.brains.brain import Scene
from stopbell.conversation.conversation import LASTING
from stopbell.conversation.errors import ProfileError
from stopbell.conversation.known_places import find_favourite
from stopbell.conversation.profile import Favourite, Profile, ProfileStore, SavedStop, erase_folder
from tests.assistant.companions import open_model_talk
from tests.assistant.talking import KNOWN, hear, list_written, load_brain, make_tools, open_talk, say

AT_OAK = "departures from Oak Street"
OAK, ELM = SavedStop(id="town:oak", name="Oak Street"), SavedStop(id="town:elm", name="Elm Road")
WORK = Favourite(name="work", stop=ELM)
MORNING = Favourite(name="morning bus", stop=OAK, route="10A", destination="Harbour")


def test_a_stop_is_saved_under_a_name_and_asked_about_by_it() -> None:
    tools, talk = make_tools(), open_talk()
    hear(talk, AT_OAK, "save this as work")
    assert talk.profile.favourites == (Favourite(name="work", stop=OAK),)
    say("next bus from work", tools=tools, profile=talk.profile)
    assert tools.arguments("get_arrivals")[-1]["stop"] == "town:oak"


def test_a_line_is_saved_with_its_stop_and_asked_about_by_name_alone() -> None:
    talk = open_talk()
    hear(talk, AT_OAK, "save the 10A from here as morning bus")
    assert talk.profile.favourites == (Favourite(name="morning bus", stop=OAK, route="10A"),)
    for said in ("morning bus", "when is the morning bus"):
        tools = make_tools()
        say(said, tools=tools, profile=talk.profile)
        asked = tools.arguments("get_arrivals")[-1]
        assert (asked["stop"], asked["route"]) == ("town:oak", "10A")


def test_the_same_name_again_takes_the_place_of_what_was_saved() -> None:
    talk = open_talk(profile=KNOWN.model_copy(update={"favourites": (WORK,)}))
    hear(talk, AT_OAK, "save this as Work")
    assert [(one.name, one.stop.id) for one in talk.profile.favourites] == [("work", "town:oak")]


def test_favourites_are_listed_with_home_first_and_one_can_be_chosen() -> None:
    talk = open_talk(profile=KNOWN.model_copy(update={"favourites": (WORK, MORNING), "home_stop": OAK}))
    listed, chosen = hear(talk, "my favourites", "the second one")
    assert list_written(listed)[1:] == [
        "1: home: Oak Street.",
        "2: work: Elm Road.",
        "3: morning bus: Oak Street, line 10A, direction: Harbour.",
    ]
    assert "Elm Road" in chosen.written


def test_a_favourite_is_removed_and_one_that_is_not_there_is_said_to_be_missing() -> None:
    talk = open_talk(profile=KNOWN.model_copy(update={"favourites": (WORK,)}))
    missing, removed = hear(talk, "delete favourite lunch", "delete favourite work")
    assert list_written(missing) == ["Nothing is saved as lunch."]
    assert list_written(removed) == ["Removed: work."]
    assert talk.profile.favourites == ()


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "formatted hour"),
        ("uk", "20-годинний формат"),
        ("es", "favorita rara la guarda borra no"),
        ("de", "Stunden formatiert"),
    ],
)
def test_nothing_that_lasts_is_done_on_a_guess(language: str, said: str) -> None:
    talk = open_talk(profile=Profile(is_set_up=True, language=language), stop="town:oak")
    guessed = load_brain().understand(said, Scene(language=language))[0]
    assert guessed.name in LASTING
    assert hear(talk, said)[0].kind == "unknown"
    assert (talk.profile.favourites, talk.profile.has_half_day_clock) == ((), False)


@pytest.mark.parametrize(
    ("language", "save", "ask"),
    [
        ("en", "save this as home", "next bus from home"),
        ("uk", "збережи це як дім", "наступний автобус з дому"),
        ("de", "speichere das als Zuhause", "nächster Bus von zuhause"),
        ("fr", "enregistre ça comme maison", "prochain bus depuis la maison"),
        ("es", "guarda esto como casa", "próximo autobús desde casa"),
    ],
)
def test_home_is_saved_and_named_in_the_words_of_each_language(language: str, save: str, ask: str) -> None:
    tools = make_tools()
    talk = open_talk(tools, profile=Profile(is_set_up=True, language=language), stop="town:elm")
    hear(talk, save)
    assert talk.profile.home_stop == ELM
    hear(talk, "Oak Street", ask)
    assert tools.arguments("get_arrivals")[-1]["stop"] == "town:elm"


def test_home_that_was_never_set_is_asked_for_and_no_stop_of_that_name_is_looked_for() -> None:
    tools = make_tools()
    assert "do not know your home stop" in say("next bus from home", tools=tools).written
    assert tools.asked == []


@pytest.mark.parametrize(("said", "name"), [("роботи", "робота"), ("WORK", "work"), ("wrok", None), ("pork", None)])
def test_a_name_is_found_in_another_case_and_not_in_another_word(said: str, name: str | None) -> None:
    favourites = (WORK, WORK.model_copy(update={"name": "робота"}))
    found = find_favourite(favourites, said)
    assert (found.name if found else None) == name


def test_stops_used_last_are_kept_the_latest_first_each_once_and_not_without_end() -> None:
    talk = open_talk()
    hear(talk, "Oak Street", "Elm Road", "Oak Street")
    assert talk.profile.recent_stops == (OAK, ELM)


def test_recent_stops_can_be_listed_cleared_and_switched_off() -> None:
    talk = open_talk(profile=KNOWN.model_copy(update={"recent_stops": (OAK, ELM)}))
    (listed,) = hear(talk, "recent stops")
    assert list_written(listed) == ["2 stops used lately.", "1: Oak Street.", "2: Elm Road."]
    hear(talk, "clear recent stops")
    assert talk.profile.recent_stops == ()
    hear(talk, "do not remember my stops", "Oak Street")
    assert talk.profile.recent_stops == ()
    hear(talk, "Elm Road", "remember my recent stops", "Oak Street")
    assert OAK in talk.profile.recent_stops


def test_forgetting_asks_once_and_erases_only_on_yes(tmp_path: Path) -> None:
    store = ProfileStore(tmp_path / "rider" / "profile.json")
    store.save(KNOWN.model_copy(update={"favourites": (WORK,)}))
    (tmp_path / "rider" / "watches.json").write_text("{}")
    talk = open_talk(store=store)
    asked, kept = hear(talk, "forget everything about me", "no")
    assert (asked.kind, kept.kind) == ("prompt", "note")
    assert talk.profile.favourites == (WORK,)
    hear(talk, AT_OAK, "forget everything about me", "yes")
    assert list((tmp_path / "rider").iterdir()) == []
    assert talk.profile == Profile(is_set_up=True)
    assert talk.asked_stop is None


def test_what_was_forgotten_does_not_come_back_with_the_next_words(tmp_path: Path) -> None:
    store = ProfileStore(tmp_path / "profile.json")
    store.save(KNOWN.model_copy(update={"home_stop": OAK}))
    hear(open_talk(store=store), "forget me", "yes", "what time is it")
    assert list(tmp_path.iterdir()) == []


def test_the_file_is_the_riders_alone_and_readable(tmp_path: Path) -> None:
    path = tmp_path / "rider" / "profile.json"
    ProfileStore(path).save(KNOWN.model_copy(update={"favourites": (MORNING,)}))
    assert json.loads(path.read_text("utf-8"))["favourites"][0]["name"] == "morning bus"
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_profile_of_before_favourites_still_loads(tmp_path: Path) -> None:
    path = tmp_path / "profile.json"
    path.write_text(
        '{"is_set_up": true, "language": "uk", "verbosity": "brief", "home_stop": {"id": "a:1", "name": "A"}}'
    )
    profile = ProfileStore(path).load()
    assert (profile.language, profile.favourites, profile.keeps_recent_stops) == ("uk", (), True)


@pytest.mark.parametrize("wrong", ['{"rate_wpm": 9000}', '{"volume": -1}', '{"favourites": [{"name": "x"}]}'])
def test_a_profile_that_cannot_be_meant_is_refused_and_left_alone(tmp_path: Path, wrong: str) -> None:
    path = tmp_path / "profile.json"
    path.write_text(wrong)
    with pytest.raises(ProfileError):
        ProfileStore(path).load()
    assert path.read_text() == wrong


def test_erasing_names_what_was_there(tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "one.txt").write_text("x")
    (tmp_path / "profile.json").write_text("{}")
    assert erase_folder(tmp_path) == ("logs", "profile.json")
    assert erase_folder(tmp_path) == ()
    assert erase_folder(tmp_path / "none") == ()


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("I walk slowly", {"walking_pace": "slow"}),
        ("I walk at most 500 metres", {"walking_limit_meters": 500}),
        ("any walk is fine", {"walking_limit_meters": None}),
    ],
)
def test_how_a_rider_walks_is_kept(said: str, kept: dict[str, object]) -> None:
    talk = open_talk()
    hear(talk, said)
    assert talk.profile.model_dump(include=set(kept)) == kept


def test_a_walk_that_cannot_be_meant_is_asked_for_again() -> None:
    talk = open_talk()
    (reply,) = hear(talk, "I walk at most 2 metres")
    assert "metres" in reply.written
    assert talk.profile.walking_limit_meters is None


def test_forgetting_ends_watches_and_what_a_model_remembers() -> None:
    talk, companion = open_model_talk()
    asked, forgotten = hear(talk, "forget everything about me", "yes")
    assert (asked.kind, forgotten.kind) == ("prompt", "note")
    assert companion.times_forgotten == 1
    assert talk.watches.active == ()


def test_what_is_asked_with_a_favourites_name_is_asked_of_no_model() -> None:
    tools = make_tools()
    profile = KNOWN.model_copy(update={"favourites": (WORK,)})
    talk, companion = open_model_talk(tools=tools, profile=profile)
    hear(talk, "next bus from work")
    assert companion.questions == []
    assert tools.arguments("get_arrivals")[-1]["stop"] == "town:elm"
