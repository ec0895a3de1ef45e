"""Runs programs that must not be broken off in the middle."""

import os
import signal
import subprocess
import sys

# For what a program does when it is told to end: Terraform writes down what there is.
ORDERLY_SECONDS = 120
# What ends bench: Ctrl-C, kill, a terminal that closes.
STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def run(command, limit, finish=0, orderly=ORDERLY_SECONDS, **options):
    """As subprocess.run, which kills at once: on Ctrl-C or after `limit` seconds the program has `finish` seconds to get
    through, is told to end, and is killed `orderly` seconds later.

    It has a process group of its own: what is typed at a terminal would reach it, too, and at a second Ctrl-C Terraform
    drops everything.
    """
    # An exception in the moment of its start would leave the program running.
    stopped = []
    before = _handle_stops(lambda number, frame: stopped.append(number))
    try:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, process_group=0, **options)
    except BaseException:
        _restore(before)
        raise
    try:
        _restore(before)
        if stopped:
            raise KeyboardInterrupt
        output, errors = process.communicate(timeout=limit)
    except (KeyboardInterrupt, subprocess.TimeoutExpired):
        before = _handle_stops(signal.SIG_IGN)
        try:
            _end(process, command[0], finish, orderly)
        finally:
            _restore(before)
        raise
    return subprocess.CompletedProcess(command, process.returncode, output, errors)


def _handle_stops(handler):
    return {stop: signal.signal(stop, handler) for stop in STOPS}


def _restore(handlers):
    for stop, handler in handlers.items():
        signal.signal(stop, handler)


def _end(process, name, finish, orderly):
    for seconds, may, act in (
        (finish, "get through", lambda: process.send_signal(signal.SIGINT)),
        (orderly, "end in order", lambda: os.killpg(process.pid, signal.SIGKILL)),
    ):
        if seconds:
            print(f"{name} has {seconds} s to {may}", file=sys.stderr, flush=True)
        try:
            process.communicate(timeout=seconds)
            return
        except subprocess.TimeoutExpired:
            act()
    process.wait()
    print(f"{name} was killed", file=sys.stderr, flush=True)
