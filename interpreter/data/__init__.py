"""Data files: YAML with positions, checked against schemas, as tables, maps and game folders.

`read_yaml` gives Cells that know their place; `check_schema` says what does not fit; `read_table`,
`read_map` and `read_folder` give the things that the layers above work with. This layer knows how data is
written, not what it means.
"""

from .folder import Folder, Manifest, fingerprint, inside, read_folder
from .places import games_dir, grammars_dir, schemas_dir
from .scalars import Embedded
from .schema import check_schema, load_schema
from .tables import MapFile, Row, Table, read_map, read_table
from .yaml_tree import Cell, plain, read_yaml

__all__ = [
    "Cell",
    "Embedded",
    "Folder",
    "Manifest",
    "MapFile",
    "Row",
    "Table",
    "check_schema",
    "fingerprint",
    "games_dir",
    "grammars_dir",
    "inside",
    "load_schema",
    "plain",
    "read_folder",
    "read_map",
    "read_table",
    "read_yaml",
    "schemas_dir",
]
