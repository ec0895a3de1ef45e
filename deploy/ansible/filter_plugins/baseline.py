"""What drives and network are capable of before the first run: figures of fio and iperf3, and hosts that fall behind."""

import json
import statistics

# Fewer bytes per second than the median by this share make a drive or a host an outlier.
TOLERATED = 0.1


def baseline_peers(brokers, clients):
    """Host -> the host to which it sends. Hosts of a group are a ring, since groups have instance types of their own; a host
    that is alone in its group sends to the first of the other."""
    peers = {}
    for group, other in ((brokers, clients), (clients, brokers)):
        for number, host in enumerate(group):
            peers[host] = group[(number + 1) % len(group)] if len(group) > 1 else other[0]
    return peers


def drive_figures(outputs):
    """Data directory -> figures, of the output of three fio: writing, reading, and writing with a flush of each block. The time
    of a flush is None if no flush ended while fio ran, as on a drive that is very slow."""
    written, read, flushed = (json.loads(output[output.index("{") :])["jobs"] for output in outputs)
    return {
        one["jobname"]: {
            "writtenBytesPerSecond": one["write"]["bw_bytes"],
            "readBytesPerSecond": two["read"]["bw_bytes"],
            "flushP99Nanos": three["sync"]["lat_ns"].get("percentile", {}).get("99.000000"),
        }
        for one, two, three in zip(written, read, flushed)
    }


def sent_bytes_per_second(output):
    """Of `iperf3 --json`: what the receiver got."""
    return json.loads(output)["end"]["sum_received"]["bits_per_second"] / 8


def baseline(groups, drives, sent, peers):
    """All figures, a line for each host, and the outliers. drives: broker -> drive_figures; sent: host -> bytes per second."""
    hosts = {}
    for host in sorted(peers):
        received = [sent[other] for other, peer in peers.items() if peer == host]
        # A slow host is slow in both directions; one whose peer is slow is not.
        hosts[host] = {
            "drives": drives.get(host, {}),
            "sentTo": peers[host],
            "sentBytesPerSecond": sent[host],
            "networkBytesPerSecond": max([sent[host], *received]),
        }
    outliers = []
    for field, does in (("writtenBytesPerSecond", "writes"), ("readBytesPerSecond", "reads")):
        figures = {(host, drive): about[field] for host, one in hosts.items() for drive, about in one["drives"].items()}
        outliers += [f"{host} {does} {text} at {drive}" for (host, drive), text in _behind(figures, 1e6, "MB/s")]
    for group in groups:
        figures = {host: hosts[host]["networkBytesPerSecond"] for host in group}
        outliers += [f"{host} has a network of {text}" for host, text in _behind(figures, 1e9 / 8, "Gbit/s")]
    return {"hosts": hosts, "summary": [_line(host, one) for host, one in hosts.items()], "outliers": outliers}


def _behind(figures, unit, name):
    median = statistics.median(figures.values()) if figures else 0
    return [
        (key, f"{figure / unit:,.1f} {name}, {1 - figure / median:.0%} less than the median ({median / unit:,.1f} {name})")
        for key, figure in sorted(figures.items())
        if figure < median * (1 - TOLERATED)
    ]


def _line(host, about):
    parts = [
        f"{drive}: writes {one['writtenBytesPerSecond'] / 1e6:,.0f} MB/s, reads {one['readBytesPerSecond'] / 1e6:,.0f} MB/s, "
        + (f"flushes in {one['flushP99Nanos'] / 1e6:.2f} ms (p99)" if one["flushP99Nanos"] else "ended no flush while it was measured")
        for drive, one in about["drives"].items()
    ]
    return "; ".join([f"{host}: network {about['networkBytesPerSecond'] * 8 / 1e9:,.1f} Gbit/s", *parts])


class FilterModule:
    def filters(self):
        return {
            "baseline_peers": baseline_peers,
            "drive_figures": drive_figures,
            "sent_bytes_per_second": sent_bytes_per_second,
            "baseline": baseline,
        }
