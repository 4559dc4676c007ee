"""The names of protocols, and the paths of protocol files."""

from __future__ import annotations

import os
from typing import Any, Iterable, Union

from ._library import function

Protocol = Union[str, "os.PathLike[str]"]
"""The name of a protocol, or the path of a protocol file. A path has a slash or ends in .json."""


def protocols() -> list[str]:
    """The names of the built-in protocols."""
    names: list[str] = []
    while name := function("protocol_name")(len(names)):
        names.append(name.decode())
    return names


def as_path(protocol: Any) -> bytes:
    if not isinstance(protocol, (str, os.PathLike)):
        raise TypeError(f"a protocol is a name or a path, and not {type(protocol).__name__}")
    path = os.fsencode(protocol)
    if b"\0" in path:
        raise ValueError("the protocol has a zero character in it: leave it out")
    return path


def as_paths(protocols: Iterable[Protocol]) -> list[bytes]:
    """The protocols to listen for, at least one."""
    if isinstance(protocols, (str, bytes, os.PathLike)):
        raise TypeError('protocols are a list: give ["hop"] instead of "hop"')
    paths = [as_path(protocol) for protocol in protocols]
    if not paths:
        raise ValueError("no protocol to listen for: give one, or leave protocols out")
    return paths
