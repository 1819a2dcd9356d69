"""The folder of compiled feeds: the pointer, the lock, pruning, and two processes at once."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from stopbell_server.domain.errors import FeedBusy, FeedMissing, FeedNameInvalid, StoreUnreadable
from stopbell_server.feeds.importing import import_feed
from stopbell_server.store.library import Library
from tests.feedtext import make_feed


def compile_version(library: Library, tmp_path: Path, name: str, number: int) -> Path:
    source = make_feed(tmp_path / f"source-{number}", {"stops.txt": f"stop_id,stop_name\nS,stop {number}"})
    path = import_feed(source, name, library.versions_folder(name), lambda stage, done, total: None).path
    os.utime(path, (1_000_000 + number, 1_000_000 + number))
    return path


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path / "feeds")


def test_an_empty_library_has_nothing(library: Library) -> None:
    assert library.list_names() == ()
    assert library.find_current("lviv") is None
    with pytest.raises(FeedMissing, match="lviv"):
        library.open_current("lviv")


def test_what_is_published_is_current(library: Library, tmp_path: Path) -> None:
    path = compile_version(library, tmp_path, "lviv", 1)

    library.publish("lviv", path)

    assert library.list_names() == ("lviv",)
    assert library.find_current("lviv") == path
    store = library.open_current("lviv")
    assert store.info.authority == "lviv"
    store.close()


def test_the_version_before_stays_and_older_ones_go(library: Library, tmp_path: Path) -> None:
    paths: list[Path] = []
    for number in range(4):
        paths.append(compile_version(library, tmp_path, "lviv", number))
        library.publish("lviv", paths[-1])

    assert sorted(library.versions_folder("lviv").iterdir()) == sorted(paths[2:])


def test_a_version_that_is_published_again_keeps_a_spare_one(library: Library, tmp_path: Path) -> None:
    paths = [compile_version(library, tmp_path, "lviv", number) for number in range(2)]
    library.publish("lviv", paths[0])

    library.publish("lviv", paths[0])

    assert sorted(library.versions_folder("lviv").iterdir()) == sorted(paths)


def test_a_damaged_file_is_not_published_and_the_current_one_stays(library: Library, tmp_path: Path) -> None:
    good, bad = (compile_version(library, tmp_path, "lviv", number) for number in (1, 2))
    library.publish("lviv", good)
    bad.write_bytes(bad.read_bytes()[:-100])

    with pytest.raises(StoreUnreadable):
        library.publish("lviv", bad)

    assert library.find_current("lviv") == good


@pytest.mark.parametrize("pointer", [b"", b"../../etc/passwd", b"0123456789abcdef", b"\xff\xfe"])
def test_a_damaged_pointer_names_the_remedy(library: Library, tmp_path: Path, pointer: bytes) -> None:
    folder = library.versions_folder("lviv").parent
    folder.mkdir(parents=True)
    (folder / "current").write_bytes(pointer)

    with pytest.raises(StoreUnreadable, match="stopbell feed update lviv"):
        library.find_current("lviv")


@pytest.mark.parametrize("name", ["", "Lviv", "../x", "a/b", "a.b", "львів", "a" * 64])
def test_a_name_that_cannot_scope_ids_is_refused(library: Library, name: str) -> None:
    with pytest.raises(FeedNameInvalid):
        library.find_current(name)


def test_a_removed_feed_is_gone_whole(library: Library, tmp_path: Path) -> None:
    library.publish("lviv", compile_version(library, tmp_path, "lviv", 1))

    library.remove("lviv")

    assert library.list_names() == ()
    assert not library.versions_folder("lviv").parent.exists()


def test_a_busy_feed_names_its_holder(library: Library) -> None:
    with library.lock("lviv", "update"):
        with pytest.raises(FeedBusy, match=rf"lviv is being changed by process {os.getpid()} \(update\)"):
            library.lock("lviv", "remove").__enter__()
        with library.lock("kyiv", "update"):
            pass
    with library.lock("lviv", "remove"):
        pass


HOLD = """
import sys
from pathlib import Path
from stopbell_server.store.library import Library
with Library(Path(sys.argv[1])).lock("lviv", "update"):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_the_lock_of_a_killed_process_is_free(library: Library, tmp_path: Path) -> None:
    command = [sys.executable, "-c", HOLD, str(tmp_path / "feeds")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(FeedBusy, match=f"process {holder.pid}"):
            library.lock("lviv", "update").__enter__()
        holder.kill()

    with library.lock("lviv", "update"):
        pass


PUBLISH = """
import sys
from pathlib import Path
from stopbell_server.store.library import Library
library = Library(Path(sys.argv[1]))
paths = [Path(path) for path in sys.argv[2:]]
print("ready", flush=True)
sys.stdin.readline()
for turn in range(60):
    with library.lock("lviv", "update"):
        library.publish("lviv", paths[turn % 2])
print("done", flush=True)
"""


def test_a_reader_always_finds_a_whole_store_while_another_process_publishes(library: Library, tmp_path: Path) -> None:
    paths = [compile_version(library, tmp_path, "lviv", number) for number in range(2)]
    library.publish("lviv", paths[0])
    command = [sys.executable, "-c", PUBLISH, str(tmp_path / "feeds"), *map(str, paths)]
    seen: set[str] = set()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdin is not None
        assert writer.stdout is not None
        writer.stdout.readline()
        writer.stdin.write("go\n")
        writer.stdin.flush()
        while writer.poll() is None:
            store = library.open_current("lviv")
            (hit,) = store.search_names("stop", 1)
            seen.add(hit.matched)
            store.close()
        assert writer.stdout.read() == "done\n"

    assert seen == {"stop 0", "stop 1"}
    assert writer.returncode == 0
