"""`list`, with AWS played: instances and volumes as it has them."""

import unittest
from datetime import datetime, timedelta, timezone

from bench import listing
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
    return {"InstanceId": f"i-{name}", "InstanceType": kind, "LaunchTime": launched, "State": {"Name": state}, "Tags": tags}


class ListingTest(BenchTest):
    def setUp(self):
        super().setUp()
        # bench computes with the time at which it looks: half a minute later, hours and minutes are still the same.
        self.launched = datetime.now(timezone.utc) - timedelta(hours=2, minutes=10)
        self.regions = {"us-east-1": {}, "eu-west-1": {}}
        self.patch(listing, "_regions", lambda: list(self.regions))
        self.patch(listing, "everything", lambda region: self.regions[region])

    def aws_has(self, instances, volumes=(), identity="kafka-2gbs-0123af", region="us-east-1"):
        self.regions[region][identity] = ("kim@laptop", [one["InstanceId"] for one in instances] or ["vpc x"], Played(instances, volumes))

    def listed(self, *arguments):
        status, printed = self.bench("list", *arguments)
        return status, [line.split("  ") for line in printed.splitlines()], printed

    def row(self, printed, name):
        return [cell.strip() for cell in next(line for line in printed.splitlines() if line.startswith(name)).split("  ") if cell.strip()]

    def test_shows_hosts_age_end_and_cost_of_each_cluster_in_each_region(self):
        hosts = [host(f"broker-{i}", "i8g.4xlarge", self.launched) for i in (1, 2, 3)] + [host("client-1", "c7gn.4xlarge", self.launched, state="terminated")]
        hosts += [host("monitor-1", "m5.xlarge", self.launched, **{"weir-expiry-hours": "32"})]
        volumes = [{"VolumeType": "gp3", "Size": 50, "Iops": 3000, "Throughput": 125, "CreateTime": self.launched}] * 4
        self.aws_has(hosts, volumes)
        self.aws_has([host("broker-1", "i4i.large", self.launched)], identity="other-4567bc", region="eu-west-1")
        status, _, printed = self.listed()
        self.assertEqual(0, status, printed)
        hours = 2 + 10 / 60
        dollars = hours * (3 * 1.3728 + 0.192 + 4 * 0.005 + 4 * 50 * 0.08 / 730)
        self.assertEqual(
            ["kafka-2gbs-0123af", "us-east-1", "kim@laptop", "3 x i8g.4xlarge, 1 x m5.xlarge", "2 h 10 min", "5 h 49 min, monitor-1 29 h 49 min", f"{dollars:.2f} $"],
            self.row(printed, "kafka-2gbs"),
        )
        self.assertIn("eu-west-1", self.row(printed, "other-4567bc"))
        self.assertIn(f"on-demand prices of {prices()['region']}", printed)

    def test_takes_the_end_that_extend_has_moved(self):
        moved = (self.launched + timedelta(hours=20)).isoformat(timespec="seconds")
        self.aws_has([host("broker-1", "i4i.large", self.launched, **{"weir-expires": moved}), host("client-1", "i4i.large", self.launched)])
        self.assertIn("5 h 49 min", self.listed()[2])
        self.regions["us-east-1"].clear()
        self.aws_has([host("broker-1", "i4i.large", self.launched, **{"weir-expires": moved})])
        self.assertIn("17 h 49 min", self.listed()[2])

    def test_says_what_it_does_not_know(self):
        self.aws_has([host("broker-1", "x9.mega", self.launched, **{"weir-expiry-hours": ""})])
        row = self.row(self.listed()[2], "kafka-2gbs")
        self.assertEqual(["unknown", "0.01 $ without x9.mega"], row[-2:])

    def test_a_host_past_its_end_is_overdue(self):
        self.aws_has([host("broker-1", "i4i.large", self.launched, **{"weir-expiry-hours": "1"})])
        self.assertIn("overdue", self.row(self.listed()[2], "kafka-2gbs"))

    def test_shows_what_is_left_of_a_cluster_whose_hosts_have_ended(self):
        self.aws_has([])
        self.assertEqual(["kafka-2gbs-0123af", "us-east-1", "kim@laptop", "none, 1 other resources"], self.row(self.listed()[2], "kafka-2gbs"))

    def test_shows_clusters_that_only_this_host_knows(self):
        self.cluster("mine", made=False)
        self.cluster("ended", region="us-east-1").identity_file.write_text("ended-89abcd")
        printed = self.listed()[2]
        self.assertEqual(["mine", "hosts of your own"], self.row(printed, "mine"))
        self.assertIn("AWS has nothing left: deploy/bench down ended", printed)
        # A region that was not looked at may have it.
        self.assertNotIn("ended", self.listed("--region", "eu-west-1")[2])

    def test_a_region_that_does_not_answer_hides_no_other(self):
        from botocore.exceptions import EndpointConnectionError

        self.aws_has([host("broker-1", "i4i.large", self.launched)], region="eu-west-1")

        def everything(region):
            if region == "us-east-1":
                raise EndpointConnectionError(endpoint_url="x")
            return self.regions[region]

        self.patch(listing, "everything", everything)
        status, _, printed = self.listed()
        self.assertEqual(1, status)
        self.assertIn("us-east-1 was not looked at: ", printed)
        self.assertIn("kafka-2gbs-0123af", printed)

    def test_where_there_is_nothing_it_names_where_it_looked(self):
        self.assertEqual((0, "there is no cluster in us-east-1, eu-west-1\n"), self.bench("list"))


class EndsTest(BenchTest):
    def test_extend_tags_each_host_with_its_end(self):
        from bench.cloud import Cloud

        ends = {}
        self.cluster("one")
        self.play("ansible-playbook", "exit 0")
        self.patch(Cloud, "tag_ends", lambda _, end_of: ends.update({host: datetime.fromisoformat(end_of(host)) for host in ("broker-1", "monitor-1")}))
        before = datetime.now(timezone.utc).replace(microsecond=0)
        self.assertEqual(0, self.bench("extend", "one", "--hours", "7", "--yes")[0])
        after = datetime.now(timezone.utc)
        self.assertTrue(before + timedelta(hours=7) <= ends["broker-1"] <= after + timedelta(hours=7), ends)
        self.assertEqual(timedelta(hours=24), ends["monitor-1"] - ends["broker-1"])


if __name__ == "__main__":
    unittest.main()
