"""Whatever the world, pages put together are the whole list, and no accessible vehicle is dropped."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stopbell_server.domain.calls import CallKind, StopRef
from stopbell_server.domain.ids import Authority, StopId
from stopbell_server.world import World
from tests.asking import ask, ask_with
from tests.oracle.invented_plans import PLACES
from tests.oracle.invented_worlds import InventedWorld, draw_world
from tests.oracle.product import AUTHORITY, open_product
from tests.server.tools.paging import list_items, read_pages

fuzz = settings(
    max_examples=25,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
)
STOP = f"{AUTHORITY}:"


def open_invented(invented: InventedWorld, folder: str) -> World:
    product = open_product(invented.write(Path(folder)), Path(folder) / "compiled")
    return product.open_world([] if invented.payload is None else [invented.payload], invented.now)


@pytest.mark.timeout(300)
@fuzz
@given(draw_world(), st.sampled_from(PLACES), st.sampled_from((1, 2, 3)), st.booleans())
def test_pages_of_any_world_put_together_are_the_whole_list(
    invented: InventedWorld, place: str, limit: int, access: bool
) -> None:
    with TemporaryDirectory() as folder:
        world = open_invented(invented, folder)
        wide = {"within_minutes": 240}
        for tool, arguments in (
            ("get_arrivals", {"stop": STOP + place, "access": access, **wide}),
            ("get_arrivals", {"stop": STOP + "B", "kind": "arrivals", **wide}),
            ("find_low_floor_vehicles", {"stop": STOP + place, **wide}),
            ("search_active_journeys", {"route": STOP + "R"}),
            ("get_alerts", {}),
        ):
            whole = ask_with(world, tool, {**arguments, "limit": 20})
            if whole.data.get("nextCursor"):
                continue  # longer than one answer can be
            pages = list(read_pages(world, tool, arguments, limit))
            assert [item for page in pages for item in list_items(tool, page)] == list_items(tool, whole), repr(
                invented
            )


@pytest.mark.timeout(300)
@fuzz
@given(draw_world(), st.sampled_from((*PLACES, "B")))
def test_asking_for_access_drops_nothing_and_counts_what_is_not_known(invented: InventedWorld, place: str) -> None:
    with TemporaryDirectory() as folder:
        world = open_invented(invented, folder)
        plain, ranked = (
            ask(world, "get_arrivals", stop=STOP + place, within_minutes=240, limit=20, access=access)
            for access in (False, True)
        )
        if not plain.data.get("arrivals") or plain.data["more"]:
            return
        assert sorted(map(repr, plain.data["arrivals"])) == sorted(map(repr, ranked.data["arrivals"]))
        coming = [one for one in ranked.data["arrivals"] if one["status"] in ("running", "added")]
        counts = ranked.data["accessCounts"]
        assert sum(counts.values()) == len(coming)
        assert counts["unknown"] == sum(one["access"]["verdict"] == "unknown" for one in coming)
        ranks = [_rank(one) for one in ranked.data["arrivals"]]
        assert ranks == sorted(ranks)


def _rank(call: Any) -> int:
    said = (call["access"]["lowFloor"], call["access"]["verdict"])
    if call["status"] not in ("running", "added"):
        return 1
    return 0 if "yes" in said else 2 if "no" in said else 1


@pytest.mark.timeout(300)
@fuzz
@given(draw_world(), st.sampled_from((*PLACES, "B")))
def test_the_next_surely_accessible_one_is_the_first_of_the_board_and_the_others_are_counted(
    invented: InventedWorld, place: str
) -> None:
    with TemporaryDirectory() as folder:
        world = open_invented(invented, folder)
        ref = StopRef(Authority(AUTHORITY), StopId(place))
        told = ask(world, "find_low_floor_vehicles", stop=STOP + place, within_minutes=60, limit=20)
        if told.data.get("stop") is None:
            return
        board = ask(world, "get_arrivals", stop=STOP + place, within_minutes=60, limit=20).data
        assert world.get_board(ref, kind=CallKind.DEPARTURES, limit=1000).more == 0
        if board["more"]:
            return
        coming = [
            call
            for call in board["arrivals"]
            if call["status"] in ("running", "added") and call.get("boarding") != "none"
        ]
        values = [(call["access"]["lowFloor"], call["access"]["vehicle"]["value"]) for call in coming]
        verdicts = ["yes" if "yes" in one else "no" if "no" in one else "unknown" for one in values]
        first = verdicts.index("yes") if "yes" in verdicts else len(verdicts)
        assert [call for call, verdict in zip(coming, verdicts, strict=True) if verdict == "yes"] == told.data["calls"]
        assert (told.data["unknownBefore"], told.data["excludedBefore"], told.data["unknown"]) == (
            verdicts[:first].count("unknown"),
            verdicts[:first].count("no"),
            verdicts.count("unknown"),
        )
