"""What a cluster costs, before it exists."""

import yaml

from bench import external
from bench.problem import Problem
from bench.variables import DEPLOY

HOURS_OF_A_MONTH = 730
# The monitoring host has the results and ends so much later than the others; Terraform's nodes.tf says the same.
MONITOR_EXTRA_HOURS = 24
ROOT_DRIVE_GIB = 50


def prices(path=DEPLOY / "prices.yaml"):
    return yaml.safe_load(path.read_text())


class Cost:
    """Dollars an hour, host by host and volume by volume."""

    def __init__(self, values):
        known = prices()
        self.hours = values["expiry_hours"]
        self.elsewhere = values["region"] != known["region"]
        self.spot = values["spot"]
        self.external = values["system"] == external.NAME
        self.unknown = []
        self.lines = []
        hosts = 0
        root = volume_hourly("gp3", ROOT_DRIVE_GIB, 0, 0, known["volumes"])
        address = address_hourly(known) if values.get("public_address", True) else 0
        self.monitor_hourly = address + root + known["types"].get(values["monitor_type"], 0)
        brokers = [] if values["system"] == external.NAME else [("broker", values["broker_count"])]
        for role, count in (*brokers, ("client", values["client_count"]), ("monitor", 1)):
            kind = values[f"{role}_type"]
            hosts += count
            if kind in known["types"]:
                self.lines.append((f"{count} x {role} {kind}", count * known["types"][kind]))
            else:
                self.unknown.append(kind)
        if address:
            self.lines.append((f"{hosts} x public address", hosts * address))
        if values.get("storage") == "ebs":
            count = values["broker_count"] * values["ebs_volume_count"]
            kind = values["ebs_volume_type"]
            about = (values[f"ebs_volume_{what}"] for what in ("gib", "iops", "mib_per_second"))
            self.lines.append((f"{count} x {kind} {values['ebs_volume_gib']} GiB", count * volume_hourly(kind, *about, known["volumes"])))
        self.lines.append((f"{hosts} x root drive {ROOT_DRIVE_GIB} GiB", hosts * root))

    @property
    def hourly(self):
        return sum(dollars for _, dollars in self.lines)

    def most(self, hours):
        """Dollars until all hosts have ended, if they end so many hours from now."""
        return self.hourly * hours + self.monitor_hourly * MONITOR_EXTRA_HOURS

    def text(self):
        width = max(len(what) for what, _ in self.lines) + 2
        rows = [f"{what:<{width}}{dollars:>9.2f} $/h" for what, dollars in self.lines]
        rows.append(f"{'together':<{width}}{self.hourly:>9.2f} $/h")
        rows.append(
            f"at most {self.most(self.hours):.2f} $: all hosts end by themselves after {self.hours} hours, the monitoring host, which has "
            f"the results, {MONITOR_EXTRA_HOURS} hours later"
        )
        if self.elsewhere:
            rows.append("these are the prices of us-east-1; other regions differ by some percent")
        if self.external:
            rows.append("not in it: the external system, and traffic to it that leaves the zone")
        if self.spot:
            rows.append("these are prices on demand; spot instances cost less")
        if self.unknown:
            rows.append(f"not in it, because deploy/prices.yaml does not have it: {', '.join(self.unknown)}")
        return "\n".join(rows)

    def check(self, accepted):
        if self.unknown and not accepted:
            raise Problem(
                f"deploy/prices.yaml has no price of {', '.join(self.unknown)}: add it, or say --unknown-cost", status=2
            )


def address_hourly(known):
    return known["public_address"]


def volume_hourly(kind, gib, iops, mib_per_second, volumes):
    """Dollars an hour of an EBS volume; what gp3 has without extra charge costs nothing."""
    if kind == "io2":
        month = gib * volumes["io2_gib_month"] + iops * volumes["io2_iops_month"]
    else:
        month = (
            gib * volumes["gp3_gib_month"]
            + max(0, iops - 3000) * volumes["gp3_iops_month"]
            + max(0, mib_per_second - 125) * volumes["gp3_mib_per_second_month"]
        )
    return month / HOURS_OF_A_MONTH
