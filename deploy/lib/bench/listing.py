"""`list`: the clusters that exist, on AWS by their tag and on hosts of your own, with age, end and cost."""

import sys
from collections import Counter
from datetime import datetime, timedelta, timezone

from bench.cloud import Cloud
from bench.cluster import Cluster, home
from bench.cost import MONITOR_EXTRA_HOURS, address_hourly, prices, volume_hourly
from bench.problem import Problem
from bench.tagged import EXPIRES, EXPIRY_HOURS, everything, tags

HEADINGS = ("CLUSTER", "REGION", "OWNER", "HOSTS", "AGE", "ENDS IN", "COST SO FAR")


def show_clusters(options):
    """Prints a line for each cluster; returns 1 if a region did not answer."""
    from botocore.exceptions import BotoCoreError, ClientError

    Cloud.check_credentials()
    now = _now()
    rows, refused = [], 0
    try:
        regions = options.region or _regions()
    except (BotoCoreError, ClientError) as e:
        raise Problem(f"AWS does not list its regions: {e}; name yours with --region") from None
    for region in dict.fromkeys(regions):
        try:
            rows += [_row(region, identity, owner, left, tagged, now) for identity, (owner, left, tagged) in everything(region).items()]
        except (BotoCoreError, ClientError) as e:
            print(f"{region} was not looked at: {e}", file=sys.stderr)
            refused = 1
    rows += _local({row[0] for row in rows}, set(regions))
    if not rows:
        print(f"there is no cluster in {', '.join(regions)}")
        return refused
    widths = [max(len(row[column]) for row in (HEADINGS, *rows)) for column in range(len(HEADINGS))]
    for row in (HEADINGS, *rows):
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())
    print(f"costs are on-demand prices of {prices()['region']}, of what exists now, without traffic")
    return refused


def _now():
    return datetime.now(timezone.utc)


def _regions():
    import boto3

    return sorted(one["RegionName"] for one in boto3.client("ec2", region_name="us-east-1").describe_regions()["Regions"])


def _row(region, identity, owner, left, tagged, now):
    hosts = [one for one in tagged.instances() if one["State"]["Name"] in ("pending", "running")]
    counts = Counter(one["InstanceType"] for one in hosts)
    shown = ", ".join(f"{count} x {kind}" for kind, count in sorted(counts.items())) or f"none, {len(left)} other resources"
    if not hosts:
        return identity, region, owner, shown, "", "", ""
    age = now - min(one["LaunchTime"] for one in hosts)
    return identity, region, owner, shown, _clock(age), _ends(identity, hosts, now), _cost(hosts, tagged.volumes(), now)


def _ends(identity, hosts, now):
    """When the first host ends, and when the monitoring host does, which lives longer."""
    ends = {tags(one).get("Name", "").removeprefix(f"{identity}-"): _end(one) for one in hosts}
    if None in ends.values():
        return "unknown"
    monitor = ends.pop("monitor-1", None)
    parts = [_clock(min(ends.values()) - now)] if ends else []
    if monitor:
        parts.append(f"monitor-1 {_clock(monitor - now)}")
    return ", ".join(parts)


def _end(instance):
    known = tags(instance)
    if EXPIRES in known:
        return datetime.fromisoformat(known[EXPIRES])
    if EXPIRY_HOURS in known:
        return instance["LaunchTime"] + timedelta(hours=float(known[EXPIRY_HOURS]))
    return None


def _cost(hosts, volumes, now):
    known = prices()
    dollars = 0
    for one in hosts:
        address = address_hourly(known) if "PublicIpAddress" in one else 0
        dollars += (known["types"].get(one["InstanceType"], 0) + address) * _hours(now - one["LaunchTime"])
    for one in volumes:
        hourly = volume_hourly(one["VolumeType"], one["Size"], one.get("Iops", 0), one.get("Throughput", 0), known["volumes"])
        dollars += hourly * _hours(now - one["CreateTime"])
    unknown = sorted({one["InstanceType"] for one in hosts} - known["types"].keys())
    return f"{dollars:.2f} $" + (f" without {', '.join(unknown)}" if unknown else "")


def _local(shown, regions):
    """What this host alone knows of: hosts of your own, and clusters of which AWS has nothing left."""
    for file in sorted(home().glob("*/variables.json")):
        cluster = Cluster(file.parent.name)
        if not cluster.on_aws:
            if cluster.has_hosts():
                yield cluster.name, "", "", "hosts of your own", "", "", ""
        elif cluster.variables()["region"] in regions and cluster.identity not in shown:
            yield cluster.identity, cluster.variables()["region"], "", f"AWS has nothing left: deploy/bench down {cluster.name}", "", "", ""


def _hours(time):
    return time.total_seconds() / 3600


def _clock(time):
    if time < timedelta():
        return "overdue"
    return f"{int(_hours(time))} h {int(time.total_seconds() % 3600 // 60):02d} min"


def new_ends(hours, now):
    """Host -> the value of the tag with its end, after `extend`."""
    return lambda host: (now + timedelta(hours=hours + (MONITOR_EXTRA_HOURS if host == "monitor-1" else 0))).isoformat(timespec="seconds")
