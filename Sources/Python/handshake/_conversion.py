"""Converts events of the library to events of this package."""

from __future__ import annotations

import ctypes
import math
from ctypes import byref, c_void_p
from typing import Optional

from . import _library
from ._events import (
    Answered, Blocks, Confirmed, Detected, Digits, Event, Failure, File, Message, Missing, Paired,
    Progress, Reason, Repeated, Seal, Unconfirmed, Unpaired,
)
from ._library import call

_FRAME_EVENTS = {
    _library.DETECTED: Detected, _library.REPEATED: Repeated, _library.ANSWERED: Answered,
}


def as_event(event: _library.Event, receiver: c_void_p) -> Optional[Event]:
    """The event of this package. None for an unknown event of a newer library."""
    kind = event.kind
    if kind == _library.MISSING:
        return Missing(event.received, event.needed, event.snr_decibels)
    if kind == _library.CONFIRMED:
        return Confirmed(event.received, event.snr_decibels)
    if kind == _library.UNCONFIRMED:
        return Unconfirmed(event.received, Reason(event.failure))
    if kind == _library.DIGITS:
        return Digits(ctypes.string_at(event.text, event.text_length).decode())
    if kind == _library.PAIRED:
        return _as_paired(event, receiver)
    if kind == _library.UNPAIRED:
        return Unpaired(Reason(event.failure))
    frame = (
        event.frame, _decoded(event.protocol), event.lowest_hertz, event.highest_hertz,
        event.start_seconds, event.end_seconds, event.snr_decibels,
        None if math.isnan(event.margin_decibels) else event.margin_decibels,
        event.dilation_ppm)
    if kind in _FRAME_EVENTS:
        return _FRAME_EVENTS[kind](*frame)
    if kind == _library.BLOCKS:
        return Blocks(*frame, event.received, event.needed)
    if kind == _library.FAILED:
        return Failure(*frame, Reason(event.failure))
    data = ctypes.string_at(event.text, event.text_length) if event.text else b""
    if kind == _library.PROGRESS:
        return Progress(*frame, data)
    if kind == _library.MESSAGE:
        return Message(*frame, data, event.corrected, _as_seal(receiver))
    if kind == _library.FILE:
        return File(*frame, data, event.corrected, _as_seal(receiver), _decoded(event.name))
    return None


def _as_paired(event: _library.Event, receiver: c_void_p) -> Paired:
    key = ctypes.create_string_buffer(_library.KEY_SIZE)
    call("receiver_paired_key", receiver, key)
    return Paired(key.raw, Reason(event.failure) is not Reason.NO_ANSWER)


def _as_seal(receiver: c_void_p) -> Optional[Seal]:
    seal = _library.Seal()
    call("receiver_seal", receiver, byref(seal))
    if not seal.sealed:
        return None
    return Seal(None if seal.room is None else _decoded(seal.room), seal.sealed_seconds)


def _decoded(name: Optional[bytes]) -> str:
    return (name or b"").decode(errors="replace")
