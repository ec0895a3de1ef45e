"""What AWS has with a cluster's tag, whatever Terraform knows of it: lists it, and deletes it."""

import time

from bench.problem import Problem

# How often AWS is asked, and how long it may take to terminate instances before what they use can be deleted.
PAUSE_SECONDS = 5
TERMINATE_LIMIT_SECONDS = 600

# Kind -> the call that lists it, its list in the answer, its name there. Tags alone are no proof that something exists.
KINDS = {
    "volume": ("describe_volumes", "Volumes", "VolumeId"),
    "snapshot": ("describe_snapshots", "Snapshots", "SnapshotId"),
    "vpc": ("describe_vpcs", "Vpcs", "VpcId"),
    "subnet": ("describe_subnets", "Subnets", "SubnetId"),
    "internet-gateway": ("describe_internet_gateways", "InternetGateways", "InternetGatewayId"),
    "route-table": ("describe_route_tables", "RouteTables", "RouteTableId"),
    "security-group": ("describe_security_groups", "SecurityGroups", "GroupId"),
    "security-group-rule": ("describe_security_group_rules", "SecurityGroupRules", "SecurityGroupRuleId"),
    "network-interface": ("describe_network_interfaces", "NetworkInterfaces", "NetworkInterfaceId"),
    "key-pair": ("describe_key_pairs", "KeyPairs", "KeyName"),
    "placement-group": ("describe_placement_groups", "PlacementGroups", "GroupName"),
}

# Of an instance: the hours of its timer from its launch on, as Terraform's nodes.tf has it, and its end after `extend`.
EXPIRY_HOURS, EXPIRES = "weir-expiry-hours", "weir-expires"


def tags(one):
    return {tag["Key"]: tag["Value"] for tag in one.get("Tags", [])}


class Tagged:
    """Everything in one region with one value of the tag weir."""

    def __init__(self, region, identity):
        import boto3  # slow to load, and only needed here

        self.ec2 = boto3.client("ec2", region_name=region)
        self.identity = identity
        self.filters = [{"Name": "tag:weir", "Values": [identity]}]

    def left(self):
        """Names of everything that exists, each with its kind; without terminated instances, which cost nothing."""
        left = [f"{kind} {found[identity]}" for kind, (_, _, identity) in KINDS.items() for found in self._found(kind)]
        left += [f"instance {one['InstanceId']}" for one in self.instances()]
        # And whatever has the tag of a kind that we do not make.
        for page in self.ec2.get_paginator("describe_tags").paginate(Filters=self.filters):
            left += [f"{tag['ResourceType']} {tag['ResourceId']}" for tag in page["Tags"] if tag["ResourceType"] not in (*KINDS, "instance")]
        return sorted(left)

    def instances(self):
        found = []
        for page in self.ec2.get_paginator("describe_instances").paginate(Filters=self.filters):
            found += [instance for reservation in page["Reservations"] for instance in reservation["Instances"]]
        return [one for one in found if one["State"]["Name"] != "terminated"]

    def alive(self):
        """The hosts that AWS still runs, named as in the inventory."""
        return list(self._alive())

    def _alive(self):
        running = [one for one in self.instances() if one["State"]["Name"] in ("pending", "running") and "Name" in tags(one)]
        return {tags(one)["Name"].removeprefix(f"{self.identity}-"): one["InstanceId"] for one in running}

    def tag_ends(self, end_of):
        for host, instance in self._alive().items():
            self.ec2.create_tags(Resources=[instance], Tags=[{"Key": EXPIRES, "Value": end_of(host)}])

    def volumes(self):
        return self._found("volume")

    def destroy(self):
        """Deletes everything in the order in which AWS allows it."""
        instances = [one["InstanceId"] for one in self.instances()]
        if instances:
            self.ec2.terminate_instances(InstanceIds=instances)
            deadline = time.monotonic() + TERMINATE_LIMIT_SECONDS
            while self.instances():
                if time.monotonic() > deadline:
                    raise Problem(f"AWS did not terminate {', '.join(instances)} within {TERMINATE_LIMIT_SECONDS} s: say the command again")
                time.sleep(PAUSE_SECONDS)
        for volume in self._found("volume"):
            self.ec2.delete_volume(VolumeId=volume["VolumeId"])
        for key in self._found("key-pair"):
            self.ec2.delete_key_pair(KeyName=key["KeyName"])
        for group in self._found("placement-group"):
            self.ec2.delete_placement_group(GroupName=group["GroupName"])
        for group in self._found("security-group"):
            # AWS deletes the default group together with its network.
            if group["GroupName"] != "default":
                self.ec2.delete_security_group(GroupId=group["GroupId"])
        for gateway in self._found("internet-gateway"):
            for attached in gateway["Attachments"]:
                self.ec2.detach_internet_gateway(InternetGatewayId=gateway["InternetGatewayId"], VpcId=attached["VpcId"])
            self.ec2.delete_internet_gateway(InternetGatewayId=gateway["InternetGatewayId"])
        for table in self._found("route-table"):
            for association in table["Associations"]:
                self.ec2.disassociate_route_table(AssociationId=association["RouteTableAssociationId"])
            self.ec2.delete_route_table(RouteTableId=table["RouteTableId"])
        for subnet in self._found("subnet"):
            self.ec2.delete_subnet(SubnetId=subnet["SubnetId"])
        for network in self._found("vpc"):
            self.ec2.delete_vpc(VpcId=network["VpcId"])

    def _found(self, kind):
        call, key, _ = KINDS[kind]
        given = {"Filters": self.filters}
        if kind == "snapshot":
            # Without an owner, AWS goes through the public snapshots of all accounts, which takes minutes.
            given["OwnerIds"] = ["self"]
        if self.ec2.can_paginate(call):
            return [one for page in self.ec2.get_paginator(call).paginate(**given) for one in page[key]]
        return getattr(self.ec2, call)(**given)[key]


def everything(region):
    """The values of the tag weir of which anything is left in a region, each with its owner, what is left, and its Tagged."""
    import boto3

    ec2 = boto3.client("ec2", region_name=region)
    identities, owners = {}, {}
    for key, kept in (("weir", identities), ("weir-owner", owners)):
        for page in ec2.get_paginator("describe_tags").paginate(Filters=[{"Name": "key", "Values": [key]}]):
            kept |= {tag["ResourceId"]: tag["Value"] for tag in page["Tags"]}
    found = {}
    for identity in sorted(set(identities.values())):
        # AWS keeps the tags of a terminated instance for an hour.
        tagged = Tagged(region, identity)
        if left := tagged.left():
            resources = [resource for resource, value in identities.items() if value == identity]
            found[identity] = next((owners[one] for one in resources if one in owners), "unknown"), left, tagged
    return found
