"""What the playbooks decide with: which drives hold data, and whether a run fits the hosts."""

import math
import re
from pathlib import Path

import yaml

INSTANCE_STORE = "Amazon EC2 NVMe Instance Storage"
EBS = "Amazon Elastic Block Store"


def data_drives(lsblk, storage, by_id):
    """The drives for data, as stable paths in /dev/disk/by-id, in the order of their serials.

    Drives are known by what they are, never by the kernel's name, which changes with the order in which they are found.
    lsblk is the parsed output of `lsblk --json --bytes -o NAME,TYPE,MODEL,SERIAL,MOUNTPOINTS`; by_id maps kernel names to
    paths. The drive that holds the root file system is never one for data, whatever its model.
    """
    wanted = {"instance": INSTANCE_STORE, "ebs": EBS}[storage]
    drives = []
    for drive in lsblk["blockdevices"]:
        if drive["type"] != "disk" or _holds_system(drive):
            continue
        model, serial = (drive.get("model") or "").strip(), (drive.get("serial") or "").strip()
        if model == wanted or (storage == "instance" and serial.startswith("AWS")):
            if drive["name"] not in by_id:
                raise ValueError(f"{drive['name']} ({serial}) has no path in /dev/disk/by-id")
            drives.append((serial, by_id[drive["name"]]))
    return [path for _, path in sorted(drives)]


def _holds_system(device):
    points = [point for point in device.get("mountpoints") or [] if point]
    if any(point in ("/", "/boot", "/boot/efi", "[SWAP]") for point in points):
        return True
    return any(_holds_system(child) for child in device.get("children") or [])


def by_id_names(links):
    """Kernel name -> path, of lines `/dev/disk/by-id/LINK KERNEL-NAME`; the shortest NVMe link of a whole drive."""
    names = {}
    for line in sorted(links, key=len, reverse=True):
        link, _, name = line.partition(" ")
        if not re.search(r"-part\d+$", link) and not link.rsplit("/", 1)[-1].startswith(("nvme-eui.", "nvme-nvme.", "wwn-", "md-")):
            names[name] = link
    return names


def planned_runs(text):
    """The runs of `bin/benchmark plan`: seconds and bytes of each, replicas included; None for what is not known."""
    runs = []
    for line in text.splitlines()[1:]:
        cells = re.split(r" {2,}", line.strip())
        if len(cells) < 4 or not cells[0].isdigit():
            continue
        runs.append({"seconds": _seconds(cells[-2]), "bytes": _bytes(cells[-1])})
    return runs


def _seconds(text):
    text = text.removeprefix("<= ")
    if match := re.fullmatch(r"(\d+) h (\d+) min", text):
        return int(match[1]) * 3600 + int(match[2]) * 60
    if match := re.fullmatch(r"(?:(\d+):)?(\d+):(\d+)", text):
        return int(match[1] or 0) * 3600 + int(match[2]) * 60 + int(match[3])
    return None


def _bytes(text):
    match = re.fullmatch(r"([\d,.]+) (MiB|GiB)", text)
    return float(match[1].replace(",", "")) * {"MiB": 1 << 20, "GiB": 1 << 30}[match[2]] if match else None


def run_problems(runs, brokers, seconds_left, settings, retained=None):
    """Why a workload does not fit the cluster, as sentences; an empty list if it does.

    runs: of planned_runs. brokers: for each the bytes that are free for data; none of an external system. seconds_left: until the first host ends by
    itself, or None. settings: the variables of the cluster. retained: seconds or bytes for all brokers together that
    retention keeps at most, {"seconds": .., "bytes": ..}, either may be absent.
    """
    problems = []
    retained = retained or {}
    total = sum(run["seconds"] or 0 for run in runs)
    # Preparing, draining, settling, and time to fetch.
    needed = total * 1.05 + 900
    if seconds_left is not None and needed > seconds_left:
        problems.append(
            f"{len(runs)} runs take about {_clock(needed)} with what is around them, and the first host ends by itself in "
            f"{_clock(seconds_left)}: take fewer steps, or create the cluster with a larger expiry_hours"
        )
    if not brokers:
        return problems
    free = min(brokers)
    for number, run in enumerate(runs, 1):
        if not run["bytes"] or not run["seconds"]:
            continue
        rate = run["bytes"] / run["seconds"]
        kept = run["bytes"]
        if "seconds" in retained:
            # Segments go whole: one that is being written, and one that waits for the next look.
            kept = min(kept, rate * (retained["seconds"] + 900))
        if "bytes" in retained:
            kept = min(kept, retained["bytes"] * 1.1)
        each = kept / len(brokers)
        if each > free * 0.9:
            problems.append(
                f"run {number} writes {each / 1e9:,.0f} GB to each broker, of which {free / 1e9:,.0f} GB are free: full after "
                f"{_clock(free * 0.9 / (rate / len(brokers)))}; set retention, or take fewer or shorter steps"
            )
        if settings["system"] == "kafka" and len(brokers) > 1:
            problems += _flow_problems(number, rate, len(brokers), settings)
    return problems


def run_unknowns(runs, seconds_left):
    """What run_problems could not look at, as sentences; arguments as there."""
    unknowns = []
    endless = [str(number) for number, run in enumerate(runs, 1) if run["seconds"] is None]
    if endless and seconds_left is not None:
        unknowns.append(f"not checked: how long run {', '.join(endless)} takes is not known, and the first host ends by itself in {_clock(seconds_left)}")
    boundless = [str(number) for number, run in enumerate(runs, 1) if run["bytes"] is None or run["bytes"] and run["seconds"] is None]
    if boundless:
        unknowns.append(f"not checked: how much run {', '.join(boundless)} writes, and how fast, is not known: look at the drives")
    return unknowns


def _flow_problems(number, rate, brokers, settings):
    """A single flow has 5 Gbit/s in AWS, 10 in a cluster placement group; each replica fetcher is one."""
    flow = 10e9 if settings["placement_group"] else 5e9
    fetchers = settings["fetchers"]
    # rate counts all three replicas; two of them go over the network, evenly among the pairs.
    replicas = min(3, brokers)
    pair = rate * 8 * (replicas - 1) / replicas / (brokers * (brokers - 1))
    if pair > fetchers * flow * 0.9:
        return [
            f"run {number} replicates {pair / 1e9:.1f} Gbit/s from each broker to each other, over {fetchers} flow(s) of "
            f"{flow / 1e9:.0f} Gbit/s: the network would be the limit; raise num.replica.fetchers in kafka_settings"
            + ("" if settings["placement_group"] else ", and take placement_group = true")
        ]
    return []


def retention(workload, bytes_per_partition=0):
    """What retention keeps at most: of the workload, where every run has it, or of the cluster's settings."""
    found = {}
    if "retention" in workload:
        every = [workload["retention"]]
    else:
        every = [step.get("retention") for step in workload.get("steps") or []]
    if every and all(isinstance(one, dict) for one in every):
        if all("duration" in one for one in every):
            found["seconds"] = max(_duration(one["duration"]) for one in every)
        elif all("driveFill" in one or "duration" in one for one in every):
            # A share of the drives by definition: it fits.
            found["bytes"] = 0
    if bytes_per_partition and not found:
        partitions = workload.get("topics", 1) * workload.get("partitionsPerTopic", 1)
        found["bytes"] = int(bytes_per_partition) * partitions * 3
    return found


def _duration(text):
    match = re.fullmatch(r"([\d.]+)\s*(ms|s|m|h)", str(text))
    if not match:
        raise ValueError(f"not a duration: {text}")
    return float(match[1]) * {"ms": 0.001, "s": 1, "m": 60, "h": 3600}[match[2]]


def _clock(seconds):
    return f"{int(seconds // 3600)} h {int(seconds % 3600 // 60):02d} min"


def seconds_until(expiry, now):
    """From a host's time to the end that stands in its /etc/weir/expiry, both in seconds since 1970; None without an end."""
    return int(expiry) - int(now) if expiry.strip() else None


def expiry_problems(ends):
    """Of host -> seconds_until, where every host must end by itself."""
    return [
        f"{host} has no timer that ends it, and would be paid for without end: `down`, and `up` again"
        for host, seconds in sorted(ends.items())
        if seconds is None
    ]


def offset_microseconds(tracking):
    """How far a clock may be off, from `chronyc -c tracking`: offset, and the error bound of root delay and dispersion.

    Infinite if chrony gave no answer.
    """
    cells = tracking.strip().split(",")
    if len(cells) < 12:
        return math.inf
    offset, delay, dispersion = float(cells[4]), float(cells[10]), float(cells[11])
    return (abs(offset) + delay / 2 + dispersion) * 1e6


def clock_problems(offsets, limit_us):
    """Of host -> microseconds."""
    return [
        f"the error bound of {host}'s clock is {offset:,.0f} us, more than clock_offset_limit_us ({limit_us:,}): "
        f"see `chronyc tracking` on {host}, or raise clock_offset_limit_us"
        for host, offset in sorted(offsets.items())
        if offset > limit_us
    ]


def doctor_problems(text):
    """Of `bin/benchmark doctor`: what it finds wrong with the systems, a sentence each. Its part of this host has other judges."""
    problems = []
    for part in re.split(r"\n\s*\n", text):
        subject, *lines = part.splitlines() or [""]
        if subject.startswith("this host"):
            continue
        found = []
        for line in lines:
            outcome = re.match(r"  (ok  |warn|FAIL)  ", line)
            if outcome:
                found.append([outcome[1], line[8:]])
            elif found:
                found[-1].append(line)
        problems += [f"{subject}: {' '.join(' '.join(words).split())}" for outcome, *words in found if outcome == "FAIL"]
    return problems


def free_bytes(df):
    """Of `df --output=source,avail --block-size=1`: of all file systems together, each once."""
    spaces = dict(line.split() for line in df.splitlines()[1:])
    return sum(int(space) for space in spaces.values())


def driver_file(text, addresses, system, tls_folder, exporter=False, password="", follower_fetching=False):
    """A driver file that names this cluster's brokers and their exporters, its certificates where tls_folder is one, and the
    login of the user `weir` where there is a password.

    With follower_fetching, each worker's consumers name its own zone, which the worker has as the property zone.id.
    """
    driver = yaml.safe_load(text)
    if follower_fetching:
        consumer = {"client.rack": "{zone.id}", **_properties(driver.get("consumerConfig", ""))}
        driver["consumerConfig"] = "".join(f"{key}={value}\n" for key, value in consumer.items())
    common = _properties(driver.get("commonConfig", ""))
    common["bootstrap.servers"] = ",".join(f"{address}:9092" for address in addresses)
    if tls_folder:
        common["security.protocol"] = "SSL"
        common["ssl.truststore.type"] = "PEM"
        common["ssl.truststore.location"] = f"{tls_folder}/ca.pem"
        common["ssl.keystore.type"] = "PEM"
        common["ssl.keystore.location"] = f"{tls_folder}/client.pem"
    if password:
        common["security.protocol"] = "SASL_SSL" if tls_folder else "SASL_PLAINTEXT"
        common["sasl.mechanism"] = "SCRAM-SHA-512"
        login = "org.apache.kafka.common.security.scram.ScramLoginModule"
        common["sasl.jaas.config"] = f'{login} required username="weir" password="{password}";'
    driver["commonConfig"] = "".join(f"{key}={value}\n" for key, value in common.items())
    driver["brokerMetrics"] = [f"http://{address}:9100" for address in addresses]
    if exporter:
        driver["brokerMetrics"] += [f"http://{address}:9404/metrics" for address in addresses]
    if system == "redpanda":
        driver["adminHosts"] = ",".join(f"{address}:9644" for address in addresses)
        driver["brokerMetrics"] += [f"http://{address}:9644/public_metrics" for address in addresses]
    return yaml.safe_dump(driver, sort_keys=False)


def _properties(text):
    # A backslash at the end of a line continues it.
    lines = [line.strip() for line in re.sub(r"\\\n\s*", "", text).splitlines()]
    return dict(line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))


def differing(wanted, current):
    """The settings of wanted that current does not have; values are compared as the system prints them."""
    return {key: value for key, value in wanted.items() if _current(current.get(key), value) != _printed(value)}


def _current(printed, wanted):
    """rpk prints a list as YAML."""
    return yaml.safe_load(printed or "") if isinstance(wanted, list) else _printed(printed)


def scram_user(name, folder):
    """The arguments with which Kafka's `format` adds a user whose password is in the cluster's folder."""
    return ["--add-scram", f"SCRAM-SHA-512=[name={name},password={Path(folder, 'sasl', name).read_text()}]"]


def _printed(value):
    if isinstance(value, list):
        return value
    if isinstance(value, bool):
        return str(value).lower()
    return str(value).strip()


class FilterModule:
    def filters(self):
        return {
            "data_drives": data_drives,
            "by_id_names": by_id_names,
            "planned_runs": planned_runs,
            "run_problems": run_problems,
            "run_unknowns": run_unknowns,
            "retention": retention,
            "seconds_until": seconds_until,
            "expiry_problems": expiry_problems,
            "offset_microseconds": offset_microseconds,
            "clock_problems": clock_problems,
            "doctor_problems": doctor_problems,
            "free_bytes": free_bytes,
            "driver_file": driver_file,
            "differing": differing,
            "scram_user": scram_user,
        }
