"""Data files: YAML with positions, checked against schemas, as tables, maps and game folders.

`read_yaml` returns Cells that know their location; `check_schema` reports what does not fit; `read_table`,
`read_map` and `read_folder` return what the layers above work with. This layer knows how data is
written, not what it means.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .folder import Folder, Manifest, read_folder, read_own
    from .scalars import Embedded
    from .schema import check_schema, load_schema
    from .tables import MapFile, Row, Table, read_map, read_table
    from .within import inside
    from .yaml_tree import Cell, plain, read_yaml

# Imported on first use: YAML and JSON Schema are slow to import and a compiled game needs neither.
LATER = {
    "Cell": "yaml_tree",
    "Embedded": "scalars",
    "Folder": "folder",
    "Manifest": "folder",
    "MapFile": "tables",
    "Row": "tables",
    "Table": "tables",
    "check_schema": "schema",
    "inside": "within",
    "load_schema": "schema",
    "plain": "yaml_tree",
    "read_folder": "folder",
    "read_map": "tables",
    "read_own": "folder",
    "read_table": "tables",
    "read_yaml": "yaml_tree",
}


def __getattr__(name: str) -> Any:
    if name not in LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{LATER[name]}"), name)


__all__ = [
    "Cell",
    "Embedded",
    "Folder",
    "Manifest",
    "MapFile",
    "Row",
    "Table",
    "check_schema",
    "inside",
    "load_schema",
    "plain",
    "read_folder",
    "read_map",
    "read_own",
    "read_table",
    "read_yaml",
]
