"""The secrets that seal messages."""

from __future__ import annotations

import ctypes
import weakref
from ctypes import byref, c_void_p
from typing import Union

from . import _library
from ._library import call, function
from ._values import as_bytes


class Secret:
    """A secret that only the people in a room know. It seals messages and opens sealed messages.

    Making a secret takes 0.1 s and 64 MiB, so make it once. It does not keep the words. Threads may
    share it.

    Args:
        words: A UTF-8 passphrase of 12 characters to 1024 bytes, or the result of `new_secret`.

    Raises:
        TypeError: the words are neither text nor bytes.
        ValueError: the words are too short, too long or not UTF-8, or a generated secret has a
            typing error.
    """

    def __init__(self, words: Union[str, bytes]) -> None:
        data = as_bytes(words, "a secret")
        handle = c_void_p()
        call("secret_create", data, len(data), byref(handle))
        self._hold(handle)

    @classmethod
    def from_key(cls, key: bytes) -> Secret:
        """Makes the secret of a key on which two devices agreed.

        Args:
            key: The value of `Paired.key`.

        Raises:
            TypeError: the key is not bytes.
            ValueError: the key does not have 32 bytes.
        """
        if not isinstance(key, bytes):
            raise TypeError(f"a key is bytes, and not {type(key).__name__}")
        if len(key) != _library.KEY_SIZE:
            raise ValueError(
                f"the key has {len(key)} bytes: give the {_library.KEY_SIZE} of Paired.key")
        secret = cls.__new__(cls)
        handle = c_void_p()
        call("secret_from_key", key, byref(handle))
        secret._hold(handle)
        return secret

    def _hold(self, handle: c_void_p) -> None:
        self._handle = handle
        weakref.finalize(self, function("secret_destroy"), c_void_p(handle.value))

    @property
    def fingerprint(self) -> str:
        """Five letters that are equal if the secrets are. You may show them and read them aloud."""
        return str(function("secret_fingerprint")(self._handle).decode())

    def __repr__(self) -> str:
        return f"<handshake.Secret {self.fingerprint}>"


def new_secret() -> str:
    """Makes a new secret that nobody can guess, such as "babad-bamag-fosak-lubir-zuzuz".

    It has 64 random bits and a checksum.
    """
    words = ctypes.create_string_buffer(_library.GENERATED_SECRET_SIZE)
    call("secret_generate", words)
    return words.value.decode()
