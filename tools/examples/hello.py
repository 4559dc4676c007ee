"""Sends a text into memory, hears it there and prints it: hello.py LIBRARY [TEXT]

It is sealed where HANDSHAKE_SECRET has a secret.
"""

import os
import sys
from ctypes import (CDLL, POINTER, Structure, byref, c_char_p, c_double, c_float, c_int, c_int32,
                    c_size_t, c_uint64, c_void_p, sizeof, string_at)


class Event(Structure):
    """handshake_event of handshake.h."""

    _fields_ = [
        ("kind", c_int), ("failure", c_int), ("frame", c_uint64), ("text", c_void_p),
        ("text_length", c_size_t), ("name", c_char_p), ("protocol", c_char_p),
        *((name, c_double) for name in (
            "lowest_hertz", "highest_hertz", "start_seconds", "end_seconds", "snr_decibels",
            "margin_decibels", "dilation_ppm")),
        *((name, c_uint64) for name in ("corrected", "received", "needed")),
        ("peak", c_float), ("band_level", c_float)]


class Sending(Structure):
    """handshake_sending of handshake.h."""

    _fields_ = [
        ("size", c_size_t), ("bytes", c_char_p), ("length", c_size_t), ("file_name", c_char_p),
        ("protocol", c_char_p), ("ceiling_hertz", c_double), ("rung", c_int32),
        ("repair_percent", c_int32), ("copies", c_int32), ("secret", c_void_p),
        ("floor_hertz", c_double)]


if len(sys.argv) not in (2, 3):
    print(
        "usage: hello.py LIBRARY [TEXT], as in hello.py .build/release/libHandShakeC.so",
        file=sys.stderr)
    sys.exit(2)
NONE, MESSAGE = 0, 5
library = CDLL(sys.argv[1])
library.handshake_message.restype = c_char_p
library.handshake_receiver_open.argtypes = [
    c_double, c_size_t, POINTER(c_char_p), c_size_t, POINTER(c_void_p)]
library.handshake_transmitter_open.argtypes = [POINTER(Sending), c_double, POINTER(c_void_p)]
library.handshake_secret_create.argtypes = [c_char_p, c_size_t, POINTER(c_void_p)]
library.handshake_receiver_unseal.argtypes = [
    c_void_p, POINTER(c_void_p), POINTER(c_char_p), c_size_t, c_double, c_int]


def call(name, *arguments):
    if status := getattr(library, name)(*arguments):
        sys.exit(f"{name}: {library.handshake_message(status).decode()}")


text = (sys.argv[2] if len(sys.argv) > 2 else "hello").encode()
transmitter, receiver, secret = c_void_p(), c_void_p(), c_void_p()
call("handshake_receiver_open", 48000, 1, None, 0, byref(receiver))
if words := os.environb.get(b"HANDSHAKE_SECRET"):
    call("handshake_secret_create", words, len(words), byref(secret))
    call("handshake_receiver_unseal", receiver, byref(secret), None, 1, 600, 0)
sending = Sending(
    size=sizeof(Sending), bytes=text, length=len(text), rung=-1, copies=1, secret=secret)
call("handshake_transmitter_open", byref(sending), 48000, byref(transmitter))
samples, count = (c_float * 4096)(), c_size_t(1)
while count.value:
    call("handshake_transmitter_read", transmitter, samples, c_size_t(len(samples)), byref(count))
    call("handshake_receiver_push", receiver, samples, count)
call("handshake_receiver_finish", receiver)
event = Event()
while call("handshake_receiver_poll", receiver, byref(event)) or event.kind != NONE:
    if event.kind == MESSAGE:
        print(string_at(event.text, event.text_length).decode())
library.handshake_transmitter_close(transmitter)
library.handshake_receiver_close(receiver)
library.handshake_secret_destroy(secret)
