"""A system that exists (system: external): its variables, its driver file, and what bench leaves alone."""

import contextlib
import io
import os
import sys
import unittest
from pathlib import Path

import yaml

from bench import account, external, up
from bench.cluster import Cluster
from bench.cost import Cost
from bench.problem import Problem
from bench.variables import DEPLOY, Variables
from fakes import BenchTest

SECRET = "s3cret-of-this-test"
SCRAM = (
    "org.apache.kafka.common.security.scram.ScramLoginModule required \\\n"
    f'      username="u" password="{SECRET}";'
)
KEY = f"-----BEGIN PRIVATE KEY-----\n{SECRET}\n-----END PRIVATE KEY-----\n"
CERTIFICATE = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"
GIVEN = {"system": "external", "ssh_from": "203.0.113.7/32"}


class VariablesTest(unittest.TestCase):
    def refused(self, given, *parts):
        with self.assertRaises(Problem) as refusal:
            Variables().effective([("here", {**GIVEN, **given})])
        self.assertEqual(2, refusal.exception.status)
        for part in parts:
            self.assertIn(part, str(refusal.exception))

    def test_variables_of_brokers_are_refused_in_one_message_even_with_their_defaults(self):
        self.refused(
            {"broker_count": 3, "storage": "instance", "ebs_volume_gib": 10, "kafka_heap": "1g", "tls": True},
            "take away broker_count, ebs_volume_gib, kafka_heap, storage, tls, which would change nothing",
        )

    def test_only_what_describes_hosts_and_clients_is_left(self):
        values = Variables().effective([("here", GIVEN)])
        left = [name for name in values if any(word in name for word in ("broker", "ebs", "kafka", "redpanda", "storage", "drive_", "layout"))]
        self.assertEqual([], left)
        # What was kept is said again by `site`, and is no reason to refuse.
        self.assertEqual(values, Variables().effective([("kept", values)]))
        # A playbook can still name a default.
        self.assertFalse(Variables().for_reader("ansible", values)["tls"])

    def test_a_network_that_exists_is_for_external_systems_only(self):
        subnet = {"subnet_id": "subnet-0123456789abcdef0"}
        self.refused({"security_group_ids": "sg-0123456789abcdef0"}, "name a subnet of it with subnet_id")
        self.refused({"public_address": False}, "or name a subnet_id")
        self.refused({"subnet_id": "vpc-1"}, "subnet_id must match")
        self.refused({"system": "kafka", **subnet}, "only for system external")
        Variables().effective([("here", {**GIVEN, **subnet, "security_group_ids": "sg-0123456789abcdef0,sg-0123456789abcdef1", "public_address": False})])

    def test_only_clients_and_the_monitor_are_counted_and_paid_for(self):
        values = {"cluster": "x", **Variables().effective([("here", {**GIVEN, "client_count": 2, "client_type": "c5n.9xlarge"})])}
        self.assertEqual(["c5n.9xlarge", "c5n.9xlarge", "m5.xlarge"], account.kinds(values))
        text = Cost(values).text()
        self.assertNotIn("broker", text)
        self.assertIn("3 x public address", text)
        self.assertIn("not in it: the external system", text)
        self.assertNotIn("public address", Cost({**values, "public_address": False}).text())


class DriverFileTest(BenchTest):
    def driver(self, common, **fields):
        about = {"name": "X", "driver": "kafka", "replicationFactor": 3, "commonConfig": common, **fields}
        path = self.folder / "mine.yaml"
        path.write_text(yaml.safe_dump(about))
        return path, about

    def values(self, **given):
        return {"cluster": "x", **Variables().effective([("here", {**GIVEN, **given})])}

    def checked(self, common, values=None, **fields):
        path, about = self.driver(common, **fields)
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            external.check(path, about, values or self.values())
        return printed.getvalue()

    def refused(self, common, *parts, values=None, **fields):
        with self.assertRaises(Problem) as refusal:
            self.checked(common, values, **fields)
        self.assertEqual(2, refusal.exception.status)
        for part in parts:
            self.assertIn(part, str(refusal.exception))
        self.assertNotIn(SECRET, str(refusal.exception))

    def test_this_host_is_no_address_of_brokers_for_others(self):
        for server in ("localhost:9092", "127.0.0.1:9092", "[::1]:9092", "SASL_SSL://localhost:9092", "0.0.0.0:1"):
            with self.subTest(server):
                self.refused(f"bootstrap.servers=b-1.example.com:9092,\\\n  {server}", "bootstrap.servers", "name the brokers' addresses")
        self.checked("bootstrap.servers=localhost.example.com:9092\nsecurity.protocol=SSL")

    def test_connections_without_encryption_are_named(self):
        self.assertIn("messages are not encrypted", self.checked("bootstrap.servers=b:9092"))
        self.assertIn("messages and passwords are not encrypted", self.checked({"bootstrap.servers": "b:9092", "security.protocol": "SASL_PLAINTEXT"}))
        self.assertEqual("", self.checked("bootstrap.servers=b:9096\nsecurity.protocol=SASL_SSL\nsasl.jaas.config=" + SCRAM))

    def test_files_must_be_there_and_pem(self):
        store = "bootstrap.servers=b:9093\nsecurity.protocol=SSL\nssl.truststore.location={}\n"
        self.refused(store.format("/nowhere/ca.pem") + "ssl.truststore.type=PEM", "there is no file /nowhere/ca.pem")
        self.refused(store.format("/nowhere/ca.jks"), "sent along if their type is PEM")
        self.refused("bootstrap.servers=b:9093\nsasl.oauthbearer.assertion.private.key.file=/k", "names a file")
        self.refused('bootstrap.servers=b:9093\nsasl.jaas.config=com.sun.security.auth.module.Krb5LoginModule required keyTab="/k";', "keytab")
        file = self.folder / "ca.pem"
        file.write_text("not a certificate")
        self.refused(store.format(file) + "ssl.truststore.type=PEM", "must have certificates in the form of PEM")

    def test_classes_must_be_allowed_on_workers(self):
        iam = (
            "bootstrap.servers=b:9098\nsecurity.protocol=SASL_SSL\nsasl.jaas.config=software.amazon.msk.auth.iam.IAMLoginModule required;\n"
            "sasl.client.callback.handler.class=software.amazon.msk.auth.iam.IAMClientCallbackHandler\n"
        )
        self.refused(iam, "workers load software.amazon.msk.auth.iam.IAMLoginModule only if client_classes names it", "IAMClientCallbackHandler")
        allowed = "software.amazon.msk.auth.iam.IAMLoginModule,software.amazon.msk.auth.iam.IAMClientCallbackHandler"
        self.checked(iam, self.values(client_classes=allowed))

    def test_an_address_of_tokens_must_be_allowed(self):
        url = "https://idp.example.com/token"
        oauth = f"bootstrap.servers=b:9093\nsecurity.protocol=SASL_SSL\nsasl.oauthbearer.token.endpoint.url={url}"
        self.refused(oauth, "add -Dorg.apache.kafka.sasl.oauthbearer.allowed.urls=URL to client_java_flags")
        self.checked(oauth, self.values(client_java_flags=f"-Xss1m {external.ALLOWED_URLS}{url},https://other"))

    def test_a_file_without_files_is_sent_as_it_is(self):
        path, _ = self.driver("")
        path.write_text(f"# mine\nname: X\ndriver: kafka\ncommonConfig: |\n  bootstrap.servers=b:9096\n  sasl.jaas.config={SCRAM}\n")
        cluster = Cluster("x")
        cluster.make_folder()
        with external.complete(cluster, path) as written:
            self.assertEqual(path.read_text(), Path(written).read_text())
            self.assertEqual(0o600, os.stat(written).st_mode & 0o777)
        self.assertEqual([], list(cluster.folder.iterdir()))

    def test_pem_files_travel_inside_the_driver_file(self):
        (self.folder / "ca.pem").write_text("text\n" + CERTIFICATE)
        (self.folder / "client.pem").write_text(KEY + CERTIFICATE + CERTIFICATE)
        path, _ = self.driver(
            f"bootstrap.servers=b:9093\nssl.truststore.type=PEM\nssl.truststore.location={self.folder}/ca.pem\n"
            f"ssl.keystore.type=PEM\nssl.keystore.location={self.folder}/client.pem\nsasl.jaas.config={SCRAM}\n",
            producerConfig="acks=all\n",
        )
        cluster = Cluster("x")
        cluster.make_folder()
        with self.assertRaises(KeyboardInterrupt), external.complete(cluster, path) as written:
            driver = yaml.safe_load(Path(written).read_text())
            raise KeyboardInterrupt
        self.assertEqual([], list(cluster.folder.iterdir()))
        common = driver["commonConfig"]
        self.assertEqual(CERTIFICATE.strip(), common["ssl.truststore.certificates"])
        self.assertEqual(KEY.strip(), common["ssl.keystore.key"])
        self.assertEqual((CERTIFICATE * 2).strip(), common["ssl.keystore.certificate.chain"])
        self.assertIn(f'username="u" password="{SECRET}"', common["sasl.jaas.config"])
        self.assertEqual({"acks": "all"}, external.read_properties(driver["producerConfig"]))
        self.assertEqual([], [name for name in common if name.endswith(".location")])

    def test_properties_are_read_as_java_reads_them(self):
        text = "# c\n! c\na=1\n b : 2 \nc 3\nd=x\\\n   y\\\n   z\ne=\\u0041\\\\\\n\nf\\=g=h\n\n"
        self.assertEqual({"a": "1", "b": "2 ", "c": "3", "d": "xyz", "e": "A\\\n", "f=g": "h"}, external.read_properties(text))


class CommandsTest(BenchTest):
    UP = ["up", "small", "--yes", "--no-site", "--set", "ssh_from=203.0.113.7/32"]

    def setUp(self):
        super().setUp()
        self.profile = self.folder / "ext.yaml"
        self.mine = self.folder / "mine.yaml"
        self.mine.write_text(f"name: X\ndriver: kafka\ncommonConfig: |\n  bootstrap.servers=b:9096\n  security.protocol=SASL_SSL\n  sasl.jaas.config={SCRAM}\n")
        self.write_profile(driver=str(self.mine))
        self.play("benchmark", "exit 0")
        self.set("WEIR_BENCHMARK", str(self.folder / "bin/benchmark"))
        self.up = ["up", str(self.profile), *self.UP[2:]]

    def write_profile(self, **given):
        self.profile.write_text(yaml.safe_dump({"system": "external", "client_count": 1, "client_type": "c5n.large", "monitor_type": "m5.large", **given}))

    def made(self):
        cluster = self.cluster("one")
        values = Variables().effective([("here", {**GIVEN, "cluster": "one", "client_count": 1, "driver": str(self.mine)})])
        cluster.keep(values)
        return cluster

    def test_up_needs_a_driver_file_that_weir_accepts(self):
        self.write_profile()
        status, printed = self.bench(*self.up)
        self.assertEqual(2, status, printed)
        self.assertIn("ext: system external needs a driver file", printed)
        self.write_profile(driver=str(self.mine))
        self.play("benchmark", "echo 'mine.yaml:5: commonConfig.sasl.jaas.config: has a typo'; exit 2")
        status, printed = self.bench(*self.up)
        self.assertEqual(2, status, printed)
        self.assertIn("has a typo", printed)
        self.assertNotIn(SECRET, printed)
        self.assertNotIn("terraform", " ".join(self.called()))

    def test_up_gives_terraform_no_broker_and_no_secret(self):
        self.play_terraform()
        status, printed = self.bench(*self.up)
        self.assertEqual(0, status, printed)
        folder = Cluster("ext").folder
        given = (folder / "terraform.tfvars.json").read_text()
        self.assertIn('"system": "external"', given)
        for path in folder.rglob("*"):
            if path.is_file():
                self.assertNotIn(SECRET, path.read_text(), path)
        self.assertNotIn(SECRET, printed)

    def test_a_jar_that_is_missing_stops_up(self):
        status, printed = self.bench(*self.up, "--set", f"client_jars={self.folder}/iam.jar")
        self.assertEqual(2, status, printed)
        self.assertIn(f"client_jars: there is no file {self.folder}/iam.jar", printed)

    def test_reset_touches_no_broker_of_others(self):
        self.made()
        status, printed = self.bench("reset", "one")
        self.assertEqual(2, status, printed)
        self.assertIn("one: system external has its own brokers", printed)
        self.assertEqual([], self.called())

    def test_run_shows_ansible_the_driver_file_only_while_it_starts(self):
        cluster = self.made()
        self.play("ansible-playbook", f'grep -q {SECRET} "$(sed -n \'s/.*"run_driver": "\\(.*\\)".*/\\1/p\' "${{4#@}}")" && ! grep -q {SECRET} "${{4#@}}"')
        status, printed = self.bench("run", "one", "--detach")
        self.assertEqual(0, status, printed)
        self.assertEqual(["run.yml one"], self.called())
        self.assertFalse((cluster.folder / "driver").exists())

    def test_a_run_that_is_refused_leaves_no_driver_file(self):
        cluster = self.made()
        self.play("ansible-playbook", "exit 2")
        self.play("ssh", "exit 0")
        status, printed = self.bench("run", "one", "--detach")
        self.assertEqual(1, status, printed)
        self.assertFalse((cluster.folder / "driver").exists())
        self.assertRegex((self.folder / "called").read_text(), r"ssh .*sudo rm -rf /run/weir-driver/one-\d{4}")

    def test_an_inventory_has_no_brokers(self):
        host = {"ansible_host": "192.0.2.1", "private_address": "10.0.0.1", "node_id": 1}
        groups = {"clients": {"hosts": {"client-1": host}}, "monitors": {"hosts": {"monitor-1": host}}}
        inventory = self.folder / "inventory.yaml"
        inventory.write_text(yaml.safe_dump(groups))
        status, printed = self.bench(*self.up, "--hosts", str(inventory))
        self.assertEqual(0, status, printed)
        self.assertEqual({}, Cluster("ext").hosts("brokers"))
        inventory.write_text(yaml.safe_dump({**groups, "brokers": {"hosts": {"broker-1": host}}}))
        with self.assertRaises(Problem) as refusal:
            up.read_inventory(inventory, [Variables().effective([("here", GIVEN)])])
        self.assertIn("must have the groups clients, monitors", str(refusal.exception))


class PlaybookTest(unittest.TestCase):
    def test_doctor_names_what_is_wrong_with_the_brokers_alone(self):
        sys.path.insert(0, str(DEPLOY / "ansible/filter_plugins"))
        import weir

        text = (
            "this host, m\n  FAIL  memory        too little\n\n"
            "mine.yaml\n  FAIL  reached       no answer within 15 s; Timed out waiting\n                      for a node\n"
            "                      -> check whether the brokers run\n  ok    replicas      3\n\n1 FAIL, 0 warn, 1 ok\n"
        )
        self.assertEqual(["mine.yaml: reached no answer within 15 s; Timed out waiting for a node -> check whether the brokers run"], weir.doctor_problems(text))
        self.assertEqual([], weir.doctor_problems("mine.yaml\n  ok    reached       Kafka\n\n0 FAIL, 0 warn, 1 ok\n"))

    def test_a_workload_is_held_to_hours_and_to_no_drives(self):
        sys.path.insert(0, str(DEPLOY / "ansible/filter_plugins"))
        import weir

        runs = [{"seconds": 3600, "bytes": 1e15}]
        self.assertEqual([], weir.run_problems(runs, [], 7200, {"system": "external"}))
        self.assertIn("ends by itself", weir.run_problems(runs, [], 60, {"system": "external"})[0])


if __name__ == "__main__":
    unittest.main()
