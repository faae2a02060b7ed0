"""Starting processes: a signal that comes meanwhile waits, whichever thread takes it."""

import os
import signal
import threading
import time

import pytest

from dpverify.processes import _undisturbed


class Came(Exception):
    """Raised by the handler of this test."""


def test_a_signal_that_another_thread_takes_waits_as_well():
    def answer(number, frame):
        raise Came

    begin, sent = threading.Event(), threading.Event()

    def send():  # started while nothing is blocked, as a library's threads are
        begin.wait(10)
        os.kill(os.getpid(), signal.SIGTERM)
        sent.set()

    before = signal.signal(signal.SIGTERM, answer)
    thread = threading.Thread(target=send)
    thread.start()
    whole = False
    try:
        with pytest.raises(Came), _undisturbed():
            begin.set()
            sent.wait(10)
            time.sleep(0.05)
            whole = True
        assert whole and signal.getsignal(signal.SIGTERM) is answer
        assert not signal.pthread_sigmask(signal.SIG_BLOCK, []) & {signal.SIGTERM}
    finally:
        thread.join()
        signal.signal(signal.SIGTERM, before)
