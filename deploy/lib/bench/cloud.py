"""AWS: creates a cluster's hosts with Terraform, destroys them, and looks whether anything is left."""

import json
import os
import shutil
import subprocess
import sys
import time

from bench import process
from bench.problem import Problem
from bench.variables import DEPLOY, Variables

TERRAFORM_LIMIT_SECONDS = 1800
# When it is told to end, the provider drops the calls that it waits for, and an instance that AWS makes all the same is in no
# state: what has begun to create gets through.
CREATE_LIMIT_SECONDS = 120
# How long AWS may take to forget what was destroyed.
GONE_LIMIT_SECONDS = int(os.environ.get("WEIR_GONE_LIMIT_SECONDS", "300"))

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


class Cloud:
    def __init__(self, cluster):
        self.cluster = cluster

    @staticmethod
    def check():
        """Whether there is what everything else needs; creates nothing."""
        import boto3

        if not shutil.which("terraform"):
            raise Problem("there is no terraform: install 1.9 or newer, or give hosts of your own with --hosts", 2)
        try:
            credentials = boto3.Session().get_credentials()
        except Exception as e:  # botocore has no common one: a missing profile, a broken file
            raise Problem(f"AWS credentials: {e}", 2) from None
        if credentials is None:
            raise Problem("there are no AWS credentials: set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY", 2)

    def create(self, values):
        """Plans first; what the plan refuses was not created."""
        given = {**Variables().for_reader("terraform", values), "ssh_public_key": self.cluster.make_key()}
        tfvars = self.cluster.folder / "terraform.tfvars.json"
        tfvars.write_text(json.dumps(given, indent=1) + "\n")
        self._initialise()
        plan = self.cluster.folder / "plan"
        self._terraform("plan", "-input=false", f"-var-file={tfvars}", f"-out={plan}")
        try:
            self._terraform("apply", "-input=false", str(plan), finish=CREATE_LIMIT_SECONDS)
        except BaseException:
            print(f"what was created so far is paid for until deploy/bench down {self.cluster.name}", file=sys.stderr)
            raise
        plan.unlink()
        self.cluster.write_inventory(json.loads(self._terraform("output", "-json", "inventory", quiet=True)))

    def destroy(self):
        self._initialise()
        tfvars = self.cluster.folder / "terraform.tfvars.json"
        self._terraform("destroy", "-input=false", "-auto-approve", f"-var-file={tfvars}")

    def left(self, limit=GONE_LIMIT_SECONDS):
        """What AWS still has with the cluster's tag, waiting until what is being terminated is gone."""
        from botocore.exceptions import BotoCoreError, ClientError

        deadline = time.monotonic() + limit
        while True:
            try:
                left = self._tagged()
            except (BotoCoreError, ClientError) as e:
                raise Problem(f"AWS does not say what is left with the tag weir={self.cluster.name}: {e}") from None
            if not left or time.monotonic() > deadline:
                return left
            time.sleep(5)

    def _tagged(self):
        import boto3  # slow to load, and only needed here

        values = self.cluster.variables()
        ec2 = boto3.client("ec2", region_name=values["region"])
        of_cluster = [{"Name": "tag:weir", "Values": [self.cluster.name]}]
        left = []
        for kind, (call, key, identity) in KINDS.items():
            if kind == "placement-group" and not values["placement_group"]:
                continue
            for page in _pages(ec2, call, of_cluster):
                left += [f"{kind} {found[identity]}" for found in page[key]]
        for page in ec2.get_paginator("describe_instances").paginate(Filters=of_cluster):
            instances = [instance for reservation in page["Reservations"] for instance in reservation["Instances"]]
            # One that was terminated can be seen for an hour, and costs nothing.
            left += [f"instance {one['InstanceId']}" for one in instances if one["State"]["Name"] != "terminated"]
        # And whatever has the tag of a kind that we do not make.
        for page in ec2.get_paginator("describe_tags").paginate(Filters=of_cluster):
            left += [f"{tag['ResourceType']} {tag['ResourceId']}" for tag in page["Tags"] if tag["ResourceType"] not in (*KINDS, "instance")]
        return sorted(left)

    def _initialise(self):
        plugins = [f"-plugin-dir={os.environ['TF_PLUGIN_DIR']}"] if os.environ.get("TF_PLUGIN_DIR") else []
        backend = f"-backend-config=path={self.cluster.state}"
        self._terraform("init", "-input=false", "-reconfigure", backend, *plugins, quiet=True)

    def _terraform(self, command, *arguments, quiet=False, finish=0):
        environment = {**os.environ, "TF_DATA_DIR": str(self.cluster.folder / "terraform"), "TF_IN_AUTOMATION": "1"}
        try:
            done = process.run(
                ["terraform", f"-chdir={DEPLOY / 'terraform'}", command, "-no-color", *arguments],
                TERRAFORM_LIMIT_SECONDS,
                finish,
                env=environment,
                text=True,
                stdout=subprocess.PIPE if quiet else None,
                stderr=subprocess.PIPE if quiet else None,
            )
        except FileNotFoundError:
            raise Problem("there is no terraform: install 1.9 or newer", 2) from None
        except subprocess.TimeoutExpired:
            raise Problem(f"terraform {command} took longer than {TERRAFORM_LIMIT_SECONDS} s") from None
        if done.returncode != 0:
            raise Problem(f"terraform {command} failed{': ' + done.stderr.strip() if quiet else ''}")
        return done.stdout


def _pages(ec2, call, filters):
    if ec2.can_paginate(call):
        return ec2.get_paginator(call).paginate(Filters=filters)
    return [getattr(ec2, call)(Filters=filters)]
