"""The published schemas are those of the code, whole and plain."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from stopbell_server.contract.listed import to_entities_document
from stopbell_server.contract.model import WireModel
from stopbell_server.contract.publish import MODELS, list_differences, main, to_documents
from stopbell_server.contract.schemas import to_result_schema

PUBLISHED = Path(__file__).parents[2] / "docs" / "contract" / "schemas"


def list_nodes(node: Any) -> Iterator[dict[str, Any]]:
    """Walk over every schema within a schema."""
    if isinstance(node, dict):
        entries = cast(dict[str, Any], node)
        yield entries
        for value in entries.values():
            yield from list_nodes(value)
    elif isinstance(node, list):
        for item in cast(list[Any], node):
            yield from list_nodes(item)


def test_the_published_schemas_are_those_of_the_code() -> None:
    assert list_differences(PUBLISHED) == []


def test_a_changed_a_missing_and_a_foreign_file_are_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path)]) == 0
    (tmp_path / "stops.json").write_text("{}", encoding="utf-8")
    (tmp_path / "alerts.json").unlink()
    (tmp_path / "old.json").write_text("{}", encoding="utf-8")
    assert main(["--check", str(tmp_path)]) == 1
    assert [line.split()[0].rsplit("/", 1)[1] for line in capsys.readouterr().err.splitlines()] == [
        "alerts.json",
        "old.json",
        "stops.json",
    ]
    assert main([str(tmp_path)]) == 0
    assert list_differences(tmp_path) == []


@pytest.mark.parametrize("name", MODELS)
def test_every_field_says_what_it_means(name: str) -> None:
    schema = to_result_schema(MODELS[name])
    for node in (schema, *schema["$defs"].values()):
        missing = [field for field, value in node.get("properties", {}).items() if "description" not in value]
        assert missing == []


@pytest.mark.parametrize("name", MODELS)
def test_no_field_may_be_null(name: str) -> None:
    assert not [node for node in list_nodes(to_result_schema(MODELS[name])) if node.get("type") == "null"]


def test_a_field_called_title_keeps_its_schema() -> None:
    class Titled(WireModel):
        title: str | None = None
        default: str = "x"

    assert set(to_result_schema(Titled)["properties"]) == {"title", "default"}


def test_all_models_and_the_codes_are_published() -> None:
    assert set(to_documents()) == {*(f"{name}.json" for name in MODELS), "codes.json"}


def test_a_name_that_means_two_things_cannot_be_published() -> None:
    here = {"$defs": {"Place": {"type": "object"}}, "type": "object"}
    there = {"$defs": {"Place": {"type": "string"}}, "type": "object"}
    with pytest.raises(ValueError, match="Place of There"):
        to_entities_document({"Here": here, "There": there})
