"""Search of stops by name."""

import random
from pathlib import Path

import pytest

from stopbell_server.domain.ids import StopId
from stopbell_server.domain.store import NameHit
from stopbell_server.store.read import SqliteStore
from tests.feedtext import open_text_feed
from tests.server.store.names import NAMES, romanize


def search(store: SqliteStore, text: str, limit: int = 5) -> list[str]:
    return [hit.stop for hit in store.search_names(text, limit)]


@pytest.fixture
def lviv(tmp_path: Path) -> SqliteStore:
    trips = "\n".join(
        f"T{number},08:00:00,08:00:00,square,1\nT{number},08:10:00,08:10:00,platform,2" for number in range(9)
    )
    return open_text_feed(
        tmp_path,
        {
            "stops.txt": """
                stop_id,stop_name,stop_code,location_type,parent_station,stop_lat,stop_lon
                square,Площа Ринок,100,,,49.841,24.031
                shuvar,Ринок Шувар,101,,,49.800,24.050
                station,Залізничний вокзал,,1,,49.839,23.994
                platform,Вокзал перон 1,102,,station,49.8391,23.9941
                north,Стрийська,103,,,49.8200,24.0200
                south,Стрийська,104,,,49.8201,24.0203
                village,Стрийська,105,,,49.6000,24.3000
            """,
            "stop_times.txt": f"trip_id,arrival_time,departure_time,stop_id,stop_sequence\n{trips}\n"
            + "X,08:00:00,08:00:00,south,1\nX,08:10:00,08:10:00,shuvar,2",
        },
    )


def test_the_busy_stop_comes_first_among_equal_matches(lviv: SqliteStore) -> None:
    assert search(lviv, "rynok") == ["square", "shuvar"]


def test_the_same_name_scores_one(lviv: SqliteStore) -> None:
    assert lviv.search_names("ploshcha rynok", 1) == (NameHit(StopId("square"), 1.0, "Площа Ринок"),)


def test_a_platform_stands_under_its_station(lviv: SqliteStore) -> None:
    assert search(lviv, "вокзал перон") == ["station"]
    assert search(lviv, "zaliznychnyi vokzal", 1) == ["station"]


def test_namesakes_across_the_street_are_one_hit_and_far_ones_another(lviv: SqliteStore) -> None:
    assert search(lviv, "Стрийська") == ["south", "village"]


@pytest.mark.parametrize("text", ["", "   ", "!?", "xqxqxq", "77"])
def test_nothing_like_it_gives_nothing(lviv: SqliteStore, text: str) -> None:
    assert search(lviv, text) == []


def test_short_names_are_found(tmp_path: Path) -> None:
    store = open_text_feed(tmp_path, {"stops.txt": "stop_id,stop_name\na,Å\nb,Ij\nc,Ось"})

    assert search(store, "å", 1) == ["a"]
    assert search(store, "ij", 1) == ["b"]


def test_translated_and_spoken_names_are_found(tmp_path: Path) -> None:
    store = open_text_feed(
        tmp_path,
        {
            "stops.txt": "stop_id,stop_name,tts_stop_name\na,品川駅,\nb,大通,おおどおり\nc,Скопје,",
            "translations.txt": """
                table_name,field_name,language,translation,record_id,record_sub_id,field_value
                stops,stop_name,en,Shinagawa Station,a,,
                stops,stop_name,ja-Hrkt,しながわえき,a,,
                stops,stop_name,en,Skopje Main,,,Скопје
                routes,route_long_name,en,Shinagawa Line,R,,
            """,
        },
    )

    asked = {"品川": "a", "shinagawa": "a", "しながわ": "a", "おおどおり": "b", "skopje main": "c", "skopje": "c"}

    assert {text: search(store, text, 1) for text in asked} == {text: [stop] for text, stop in asked.items()}


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> SqliteStore:
    rows = "\n".join(f'{place},"{name}"' for place, name in enumerate(NAMES))
    return open_text_feed(tmp_path_factory.mktemp("names"), {"stops.txt": f"stop_id,stop_name\n{rows}"})


def make_typo(text: str, draw: random.Random) -> str:
    place = draw.randrange(1, len(text) - 1)
    swapped = text[:place] + text[place + 1] + text[place] + text[place + 2 :]
    return draw.choice((text[:place] + text[place + 1 :], text[:place] + text[place] + text[place:], swapped))


def rewrite(kind: str, name: str, draw: random.Random) -> str:
    if kind == "romanized":
        return romanize(name)
    if kind == "romanized with a typo":
        return make_typo(romanize(name), draw)
    if kind == "two typos":
        return make_typo(make_typo(name.lower(), draw), draw)
    if kind == "words swapped":
        return " ".join(reversed(name.split()))
    return name.swapcase()


@pytest.mark.parametrize("kind", ["other case", "romanized", "romanized with a typo", "two typos", "words swapped"])
def test_95_of_100_names_are_among_the_first_five(names: SqliteStore, kind: str) -> None:
    draw = random.Random(7)
    chosen = [place for place, name in enumerate(NAMES) if len(name) > 7]
    asked = [(place, rewrite(kind, NAMES[place], draw)) for place in draw.sample(chosen, 100)]

    missed = [(NAMES[place], text) for place, text in asked if str(place) not in search(names, text)]

    assert len(missed) <= 5, missed


def test_the_busy_stop_is_found_among_a_thousand_that_fit_as_well(tmp_path: Path) -> None:
    stops = "\n".join(f"s{number},Площа {number}а" for number in range(1000))
    store = open_text_feed(
        tmp_path,
        {
            "stops.txt": f"stop_id,stop_name\n{stops}",
            "stop_times.txt": """
                trip_id,arrival_time,departure_time,stop_id,stop_sequence
                T1,08:00:00,08:00:00,s977,1
                T1,08:10:00,08:10:00,s978,2
                T2,08:00:00,08:00:00,s977,1
            """,
        },
    )

    assert search(store, "площа", 2) == ["s977", "s978"]
