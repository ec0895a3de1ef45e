"""What an AWS account and region have room for: looked at before anything is created."""

import itertools
import math
import re
import typing

from bench import external
from bench.problem import Problem

# AWS counts vCPUs over all instance types of these families together, on demand and spot apart.
STANDARD_FAMILIES = re.compile(r"([acdhmrtz]|i[ms]?)\d")
VCPU_QUOTAS = {False: ("L-1216C47A", "Running On-Demand Standard instances"), True: ("L-34B43A08", "All Standard Spot Instance Requests")}
VPC_QUOTA = ("L-F678F1CE", "VPCs per Region")


class Account:
    """One region of the account that the credentials belong to."""

    def __init__(self, region):
        import boto3  # slow to load, and only needed here

        self.region = region
        self.ec2 = boto3.client("ec2", region_name=region)
        self.quotas = boto3.client("service-quotas", region_name=region)
        self.unchecked = []

    def types(self, names):
        """What AWS says of these instance types, by name."""
        from botocore.exceptions import ClientError

        try:
            pages = self.ec2.get_paginator("describe_instance_types").paginate(InstanceTypes=sorted(names))
            return {about["InstanceType"]: about for page in pages for about in page["InstanceTypes"]}
        except ClientError as e:
            raise Problem(f"AWS does not describe {', '.join(sorted(names))} in {self.region}: {e}", 2) from None

    def zones(self, values):
        """The zones to try, which offer all types of the cluster: with several zones, as many with commas between them."""
        types = set(kinds(values))
        offered = None
        for kind in types:
            pages = self.ec2.get_paginator("describe_instance_type_offerings").paginate(
                LocationType="availability-zone", Filters=[{"Name": "instance-type", "Values": [kind]}]
            )
            here = {offer["Location"] for page in pages for offer in page["InstanceTypeOfferings"]}
            offered = here if offered is None else offered & here
        wanted, count = values["availability_zone"], values["zones"]
        if values["subnet_id"]:
            subnet = self._zone_of(values["subnet_id"])
            if wanted not in ("", subnet):
                raise Problem(f"{values['cluster']}: subnet_id {values['subnet_id']} is in {subnet}, and availability_zone is {wanted}: take one of them away", 2)
            wanted = subnet
        if wanted:
            fit = [wanted] if set(wanted.split(",")) <= offered else []
        else:
            fit = [",".join(zones) for zones in itertools.combinations(sorted(offered), count)]
        if not fit:
            raise Problem(
                f"{values['cluster']}: AWS offers {', '.join(sorted(types))} together in {', '.join(sorted(offered)) or 'no zone'} of "
                f"{self.region}" + (f", and the hosts must be in {wanted}" if wanted else f", and zones is {count}" if count > 1 else "")
                + ": take other types or another region",
                2,
            )
        return fit

    def _zone_of(self, subnet):
        from botocore.exceptions import ClientError

        try:
            return self.ec2.describe_subnets(SubnetIds=[subnet])["Subnets"][0]["AvailabilityZone"]
        except ClientError as e:
            raise Problem(f"subnet_id: AWS does not describe {subnet} in {self.region}: {e}", 2) from None

    def problems(self, clusters, own=()):
        """Why these clusters do not fit, as sentences. own: values of the tag weir whose hosts are counted in clusters already."""
        about = self.types({kind for values in clusters for kind in kinds(values)})
        problems = []
        for values in clusters:
            apart = [kind for kind in sorted(set(kinds(values))) if "cluster" not in about[kind]["PlacementGroupInfo"]["SupportedStrategies"]]
            if values["placement_group"] and apart:
                problems.append(f"{values['cluster']}: AWS puts no {', '.join(apart)} into a cluster placement group: take other types, or placement_group = false")
        return problems + self._vcpu_problems(clusters, about, own) + self._network_problems(clusters, own)

    def _vcpu_problems(self, clusters, about, own):
        problems = []
        others = [one for one in self._instances() if _tag(one) not in own]
        known = {**about, **self.types(missing)} if (missing := {one["InstanceType"] for one in others} - about.keys()) else about
        for spot, (code, name) in VCPU_QUOTAS.items():
            needed = sum(_vcpus(about[kind]) for values in clusters if values["spot"] == spot for kind in kinds(values))
            if not needed:
                continue
            used = sum(_vcpus(known[one["InstanceType"]]) for one in others if (one.get("InstanceLifecycle") == "spot") == spot)
            quota = self._quota("ec2", code, name)
            if needed + used > quota:
                problems.append(
                    f"{', '.join(values['cluster'] for values in clusters)}: {needed} vCPUs are needed, {used} are in use in {self.region}, "
                    f"and the quota \"{name}\" ({code}) is {quota:,.0f}: ask AWS for more (Service Quotas), or take smaller or fewer hosts"
                )
        return problems

    def _network_problems(self, clusters, own):
        networks = [one for page in self.ec2.get_paginator("describe_vpcs").paginate() for one in page["Vpcs"]]
        used = sum(_tag(one) not in own for one in networks)
        clusters = [values for values in clusters if not values["subnet_id"]]
        code, name = VPC_QUOTA
        quota = self._quota("vpc", code, name)
        if clusters and used + len(clusters) > quota:
            return [
                f"{', '.join(values['cluster'] for values in clusters)}: {len(clusters)} VPC(s) are needed, {used} exist in {self.region}, and the "
                f"quota \"{name}\" ({code}) is {quota:,.0f}: ask AWS for more (Service Quotas), or delete one"
            ]
        return []

    def _instances(self):
        """All that count: of everybody in the account."""
        states = [{"Name": "instance-state-name", "Values": ["pending", "running"]}]
        pages = self.ec2.get_paginator("describe_instances").paginate(Filters=states)
        return [one for page in pages for reservation in page["Reservations"] for one in reservation["Instances"]]

    def _quota(self, service, code, name):
        from botocore.exceptions import ClientError

        try:
            return self.quotas.get_service_quota(ServiceCode=service, QuotaCode=code)["Quota"]["Value"]
        except ClientError as e:
            self.unchecked.append(f"not checked: the quota \"{name}\" ({code}) of {self.region}: {e.response['Error']['Code']}")
            return math.inf


def kinds(values):
    """The instance type of each host."""
    brokers = [] if values["system"] == external.NAME else [values["broker_type"]] * values["broker_count"]
    return brokers + [values["client_type"]] * values["client_count"] + [values["monitor_type"]]


def drive_bytes(values, about):
    """The space for data on each broker. about: what AWS says of its instance type."""
    if values["storage"] == "ebs":
        count = values["ebs_volume_count"]
        drives = count * values["ebs_volume_gib"] * 2**30
    else:
        store = about.get("InstanceStorageInfo", {})
        count = sum(disk["Count"] for disk in store.get("Disks", []))
        drives = store.get("TotalSizeInGB", 0) * 1e9
    if count and values["system"] == "kafka" and values["kafka_metadata"] == "own":
        # The last of equal drives holds no topics.
        drives -= drives / count
    return drives * (100 - values["overprovisioning_percent"]) / 100


class Broker(typing.NamedTuple):
    """What AWS says of the instance type of the brokers: its space for data, and its network, None where AWS does not say."""

    drive_bytes: float
    baseline_gbits: float | None
    peak_gbits: float | None


def room(all_values, clusters):
    """Checks all clusters of an `up` together; returns for each the zones to try and the Broker, None where there are none."""
    from botocore.exceptions import BotoCoreError, ClientError

    found, problems = [], []
    try:
        for region in dict.fromkeys(values["region"] for values in all_values):
            account = Account(region)
            here = [values for values in all_values if values["region"] == region]
            own = {cluster.identity for cluster in clusters if cluster.on_aws}
            problems += account.problems(here, own)
            for line in account.unchecked:
                print(line)
        for values in all_values:
            account = Account(values["region"])
            broker = None
            if values["system"] != external.NAME:
                about = account.types({values["broker_type"]})[values["broker_type"]]
                card = (about.get("NetworkInfo", {}).get("NetworkCards") or [{}])[0]
                broker = Broker(drive_bytes(values, about), card.get("BaselineBandwidthInGbps"), card.get("PeakBandwidthInGbps"))
            if broker and not broker.drive_bytes and values["kafka_metadata"] == "own":
                problems.append(f"{values['cluster']}: kafka_metadata own takes the last data drive, and {values['broker_type']} has no other: take kafka_metadata = root")
            elif broker and not broker.drive_bytes:
                problems.append(f"{values['cluster']}: {values['broker_type']} has no drives of its own: take storage = ebs, or a broker_type such as i3en.6xlarge")
            found.append((account.zones(values), broker))
    except (BotoCoreError, ClientError) as e:
        raise Problem(f"AWS does not answer, nothing was created: {e}") from None
    if problems:
        raise Problem("\n".join(problems), 2)
    return found


def _vcpus(about):
    return about["VCpuInfo"]["DefaultVCpus"] if STANDARD_FAMILIES.match(about["InstanceType"]) else 0


def _tag(one):
    return next((tag["Value"] for tag in one.get("Tags", []) if tag["Key"] == "weir"), None)
