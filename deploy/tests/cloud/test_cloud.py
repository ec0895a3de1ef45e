"""bench up and down."""

import json
import subprocess
import unittest

from made_up import SECRET, MadeUpCloud


class CloudTest(MadeUpCloud):
    def only_ssh_is_open(self):
        """Whatever group or rule made it: of all in the cluster's network, nothing but SSH comes in from outside of it."""
        network = self.client().describe_vpcs(Filters=[{"Name": "tag:weir", "Values": ["kafka-small"]}])["Vpcs"][0]["VpcId"]
        groups = self.client().describe_security_groups(Filters=[{"Name": "vpc-id", "Values": [network]}])["SecurityGroups"]
        self.assertEqual({"default", "kafka-small"}, {group["GroupName"] for group in groups})
        comes_in = []
        for group in groups:
            for rule in group["IpPermissions"]:
                self.assertEqual([], rule.get("PrefixListIds", []))
                for other in rule.get("UserIdGroupPairs", []):
                    self.assertEqual(("kafka-small", group["GroupId"]), (group["GroupName"], other["GroupId"]))
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

        # Somebody made a volume by hand, with the cluster's tag: `down` must find it.
        zone = self.client().describe_availability_zones()["AvailabilityZones"][0]["ZoneName"]
        tags = [{"ResourceType": "volume", "Tags": [{"Key": "weir", "Value": "kafka-small"}]}]
        volume = self.client().create_volume(AvailabilityZone=zone, Size=1, TagSpecifications=tags)["VolumeId"]
        self.environment["WEIR_GONE_LIMIT_SECONDS"] = "1"
        down = self.bench("down", "kafka-small", "--discard")
        self.assertEqual(1, down.returncode, down.stdout + down.stderr)
        self.assertIn(f"volume {volume}", down.stderr)
        self.client().delete_volume(VolumeId=volume)

        down = self.bench("down", "kafka-small", "--discard")
        self.assertEqual(0, down.returncode, down.stdout + down.stderr)
        self.assertIn("nothing left with the tag weir=kafka-small", down.stdout)
        self.assertFalse(state.exists())

    def test_keeps_the_cluster_when_nothing_can_be_fetched(self):
        state = self.folder / "state/unreachable"
        state.mkdir(parents=True)
        (state / "variables.json").write_text('{"region": "us-east-1", "placement_group": true}')
        (state / "terraform.tfstate").write_text("{}")
        gone = "{gone-1: {ansible_host: 127.0.0.1, ansible_port: 1, private_address: 127.0.0.1, node_id: 1}}"
        (state / "inventory.yaml").write_text(f"all: {{children: {{monitors: {{hosts: {gone}}}}}}}")
        down = self.bench("down", "unreachable", "-o", str(self.folder / "results"))
        self.assertEqual(1, down.returncode, down.stdout + down.stderr)
        self.assertIn("nothing was destroyed", down.stderr)
        self.assertTrue((state / "terraform.tfstate").exists())


if __name__ == "__main__":
    unittest.main()
