"""translations.txt: a field in another language."""

from pathlib import Path

import pytest

from stopbell_server.store.read import SqliteStore
from tests.feedtext import open_text_feed


@pytest.fixture
def store(tmp_path: Path) -> SqliteStore:
    return open_text_feed(
        tmp_path,
        {
            "translations.txt": """
                table_name,field_name,language,translation,record_id,record_sub_id,field_value
                stops,stop_name,en,by record,a,,
                stops,stop_name,en,by value,,,Ринок
                stops,stop_name,de-CH,Märt,,,Ринок
                stops,stop_name,zh-Hans,市场,,,Ринок
                trips,trip_headsign,en,Centre,,,Центр
                stops,stop_name,,no language,,,Ринок
                stops,stop_name,fr,,,,Ринок
            """
        },
    )


@pytest.mark.parametrize(
    ("record", "value", "language", "text"),
    [
        ("a", "Ринок", "en", "by record"),
        ("b", "Ринок", "en", "by value"),
        ("b", "Ринок", "en-GB", "by value"),
        ("b", "Ринок", "EN", "by value"),
        ("b", "Ринок", "de-CH", "Märt"),
        ("b", "Ринок", "de", "Märt"),
        ("b", "Ринок", "de-AT", None),
        ("b", "Ринок", "zh", "市场"),
        ("b", "Ринок", "fr", None),
        ("b", "Інше", "en", None),
        ("b", "Центр", "en", None),
        ("", "", "en", None),
    ],
)
def test_a_record_beats_a_value(store: SqliteStore, record: str, value: str, language: str, text: str | None) -> None:
    assert store.translate("stops", "stop_name", record, value, language) == text


def test_a_headsign_is_translated_by_its_text(store: SqliteStore) -> None:
    assert store.translate("trips", "trip_headsign", "T1", "Центр", "en") == "Centre"


def test_the_older_table_of_gtfs_jp_fits_any_field(tmp_path: Path) -> None:
    store = open_text_feed(tmp_path, {"translations.txt": "trans_id,lang,translation\n十和田,en,Towada"})

    assert store.translate("stops", "stop_name", "1", "十和田", "en") == "Towada"
    assert store.translate("trips", "trip_headsign", "1", "十和田", "en") == "Towada"
