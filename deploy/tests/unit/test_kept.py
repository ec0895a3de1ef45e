"""What a cluster that exists takes on, from `up`, `site` and `reset`."""

import unittest

from bench.variables import Variables
from fakes import BenchTest

SMALL = ["--yes", "--no-site", "--set", "ssh_from=203.0.113.7/32"]


class KeptTest(BenchTest):
    def refused(self, arguments, *parts):
        status, printed = self.bench(*arguments)
        self.assertEqual(2, status, printed)
        for part in parts:
            self.assertIn(part, printed)
        self.assertEqual([], self.called())

    def test_up_takes_no_name_whose_hosts_would_be_out_of_sight(self):
        cluster = self.cluster("kafka-small", region="us-east-1")
        before = self.kept(cluster)
        up = ["up", "small", *SMALL, "--set", "system=kafka", "--set"]
        self.refused([*up, "region=eu-west-1"], "region stays us-east-1", "`down`", "cluster=NAME")
        self.refused([*up, "availability_zone=us-east-1b"], "availability_zone stays")
        self.refused(["up", "small", *SMALL, "--set", "system=redpanda", "--set", "cluster=kafka-small"], "system stays kafka")
        self.assertEqual(before, self.kept(cluster))
        self.assertFalse((cluster.folder / "terraform.tfvars.json").exists())

    def test_up_takes_no_name_of_hosts_of_your_own_nor_the_other_way_round(self):
        self.cluster("kafka-small", made=False)
        self.refused(["up", "small", *SMALL, "--set", "system=kafka"], "kafka-small has hosts of your own")
        cluster = self.cluster("kafka-small", made=True)
        inventory = ["--hosts", str(cluster.inventory_file)]
        self.refused(["up", "small", *SMALL, *inventory, "--set", "system=kafka"], "kafka-small has hosts on AWS")

    def test_up_may_be_said_again_otherwise_where_nothing_was_created(self):
        cluster = self.cluster("kafka-small", made=False)
        cluster.inventory_file.unlink()
        status, printed = self.bench("up", "small", *SMALL, "--set", "system=kafka", "--set", "region=eu-west-1")
        self.assertEqual(["terraform init"], self.called(), printed)

    def test_site_takes_what_hosts_can_change_and_keeps_it_when_it_is_through(self):
        cluster = self.cluster("one", grafana=False)
        say = ["site", "one", "--set", "grafana=true", "--set", "kafka_settings={num.io.threads: 3}"]
        self.play("ansible-playbook", "exit 2")
        status, printed = self.bench(*say)
        self.assertEqual(1, status)
        self.assertIn("--set is not kept", printed)
        self.assertEqual(False, self.kept(cluster)["grafana"])
        self.play("ansible-playbook", 'grep -q \'"grafana": true\' "${4#@}"')
        status, printed = self.bench(*say)
        self.assertEqual(0, status, printed)
        self.assertEqual((True, {"num.io.threads": 3}), (self.kept(cluster)["grafana"], self.kept(cluster)["kafka_settings"]))

    def test_site_refuses_what_hosts_keep(self):
        cluster = self.cluster("one")
        before = self.kept(cluster)
        for name, value, remedy in (
            ("overprovisioning_percent", 10, "down"),
            ("kafka_metadata", "root", "reset"),
            ("kafka_metadata", "own", "down"),
            ("sasl", "scram", "reset"),
            ("layout", "jbod", "down"),
            ("storage", "ebs", "down"),
            ("cluster", "two", "down"),
            ("system", "redpanda", "down"),
            ("kernel_tuning", "false", "down"),
            ("grafana", "false", "down"),
            ("tls", "true", "reset"),
            ("redpanda_settings", "{retention_bytes: 1}", "reset"),
            ("broker_count", 5, "up"),
        ):
            with self.subTest(name):
                self.refused(["site", "one", "--set", f"{name}={value}"], f"one: {name} stays", f"`{remedy}`")
        self.assertEqual(before, self.kept(cluster))

    def test_reset_takes_what_goes_with_the_data(self):
        cluster = self.cluster("one")
        self.play("ansible-playbook", "exit 0")
        status, printed = self.bench("reset", "one", "--set", "tls=true", "--set", "redpanda_settings={}")
        self.assertEqual(0, status, printed)
        self.assertEqual(["reset.yml one"], self.called())
        self.assertEqual((True, {}), (self.kept(cluster)["tls"], self.kept(cluster)["redpanda_settings"]))

    def test_a_mapping_may_have_more_names_and_other_values(self):
        before = {"redpanda_settings": {"a": 1}}
        self.assertEqual([], Variables().kept(before, {"redpanda_settings": {"a": 2, "b": 3}}, "site"))
        self.assertEqual(1, len(Variables().kept(before, {"redpanda_settings": {"b": 3}}, "site")))


if __name__ == "__main__":
    unittest.main()
