"""Hosts that hold results: what a second `up`, the end of their hours and `down` do with them. Terraform and SSH are played."""

import json

import yaml

from bench import cloud, fit
from bench.cloud import Cloud
from bench.cluster import Cluster
from bench.cost import Cost
from bench.fit import refuse_unfit
from bench.variables import DEPLOY
from fakes import BenchTest

UP = ["up", "small", "--yes", "--no-site", "--set", "system=kafka", "--set", "ssh_from=203.0.113.7/32"]
# Replacing a host, as the plan has it when `spot` changes.
REPLACED = [("aws_key_pair.this", ["no-op"]), ('aws_instance.node["broker-1"]', ["delete", "create"])]
RUN_IS = "echo {}"


class SecondUpTest(BenchTest):
    def setUp(self):
        super().setUp()
        self.play("ssh", RUN_IS.format("dead"))
        self.play_terraform()
        self.succeeds(*UP)
        self.created = Cluster("kafka-small")
        (self.folder / "called").unlink()

    def succeeds(self, *arguments):
        status, printed = self.bench(*arguments)
        self.assertEqual(0, status, printed)
        return printed

    def refused(self, part, *arguments):
        before = [path.read_text() for path in (self.created.variables_file, Cloud(self.created).tfvars)]
        status, printed = self.bench(*arguments)
        self.assertNotEqual(0, status, printed)
        self.assertIn(part, printed)
        self.assertNotIn("terraform apply", self.called())
        self.assertEqual(before, [path.read_text() for path in (self.created.variables_file, Cloud(self.created).tfvars)])

    def test_destroys_no_host_that_exists_without_replace(self):
        self.play_terraform(changes=REPLACED)
        self.refused('would destroy aws_instance.node["broker-1"]', *UP, "--set", "spot=true")
        self.play_terraform(changes=[("aws_instance.node[\"client-2\"]", ["delete"])])
        self.refused("add --replace", *UP)
        self.play_terraform(changes=REPLACED)
        self.succeeds(*UP, "--set", "spot=true", "--replace")
        self.assertIn("terraform apply", self.called())
        self.assertTrue(self.kept(self.created)["spot"])

    def test_adds_hosts_and_opens_ssh_elsewhere_without_asking_for_more(self):
        self.play_terraform(changes=[('aws_instance.node["client-2"]', ["create"]), ("aws_vpc_security_group_ingress_rule.ssh", ["update"])])
        # From another network, SSH is closed until `up` has opened it.
        self.play("ssh", "exit 255")
        self.succeeds(*UP, "--set", "client_count=2")
        self.assertIn("terraform apply", self.called())

    def test_looks_for_a_run_before_it_plans(self):
        self.play("ssh", RUN_IS.format("running"))
        self.refused("a run is in progress on kafka-small", *UP, "--set", "client_count=2", "--replace")
        self.assertEqual([], self.called())

    def test_replaces_nothing_where_a_run_may_be_in_progress(self):
        self.play_terraform(changes=REPLACED)
        self.play("ssh", "exit 255")
        self.refused("monitor-1 does not answer", *UP, "--replace")

    def test_names_are_those_of_the_first_up(self):
        identity = self.created.identity
        self.assertRegex(identity, "^kafka-small-[0-9a-f]{6}$")
        self.succeeds(*UP)
        given = json.loads(Cloud(self.created).tfvars.read_text())
        self.assertEqual(identity, given["identity"])
        self.assertRegex(given["owner"], "^[A-Za-z0-9_.:/=+@-]+@[A-Za-z0-9_.:/=+@-]+$")


class CapacityTest(BenchTest):
    FULL = """apply) if grep -q '"us-east-1a"' {tfvars}; then echo "api error InsufficientInstanceCapacity: none" >&2; exit 1; fi ;;"""

    def test_takes_the_next_zone_and_stays_there(self):
        self.play("ssh", RUN_IS.format("dead"))
        created = Cluster("kafka-small")
        tfvars = Cloud(created).tfvars
        self.play_terraform(self.FULL.format(tfvars=tfvars))
        status, printed = self.bench(*UP)
        self.assertEqual(0, status, printed)
        self.assertIn("AWS does not have enough free hosts in us-east-1a: trying us-east-1b", printed)
        once = ["terraform init", "terraform plan", "terraform show", "terraform apply"]
        self.assertEqual([*once, "terraform init", "terraform destroy", *once, "terraform output"], self.called())
        status, printed = self.bench(*UP)
        self.assertEqual(0, status, printed)
        self.assertEqual("us-east-1b", json.loads(tfvars.read_text())["availability_zone"])

    def test_says_which_zones_are_full(self):
        self.play_terraform('apply) echo "InsufficientInstanceCapacity" >&2; exit 1 ;;')
        status, printed = self.bench(*UP)
        self.assertEqual(1, status)
        self.assertIn("tried us-east-1a, us-east-1b: take other instance types", printed)

    def test_another_failure_is_no_reason_for_another_zone(self):
        self.play_terraform('apply) echo "UnauthorizedOperation" >&2; exit 1 ;;')
        status, printed = self.bench(*UP)
        self.assertEqual(1, status)
        self.assertIn("UnauthorizedOperation", printed)
        self.assertEqual(1, self.called().count("terraform apply"))

    def test_a_second_cluster_that_fails_names_the_first(self):
        self.play_terraform('apply) case "$*" in */kafka-two/*) exit 1 ;; esac ;;')
        for name in ("one", "two"):
            (self.folder / f"{name}.yaml").write_text((DEPLOY / "profiles/small.yaml").read_text())
        up = ["up", f"{self.folder}/one.yaml", f"{self.folder}/two.yaml", *UP[2:]]
        status, printed = self.bench(*up, "--set", "system=kafka")
        self.assertEqual(1, status, printed)
        dollars = Cost(self.kept(Cluster("kafka-one"))).hourly
        self.assertIn(f"kafka-one exists and costs up to {dollars:.2f} $/h until deploy/bench down kafka-one", printed)
        self.assertIn("deploy/bench down kafka-two", printed)


class FitTest(BenchTest):
    PLAN = "run  workload  on  differs by  msg/s  time  data\n  1  x  Kafka  y  1,000  {}  {}"

    def setUp(self):
        super().setUp()
        self.patch(fit, "refuse_unfit", refuse_unfit)
        self.set("WEIR_BENCHMARK", str(self.folder / "bin/benchmark"))

    def up(self, time, data):
        self.play("benchmark", f"printf '{self.PLAN.format(time, data)}\n'")
        self.play_terraform()
        return self.bench(*(word for word in UP if word != "--no-site"))

    def test_a_workload_that_outlasts_the_hours_is_refused_before_anything_is_created(self):
        # `small` lives 2 hours, of which half an hour passes until a run can start.
        status, printed = self.up("2:00:00", "1.0 GiB")
        self.assertEqual(2, status, printed)
        self.assertIn("the first host ends by itself in 1 h 30 min", printed)
        self.assertEqual([], [call for call in self.called() if call.startswith("terraform")])

    def test_a_workload_that_fills_the_drives_is_refused_before_anything_is_created(self):
        status, printed = self.up("10:00", "9,000.0 GiB")
        self.assertEqual(2, status, printed)
        self.assertIn("to each broker, of which 1,000 GB are free", printed)
        self.assertEqual([], [call for call in self.called() if call.startswith("terraform")])

    def test_a_workload_that_cannot_be_planned_is_refused(self):
        self.play("benchmark", "echo 'x.yaml:3: producerRate must be positive' >&2; exit 2")
        status, printed = self.bench(*(word for word in UP if word != "--no-site"))
        self.assertEqual(2, status)
        self.assertIn("x.yaml:3: producerRate", printed)

    def test_what_fits_is_created(self):
        self.play("ssh", RUN_IS.format("dead"))
        self.up("10:00", "10.0 GiB")
        self.assertIn("terraform apply", self.called())


class EndOfHoursTest(BenchTest):
    def setUp(self):
        super().setUp()
        self.one = self.cluster("one")
        self.play_terraform()
        self.play("ansible-playbook", 'case "$*" in *idle.yml) exit 4 ;; esac')
        self.patch(Cloud, "left", lambda *_: [])

    def down(self, alive):
        self.patch(Cloud, "alive", lambda _: alive)
        return self.bench("down", "one", "-o", str(self.folder / "results"))

    def test_down_needs_no_discard_when_results_were_fetched(self):
        status, printed = self.down([])
        self.assertEqual(0, status, printed)
        self.assertEqual(["terraform init", "terraform destroy"], self.called())
        self.assertFalse(self.one.folder.exists())

    def test_down_does_not_pass_over_results_that_are_lost(self):
        self.one.unfetched.touch()
        status, printed = self.down(["broker-1"])
        self.assertEqual(1, status)
        self.assertIn("the results of the last run were not fetched: they are lost", printed)
        self.assertEqual([], self.called())

    def test_down_fetches_while_the_monitoring_host_lives(self):
        self.play("ansible-playbook", "exit 0")
        self.one.unfetched.touch()
        status, printed = self.down(["monitor-1"])
        self.assertEqual(0, status, printed)
        self.assertEqual(["idle.yml one", "fetch.yml one", "terraform init", "terraform destroy"], self.called())

    def test_results_wait_from_the_start_of_a_run_until_they_are_fetched(self):
        # As run.yml does it when it starts a run.
        self.play("ansible-playbook", f'case "$*" in *run.yml) touch {self.one.unfetched} ;; esac')
        self.play("ssh", "exit 1")
        status, printed = self.bench("run", "one", "--detach")
        self.assertEqual(0, status, printed)
        self.assertTrue(self.one.unfetched.exists())
        status, printed = self.bench("fetch", "one", "-o", str(self.folder / "results"))
        self.assertEqual(0, status, printed)
        self.assertFalse(self.one.unfetched.exists())

    def test_a_run_is_fetched_when_it_ends_also_when_it_failed(self):
        self.play("ansible-playbook", f'case "$*" in *run.yml) touch {self.one.unfetched} ;; esac')
        self.play("ssh", "case \"$*\" in *show*) printf 'ActiveState=failed\nSubState=failed\nExecMainStatus=3\nResult=x\n' ;; esac")
        status, printed = self.bench("run", "one", "-o", str(self.folder / "results"))
        self.assertEqual(3, status, printed)
        self.assertIn(f"fetched to {self.folder}/results/one", printed)
        self.assertEqual(["run.yml one", "fetch.yml one"], self.called())
        self.assertFalse(self.one.unfetched.exists())

    def test_extend_moves_the_end_of_all_hosts_and_of_the_monitoring_host_by_more(self):
        self.play("ansible-playbook", 'cat "${4#@}" >"$(dirname "$0")/../given"')
        status, printed = self.bench("extend", "one", "--hours", "7", "--yes")
        self.assertEqual(0, status, printed)
        given = json.loads((self.folder / "given").read_text())
        self.assertEqual((7, 24), (given["extend_hours"], given["extend_monitor_hours"]))
        self.assertIn(f"at most {Cost(self.kept(self.one)).most(7):.2f} $", printed)
        self.assertEqual(["extend.yml one"], self.called())

    def test_down_works_without_terraforms_state(self):
        self.one.identity_file.write_text("one-0123af")
        self.one.state.unlink()
        deleted = []
        self.patch(cloud, "Tagged", lambda region, identity: type("Played", (), {"destroy": lambda _: deleted.append((region, identity))})())
        status, printed = self.down([])
        self.assertEqual(0, status, printed)
        self.assertEqual([("us-east-1", "one-0123af")], deleted)


class OrderTest(BenchTest):
    def test_updates_are_held_back_before_apt_is_used(self):
        base = DEPLOY / "ansible/roles/base"
        self.assertIn("systemctl mask", (base / "tasks/updates.yml").read_text())
        for masked in yaml.safe_load((base / "vars/main.yml").read_text())["base_masked"].values():
            self.assertLessEqual({"apt-daily.timer", "apt-daily-upgrade.timer"}, set(masked))
            # Its mask tells that all before it are masked.
            self.assertEqual("man-db.timer", masked[-1])
        text = [str(task) for task in yaml.safe_load((base / "tasks/main.yml").read_text())]
        held = next(i for i, one in enumerate(text) if "updates.yml" in one)
        first = next(i for i, one in enumerate(text) if "ansible.builtin.apt'" in one)
        self.assertLess(held, first)
        site = yaml.safe_load((DEPLOY / "ansible/site.yml").read_text())
        self.assertEqual("base", next(play["roles"][0]["role"] for play in site if "roles" in play))
