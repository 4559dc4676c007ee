"""Wrong types and values raise TypeError or ValueError with one sentence in lower case."""

import inspect

import numpy
import pytest

import handshake

ARGUMENTS = [
    (TypeError, "a text or bytes", lambda: handshake.encode(5)),
    (TypeError, "a text or bytes", lambda: handshake.encode(None)),
    (ValueError, "empty", lambda: handshake.encode("")),
    (ValueError, "UTF-8", lambda: handshake.encode("\ud800")),
    (ValueError, "bytes", lambda: handshake.encode(bytes((1 << 20) + 1))),
    (ValueError, "longer", lambda: handshake.encode("x" * 200_000, "classic")),
    (ValueError, "protocols", lambda: handshake.encode("hello", "hopp")),
    (ValueError, "cannot be read", lambda: handshake.encode("hello", "./nowhere.json")),
    (ValueError, "zero", lambda: handshake.encode("hello", "hop\0x")),
    (TypeError, "name or a path", lambda: handshake.encode("hello", 3)),
    (TypeError, "rate", lambda: handshake.encode("hello", rate="48000")),
    (TypeError, "rate", lambda: handshake.encode("hello", rate=True)),
    (ValueError, "rate", lambda: handshake.encode("hello", rate=float("nan"))),
    (ValueError, "rate", lambda: handshake.encode("hello", rate=-1)),
    (ValueError, "band", lambda: handshake.encode("hello", rate=16_000)),
    (ValueError, "band", lambda: handshake.encode("hello", ceiling=9_000)),
    (ValueError, "ceiling", lambda: handshake.encode("hello", ceiling=0)),
    (TypeError, "rung", lambda: handshake.encode("hello", "burst", rung=1.5)),
    (ValueError, "rung", lambda: handshake.encode("hello", "burst", rung=-1)),
    (ValueError, "rung", lambda: handshake.encode("hello", "burst", rung=999)),
    (ValueError, "rung", lambda: handshake.encode("hello", rung=1)),
    (ValueError, "repair", lambda: handshake.encode("hello", "burst", repair=101)),
    (ValueError, "repair", lambda: handshake.encode("hello", repair=5)),
    (ValueError, "copies", lambda: handshake.encode("hello", copies=0)),
    (TypeError, "copies", lambda: handshake.encode("hello", copies="2")),
    (ValueError, "files by burst", lambda: handshake.encode(b"x", "hop-quick", name="x")),
    (TypeError, "a name", lambda: handshake.encode(b"x", name=b"x")),
    (ValueError, "zero", lambda: handshake.encode(b"x", name="x\0y")),
    (TypeError, "handshake.Secret", lambda: handshake.encode("x", secret="platform four")),
    (TypeError, "frombuffer", lambda: handshake.decode(b"1234", 48_000)),
    (TypeError, "no full scale", lambda: handshake.decode([1, 2, 3], 48_000)),
    (TypeError, "no full scale", lambda: handshake.decode([True], 48_000)),
    (TypeError, "no full scale", lambda: handshake.decode([1j], 48_000)),
    (TypeError, "no full scale", lambda: handshake.decode(["a"], 48_000)),
    (TypeError, "no full scale", lambda: handshake.decode(None, 48_000)),
    (ValueError, "reshape", lambda: handshake.decode(0.5, 48_000)),
    (ValueError, "reshape", lambda: handshake.decode(numpy.zeros((2, 2, 2)), 48_000)),
    (ValueError, "transpose", lambda: handshake.decode(numpy.zeros((2, 48_000)), 48_000)),
    (ValueError, "transpose", lambda: handshake.decode(numpy.zeros((5, 0)), 48_000)),
    (ValueError, "rate", lambda: handshake.decode([], 7_999)),
    (TypeError, "rate", lambda: handshake.decode([], None)),
    (TypeError, "a list", lambda: handshake.decode([], 48_000, protocols="hop")),
    (ValueError, "no protocol", lambda: handshake.decode([], 48_000, protocols=[])),
    (ValueError, "no protocol of that name",
     lambda: handshake.decode([], 48_000, protocols=["hopp"])),
    (TypeError, "handshake.Secret",
     lambda: handshake.decode([], 48_000, secrets=["platform four"])),
    (TypeError, "list", lambda: handshake.decode([], 48_000, secrets="platform four")),
    (ValueError, "channels", lambda: handshake.Receiver(channels=0)),
    (ValueError, "channels=2", lambda: handshake.Receiver().push(numpy.zeros((9, 2)))),
    (ValueError, "17 secrets",
     lambda: handshake.Receiver().unseal(17 * [handshake.Secret("platform four")])),
    (ValueError, "greatest_age", lambda: handshake.Receiver().unseal([], -1)),
    (ValueError, "seconds_per_hour", lambda: handshake.Receiver().answer(seconds_per_hour=4000)),
    (ValueError, "wait_seconds", lambda: handshake.Receiver().confirm("hello", wait_seconds=0)),
    (ValueError, "floor", lambda: handshake.Receiver().confirm("hello", floor=0)),
    (ValueError, "cannot ask", lambda: handshake.Receiver().confirm("hello", "classic")),
    (TypeError, "handshake.Part", lambda: handshake.Receiver().pair("first")),
    (ValueError, "wait_seconds", lambda: handshake.Receiver().pair(wait_seconds=0)),
    (ValueError, "ceiling", lambda: handshake.Receiver().pair(ceiling=0)),
    (ValueError, "band", lambda: handshake.Receiver().pair(ceiling=1000)),
    (ValueError, "argument", lambda: handshake.Receiver(protocols=["classic"]).pair()),
    (TypeError, "True or False", lambda: handshake.Receiver().decide(1)),
    (TypeError, "a key is bytes", lambda: handshake.Secret.from_key("0" * 32)),
    (ValueError, "31 bytes", lambda: handshake.Secret.from_key(bytes(31))),
    (ValueError, "12 characters", lambda: handshake.Secret("short")),
    (TypeError, "a secret", lambda: handshake.Secret(12)),
    (ValueError, "typing error", lambda: handshake.Secret("babad-bamag-fosak-lubir-zuzub")),
    (ValueError, "zero bytes", lambda: handshake.Secret(b"\0" * 20)),
    (ValueError, "rate", lambda: handshake.survey([], 1)),
    (ValueError, "level", lambda: handshake.probe(level=1)),
    (TypeError, "level", lambda: handshake.probe(level=-3.5)),
    (ValueError, "ceiling", lambda: handshake.probe(ceiling=16_000)),
    (ValueError, "rate", lambda: handshake.probe(32_000)),
    (ValueError, "rate", lambda: handshake.measure([], 32_000)),
    (ValueError, "below it", lambda: handshake.spectrum([], 48_000, 9_000, 8_000)),
    (ValueError, "highest", lambda: handshake.spectrum([], 48_000, 0, 25_000)),
    (ValueError, "rows", lambda: handshake.spectrum([], 48_000, rows=0)),
]


@pytest.mark.parametrize("kind, words, call", ARGUMENTS)
def test_mistake(kind, words, call):
    with pytest.raises(kind) as told:
        call()
    sentence = str(told.value)
    assert type(told.value) is kind and words in sentence
    assert sentence[0].islower() and not sentence.endswith(".") and "\n" not in sentence


def test_everything_is_explained_and_typed():
    for name in handshake.__all__:
        thing = getattr(handshake, name)
        assert thing.__doc__ and not thing.__doc__.startswith(f"{name}("), name
        members = [thing] if inspect.isfunction(thing) else [
            member for word, member in vars(thing).items()
            if inspect.isfunction(member) and not word.startswith("_")]
        for member in members:
            assert member.__doc__, member
            signature = inspect.signature(member)
            assert signature.return_annotation is not inspect.Signature.empty, member
            for parameter in signature.parameters.values():
                is_typed = parameter.annotation is not inspect.Parameter.empty
                assert parameter.name == "self" or is_typed, member
