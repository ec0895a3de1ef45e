"""bench with several clusters, and while a run is followed."""

import unittest

from bench import runs
from bench.problem import Problem
from fakes import BenchTest

# SSH to a monitoring host whose run has ended with a status.
ENDED = """case "$*" in
  *"systemctl show"*) printf 'ActiveState=%s\\nSubState=dead\\nExecMainStatus=%s\\nResult=x\\n' inactive {status} ;;
  *) echo "log of $*" ;;
esac"""


class RunsTest(BenchTest):
    def test_starts_on_every_cluster_before_it_follows_one(self):
        self.cluster("one")
        self.cluster("two")
        self.play("ansible-playbook", "exit 0")
        # Following finds both started, or the first run has ended badly.
        self.play("ssh", f'if ! grep -q "two/inventory.yaml.*run.yml" {self.folder}/called; then echo "too early"; exit 9; fi\n' + ENDED.format(status=0))
        status, printed = self.bench("run", "one", "two", "-o", str(self.folder / "results"))
        self.assertEqual(0, status, printed)
        self.assertNotIn("too early", printed)
        self.assertEqual(["run.yml one", "run.yml two"], self.called())

    def test_a_run_that_is_refused_or_ends_badly_keeps_no_other_from_its_end(self):
        self.cluster("one")
        self.cluster("two")
        self.cluster("three")
        self.play("ansible-playbook", 'case "$*" in */home/one/*) exit 2 ;; esac')
        self.play("ssh", ENDED.format(status="$(case $* in */home/two/*) echo 99 ;; *) echo 3 ;; esac)"))
        status, printed = self.bench("run", "one", "two", "three", "-o", str(self.folder / "results"))
        self.assertEqual(99, status, printed)
        self.assertIn("run.yml failed on one", printed)
        self.assertIn("the run on two ended with 99", printed)
        self.assertIn("the run on three ended with 3", printed)

    def test_begins_with_none_where_one_is_misspelt(self):
        self.cluster("one")
        status, printed = self.bench("run", "one", "tow")
        self.assertEqual(2, status)
        self.assertIn("there is no cluster tow", printed)
        self.assertEqual([], self.called())

    def test_fetches_from_every_cluster_although_one_is_gone(self):
        self.cluster("one")
        self.cluster("two")
        self.play("ansible-playbook", 'case "$*" in */home/one/*) exit 4 ;; esac')
        status, printed = self.bench("fetch", "one", "two", "-o", str(self.folder / "results"))
        self.assertEqual(1, status, printed)
        self.assertEqual(["fetch.yml one", "fetch.yml two"], self.called())
        self.assertIn(f"fetched to {self.folder}/results/two", printed)

    def test_a_connection_that_is_lost_ends_no_following(self):
        cluster = self.cluster("one")
        lost = f'[ -e {self.folder}/lost ] || {{ touch {self.folder}/lost; echo "Connection refused" >&2; exit 255; }}\n'
        self.play("ssh", lost + ENDED.format(status=0))
        runs.follow(cluster, pause=0)
        self.assertTrue((self.folder / "lost").exists())

    def test_where_nothing_was_ever_run_nothing_is_waited_for(self):
        self.cluster("one")
        self.play("ansible-playbook", "exit 0")
        self.play("ssh", 'echo "run-started: No such file" >&2; exit 1')
        status, printed = self.bench("status", "one", "--follow")
        self.assertEqual(1, status)
        self.assertIn("run-started: No such file", printed)
        self.assertNotIn("trying again", printed)

    def test_following_gives_up_in_the_end_and_says_how_to_look(self):
        cluster = self.cluster("one")
        self.play("ssh", 'echo "Connection refused" >&2; exit 255')
        with self.assertRaises(Problem) as lost:
            runs.follow(cluster, pause=0, limit=0)
        self.assertEqual(1, lost.exception.status)
        self.assertIn("deploy/bench status one --follow", str(lost.exception))


if __name__ == "__main__":
    unittest.main()
