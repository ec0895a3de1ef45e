"""Several zones: what is refused, which are tried, and what the traffic between them costs."""

import tempfile
import unittest
from pathlib import Path

import published
import yaml

from bench import account, fit, traffic, up
from bench.problem import Problem
from bench.variables import Variables
from fakes import BenchTest
from test_commands import groups

GIVEN = {"system": "kafka", "ssh_from": "203.0.113.7/32"}
THREE = {"zones": 3, "placement_group": False}


def three_zones(**values):
    return {**published.values("small"), **THREE, **values}


class RefusedTest(unittest.TestCase):
    def refused(self, values, *parts):
        with self.assertRaises(Problem) as refusal:
            Variables().effective([("here", {**GIVEN, **values})])
        for part in parts:
            self.assertIn(part, str(refusal.exception))

    def test_a_placement_group_over_several_zones_is_refused(self):
        self.refused({"zones": 3}, "a cluster placement group lies in one zone, and zones is 3: take placement_group = false")
        Variables().effective([("here", {**GIVEN, **THREE})])

    def test_brokers_that_do_not_spread_evenly_are_refused(self):
        self.refused({**THREE, "broker_count": 4}, "4 brokers do not spread evenly over 3 zones: take 3 or 6")
        self.refused({**THREE, "broker_count": 2}, "take 3 or 6")
        Variables().effective([("here", {**GIVEN, **THREE, "broker_count": 6})])

    def test_several_zones_for_an_external_system_are_refused(self):
        self.refused({**THREE, "system": "external", "driver": "driver-kafka/services/msk-scram.yaml"}, "zones: system external makes no brokers")

    def test_as_many_zones_are_named_as_zones_says(self):
        self.refused({**THREE, "availability_zone": "us-east-1a,us-east-1b"}, "not as many different zones as zones says, which is 3")
        self.refused({"zones": 2, "placement_group": False, "broker_count": 2, "availability_zone": "us-east-1a,us-east-1a"}, "not as many different zones")
        self.refused({"availability_zone": "us-east-1a,us-east-1b"}, "which is 1")
        self.refused({"availability_zone": "us-east-1a,"}, "availability_zone must match")
        Variables().effective([("here", {**GIVEN, **THREE, "availability_zone": "us-east-1a,us-east-1b,us-east-1d"})])

    def test_results_that_ubuntu_cannot_copy_are_refused(self):
        copied = {"results_s3": "s3://bench", "instance_profile": "x", "image_family": "ubuntu-24.04"}
        self.refused(copied, "Ubuntu 24.04 has no package of the AWS command line")
        Variables().effective([("here", {**GIVEN, **copied, "image_id": "ami-0123456789abcdef0"})])


class InventoryTest(unittest.TestCase):
    def inventory(self, zones):
        content = groups()
        for hosts in content.values():
            for (_, about), zone in zip(hosts["hosts"].items(), zones):
                about.update({"zone": zone} if zone else {})
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "inventory.yaml"
            path.write_text(yaml.safe_dump(content))
            return up.read_inventory(path, [{"broker_count": 3, "client_count": 2, "zones": 3}])

    def refused(self, zones, part):
        with self.assertRaises(Problem) as refusal:
            self.inventory(zones)
        self.assertIn(part, str(refusal.exception))

    def test_every_host_of_your_own_names_its_zone(self):
        self.assertEqual("b", self.inventory("abc")["brokers"]["hosts"]["broker-2"]["zone"])
        self.refused(["a", "", "c"], "brokers.broker-2 has no zone, and zones is 3")
        self.refused("aba", "the brokers are in 2 zone(s), a, b, and zones is 3")


class TriedTest(unittest.TestCase):
    def zones(self, offered, **values):
        class Ec2:
            def get_paginator(self, _):
                return self

            def paginate(self, Filters, **_):
                (kind,) = Filters[0]["Values"]
                return [{"InstanceTypeOfferings": [{"Location": f"us-east-1{zone}"} for zone in offered.get(kind, "abcd")]}]

        here = account.Account.__new__(account.Account)
        here.ec2, here.region = Ec2(), "us-east-1"
        return [tried.replace("us-east-1", "") for tried in here.zones(three_zones(**values))]

    def test_tries_all_zones_together_that_offer_every_type(self):
        self.assertEqual(["a,b,c", "a,b,d", "a,c,d", "b,c,d"], self.zones({}))
        self.assertEqual(["a,b,d"], self.zones({"i3en.large": "abd"}))
        self.assertEqual(["a", "b", "c", "d"], self.zones({}, zones=1))

    def test_takes_the_zones_that_are_named_in_their_order(self):
        self.assertEqual(["d,a,b"], self.zones({}, availability_zone="us-east-1d,us-east-1a,us-east-1b"))

    def test_refuses_more_zones_than_offer_the_types(self):
        for values in ({}, {"availability_zone": "us-east-1a,us-east-1b,us-east-1c"}):
            with self.assertRaises(Problem) as refusal:
                self.zones({"i3en.large": "ab"}, **values)
            self.assertIn("c5n.large, i3en.large, m5.large together in us-east-1a, us-east-1b of us-east-1", str(refusal.exception))


class TrafficTest(BenchTest):
    PLAN = "run  workload  on  differs by  msg/s  time  data\n"

    def setUp(self):
        super().setUp()
        self.set("WEIR_BENCHMARK", str(self.folder / "bin/benchmark"))

    def plan(self, *runs):
        lines = "".join(f"  {number}  x  Kafka  y  1,000  {time}  {data}\n" for number, (time, data) in enumerate(runs, 1))
        self.play("benchmark", f"printf '%s' '{self.PLAN}{lines}'")

    def test_a_byte_crosses_as_often_as_replicas_and_readers_are_elsewhere(self):
        # Producer to leader 2/3, leader to two followers 2, and the consumer 2/3 unless it reads from its own zone.
        self.assertAlmostEqual(2 / 3 + 2, traffic.crossings(3, 3, 1, True))
        self.assertAlmostEqual(2 / 3 + 2 + 2 * 2 / 3, traffic.crossings(3, 3, 2, False))
        # Two of three replicas share a zone: a leader has the one or the two others in the other zone.
        self.assertAlmostEqual(1 / 2 + 4 / 3, traffic.crossings(2, 3, 1, True))
        # One replica, and two zones of three without any.
        self.assertAlmostEqual(2 / 3 + 2 / 3, traffic.crossings(3, 1, 1, True))

    def test_the_estimate_has_what_the_workload_sends(self):
        # 300 GB with the replicas, of which there are three: 100 GB cross 8/3 times.
        self.plan(("1:00:00", "300.0 GiB"))
        told = traffic.lines(three_zones())
        self.assertIn("0.02 $ for each GB: 0.01 $ where it leaves and 0.01 $ where it arrives", told[0])
        self.assertIn("sends 100 GB, each over zones 2.67 times: 5.33 $ more", told[1])
        self.assertEqual(2, len(told))

    def test_a_rate_that_is_not_known_has_the_price_of_a_round_one(self):
        self.plan(("1:00:00", "300.0 GiB"), ("?", "?"))
        told = traffic.lines(three_zones())
        self.assertIn("how much 1 of its 2 runs send is not known: at 100 MB/s, 17.88 $/h more", told[2])

    def test_a_workload_that_cannot_be_planned_hides_no_price(self):
        self.play("benchmark", "echo 'there is no Java' >&2; exit 2")
        told = traffic.lines(three_zones())
        self.assertIn("0.02 $ for each GB", told[0])
        self.assertIn("is not known", told[1])
        self.assertIn("there is no Java", told[1])

    def test_with_one_zone_nothing_is_said(self):
        self.assertEqual([], traffic.lines(published.values("small")))

    def test_cost_prints_it(self):
        self.plan(("1:00:00", "300.0 GiB"))
        status, printed = self.bench("cost", "small", "--set", "zones=3", "--set", "placement_group=false")
        self.assertEqual(0, status, printed)
        self.assertIn("5.33 $ more", printed)


class NetworkTest(unittest.TestCase):
    def network(self, gib, baseline, peak):
        # In 1,000 s, on three brokers.
        runs = [{"seconds": 1000, "bytes": gib * 2**30}, {"seconds": None, "bytes": 1}]
        return fit.network(three_zones(), account.Broker(1e12, baseline, peak), runs)

    def test_a_run_that_needs_more_than_the_network_has_is_refused(self):
        ((short,), bursts) = self.network(10000, 10, 25)
        self.assertIn("run 1 needs 28.6 Gbit/s of each broker's network, and i3en.large has 25", short)
        self.assertEqual([], bursts)

    def test_a_run_that_needs_the_bursts_is_named(self):
        (short, (burst,)) = self.network(5000, 10, 25)
        self.assertEqual([], short)
        self.assertIn("run 1 needs 14.3 Gbit/s of each broker's network: i3en.large has 10 and more only in bursts", burst)

    def test_what_fits_or_is_not_known_is_not_named(self):
        self.assertEqual(([], []), self.network(1000, 10, 25))
        self.assertEqual(([], []), self.network(10000, None, None))


if __name__ == "__main__":
    unittest.main()
