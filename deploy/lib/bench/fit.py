"""Whether a cluster's workload fits its hours and drives, before they are paid for."""

import sys
from pathlib import Path

import yaml

from bench import benchmark, external
from bench.problem import Problem
from bench.runs import run_files
from bench.variables import DEPLOY

# What `up` takes of the hosts' hours until the first run can start.
SET_UP_SECONDS = 1800


def refuse_unfit(values, drive_bytes):
    """Plans the workload with Weir itself; drive_bytes is the space for data on each broker."""
    sys.path.insert(0, str(DEPLOY / "ansible/filter_plugins"))
    import weir  # the same decisions as run.yml

    workload, driver = run_files(values)
    runs = weir.planned_runs(benchmark.ask("plan", "-d", driver, workload, jars=external.jars(values)))
    left = values["expiry_hours"] * 3600 - SET_UP_SECONDS
    # An external system's drives, retention and network are its owner's.
    brokers, settings, retained = [], values, {}
    if values["system"] != external.NAME:
        kept = values["kafka_settings"].get("log.retention.bytes", 0) if values["system"] == "kafka" else values["redpanda_settings"].get("retention_bytes", 0)
        brokers = [drive_bytes] * values["broker_count"]
        settings = {**values, "fetchers": values["kafka_settings"].get("num.replica.fetchers", 1)}
        retained = weir.retention(yaml.safe_load(Path(workload).read_text()), kept)
    problems = weir.run_problems(runs, brokers, left, settings, retained)
    if problems:
        raise Problem("\n".join(f"{values['cluster']}: {workload}: {one}" for one in problems), 2)
    for line in weir.run_unknowns(runs, left):
        print(f"{values['cluster']}: {workload}: {line}")
