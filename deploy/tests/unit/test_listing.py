"""`list`, with AWS played: instances and volumes as it has them."""

import unittest
from datetime import datetime, timedelta, timezone

import moto

from bench import listing, tagged
from bench.cloud import Cloud
from bench.cost import prices
from fakes import BenchTest


class Played:
    """A Tagged of which a test says what it has."""

    def __init__(self, instances=(), volumes=()):
        self._instances, self._volumes = instances, volumes

    def instances(self):
        return self._instances

    def volumes(self):
        return self._volumes


def host(name, kind, launched, state="running", **more):
    pairs = {"Name": f"kafka-2gbs-0123af-{name}", "weir-expiry-hours": "8", **more}
    tags = [{"Key": key, "Value": value} for key, value in pairs.items() if value]
    return {"InstanceId": f"i-{name}", "PublicIpAddress": "192.0.2.1", "InstanceType": kind, "LaunchTime": launched, "State": {"Name": state}, "Tags": tags}


class ListingTest(BenchTest):
    def setUp(self):
        super().setUp()
        self.launched = datetime(2026, 1, 2, 3, 4, 5, tzinfo=timezone.utc)
        self.patch(listing, "_now", lambda: self.launched + timedelta(hours=2, minutes=10))
        self.regions = {"us-east-1": {}, "eu-west-1": {}}
        self.patch(listing, "_regions", lambda: list(self.regions))
        self.patch(listing, "everything", lambda region: self.regions[region])

    def aws_has(self, instances, volumes=(), identity="kafka-2gbs-0123af", region="us-east-1"):
        self.regions[region][identity] = ("kim@laptop", [one["InstanceId"] for one in instances] or ["vpc x"], Played(instances, volumes))

    def listed(self, *arguments):
        return self.bench("list", *arguments)

    def row(self, printed, name):
        return [cell.strip() for cell in next(line for line in printed.splitlines() if line.startswith(name)).split("  ") if cell.strip()]

    def test_shows_hosts_age_end_and_cost_of_each_cluster_in_each_region(self):
        hosts = [host(f"broker-{i}", "i8g.4xlarge", self.launched) for i in (1, 2, 3)] + [host("client-1", "c7gn.4xlarge", self.launched, state="terminated")]
        hosts += [host("monitor-1", "m5.xlarge", self.launched, **{"weir-expiry-hours": "32"})]
        volumes = [{"VolumeType": "gp3", "Size": 50, "Iops": 3000, "Throughput": 125, "CreateTime": self.launched}] * 4
        self.aws_has(hosts, volumes)
        self.aws_has([host("broker-1", "i4i.large", self.launched)], identity="other-4567bc", region="eu-west-1")
        status, printed = self.listed()
        self.assertEqual(0, status, printed)
        hours = 2 + 10 / 60
        dollars = hours * (3 * 1.3728 + 0.192 + 4 * 0.005 + 4 * 50 * 0.08 / 730)
        self.assertEqual(
            ["kafka-2gbs-0123af", "us-east-1", "kim@laptop", "3 x i8g.4xlarge, 1 x m5.xlarge", "2 h 10 min", "5 h 50 min, monitor-1 29 h 50 min", f"{dollars:.2f} $"],
            self.row(printed, "kafka-2gbs"),
        )
        self.assertIn("eu-west-1", self.row(printed, "other-4567bc"))
        self.assertIn(f"on-demand prices of {prices()['region']}", printed)

    def test_takes_the_end_that_extend_has_moved(self):
        moved = (self.launched + timedelta(hours=20)).isoformat(timespec="seconds")
        self.aws_has([host("broker-1", "i4i.large", self.launched, **{"weir-expires": moved}), host("client-1", "i4i.large", self.launched)])
        self.assertIn("5 h 50 min", self.listed()[1])
        self.regions["us-east-1"].clear()
        self.aws_has([host("broker-1", "i4i.large", self.launched, **{"weir-expires": moved})])
        self.assertIn("17 h 50 min", self.listed()[1])

    def test_says_what_it_does_not_know(self):
        self.aws_has([host("broker-1", "x9.mega", self.launched, **{"weir-expiry-hours": ""})])
        row = self.row(self.listed()[1], "kafka-2gbs")
        self.assertEqual(["unknown", "0.01 $ without x9.mega"], row[-2:])

    def test_a_host_without_a_public_address_pays_for_none(self):
        one = host("broker-1", "x9.mega", self.launched)
        del one["PublicIpAddress"]
        self.aws_has([one])
        self.assertEqual("0.00 $ without x9.mega", self.row(self.listed()[1], "kafka-2gbs")[-1])

    def test_a_host_past_its_end_is_overdue(self):
        self.aws_has([host("broker-1", "i4i.large", self.launched, **{"weir-expiry-hours": "1"})])
        self.assertIn("overdue", self.row(self.listed()[1], "kafka-2gbs"))

    def test_shows_what_is_left_of_a_cluster_whose_hosts_have_ended(self):
        self.aws_has([])
        self.assertEqual(["kafka-2gbs-0123af", "us-east-1", "kim@laptop", "none, 1 other resources"], self.row(self.listed()[1], "kafka-2gbs"))

    def test_shows_clusters_that_only_this_host_knows(self):
        self.cluster("mine", made=False)
        self.cluster("ended", region="us-east-1").identity_file.write_text("ended-89abcd")
        printed = self.listed()[1]
        self.assertEqual(["mine", "hosts of your own"], self.row(printed, "mine"))
        self.assertIn("AWS has nothing left: deploy/bench down ended", printed)
        # A region that was not looked at may have it.
        self.assertNotIn("ended", self.listed("--region", "eu-west-1")[1])

    def test_a_region_that_does_not_answer_hides_no_other(self):
        from botocore.exceptions import EndpointConnectionError

        self.aws_has([host("broker-1", "i4i.large", self.launched)], region="eu-west-1")

        def everything(region):
            if region == "us-east-1":
                raise EndpointConnectionError(endpoint_url="x")
            return self.regions[region]

        self.patch(listing, "everything", everything)
        status, printed = self.listed()
        self.assertEqual(1, status)
        self.assertIn("us-east-1 was not looked at: ", printed)
        self.assertIn("kafka-2gbs-0123af", printed)

    def test_where_there_is_nothing_it_names_where_it_looked(self):
        self.assertEqual((0, "there is no cluster in us-east-1, eu-west-1\n"), self.bench("list"))


class EndsTest(BenchTest):
    def test_extend_tags_each_host_with_its_end(self):
        ends = {}
        self.cluster("one")
        self.play("ansible-playbook", "exit 0")
        self.patch(Cloud, "tag_ends", lambda _, end_of: ends.update({host: datetime.fromisoformat(end_of(host)) for host in ("broker-1", "monitor-1")}))
        before = datetime.now(timezone.utc).replace(microsecond=0)
        self.assertEqual(0, self.bench("extend", "one", "--hours", "7", "--yes")[0])
        after = datetime.now(timezone.utc)
        self.assertTrue(before + timedelta(hours=7) <= ends["broker-1"] <= after + timedelta(hours=7), ends)
        self.assertEqual(timedelta(hours=24), ends["monitor-1"] - ends["broker-1"])


@moto.mock_aws
class MadeUpTest(BenchTest):
    """The calls themselves, against moto in this process."""

    def test_finds_hosts_by_their_tag_and_the_end_that_was_written(self):
        import boto3

        # moto has no placement groups.
        self.patch(tagged, "KINDS", {kind: calls for kind, calls in tagged.KINDS.items() if kind != "placement-group"})
        ec2 = boto3.client("ec2", region_name="eu-west-1")
        pairs = {"weir": "one-0123af", "weir-owner": "kim@laptop", "Name": "one-0123af-broker-1", "weir-expiry-hours": "8"}
        tags = [{"Key": key, "Value": value} for key, value in pairs.items()]
        image = ec2.describe_images(Owners=["amazon"])["Images"][0]["ImageId"]
        specifications = [{"ResourceType": kind, "Tags": tags} for kind in ("instance", "volume")]
        (instance,) = ec2.run_instances(ImageId=image, InstanceType="i4i.large", MinCount=1, MaxCount=1, TagSpecifications=specifications)["Instances"]
        launched = instance["LaunchTime"]
        self.patch(listing, "_now", lambda: launched + timedelta(minutes=6))
        status, printed = self.bench("list", "--region", "us-east-1", "--region", "eu-west-1")
        self.assertEqual(0, status, printed)
        self.assertRegex(printed, r"(?m)^one-0123af +eu-west-1 +kim@laptop +1 x i4i.large +0 h 06 min +7 h 54 min +0\.02 \$$")
        tagged.Tagged("eu-west-1", "one-0123af").tag_ends(listing.new_ends(20, launched))
        self.assertIn(" 19 h 54 min ", self.bench("list")[1])
        self.assertEqual((0, "there is no cluster in us-east-1\n"), self.bench("list", "--region", "us-east-1"))


if __name__ == "__main__":
    unittest.main()
