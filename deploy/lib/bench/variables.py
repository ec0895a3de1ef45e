"""The variables of a cluster: reads profiles and --set, and refuses what is not in deploy/variables.yaml."""

import difflib
import ipaddress
import re
from pathlib import Path

import yaml

from bench.external import NAME as EXTERNAL
from bench.external import describes_brokers
from bench.problem import Problem

DEPLOY = Path(__file__).resolve().parents[2]
PROFILES = DEPLOY / "profiles"


class Variables:
    """All that is declared, with names, defaults and limits."""

    def __init__(self, path=DEPLOY / "variables.yaml"):
        self.declared = yaml.safe_load(path.read_text())

    def effective(self, sources):
        """Defaults under the sources' values, later sources first; sources are (where, {name: value}).

        All problems are told at once.
        """
        values = {name: about["default"] for name, about in self.declared.items() if "default" in about}
        problems = []
        for where, given in sources:
            for name, value in given.items():
                problem = self._problem(name, value)
                if problem:
                    problems.append(f"{where}: {problem}")
                else:
                    values[name] = value
        problems += [
            f"{name} is missing ({about['says']}): give it with --set {name}=VALUE or in the profile"
            for name, about in self.declared.items()
            if name not in values and not any(name in given for _, given in sources)
        ]
        if values.get("system") == EXTERNAL:
            values = {name: value for name, value in values.items() if not describes_brokers(name)}
            given = sorted({name for _, given in sources for name in given if name in self.declared and describes_brokers(name)})
            if given:
                problems.append(f"system external has its own brokers: take away {', '.join(given)}, which would change nothing")
        if not problems:
            problems = contradictions(values)
        if problems:
            raise Problem("\n".join(problems), status=2)
        return values

    def for_reader(self, reader, values):
        """With the defaults of those that the cluster does not have: a playbook reads more names than it uses."""
        defaults = {name: about["default"] for name, about in self.declared.items() if "default" in about}
        return {name: value for name, value in {**defaults, **values}.items() if reader in self.declared[name]["to"]}

    def kept(self, before, after, command):
        """What hosts that were set up with the values before keep, although those after say otherwise: a sentence each."""
        return [
            f"{name} stays {before[name]} {REMEDIES[until]}"
            for name, value in after.items()
            if (until := self._until(name, before.get(name), value)) not in (None, command) and self._stays(name, before.get(name, value), value)
        ]

    def _until(self, name, *values):
        about = self.declared[name]
        if about.get("fixed") in values:
            return "down"
        return about.get("until") or ("up" if "terraform" in about["to"] else None)

    def _stays(self, name, before, after):
        if isinstance(before, dict):
            return not before.keys() <= after.keys()
        return before != after and before == self.declared[name].get("once", before)

    def _problem(self, name, value):
        about = self.declared.get(name)
        if about is None:
            near = difflib.get_close_matches(name, self.declared, 1, 0.5)
            return f"there is no variable {name}" + (f": did you mean {near[0]}?" if near else "")
        default = about.get("default", "")
        kind = type(default)
        if type(value) is not kind:
            return f"{name} must be {KINDS[kind]}, got {value!r}"
        if "allowed" in about and value not in about["allowed"]:
            return f"{name} must be one of {', '.join(about['allowed'])}, got {value}"
        if "matches" in about and not re.fullmatch(about["matches"], value):
            return f"{name} must match {about['matches']}, got {value}: {about['says']}"
        if kind is int and not about.get("least", value) <= value <= about.get("most", value):
            return f"{name} must be in [{about.get('least', '')}, {about.get('most', '')}], got {value}"
        return None


REMEDIES = {
    "up": "until you say it to `up`",
    "reset": "until you say it to `reset`, which deletes the brokers' data",
    "down": "until `down`, which ends the cluster; `up --set cluster=NAME` makes another beside it",
}
KINDS = {str: "a text", int: "a whole number", bool: "true or false", dict: "a mapping", list: "a list"}


def contradictions(values):
    """What is allowed by itself, and cannot be together."""
    problems = _address_problems(values)
    if values["system"] == EXTERNAL:
        return problems
    if values["subnet_id"] or values["security_group_ids"]:
        problems.append("subnet_id, security_group_ids: only for system external; brokers of this bench have a VPC of their own")
    if values["system"] == "redpanda" and values["layout"] == "jbod" and values["storage"] != "directory":
        problems.append("layout jbod: Redpanda keeps its data in one directory; take layout raid0 (for Kafka, too, to compare)")
    if values["storage"] == "ebs":
        problems += _volume_problems(values)
        if values["kafka_metadata"] == "own" and values["ebs_volume_count"] < 2:
            problems.append("kafka_metadata own: the last data drive holds no topics, so ebs_volume_count must be at least 2, got 1")
    version, archive = values["kafka_version"], values["kafka_archive"]
    if values["system"] == "kafka" and version not in archive:
        problems.append(f"kafka_version is {version} and kafka_archive is {archive}: give both, and kafka_archive_sha512")
    known = {line for line in (DEPLOY / "kafka-settings.txt").read_text().splitlines() if not line.startswith("#")}
    if "metadata.log.dir" in values["kafka_settings"]:
        problems.append("kafka_settings: metadata.log.dir would be a folder that the unit may not write: take kafka_metadata = root")
    for setting in values["kafka_settings"]:
        if setting not in known and not setting.startswith("listener.name."):
            near = difflib.get_close_matches(setting, known, 1)
            problems.append(f"kafka_settings: Kafka has no setting {setting}" + (f": did you mean {near[0]}?" if near else ""))
    for system in ("kafka", "redpanda"):
        for setting, value in values[f"{system}_settings"].items():
            if not isinstance(value, (str, int, float, bool)):
                problems.append(f"{system}_settings.{setting} must be a text, a number, true or false, got {value!r}")
    return problems


def _address_problems(values):
    """Of what every cluster has, with brokers and without."""
    problems = []
    if values["results_s3"] and values.get("storage") != "directory" and not values["instance_profile"]:
        problems.append("results_s3: the monitoring host may not write there: name an IAM instance profile with instance_profile")
    if values["results_s3"] and values["image_family"] == "ubuntu-24.04" and not values["image_id"]:
        problems.append("results_s3: Ubuntu 24.04 has no package of the AWS command line: take image_family debian-12, or an image_id that has it")
    problems += _zone_problems(values)
    if values["security_group_ids"] and not values["subnet_id"]:
        problems.append("security_group_ids: they belong to a VPC that exists: name a subnet of it with subnet_id")
    if not values["public_address"] and not values["subnet_id"]:
        problems.append("public_address: in a VPC of its own a host is reached at its public address alone: take true, or name a subnet_id")
    try:
        ipaddress.ip_network(values.get("ssh_from", "10.0.0.0/24"))
    except ValueError as e:
        problems.append(f"ssh_from: {e}")
    return problems


def _zone_problems(values):
    zones, named = values["zones"], [zone for zone in values["availability_zone"].split(",") if zone]
    if named and (len(named) != zones or len(set(named)) != zones):
        yield f"availability_zone: {values['availability_zone']} is not as many different zones as zones says, which is {zones}"
    if zones == 1:
        return
    if values["system"] == EXTERNAL:
        yield f"zones: system external makes no brokers that could be spread over {zones} zones: take zones = 1"
        return
    if values["placement_group"]:
        yield f"placement_group: a cluster placement group lies in one zone, and zones is {zones}: take placement_group = false"
    if values["broker_count"] % zones:
        fitting = max(zones, values["broker_count"] // zones * zones)
        yield f"broker_count: {values['broker_count']} brokers do not spread evenly over {zones} zones: take {fitting} or {fitting + zones}"


# Operations per second for each GiB, as AWS documents them.
VOLUME_IOPS_PER_GIB = {"gp3": 500, "io2": 1000}
GP3_IOPS_PER_MIB_PER_SECOND = 4


def _volume_problems(values):
    kind, gib, iops = values["ebs_volume_type"], values["ebs_volume_gib"], values["ebs_volume_iops"]
    most = gib * VOLUME_IOPS_PER_GIB[kind]
    if iops > most:
        yield f"ebs_volume_iops: {kind} of {gib} GiB has at most {most}, got {iops}; a larger ebs_volume_gib has more"
    rate, most = values["ebs_volume_mib_per_second"], iops // GP3_IOPS_PER_MIB_PER_SECOND
    if kind == "gp3" and rate > most:
        yield f"ebs_volume_mib_per_second: gp3 with {iops} ebs_volume_iops has at most {most}, got {rate}"


def profile(name):
    """A profile's values, by the name of its file or by path."""
    path = Path(name) if "/" in name else PROFILES / f"{name}.yaml"
    try:
        values = yaml.safe_load(path.read_text())
    except FileNotFoundError:
        known = sorted(p.stem for p in PROFILES.glob("*.yaml"))
        near = difflib.get_close_matches(name, known, 1)
        raise Problem(
            f"there is no profile {name}" + (f": did you mean {near[0]}?" if near else f"; there are {', '.join(known)}"), 2
        ) from None
    except yaml.YAMLError as e:
        raise Problem(f"{path}: {e}", 2) from None
    if not isinstance(values, dict):
        raise Problem(f"{path}: a profile is a mapping of variables", 2)
    return str(path), {"cluster": path.stem, **values}


def settings(pairs):
    """--set NAME=VALUE; the value is YAML, so that 3, true and {a: 1} are what they look like. NAME.KEY=VALUE is not one."""
    values = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals:
            raise Problem(f"--set takes NAME=VALUE, got {pair}", 2)
        try:
            values[name] = yaml.safe_load(text) if text else ""
        except yaml.YAMLError:
            values[name] = text
    return "--set", values


def effective(name, pairs, own_hosts=False):
    """All variables of a profile under those of --set."""
    where, values = profile(name)
    what, given = settings(pairs)
    if "system" in values and given.get("system", values["system"]) != values["system"]:
        raise Problem(f"{where} is a profile of {values['system']}, and --set says {given['system']}: take another profile", 2)
    if "system" not in values and "system" in given:
        values["cluster"] = f"{given['system']}-{values['cluster']}"
    if own_hosts:
        # bench opens no firewall there.
        given.setdefault("ssh_from", "127.0.0.1/32")
    return Variables().effective([(where, values), (what, given)])


def table(variables):
    """The variables as Markdown."""
    lines = ["| variable | default | what it is |", "|---|---|---|"]
    for name, about in variables.declared.items():
        default = about.get("default")
        if default is None:
            shown = "must be given"
        elif default == "":
            shown = "empty"
        elif isinstance(default, dict):
            shown = "`" + ", ".join(f"{k}: {str(v).lower()}" for k, v in default.items()) + "`"
        else:
            shown = f"`{str(default).lower() if isinstance(default, bool) else default}`"
        if name.endswith("_sha512"):
            shown = f"`{default[:8]}...`"
        says = about["says"]
        if "allowed" in about:
            says += " (" + ", ".join(f"`{value}`" for value in about["allowed"]) + ")"
        elif "least" in about:
            says += f" ({about['least']} to {about['most']})" if "most" in about else f" (at least {about['least']})"
        if "until" in about:
            stays = "its names stay" if isinstance(default, dict) else f"`{str(about['once']).lower()}` stays" if "once" in about else "stays"
            says += f"; {stays} until `{about['until']}`" + (f", `{about['fixed']}` until `down`" if "fixed" in about else "")
        lines.append(f"| `{name}` | {shown} | {says} |")
    return lines
