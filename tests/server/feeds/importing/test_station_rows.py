"""Rows of pathways.txt, levels.txt and transfers.txt that cannot be used, and what is done about them."""

from pathlib import Path

import pytest

from tests.server.feeds.importing.reports import import_text, shorten

STOPS = "stop_id,stop_name,location_type,parent_station,level_id\nH,Hub,1,,\nS,Hub,0,H,x\nE,Door,2,H,L"
HEADER = "pathway_id,from_stop_id,to_stop_id,pathway_mode,is_bidirectional\n"


@pytest.mark.parametrize(
    ("row", "finding", "kept"),
    [
        ("p,E,S,1,1", None, 1),
        ("p,E,H,1,1", ("dropped", "pathways.txt", 2, "from_stop_id", 1), 0),
        ("p,E,gone,1,1", ("dropped", "pathways.txt", 2, "from_stop_id", 1), 0),
        ("p,E,E,1,1", ("dropped", "pathways.txt", 2, "from_stop_id", 1), 0),
        ("p,E,S,8,1", ("dropped", "pathways.txt", 2, "pathway_mode", 1), 0),
        ("p,E,S,,1", ("dropped", "pathways.txt", 2, "pathway_mode", 1), 0),
        ("p,E,S,1,", ("repaired", "pathways.txt", 2, "is_bidirectional", 1), 1),
        ("p,E,S,1,yes", ("repaired", "pathways.txt", 2, "is_bidirectional", 1), 1),
    ],
)
def test_a_pathway_joins_two_known_places_by_a_known_means(
    tmp_path: Path, row: str, finding: tuple[str, str, int, str, int] | None, kept: int
) -> None:
    report = import_text(tmp_path, {"stops.txt": STOPS, "pathways.txt": HEADER + row, "levels.txt": "level_id\nL"})
    assert [one for one in shorten(report) if one[1] == "pathways.txt"] == ([finding] if finding else [])
    assert report.counts["pathways"] == kept


def test_pathways_without_their_columns_disturb_nothing(tmp_path: Path) -> None:
    report = import_text(
        tmp_path, {"stops.txt": STOPS, "pathways.txt": "pathway_id\np", "levels.txt": "level_index\n0"}
    )
    assert {one[1] for one in shorten(report) if one[0] == "dropped"} == {"levels.txt", "pathways.txt"}
    assert report.counts["pathways"] == 0


@pytest.mark.parametrize(
    ("row", "column"),
    [
        ("gone,S,0,", "from_stop_id"),
        ("S,gone,0,", "to_stop_id"),
        ("S,S,9,", "transfer_type"),
        ("S,S,4,", "from_trip_id"),
    ],
)
def test_a_transfer_that_cannot_be_used_is_left_out(tmp_path: Path, row: str, column: str) -> None:
    files = {"stops.txt": STOPS, "transfers.txt": f"from_stop_id,to_stop_id,transfer_type,min_transfer_time\n{row}"}
    report = import_text(tmp_path, files)
    assert [one[3] for one in shorten(report) if one[1] == "transfers.txt"] == [column]
    assert report.counts["transfers"] == 0
