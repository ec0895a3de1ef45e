"""What a profile and --set may say, and that Terraform's variables are the same."""

import re
import sys
import unittest

import published
import yaml

from bench.cost import Cost
from bench.problem import Problem
from bench.variables import DEPLOY, PROFILES, Variables, settings, table

sys.path.insert(0, str(DEPLOY / "ansible/filter_plugins"))
import weir  # noqa: E402

# The drives of the profiles' brokers, as AWS lists them.
DRIVES_GB = {"i3en.6xlarge": 2 * 7500, "i3en.large": 1250, "i3.large": 475}
# What bench itself gives to Terraform.
OF_BENCH = {"ssh_public_key", "identity", "owner"}
GIVEN = {"system": "kafka", "ssh_from": "203.0.113.7/32"}


class VariablesTest(unittest.TestCase):
    def refused(self, values, *parts):
        with self.assertRaises(Problem) as refusal:
            Variables().effective([("here", {**GIVEN, **values})])
        self.assertEqual(2, refusal.exception.status)
        for part in parts:
            self.assertIn(part, str(refusal.exception))

    def test_a_typo_in_any_name_is_refused_with_the_nearest_name(self):
        for name in Variables().declared:
            typo = name[:-1] + "x"
            with self.subTest(typo):
                self.refused({typo: "x"}, f"here: there is no variable {typo}")
        self.refused({"brokers_count": 3}, "did you mean broker_count?")

    def test_a_value_of_another_kind_or_out_of_range_is_refused(self):
        self.refused({"broker_count": "3"}, "broker_count must be a whole number, got '3'")
        self.refused({"broker_count": True}, "broker_count must be a whole number, got True")
        self.refused({"broker_count": 31}, "broker_count must be in [1, 30], got 31")
        self.refused({"tls": "yes"}, "tls must be true or false")
        self.refused({"storage": "instances"}, "storage must be one of instance, ebs, directory")
        self.refused({"ssh_from": "0.0.0.0/0"}, "ssh_from must match")
        self.refused({"ssh_from": "300.1.1.1/32"}, "ssh_from")
        self.refused({"kafka_settings": {"num.io.threads": [1]}}, "kafka_settings.num.io.threads must be")

    def test_what_cannot_be_together_is_refused(self):
        self.refused({"system": "redpanda", "layout": "jbod"}, "take layout raid0")
        self.refused({"kafka_version": "4.1.0"}, "kafka_archive_sha512")
        self.refused({"storage": "ebs", "ebs_volume_count": 1, "kafka_metadata": "own"}, "ebs_volume_count must be at least 2")
        self.refused({"results_s3": "s3://bench"}, "name an IAM instance profile")
        self.refused({"results_s3": "bench"}, "results_s3 must match")
        self.refused({"kafka_settings": {"metadata.log.dir": "/x"}}, "take kafka_metadata = root")

    def test_a_clock_that_debian_12_has_no_driver_for_is_refused(self):
        self.refused({"clock_source": "ptp"}, "clock_source must be one of amazon, monitor, got ptp")

    def test_a_volume_that_aws_does_not_make_is_refused(self):
        self.refused({"storage": "ebs", "ebs_volume_gib": 10}, "gp3 of 10 GiB has at most 5000, got 16000")
        self.refused({"storage": "ebs", "ebs_volume_gib": 63, "ebs_volume_type": "io2", "ebs_volume_iops": 64000}, "at most 63000")
        self.refused({"storage": "ebs", "ebs_volume_iops": 3000}, "gp3 with 3000 ebs_volume_iops has at most 750, got 1000")
        for fits in ({"ebs_volume_iops": 64000}, {"ebs_volume_type": "io2", "ebs_volume_iops": 3000}):
            Variables().effective([("here", {**GIVEN, "storage": "ebs", **fits})])
        Variables().effective([("here", {**GIVEN, "ebs_volume_gib": 10})])

    def test_a_typo_among_the_systems_settings_is_refused(self):
        self.refused({"kafka_settings": {"num.replica.fetcher": 4}}, "did you mean num.replica.fetchers?")
        Variables().effective([("here", {**GIVEN, "kafka_settings": {"log.retention.bytes": 1}})])

    def test_all_problems_are_told_at_once(self):
        self.refused({"broker_count": 0, "sytem": "kafka"}, "broker_count", "sytem")

    def test_what_has_no_default_must_be_given(self):
        with self.assertRaises(Problem) as refusal:
            Variables().effective([])
        for name in ("system", "ssh_from"):
            self.assertIn(f"{name} is missing", str(refusal.exception))

    def test_set_takes_values_as_yaml_has_them(self):
        _, values = settings(["broker_count=5", "tls=true", "region=eu-west-1", "kafka_settings={log.retention.bytes: 7}"])
        self.assertEqual(
            {"broker_count": 5, "tls": True, "region": "eu-west-1", "kafka_settings": {"log.retention.bytes": 7}}, values
        )
        with self.assertRaises(Problem):
            settings(["broker_count"])

    def test_later_sources_win(self):
        values = Variables().effective([("a", {**GIVEN, "broker_count": 5}), ("b", {"broker_count": 7})])
        self.assertEqual(7, values["broker_count"])

    def test_terraform_has_the_same_variables_and_defaults(self):
        text = (DEPLOY / "terraform/variables.tf").read_text()
        declared = Variables().declared
        blocks = re.findall(r'variable "(\w+)" \{(.*?)\n\}', text, re.S)
        self.assertEqual(
            {name for name, about in declared.items() if "terraform" in about["to"]} | OF_BENCH,
            {name for name, _ in blocks},
        )
        for name, block in blocks:
            default = re.search(r"\n  default += (.*)", block)
            if name not in OF_BENCH:
                expected = declared[name].get("default")
                shown = {True: "true", False: "false"}.get(expected, expected) if isinstance(expected, bool) else expected
                self.assertEqual(None if shown is None else str(shown), default and default[1].strip('"'), name)

    def test_the_manifest_and_the_playbooks_use_no_variable_that_is_not_declared(self):
        manifest = (DEPLOY / "ansible/roles/base/tasks/main.yml").read_text()
        names = re.findall(r"^      - (\w+)$", manifest, re.M)
        self.assertGreater(len(names), 15)
        self.assertLessEqual(set(names), set(Variables().declared))

    def test_the_readme_has_all_variables(self):
        readme = (DEPLOY / "README.md").read_text().splitlines()
        self.assertEqual([], [line for line in table(Variables()) if line not in readme], "deploy/bench variables prints the table")


class ProfilesTest(unittest.TestCase):
    def values(self, name, system="kafka"):
        return published.values(name, system)

    def test_every_profile_holds_for_both_systems_and_has_a_price(self):
        for path in sorted(PROFILES.glob("*.yaml")):
            for system in ("kafka", "redpanda"):
                with self.subTest(profile=path.stem, system=system):
                    values = self.values(path.stem, system)
                    cost = Cost(values)
                    cost.check(accepted=False)
                    self.assertGreater(cost.hourly, 0)
                    self.assertTrue((DEPLOY.parent / values["workload"]).is_file(), values["workload"])

    def test_the_workload_of_every_profile_fits_its_hours_and_drives(self):
        seconds = weir._duration
        for path in sorted(PROFILES.glob("*.yaml")):
            for system in ("kafka", "redpanda"):
                values = self.values(path.stem, system)
                workload = yaml.safe_load((DEPLOY.parent / values["workload"]).read_text())
                if "transactionBenchmark" in workload:
                    # Its length is a count of transactions, and unknown.
                    continue
                runs = []
                for step in ({**workload, **step} for step in workload.get("steps", [{}])):
                    lasts = seconds(step["warmupDuration"]) + seconds(step["testDuration"])
                    runs.append({"seconds": lasts, "bytes": lasts * step["producerRate"] * step["messageSize"] * 3})
                free = [DRIVES_GB[values["broker_type"]] * 1e9] * values["broker_count"]
                # `up` takes its time, too.
                left = values["expiry_hours"] * 3600 - 1800
                fetchers = values["kafka_settings"]["num.replica.fetchers"]
                about = {"system": system, "placement_group": values["placement_group"], "fetchers": fetchers}
                with self.subTest(profile=path.stem, system=system):
                    self.assertEqual([], weir.run_problems(runs, free, left, about, weir.retention(workload)))

    def test_the_published_scenarios_have_the_hosts_that_the_sources_name(self):
        self.assertEqual(set(published.HOSTS), {path.stem for path in PROFILES.glob("*.yaml")})
        for name, hosts in published.HOSTS.items():
            values = self.values(name)
            kinds = ("broker_count", "broker_type", "client_count", "client_type", "monitor_type")
            self.assertEqual(hosts, tuple(values[k] for k in kinds), name)
        retained = {h: self.values(f"retention-{h}h") for h in (1, 3)}
        for hours, values in retained.items():
            # 288 partitions, three replicas on three brokers, 1 GB/s.
            self.assertAlmostEqual(hours * 3600e9, values["kafka_settings"]["log.retention.bytes"] * 288, delta=hours * 3600e6)
            self.assertEqual(values["kafka_settings"]["log.retention.bytes"], values["redpanda_settings"]["retention_bytes"])

    def test_the_pair_differs_in_the_system_alone(self):
        kafka, redpanda = self.values("kafka-2gbs"), self.values("redpanda-2gbs")
        self.assertEqual({"system", "cluster"}, {name for name in kafka if kafka[name] != redpanda[name]})

    def test_a_price_that_is_not_known_stops_up(self):
        cost = Cost({**self.values("small"), "broker_type": "x9.mega"})
        with self.assertRaises(Problem) as refusal:
            cost.check(accepted=False)
        self.assertIn("x9.mega", str(refusal.exception))
        cost.check(accepted=True)

    def test_volumes_are_paid_for(self):
        with_volumes = Cost({**self.values("small"), "storage": "ebs"}).hourly - Cost(self.values("small")).hourly
        # 3 brokers x 2 volumes x (1000 GiB x 0.08 + 13000 IOPS x 0.005 + 875 MiB/s x 0.04) a month
        self.assertAlmostEqual(6 * (80 + 65 + 35) / 730, with_volumes, places=2)


if __name__ == "__main__":
    unittest.main()
