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


def decisions():
    """The same as those of run.yml."""
    if str(DEPLOY / "ansible/filter_plugins") not in sys.path:
        sys.path.insert(0, str(DEPLOY / "ansible/filter_plugins"))
    import weir

    return weir


def planned(values):
    """The runs of the cluster's workload, as Weir itself plans them."""
    workload, driver = run_files(values)
    return decisions().planned_runs(benchmark.ask("plan", "-d", driver, workload, jars=external.jars(values)))


def refuse_unfit(values, broker):
    """Refuses a workload that does not fit; broker: what each has, as account.Broker, None for an external system."""
    weir = decisions()
    workload, _ = run_files(values)
    runs = planned(values)
    left = values["expiry_hours"] * 3600 - SET_UP_SECONDS
    # An external system's drives, retention and network are its owner's.
    brokers, settings, retained, short, bursts = [], values, {}, [], []
    if broker:
        kept = values["kafka_settings"].get("log.retention.bytes", 0) if values["system"] == "kafka" else values["redpanda_settings"].get("retention_bytes", 0)
        brokers = [broker.drive_bytes] * values["broker_count"]
        settings = {**values, "fetchers": values["kafka_settings"].get("num.replica.fetchers", 1)}
        retained = weir.retention(yaml.safe_load(Path(workload).read_text()), kept)
        short, bursts = network(values, broker, runs)
    problems = weir.run_problems(runs, brokers, left, settings, retained) + short
    if problems:
        raise Problem("\n".join(f"{values['cluster']}: {workload}: {one}" for one in problems), 2)
    for line in [*bursts, *weir.run_unknowns(runs, left)]:
        print(f"{values['cluster']}: {workload}: {line}")


def network(values, broker, runs):
    """Sentences on runs that need more than the network of a broker has, and on those that need its bursts."""
    short, bursts = [], []
    for number, run in enumerate(runs, 1):
        if not (run["bytes"] and run["seconds"] and broker.baseline_gbits):
            continue
        # What comes in: payload and replicas. About as much goes out, to one subscription and the other replicas.
        gbits = run["bytes"] * 8e-9 / run["seconds"] / values["broker_count"]
        needs = f"run {number} needs {gbits:.1f} Gbit/s of each broker's network"
        if gbits > (broker.peak_gbits or broker.baseline_gbits):
            short.append(f"{needs}, and {values['broker_type']} has {broker.peak_gbits or broker.baseline_gbits:g}: take larger or more brokers, or a lower rate")
        elif gbits > broker.baseline_gbits:
            bursts.append(f"{needs}: {values['broker_type']} has {broker.baseline_gbits:g} and more only in bursts, so AWS may throttle it")
    return short, bursts
