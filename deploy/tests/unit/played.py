"""AWS as a test without a cloud has it: room for everything, and hosts that run. As a program, it is bench with this."""

import runpy

from bench import account, fit
from bench.cloud import Cloud

AWS = [
    (account, "room", lambda all_values, _: [(["us-east-1a", "us-east-1b"], account.Broker(1e12, 25, 25)) for _ in all_values]),
    (fit, "refuse_unfit", lambda values, broker: None),
    (Cloud, "tag_ends", lambda _, end_of: None),
    (Cloud, "alive", lambda _: ["broker-1", "client-1", "monitor-1"]),
]

if __name__ == "__main__":
    for owner, name, value in AWS:
        setattr(owner, name, value)
    runpy.run_module("bench", run_name="__main__", alter_sys=False)
