"""Receivers that are pushed block after block, threads, answers, and what becomes of handles."""

import gc
import sys
import threading
import time
import weakref

import numpy
import pytest
from conftest import in_noise

import handshake


def messages(events):
    return [event.text for event in events if isinstance(event, handshake.Message)]


def test_blocks(hello):
    heard = []
    with handshake.Receiver(rate=48_000) as receiver:
        for start in range(0, len(hello), 997):
            receiver.push(hello[start : start + 997])
            heard += receiver.events()
        assert 0 < receiver.level.peak < 2 and receiver.level.seconds > 1
    assert messages(heard) == ["hello"]
    kinds = [type(event) for event in heard]
    assert kinds.index(handshake.Detected) < kinds.index(handshake.Message)
    assert heard[0].frame == 1


def test_cut_off(hello):
    with handshake.Receiver() as receiver:
        receiver.push(hello[: len(hello) // 2])
        receiver.finish()
        failures = [event for event in receiver.events() if isinstance(event, handshake.Failure)]
    assert [failure.reason for failure in failures] == [handshake.Reason.CUT_OFF]
    with pytest.raises(AttributeError):
        failures[0].reason = None


def test_events_of_a_newer_library():
    assert handshake.Reason(999) is handshake.Reason.UNKNOWN
    assert handshake.Trouble(999) is handshake.Trouble.UNKNOWN


def test_order_of_calls(hello):
    receiver = handshake.Receiver()
    receiver.finish()
    receiver.finish()
    with pytest.raises(RuntimeError, match="no more samples"):
        receiver.push(hello)
    receiver.close()
    receiver.close()
    for call in (receiver.events, receiver.finish, receiver.speech, receiver.spoken,
                 receiver.answer, lambda: receiver.push(hello), lambda: receiver.confirm("hello"),
                 receiver.pair, lambda: receiver.decide(True),
                 lambda: receiver.unseal([handshake.Secret("twelve letters")])):
        with pytest.raises(ValueError, match="the receiver was closed: open another"):
            call()


def test_unread_events():
    with handshake.Receiver() as receiver:
        receiver._events.extend([handshake.Event()] * 1024)
        with pytest.raises(RuntimeError, match="call events"):
            receiver.push([0.0])
        receiver.events()
        receiver.push([0.0])


def test_garbage_is_freed(hello):
    receiver = handshake.Receiver()
    receiver.push(hello)
    freed = receiver._close
    alive = weakref.ref(receiver)
    del receiver
    gc.collect()
    assert alive() is None and not freed.alive


def test_receivers_in_threads():
    texts = [f"thread {index}" for index in range(4)]
    heard = {}

    def listen(text):
        sound = in_noise(handshake.encode(text))
        heard[text] = [message.text for message in handshake.decode(sound, 48_000)]

    threads = [threading.Thread(target=listen, args=(text,)) for text in texts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert heard == {text: [text] for text in texts}


def test_interpreter_runs_while_decoding():
    """A thread that keeps the lock would stop the count: the switch interval outlasts this test."""
    noise = numpy.random.default_rng(1).normal(0, 0.1, 48_000 * 20).astype(numpy.float32)
    receiver = handshake.Receiver()
    counted, ended = [], threading.Event()

    def count():
        while not ended.is_set():
            counted.append(time.monotonic())
            time.sleep(0.001)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    counter = threading.Thread(target=count)
    try:
        counter.start()
        handle, function = receiver._open(), handshake._library.function("receiver_push")
        begin = time.monotonic()
        assert function(handle, noise.ctypes.data, len(noise)) == 0
        end = time.monotonic()
    finally:
        ended.set()
        counter.join()
        sys.setswitchinterval(interval)
    during = [moment for moment in counted if begin + 0.005 < moment < end - 0.005]
    assert len(during) >= 5, f"{len(during)} in {end - begin:.3f} s"


def test_one_receiver_in_two_threads(hello):
    receiver = handshake.Receiver()
    failures = []

    def push():
        try:
            for _ in range(40):
                receiver.push(numpy.zeros(4800, numpy.float32))
                receiver.events()
        except Exception as failure:
            failures.append(failure)

    threads = [threading.Thread(target=push) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    receiver.push(hello)
    receiver.finish()
    assert messages(receiver.events()) == ["hello"]


def test_closed_while_another_thread_pushes():
    receiver = handshake.Receiver()
    told = []

    pushed = threading.Event()

    def push():
        try:
            while True:
                receiver.push(numpy.zeros(48_000, numpy.float32))
                pushed.set()
        except ValueError as error:
            told.append(str(error))

    thread = threading.Thread(target=push)
    thread.start()
    assert pushed.wait(10)
    receiver.close()
    thread.join(10)
    assert told == ["the receiver was closed: open another"]


def talk(asking, answering, seconds=8, is_over=None):
    """Gives what two receivers were told in a quiet room, where each hears only the other."""
    is_over = is_over or (lambda told, _: any(
        isinstance(event, (handshake.Confirmed, handshake.Unconfirmed)) for event in told))
    block, told, heard = 2400, [], []
    sounds = {asking: numpy.zeros(0, numpy.float32), answering: numpy.zeros(0, numpy.float32)}
    random = numpy.random.default_rng(1)
    for _ in range(int(seconds * 48_000 / block)):
        for receiver, other in ((asking, answering), (answering, asking)):
            heard_now = random.normal(0, 1e-3, block).astype(numpy.float32)
            sound = sounds[other][:block]
            heard_now[: len(sound)] += sound
            receiver.push(heard_now)
        for receiver in (asking, answering):
            if len(sounds[receiver]):
                sounds[receiver] = sounds[receiver][block:]
                if not len(sounds[receiver]):
                    receiver.spoken()
            elif (speech := receiver.speech()) is not None:
                sounds[receiver] = speech
        told += asking.events()
        heard += answering.events()
        if is_over(told, heard):
            break
    return told, heard


def test_confirmed():
    with handshake.Receiver() as asking, handshake.Receiver() as answering:
        answering.answer()
        asking.confirm("gate 7")
        told, heard = talk(asking, answering)
    assert messages(heard) == ["gate 7"]
    assert any(isinstance(event, handshake.Answered) for event in heard)
    assert isinstance(told[-1], handshake.Confirmed)
    assert told[-1].tries == 1 and told[-1].snr_decibels > 10


def test_unconfirmed():
    with handshake.Receiver() as asking, handshake.Receiver() as silent:
        asking.confirm("gate 7", wait_seconds=0.5)
        told, heard = talk(asking, silent, seconds=30)
    assert messages(heard) == ["gate 7"]
    assert isinstance(told[-1], handshake.Unconfirmed)
    assert told[-1].reason is handshake.Reason.NO_ANSWER and told[-1].tries == 3


def meet(first, second):
    """Lets both ends of a pairing show digits, which are equal."""
    first.pair(handshake.Part.FIRST)
    second.pair(handshake.Part.SECOND)
    told = talk(
        first, second, seconds=30, is_over=lambda *events: all(map(events_of_pairing, events)))
    digits = [events_of_pairing(events) for events in told]
    assert [len(each) for each in digits] == [1, 1] and digits[0] == digits[1]
    assert isinstance(digits[0][0], handshake.Digits)
    assert len(digits[0][0].digits) == 6 and digits[0][0].digits.isdecimal()


def events_of_pairing(events):
    kinds = (handshake.Digits, handshake.Paired, handshake.Unpaired)
    return [event for event in events if isinstance(event, kinds)]


def ends(first, second):
    told = talk(
        first, second, seconds=30, is_over=lambda *events: all(map(events_of_pairing, events)))
    return [events_of_pairing(events)[0] for events in told]


def test_paired():
    with handshake.Receiver() as first, handshake.Receiver() as second:
        meet(first, second)
        first.decide(True)
        second.decide(True)
        paired = ends(first, second)
    assert all(isinstance(end, handshake.Paired) and end.is_sure for end in paired), paired
    assert paired[0].key == paired[1].key and len(paired[0].key) == 32
    assert "key" not in repr(paired[0])
    secrets = [handshake.Secret.from_key(end.key) for end in paired]
    assert secrets[0].fingerprint == secrets[1].fingerprint
    sealed = in_noise(handshake.encode("gate 7", secret=secrets[0]))
    (message,) = handshake.decode(sealed, 48_000, secrets=secrets[1:])
    assert message.text == "gate 7"


def test_digits_that_differ():
    with handshake.Receiver() as first, handshake.Receiver() as second:
        meet(first, second)
        second.decide(False)
        unpaired = ends(first, second)
    assert unpaired == [
        handshake.Unpaired(handshake.Reason.ENDED_BY_OTHER),
        handshake.Unpaired(handshake.Reason.REFUSED)]


def test_nobody_to_pair_with():
    with handshake.Receiver() as alone, handshake.Receiver() as silent:
        alone.pair(wait_seconds=0.5)
        told, _ = talk(alone, silent, seconds=75, is_over=lambda told, _: events_of_pairing(told))
    assert events_of_pairing(told) == [handshake.Unpaired(handshake.Reason.NO_ANSWER)]
