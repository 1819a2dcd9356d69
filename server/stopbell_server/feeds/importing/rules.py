"""Sections of the GTFS Schedule Reference that findings name; a finding about a cell names its file and field."""

DATASET_FILES = "Dataset Files"
FILE_REQUIREMENTS = "File Requirements"
PUBLISHING = "Dataset Publishing & General Practices"
FIELD_TYPES = "Field Types"


def name_rule(file: str, column: str | None) -> str:
    """Name the section that defines a file, or one of its fields."""
    return f"{file}, {column}" if column else file
