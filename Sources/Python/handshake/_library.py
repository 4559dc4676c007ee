"""The functions of libhandshake.so, as handshake.h declares them, and their exceptions."""

from __future__ import annotations

import ctypes
import pathlib
from ctypes import (
    POINTER, c_char_p, c_double, c_float, c_int, c_int32, c_size_t, c_uint64, c_void_p,
)
from typing import Any


class Event(ctypes.Structure):
    """handshake_event"""

    _fields_ = [
        ("kind", c_int),
        ("failure", c_int),
        ("frame", c_uint64),
        ("text", c_void_p),
        ("text_length", c_size_t),
        ("name", c_char_p),
        ("protocol", c_char_p),
        ("lowest_hertz", c_double),
        ("highest_hertz", c_double),
        ("start_seconds", c_double),
        ("end_seconds", c_double),
        ("snr_decibels", c_double),
        ("margin_decibels", c_double),
        ("dilation_ppm", c_double),
        ("corrected", c_uint64),
        ("received", c_uint64),
        ("needed", c_uint64),
        ("peak", c_float),
        ("band_level", c_float),
    ]


class Sending(ctypes.Structure):
    """handshake_sending"""

    _fields_ = [
        ("size", c_size_t),
        ("bytes", c_char_p),
        ("length", c_size_t),
        ("file_name", c_char_p),
        ("protocol", c_char_p),
        ("ceiling_hertz", c_double),
        ("rung", c_int32),
        ("repair_percent", c_int32),
        ("copies", c_int32),
        ("secret", c_void_p),
        ("floor_hertz", c_double),
    ]


class Seal(ctypes.Structure):
    """handshake_seal"""

    _fields_ = [("sealed", c_int), ("room", c_char_p), ("sealed_seconds", c_double)]


class Finding(ctypes.Structure):
    """handshake_finding"""

    _fields_ = [("kind", c_int), ("severity", c_int), ("value", c_double)]


class PathCell(ctypes.Structure):
    """handshake_path_cell"""

    _fields_ = [
        ("hertz", c_double),
        ("response_decibels", c_double),
        ("noise_decibels", c_double),
        ("steadiness", c_double),
        ("hidden", c_int),
    ]


class PathStep(ctypes.Structure):
    """handshake_path_step"""

    _fields_ = [
        ("level_decibels", c_double),
        ("tone_decibels", c_double),
        ("distortion_decibels", c_double),
    ]


class PathReport(ctypes.Structure):
    """handshake_path_report"""

    _fields_ = [
        ("start_seconds", c_double),
        ("sent_level_decibels", c_double),
        ("cells", POINTER(PathCell)),
        ("cell_count", c_size_t),
        ("steps", POINTER(PathStep)),
        ("step_count", c_size_t),
        ("delay_spread_seconds", c_double),
        ("echo_seconds", c_double),
        ("dilation_ppm", c_double),
        ("speed_change", c_double),
        ("doppler_spread_hertz", c_double),
        ("compression_decibels", c_double),
        ("clipped_share", c_double),
        ("protocol", c_char_p),
        ("rung", c_int32),
        ("ceiling_hertz", c_double),
        ("level_decibels", c_double),
        ("margin_decibels", c_double),
        ("obstacle", c_int),
    ]


GENERATED_SECRET_SIZE = 30
KEY_SIZE = 32
MOST_FINDINGS = 16
USUAL_AGE = -1.0
RECORDING = -2.0

OK, UNKNOWN_PROTOCOL, UNPOLLED, FINISHED, NO_MEMORY = 0, 3, 8, 9, 14
# Written by handshake-names.
(
    NONE, LEVEL, DETECTED, PROGRESS, BLOCKS, MESSAGE, FILE, FAILED, REPEATED, ANSWERED, MISSING,
    CONFIRMED, UNCONFIRMED, DIGITS, PAIRED, UNPAIRED,
) = range(16)

_handle = POINTER(c_void_p)
_count = POINTER(c_size_t)
# ctypes releases the interpreter's lock while a function runs.
_FUNCTIONS: dict[str, tuple[object, list[object]]] = {
    "version": (c_char_p, []),
    "message": (c_char_p, [c_int]),
    "protocol_name": (c_char_p, [c_size_t]),
    "secret_create": (c_int, [c_char_p, c_size_t, _handle]),
    "secret_from_key": (c_int, [c_char_p, _handle]),
    "secret_destroy": (None, [c_void_p]),
    "secret_fingerprint": (c_char_p, [c_void_p]),
    "secret_generate": (c_int, [c_char_p]),
    "receiver_open": (c_int, [c_double, c_size_t, POINTER(c_char_p), c_size_t, _handle]),
    "receiver_unseal": (
        c_int,
        [c_void_p, POINTER(c_void_p), POINTER(c_char_p), c_size_t, c_double, c_int],
    ),
    "receiver_push": (c_int, [c_void_p, c_void_p, c_size_t]),
    "receiver_finish": (c_int, [c_void_p]),
    "receiver_poll": (c_int, [c_void_p, POINTER(Event)]),
    "receiver_seal": (c_int, [c_void_p, POINTER(Seal)]),
    "receiver_close": (None, [c_void_p]),
    "receiver_listen": (c_int, [c_void_p, POINTER(c_char_p), c_size_t]),
    "receiver_interrupted": (c_int, [c_void_p, c_double]),
    "receiver_memory": (c_int, [c_void_p, c_void_p, c_size_t, _count]),
    "receiver_remember": (c_int, [c_void_p, c_char_p, c_size_t]),
    "receiver_answer": (c_int, [c_void_p, c_double, c_double]),
    "receiver_confirm": (c_int, [c_void_p, POINTER(Sending), c_double]),
    "receiver_pair": (c_int, [c_void_p, c_int, c_double, c_double]),
    "receiver_decide": (c_int, [c_void_p, c_int]),
    "receiver_paired_key": (c_int, [c_void_p, c_char_p]),
    "receiver_give_up": (c_int, [c_void_p]),
    "receiver_speech": (c_int, [c_void_p, c_double, _handle]),
    "receiver_spoken": (c_int, [c_void_p]),
    "transmitter_open": (c_int, [POINTER(Sending), c_double, _handle]),
    "transmitter_sample_count": (c_uint64, [c_void_p]),
    "transmitter_read": (c_int, [c_void_p, c_void_p, c_size_t, _count]),
    "transmitter_close": (None, [c_void_p]),
    "survey_open": (c_int, [c_double, c_size_t, _handle]),
    "survey_push": (c_int, [c_void_p, c_void_p, c_size_t]),
    "survey_findings": (c_int, [c_void_p, POINTER(Finding), c_size_t, _count]),
    "survey_close": (None, [c_void_p]),
    "probe_sample_count": (c_size_t, [c_double]),
    "probe_write": (c_int, [c_double, c_double, c_double, c_void_p]),
    "path_open": (c_int, [c_double, c_size_t, _handle]),
    "path_push": (c_int, [c_void_p, c_void_p, c_size_t]),
    "path_finish": (c_int, [c_void_p]),
    "path_poll": (c_int, [c_void_p, POINTER(PathReport), POINTER(c_int)]),
    "path_close": (None, [c_void_p]),
    "spectrum_open": (c_int, [c_double, c_double, c_double, c_size_t, _handle]),
    "spectrum_push": (c_int, [c_void_p, c_void_p, c_size_t]),
    "spectrum_poll": (c_int, [c_void_p, c_void_p, POINTER(c_double), POINTER(c_int)]),
    "spectrum_close": (None, [c_void_p]),
}

_library = ctypes.CDLL(str(pathlib.Path(__file__).with_name("libhandshake.so")))
for _name, (_result, _arguments) in _FUNCTIONS.items():
    _function = getattr(_library, f"handshake_{_name}")
    _function.restype, _function.argtypes = _result, _arguments


def function(name: str) -> Any:
    """The C function handshake_NAME."""
    return getattr(_library, f"handshake_{name}")


def call(name: str, *arguments: object) -> None:
    """Calls handshake_NAME, and raises an exception if it fails.

    Raises:
        ValueError: the function refused an argument.
        RuntimeError: the receiver cannot do that now.
        MemoryError: the memory that a secret requires is not available.
    """
    status = getattr(_library, f"handshake_{name}")(*arguments)
    if status == OK:
        return
    sentence = _library.handshake_message(status).decode()
    if status == UNKNOWN_PROTOCOL:
        sentence += ": handshake.protocols() lists them"
    if status == NO_MEMORY:
        raise MemoryError(sentence)
    raise (RuntimeError if status in (UNPOLLED, FINISHED) else ValueError)(sentence)
