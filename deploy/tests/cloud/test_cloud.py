"""bench up and down."""

import json
import shutil
import subprocess
import unittest

import yaml
from made_up import SECRET, MadeUpCloud


class CloudTest(MadeUpCloud):
    def identity(self, user="state"):
        return (self.folder / user / "kafka-small/identity").read_text()

    def owned(self, identity):
        return [one["InstanceId"] for one in self.instances() if {"Key": "weir", "Value": identity} in one["Tags"]]

    def only_ssh_is_open(self):
        """Whatever group or rule made it: of all in the cluster's network, nothing but SSH comes in from outside of it."""
        name = self.identity()
        network = self.client().describe_vpcs(Filters=[{"Name": "tag:weir", "Values": [name]}])["Vpcs"][0]["VpcId"]
        groups = self.client().describe_security_groups(Filters=[{"Name": "vpc-id", "Values": [network]}])["SecurityGroups"]
        self.assertEqual({"default", name}, {group["GroupName"] for group in groups})
        comes_in = []
        for group in groups:
            for rule in group["IpPermissions"]:
                self.assertEqual([], rule.get("PrefixListIds", []))
                for other in rule.get("UserIdGroupPairs", []):
                    self.assertEqual((name, group["GroupId"]), (group["GroupName"], other["GroupId"]))
                comes_in += [(rule.get("FromPort"), rule.get("ToPort"), at["CidrIp"]) for at in rule.get("IpRanges", [])]
                comes_in += [(rule.get("FromPort"), rule.get("ToPort"), at["CidrIpv6"]) for at in rule.get("Ipv6Ranges", [])]
        self.assertEqual([(22, 22, "127.0.0.1/32")], comes_in)

    def test_creates_what_the_profile_says_and_leaves_nothing(self):
        up = self.bench(*self.up())
        self.assertEqual(0, up.returncode, up.stdout + up.stderr)
        self.assertIn("$/h", up.stdout.partition("Terraform")[0])

        state = self.folder / "state/kafka-small"
        inventory = subprocess.run(
            ["ansible-inventory", "-i", state / "inventory.yaml", "--list"], capture_output=True, text=True, timeout=60
        )
        groups = json.loads(inventory.stdout)
        self.assertEqual(["broker-1", "broker-2", "broker-3"], groups["brokers"]["hosts"])
        self.assertEqual(["client-1"], groups["clients"]["hosts"])
        self.assertEqual(["monitor-1"], groups["monitors"]["hosts"])
        about = groups["_meta"]["hostvars"]["broker-2"]
        self.assertEqual(2, about["node_id"])
        self.assertRegex(about["private_address"], r"^10\.77\.0\.")

        self.assertEqual(0o700, state.stat().st_mode & 0o777)
        # The last line but one of a key's text is the secret half; what is searched first shows that the search finds it.
        key = (state / "ssh-key").read_text()
        secrets = {"PRIVATE KEY", SECRET, key.splitlines()[-3], key.splitlines()[-2]}
        self.assertEqual(3, sum(secret in key for secret in secrets))
        printed = {"what up printed": (up.stdout + up.stderr).encode(), "moto's log": (self.folder / "moto.log").read_bytes()}
        searched = [path for path in state.rglob("*") if path.is_file() and not {"ssh-key", "providers"} & set(path.parts)]
        kept = {path: path.read_bytes() for path in searched}
        self.assertIn(state / "terraform.tfstate", kept)
        for where, data in {**printed, **kept}.items():
            for secret in secrets:
                self.assertNotIn(secret.encode(), data, where)
        self.only_ssh_is_open()
        self.assertEqual([], [str(p) for p in (self.folder / "deploy").rglob("*tfstate*")], "state in the repository")
        kinds = [instance["InstanceType"] for instance in self.instances()]
        self.assertEqual(["c5n.large", "i3en.large", "i3en.large", "i3en.large", "m5.large"], sorted(kinds))

        self.refuses_to_destroy_hosts()
        self.another_user_has_the_same_profile()

        identity = self.identity()
        # A volume that was made by hand, with the cluster's tag: `down` must find it.
        zone = self.client().describe_availability_zones()["AvailabilityZones"][0]["ZoneName"]
        tags = [{"ResourceType": "volume", "Tags": [{"Key": "weir", "Value": self.identity()}]}]
        volume = self.client().create_volume(AvailabilityZone=zone, Size=1, TagSpecifications=tags)["VolumeId"]
        self.environment["WEIR_GONE_LIMIT_SECONDS"] = "1"
        down = self.bench("down", "kafka-small", "--discard")
        self.assertEqual(1, down.returncode, down.stdout + down.stderr)
        self.assertIn(f"volume {volume}", down.stderr)
        self.client().delete_volume(VolumeId=volume)

        down = self.bench("down", "kafka-small", "--discard")
        self.assertEqual(0, down.returncode, down.stdout + down.stderr)
        self.assertIn(f"nothing left with the tag weir={identity}", down.stdout)
        self.assertFalse(state.exists())
        listed = [body for action, body in self.asked if action == "DescribeSnapshots"]
        self.assertTrue(listed)
        self.assertEqual([], [body for body in listed if "Owner.1=self" not in body], "the public snapshots of all accounts were listed")
        self.a_lost_folder_is_no_lost_cluster()

    def refuses_to_destroy_hosts(self):
        """A variable that replaces hosts, said to a second `up`, which also leaves the tag alone that `extend` writes."""
        hosts = [one["InstanceId"] for one in self.instances()]
        self.client().create_tags(Resources=hosts, Tags=[{"Key": "weir-expires", "Value": "2999-12-31T00:00:00+00:00"}])
        before = self.instances()
        up = self.bench(*self.up(), "--set", "spot=true")
        self.assertEqual(2, up.returncode, up.stdout + up.stderr)
        self.assertIn('would destroy aws_instance.node["broker-1"]', up.stderr)
        self.assertIn("weir-expiry-hours", up.stdout)
        self.assertNotIn("weir-expires", up.stdout)
        self.assertEqual(before, self.instances())
        self.assertNotIn('"spot": true', (self.folder / "state/kafka-small/variables.json").read_text())

    def another_user_has_the_same_profile(self):
        """In the same account, where the first zone has no free hosts any more."""
        mine = self.owned(self.identity())
        zone = json.loads((self.folder / "state/kafka-small/terraform.tfvars.json").read_text())["availability_zone"]
        self.full.add(zone)
        up = self.bench(*self.up(), user="colleague")
        self.assertEqual(0, up.returncode, up.stdout + up.stderr)
        self.assertIn(f"AWS does not have enough free hosts in {zone}: trying", up.stderr)
        identity = self.identity("colleague")
        self.assertNotEqual(self.identity(), identity)
        self.assertEqual({5}, {len(mine), len(self.owned(identity))})
        zones = {one["Placement"]["AvailabilityZone"] for one in self.instances() if one["InstanceId"] in self.owned(identity)}
        self.assertEqual(1, len(zones))
        self.assertNotIn(zone, zones)

    def a_lost_folder_is_no_lost_cluster(self):
        """What the colleague's laptop knew is gone; AWS finds everything by its tag."""
        identity = self.identity("colleague")
        shutil.rmtree(self.folder / "colleague")
        listed = self.bench("list").stdout
        self.assertRegex(listed, rf"(?m)^{identity} +us-east-1 +\S+@\S+ +1 x c5n.large, 3 x i3en.large, 1 x m5.large +0 h \d\d min +1 h \d\d min, monitor-1 25 h \d\d min +\d\.\d\d \$$")
        reclaimed = self.bench("reclaim", identity, "--yes")
        self.assertEqual(0, reclaimed.returncode, reclaimed.stdout + reclaimed.stderr)
        self.assertEqual([], self.instances())
        self.assertRegex(self.bench("list").stdout, r"^there is no cluster in .*us-east-1")

    def test_a_network_that_exists_stays_as_it_is(self):
        """Client hosts of an external system: in a subnet that Weir did not make, which has a default group that lets its members talk."""
        ec2 = self.client()
        network = ec2.create_vpc(CidrBlock="10.1.0.0/16")["Vpc"]["VpcId"]
        zone = ec2.describe_availability_zones()["AvailabilityZones"][1]["ZoneName"]
        subnet = ec2.create_subnet(VpcId=network, CidrBlock="10.1.1.0/24", AvailabilityZone=zone)["Subnet"]["SubnetId"]
        admitted = ec2.create_security_group(GroupName="brokers", Description="admits its members", VpcId=network)["GroupId"]
        of_network = [{"Name": "vpc-id", "Values": [network]}]
        before = ec2.describe_security_groups(Filters=of_network)["SecurityGroups"]
        networks = len(ec2.describe_vpcs()["Vpcs"])
        driver = self.folder / "mine.yaml"
        driver.write_text(f"name: X\ndriver: kafka\ncommonConfig: {{bootstrap.servers: 'b:9096', security.protocol: SASL_SSL, sasl.jaas.config: 'a.B required p=\"{SECRET}\";'}}\n")
        (self.folder / "ext.yaml").write_text(
            f"{{system: external, client_count: 1, client_type: c5n.large, monitor_type: m5.large, driver: {driver}, client_classes: a.B, "
            f"subnet_id: {subnet}, security_group_ids: {admitted}}}"
        )
        # Weir itself is not built here; its tests read driver files.
        self.environment["WEIR_BENCHMARK"] = "/bin/true"
        image = ec2.describe_images(Owners=["amazon"])["Images"][0]["ImageId"]
        given = ["--set", "ssh_from=127.0.0.1/32", "--set", f"image_id={image}", "--set", "placement_group=false"]
        up = self.bench("up", str(self.folder / "ext.yaml"), "--no-site", "--yes", *given, user="external")
        self.assertEqual(0, up.returncode, up.stdout + up.stderr)

        state = self.folder / "external/ext"
        ours = [one for one in self.instances() if one["InstanceId"] in self.owned((state / "identity").read_text())]
        self.assertEqual({"c5n.large", "m5.large"}, {one["InstanceType"] for one in ours})
        self.assertEqual({(subnet, zone)}, {(one["SubnetId"], one["Placement"]["AvailabilityZone"]) for one in ours})
        interfaces = ec2.describe_network_interfaces(Filters=[{"Name": "subnet-id", "Values": [subnet]}])["NetworkInterfaces"]
        members = [[group["GroupId"] for group in one["Groups"]] for one in interfaces]
        self.assertEqual([True, True], [admitted in groups and len(groups) == 2 for groups in members], members)
        self.assertEqual(networks, len(ec2.describe_vpcs()["Vpcs"]))
        for path in [path for path in state.rglob("*") if path.is_file() and "providers" not in path.parts]:
            self.assertNotIn(SECRET.encode(), path.read_bytes(), path)

        down = self.bench("down", "ext", "--discard", user="external")
        self.assertEqual(0, down.returncode, down.stdout + down.stderr)
        self.assertEqual(before, ec2.describe_security_groups(Filters=of_network)["SecurityGroups"])
        self.assertEqual([subnet], [one["SubnetId"] for one in ec2.describe_subnets(Filters=of_network)["Subnets"]])

    def test_hosts_of_a_cluster_are_spread_over_zones_and_know_theirs(self):
        up = self.bench(*self.up(), "--set", "zones=3", user="spread")
        self.assertEqual(0, up.returncode, up.stdout + up.stderr)
        self.assertIn("traffic between zones costs 0.02 $ for each GB", up.stdout)
        identity = self.identity("spread")
        zones = {one["InstanceId"]: one["Placement"]["AvailabilityZone"] for one in self.instances() if one["InstanceId"] in self.owned(identity)}
        names = {tag["Value"].removeprefix(f"{identity}-"): zones[one["InstanceId"]] for one in self.instances() if one["InstanceId"] in zones for tag in one["Tags"] if tag["Key"] == "Name"}
        self.assertEqual(3, len({names[f"broker-{number}"] for number in (1, 2, 3)}))
        inventory = yaml.safe_load((self.folder / "spread/kafka-small/inventory.yaml").read_text())["all"]["children"]
        told = {name: about["zone"] for group in inventory.values() for name, about in group["hosts"].items()}
        self.assertEqual(names, told)
        down = self.bench("down", "kafka-small", "--discard", user="spread")
        self.assertEqual(0, down.returncode, down.stdout + down.stderr)


if __name__ == "__main__":
    unittest.main()
