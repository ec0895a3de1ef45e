"""What crosses between availability zones, which AWS charges for."""

from pathlib import Path

import yaml

from bench import fit
from bench.cost import prices
from bench.problem import Problem
from bench.runs import document, run_files

GIB = 2**30


def lines(values):
    """For the estimate: the price of a GB, and what the workload sends where its plan says so; nothing with one zone."""
    if values["zones"] == 1:
        return []
    price = prices()["between_zones_gb"]
    told = [f"traffic between zones costs {price:.2f} $ for each GB: {price / 2:.2f} $ where it leaves and {price / 2:.2f} $ where it arrives"]
    try:
        workload, driver = run_files(values)
        runs = fit.planned(values)
    except Problem as e:
        return [*told, f"how much the workload sends is not known: {e}"]
    about = document(driver)[1]
    subscriptions = yaml.safe_load(Path(workload).read_text()).get("subscriptionsPerTopic", 1)
    replicas = about.get("replicationFactor", 1)
    known = [run["bytes"] for run in runs if run["bytes"] and run["seconds"]]
    payload = sum(known) / replicas / GIB
    share = crossings(values["zones"], replicas, subscriptions, values["follower_fetching"])
    if payload:
        told.append(f"{workload} sends {payload:,.0f} GB, each over zones {share:.2f} times: {payload * share * price:,.2f} $ more")
    if len(known) < len(runs):
        told.append(f"how much {len(runs) - len(known)} of its {len(runs)} runs send is not known: at 100 MB/s, {360e9 / GIB * share * price:,.2f} $/h more")
    return told


def crossings(zones, replicas, subscriptions, follower_fetching):
    """How often a byte of payload goes from one zone to another, where replicas and clients are spread evenly."""
    other = (zones - 1) / zones
    counts = [len(range(zone, replicas, zones)) for zone in range(zones)]
    # From a leader, which is any of the replicas, to those in other zones.
    copies = sum(count * (replicas - count) for count in counts) / replicas
    if follower_fetching:
        # A zone without a replica reads elsewhere.
        reads = counts.count(0) / zones
    else:
        reads = other
    return other + copies + subscriptions * reads
