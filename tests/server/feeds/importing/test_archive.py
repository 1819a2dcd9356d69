"""Archives: where tables lie in them, and what is refused before anything is unpacked."""

import io
import stat
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest

from stopbell_server.domain.errors import FeedRefused
from stopbell_server.feeds import archive as archives
from stopbell_server.feeds import zip_members
from stopbell_server.feeds.archive import open_archive
from tests.feedtext import make_feed
from tests.server.feeds.importing.reports import zip_folder


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    return make_feed(tmp_path / "tables", {"stops.txt": "stop_id,stop_name\nS,Площа Ринок"})


def read_stops(source: Path) -> str:
    with open_archive(source) as archive:
        return archive.read("stops.txt").decode().splitlines()[1]


@pytest.mark.parametrize("prefix", ["", "gtfs/", "gtfs\\", "a b/ü/", "./"])
def test_tables_are_found_wherever_the_zipper_put_them(tmp_path: Path, tables: Path, prefix: str) -> None:
    assert read_stops(zip_folder(tables, tmp_path / "feed.zip", prefix)) == "S,Площа Ринок"


@pytest.mark.parametrize("name", ["", "\0tables.txt"])
def test_a_member_without_a_name_is_passed_over(tmp_path: Path, tables: Path, name: str) -> None:
    source = zip_folder(tables, tmp_path / "feed.zip", "")
    with zipfile.ZipFile(source, "a") as archive:
        archive.writestr(zipfile.ZipInfo("nameless"), b"x")
    written = source.read_bytes()
    source.write_bytes(written.replace(b"nameless", name.encode().ljust(8, b"\0")[:8]))
    assert read_stops(source) == "S,Площа Ринок"


def test_a_folder_is_as_good_as_a_zip(tmp_path: Path, tables: Path) -> None:
    inner = tmp_path / "outer" / "gtfs"
    inner.parent.mkdir()
    tables.rename(inner)

    assert read_stops(inner) == "S,Площа Ринок"
    assert read_stops(inner.parent) == "S,Площа Ринок"


def test_litter_of_other_systems_is_passed_over(tmp_path: Path, tables: Path) -> None:
    path = zip_folder(tables, tmp_path / "feed.zip", "gtfs/")
    with zipfile.ZipFile(path, "a") as archive:
        for name in (
            "__MACOSX/gtfs/stops.txt",
            "__MACOSX/gtfs/trips.txt",
            ".DS_Store",
            "desktop.ini",
            "gtfs/stops.txt~",
        ):
            archive.writestr(name, "litter")

    assert read_stops(path) == "S,Площа Ринок"


def test_names_in_capitals_are_found_and_said(tmp_path: Path, tables: Path) -> None:
    (tables / "stops.txt").rename(tables / "STOPS.TXT")
    path = zip_folder(tables, tmp_path / "feed.zip")

    assert read_stops(path) == "S,Площа Ринок"
    with open_archive(path) as archive:
        assert archive.notes == ("STOPS.TXT is not spelled stops.txt",)


def test_a_zip_in_a_zip_is_opened_once(tmp_path: Path, tables: Path) -> None:
    inner = zip_folder(tables, tmp_path / "inner.zip")
    outer, outermost = tmp_path / "outer.zip", tmp_path / "outermost.zip"
    for path, content in ((outer, inner), (outermost, outer)):
        with zipfile.ZipFile(path, "w") as archive:
            archive.write(content, f"folder/{content.name}")

    assert read_stops(outer) == "S,Площа Ринок"
    with pytest.raises(FeedRefused, match="no GTFS tables"):
        open_archive(outermost)


def test_several_feeds_in_one_zip_are_named(tmp_path: Path, tables: Path) -> None:
    inner = zip_folder(tables, tmp_path / "inner.zip")
    zips, folders = tmp_path / "zips.zip", tmp_path / "folders.zip"
    with zipfile.ZipFile(zips, "w") as archive:
        archive.write(inner, "bus.zip")
        archive.write(inner, "rail.zip")
    zip_folder(tables, folders, "bus/")
    with zipfile.ZipFile(folders, "a") as archive:
        for file in sorted(tables.iterdir()):
            archive.write(file, f"rail/{file.name}")

    with pytest.raises(FeedRefused, match=r"2 zips and no tables: bus\.zip, rail\.zip"):
        open_archive(zips)
    with pytest.raises(FeedRefused, match=r"2 feeds in folders: bus, rail"):
        open_archive(folders)


LEADS_OUT = ["../{}", "gtfs/../../{}", "/etc/{}", "..\\{}", "C:\\gtfs\\{}"]


@pytest.mark.parametrize("name", LEADS_OUT)
def test_names_that_lead_out_are_read_by_their_end_and_write_nothing(tmp_path: Path, tables: Path, name: str) -> None:
    path = tmp_path / "feeds" / "feed.zip"
    path.parent.mkdir()
    with zipfile.ZipFile(path, "w") as archive:
        for file in sorted(tables.iterdir()):
            archive.writestr(name.format(file.name), file.read_bytes())
    before = sorted(tmp_path.rglob("*"))

    with open_archive(path) as archive:
        assert archive.read("stops.txt").decode().endswith("S,Площа Ринок\n")
        assert "as if it led out of the zip" in archive.notes[0]
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("name", LEADS_OUT)
def test_a_name_that_leads_out_never_takes_the_place_of_a_good_one(tmp_path: Path, tables: Path, name: str) -> None:
    path = tmp_path / "feed.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(name.format("stops.txt"), "stop_id\nevil")
        for file in sorted(tables.iterdir()):
            archive.writestr(file.name, file.read_bytes())

    assert read_stops(path) == "S,Площа Ринок"


@pytest.mark.parametrize(
    ("content", "cause"),
    [
        (b"", "it is empty"),
        (b"  <!DOCTYPE html><title>Sign in</title>", "it is a web page"),
        (b"\x1f\x8b\x08\0", "packed with gzip"),
        (b"7z\xbc\xaf\x27\x1c", "7-Zip"),
        (b"Rar!\x1a\x07", "RAR"),
        (b"PK\x03\x04 cut", "cut short or damaged"),
        (b"stop_id,stop_name\n", "not a whole zip file"),
    ],
)
def test_what_is_no_zip_is_named_for_what_it_is(tmp_path: Path, content: bytes, cause: str) -> None:
    path = tmp_path / "feed.zip"
    path.write_bytes(content)

    with pytest.raises(FeedRefused, match=cause):
        open_archive(path)


def test_a_missing_source_is_said(tmp_path: Path) -> None:
    with pytest.raises(FeedRefused, match="There is no file"):
        open_archive(tmp_path / "gone.zip")


def test_a_download_cut_anywhere_is_refused(tmp_path: Path, tables: Path) -> None:
    whole = zip_folder(tables, tmp_path / "feed.zip").read_bytes()
    path = tmp_path / "cut.zip"

    for length in range(0, len(whole) - 1, 37):
        path.write_bytes(whole[:length])
        with pytest.raises(FeedRefused):
            open_archive(path)


def test_a_member_damaged_anywhere_is_refused_or_read_right(tmp_path: Path, tables: Path) -> None:
    whole = bytearray(zip_folder(tables, tmp_path / "feed.zip").read_bytes())
    path = tmp_path / "damaged.zip"

    for place in range(0, len(whole), 11):
        damaged = whole.copy()
        damaged[place] ^= 0xFF
        path.write_bytes(damaged)
        with suppress(FeedRefused, KeyError):
            assert read_stops(path) == "S,Площа Ринок"


def test_a_bomb_that_is_needed_is_refused_and_one_that_is_not_stays_packed(
    tmp_path: Path, tables: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archives, "SMALL_BYTES", 1000)
    path = zip_folder(tables, tmp_path / "feed.zip")
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("shapes.txt", b"0" * 1_000_000)
        archive.writestr("transfers.txt", b"0" * 1_000_000)

    with open_archive(path) as archive:
        assert archive.read("stops.txt").endswith("Площа Ринок\n".encode())
        with pytest.raises(FeedRefused, match="more than 250 times"):
            archive.read("transfers.txt")


def test_a_table_beyond_the_limit_is_refused(tmp_path: Path, tables: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "LARGEST_TABLE_BYTES", 10)

    with (
        open_archive(zip_folder(tables, tmp_path / "feed.zip")) as archive,
        pytest.raises(FeedRefused, match="limit is 10"),
    ):
        archive.read("stops.txt")


def test_too_many_members_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zip_members, "MOST_MEMBERS", 3)
    path = tmp_path / "feed.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for number in range(4):
            archive.writestr(f"{number}.txt", "")

    with pytest.raises(FeedRefused, match="4 members"):
        open_archive(path)


def test_an_encrypted_member_is_refused(tmp_path: Path, tables: Path) -> None:
    data = bytearray(zip_folder(tables, tmp_path / "feed.zip").read_bytes())
    for signature, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        start = -1
        while (start := data.find(signature, start + 1)) >= 0:
            data[start + place] |= 1
    path = tmp_path / "encrypted.zip"
    path.write_bytes(data)

    with open_archive(path) as archive, pytest.raises(FeedRefused, match="without a password"):
        archive.read("stops.txt")


def test_a_link_in_a_zip_leads_nowhere(tmp_path: Path, tables: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    (tables / "stops.txt").unlink()
    path = zip_folder(tables, tmp_path / "feed.zip")
    link = zipfile.ZipInfo("stops.txt")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr(link, str(secret))

    with open_archive(path) as archive:
        assert archive.read("stops.txt") == str(secret).encode()


def test_the_digest_is_of_the_bytes(tmp_path: Path, tables: Path) -> None:
    first = zip_folder(tables, tmp_path / "feed.zip")
    second = tmp_path / "copy.zip"
    second.write_bytes(first.read_bytes())
    other = tmp_path / "other.zip"
    other.write_bytes(io.BytesIO(first.read_bytes()).getvalue())
    with zipfile.ZipFile(other, "a") as archive:
        archive.writestr("x.txt", "x")

    digests: list[str] = []
    for path in (first, second, other, tables):
        with open_archive(path) as archive:
            digests.append(archive.digest)

    assert digests[0] == digests[1]
    assert len(set(digests)) == 3
