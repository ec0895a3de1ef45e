"""bench while Terraform and Ansible, which are played, are broken off, take too long, or fail."""

import os
import select
import signal
import subprocess
import time
import unittest
from unittest import mock

from bench import playbooks, process
from bench.cloud import Cloud
from fakes import LIMIT_SECONDS, BenchTest

# Knows what it has created when it is through, and not when it is told to end.
CREATES = """apply)
    trap 'exit 1' INT
    echo begun >{folder}/begun
    until [ -e {folder}/go ]; do sleep 0.05; done
    echo written >{folder}/state ;;"""
UP = ["up", "small", "--yes", "--no-site", "--set", "system=kafka", "--set", "ssh_from=203.0.113.7/32"]


class InterruptTest(BenchTest):
    def test_what_terraform_has_begun_to_create_gets_through_when_up_is_interrupted(self):
        self.play_terraform(CREATES.format(folder=self.folder))
        # As a terminal has it: Ctrl-C goes to all of a group.
        up = self.started(*UP, stdout=subprocess.DEVNULL, stderr=open(self.folder / "errors", "w"), process_group=0)
        self.until((self.folder / "begun").exists, up)
        os.killpg(up.pid, signal.SIGINT)
        errors = (self.folder / "errors").read_text
        self.until(lambda: "s to get through" in errors(), up)
        for stop in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            os.killpg(up.pid, stop)
        (self.folder / "go").touch()
        up.wait(timeout=LIMIT_SECONDS)
        self.assertEqual(130, up.returncode, errors())
        self.assertEqual("written\n", (self.folder / "state").read_text())
        self.assertIn("deploy/bench down kafka-small", errors())

    def until(self, condition, process):
        deadline = time.monotonic() + LIMIT_SECONDS
        while not condition():
            self.assertLess(time.monotonic(), deadline, "it did not come to that")
            self.assertIsNone(process.poll())
            time.sleep(0.02)

    def test_an_interrupt_in_the_moment_of_its_start_ends_a_program(self):
        programs = []

        def start(*arguments, **options):
            programs.append(start.original(*arguments, **options))
            os.kill(os.getpid(), signal.SIGINT)
            return programs[0]

        start.original = subprocess.Popen
        with mock.patch.object(subprocess, "Popen", start), self.assertRaises(KeyboardInterrupt):
            process.run(["sleep", "infinity"], LIMIT_SECONDS, orderly=0.2)
        ended = programs[0].poll()
        programs[0].kill()
        self.assertIsNotNone(ended, "it goes on")

    def test_a_playbook_has_a_limit(self):
        self.cluster("one")
        self.play("ansible-playbook", "exec sleep 60")
        self.addCleanup(setattr, playbooks, "PLAYBOOK_LIMIT_SECONDS", playbooks.PLAYBOOK_LIMIT_SECONDS)
        playbooks.PLAYBOOK_LIMIT_SECONDS = 0.2
        status, printed = self.bench("site", "one")
        self.assertEqual(1, status)
        self.assertIn("site.yml on one took longer than 0.2 s", printed)

    def test_a_limit_is_told_before_it_kills(self):
        self.play("obeys", f"trap 'echo told >{self.folder}/told; exit 0' INT; while :; do sleep 0.05; done")
        # On a busy host, the shell may not have read its script so soon.
        for limit in (0.3, 3, 30):
            if not (self.folder / "told").exists():
                with self.assertRaises(subprocess.TimeoutExpired):
                    process.run([str(self.folder / "bin/obeys")], limit)
        self.assertTrue((self.folder / "told").exists())
        self.play("stays", "trap '' INT; sleep 60 & wait")
        reads, writes = os.pipe()
        self.addCleanup(os.close, reads)
        with self.assertRaises(subprocess.TimeoutExpired):
            process.run([str(self.folder / "bin/stays")], 0.2, orderly=0.2, stdout=writes)
        os.close(writes)
        # The pipe ends when no process has its other side open.
        readable, _, _ = select.select([reads], [], [], LIMIT_SECONDS)
        self.assertTrue(readable, "a child of what was killed goes on")


class DownTest(BenchTest):
    def test_forgets_what_an_up_left_that_was_refused(self):
        self.play_terraform("plan) exit 1 ;;")
        status, printed = self.bench(*UP)
        self.assertEqual(1, status, printed)
        status, printed = self.bench("run", "kafka-small")
        self.assertEqual(2, status, printed)
        self.assertIn("deploy/bench down kafka-small", printed)
        status, printed = self.bench("down", "kafka-small")
        self.assertEqual((0, "kafka-small: nothing was created\n"), (status, printed))
        self.assertEqual(["terraform init", "terraform plan"], self.called())
        self.assertFalse((self.folder / "home/kafka-small").exists())

    def test_names_what_is_left_although_terraform_failed(self):
        cluster = self.cluster("one")
        self.play_terraform("destroy) exit 1 ;;")
        left, limits = Cloud.left, []
        self.addCleanup(setattr, Cloud, "left", left)
        Cloud.left = lambda _, limit=300: limits.append(limit) or ["instance i-7"]
        status, printed = self.bench("down", "one", "--discard")
        self.assertEqual(1, status)
        self.assertIn("terraform destroy failed", printed)
        self.assertIn("instance i-7", printed)
        self.assertEqual([0], limits, "it waits although nothing is being destroyed")
        self.assertTrue(cluster.folder.exists())

    def test_says_so_when_aws_does_not_answer(self):
        self.cluster("one")
        self.play("terraform", "exit 0")
        self.set("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
        self.set("AWS_MAX_ATTEMPTS", "1")
        status, printed = self.bench("down", "one", "--discard")
        self.assertEqual(1, status)
        self.assertIn("AWS does not say what is left with the tag weir=one", printed)


if __name__ == "__main__":
    unittest.main()
