"""bin/benchmark k8s on a real API server that has neither controllers nor nodes, by a user with rights in one namespace.

Needs an installation of Weir in WEIR_HOME: KubernetesCommandIT runs it."""

import json
import os
import signal
import subprocess
import time
import unittest
from pathlib import Path

from api_server import TOOLS, ApiServerCase

HOME = Path(os.environ["WEIR_HOME"])
KINDS = "pods,jobs,statefulsets,services,networkpolicies,configmaps,secrets,persistentvolumeclaims,roles,rolebindings,serviceaccounts"

RBAC = "rbac.authorization.k8s.io"
VERBS = ["get", "list", "create", "update", "patch", "delete"]

# What README.md of the chart says that a user needs.
RULES = [
    {"apiGroups": [""], "resources": ["configmaps", "persistentvolumeclaims", "pods", "secrets", "services"]},
    {"apiGroups": ["apps"], "resources": ["statefulsets"]},
    {"apiGroups": ["batch"], "resources": ["jobs"]},
    {"apiGroups": ["networking.k8s.io"], "resources": ["networkpolicies"]},
]
HOOK_RULES = [
    {"apiGroups": [""], "resources": ["serviceaccounts"], "verbs": VERBS},
    {"apiGroups": [RBAC], "resources": ["roles", "rolebindings"], "verbs": VERBS},
]
FURTHER_RULES = [
    {"apiGroups": [""], "resources": ["events"], "verbs": ["list"]},
    {"apiGroups": [""], "resources": ["pods/log"], "verbs": ["get"]},
    {"apiGroups": [""], "resources": ["pods/exec"], "verbs": ["create", "get"]},
]

DRIVER = """
name: Kafka
driver: kafka
replicationFactor: 3
topicConfig: ''
commonConfig: bootstrap.servers=kafka:9092
producerConfig: ''
consumerConfig: ''
"""


class KubernetesCommandCheck(ApiServerCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        (cls.folder / "driver.yaml").write_text(DRIVER)
        (cls.folder / "values.yaml").write_text("worker: {cpu: '4'}\n")
        (cls.folder / "hook.yaml").write_text("tls: {mode: hook}\n")
        cluster = {"server": cls.url, "insecure-skip-tls-verify": True}
        config = {
            "apiVersion": "v1",
            "kind": "Config",
            "clusters": [{"name": "test", "cluster": cluster}],
            "users": [{"name": "user", "user": {"token": cls.user_token}}],
            "current-context": "test",
            "contexts": [{"name": "test", "context": {"cluster": "test", "user": "user"}}],
        }
        (cls.folder / "kubeconfig").write_text(json.dumps(config))
        # Pods need it, and a controller would make it.
        cls.create(json.dumps({"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "default", "namespace": "lab"}}))
        cls.grant("benchmarks", [{**rule, "verbs": VERBS} for rule in RULES] + FURTHER_RULES)

    @classmethod
    def grant(cls, name, rules):
        for kind, parts in {
            "Role": {"rules": rules},
            "RoleBinding": {"roleRef": {"apiGroup": RBAC, "kind": "Role", "name": name}, "subjects": [{"apiGroup": RBAC, "kind": "User", "name": "user"}]},
        }.items():
            cls.create(json.dumps({"apiVersion": f"{RBAC}/v1", "kind": kind, "metadata": {"name": name, "namespace": "lab"}, **parts}))

    def begin(self, *words):
        environment = os.environ | {
            "PATH": f"{TOOLS}:{os.environ['PATH']}",
            "KUBECONFIG": str(self.folder / "kubeconfig"),
            # Helm keeps what it has learned about the API server here.
            "HOME": str(self.folder),
            "JDK_JAVA_OPTIONS": "-XX:TieredStopAtLevel=1",
        }
        return subprocess.Popen(
            [HOME / "bin" / "benchmark", "k8s", *words],
            env=environment,
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def k8s(self, *words):
        process = self.begin(*words)
        out, err = process.communicate(timeout=240)
        return process.returncode, out, err

    def start_run(self, *words):
        return self.begin("run", *self.inputs(), "-n", "lab", "--values", "values.yaml", *words)

    @staticmethod
    def inputs():
        return HOME / "workloads" / "quickstart.yaml", "-d", "driver.yaml", "--workers", "3", "--image", "r/weir:1"

    def objects(self):
        listed = self.kubectl("get", KINDS, "-n", "lab", "--output=name")
        self.assertEqual(listed.returncode, 0, listed.stderr)
        return {each for each in listed.stdout.split() if not each.endswith(("/benchmarks", "/hooks", "/default"))}

    def only_run(self):
        return next(each for each in self.objects() if each.startswith("job")).removeprefix("job.batch/").removesuffix("-run-1")

    def test_renders_what_the_api_server_accepts(self):
        status, out, err = self.k8s("run", "--render", *self.inputs(), "--values", "values.yaml")
        self.assertEqual((status, [line for line in err.splitlines() if "JDK_JAVA" not in line]), (0, []))
        self.assertIn('cpu: "4"', out)

        applied = self.kubectl("apply", "-n", "lab", "--validate=strict", "--dry-run=server", "-f", "-", given=out)

        self.assertEqual((applied.returncode, applied.stderr), (0, ""))
        self.assertNotIn("serviceaccount", applied.stdout)

    def test_removes_a_run_that_does_not_start(self):
        process = self.start_run("--timeout", "5s")
        out, err = process.communicate(timeout=240)

        self.assertEqual(process.returncode, 1)
        self.assertIn("did not start: after 5s, 0 of 4 pods are ready", err)
        self.assertRegex(err, "weir-quickstart-[0-9-]+-worker-1: no pod was made for this StatefulSet")
        self.assertRegex(out, "run weir-quickstart-[0-9-]+ is removed\n$")
        self.assertEqual(self.objects(), set())

    def test_keeps_lists_and_removes_a_run(self):
        process = self.start_run("--timeout", "5s", "--keep")
        _, err = process.communicate(timeout=240)
        run = self.only_run()

        self.assertEqual(process.returncode, 1)
        self.assertIn(f"bin/benchmark k8s down {run} --namespace lab", err)
        self.assertLessEqual(
            {f"statefulset.apps/{run}-worker-1", f"job.batch/{run}-run-1", f"persistentvolumeclaim/{run}-results", f"secret/{run}-coordinator-tls"},
            self.objects(),
        )
        self.assertIn(f"{run}  ", self.k8s("fetch", "-n", "lab")[1])
        self.finish_coordinator(run)
        # A pod with the rights of the coordinator: the API server takes it, and no node does.
        status, _, err = self.k8s("fetch", run, "-n", "lab", "--timeout", "3s")
        self.assertEqual(status, 1)
        self.assertIn(f"{run}-reader: has no node yet", err)
        status, _, err = self.k8s("down", run, "-n", "lab")
        self.assertEqual(status, 1)
        self.assertIn("were not copied", err)
        status, _, err = self.k8s("down", run, "-n", "lab", "--discard-results")
        self.assertEqual((status, self.objects()), (0, set()), err)

    def finish_coordinator(self, run):
        job = json.loads(self.kubectl("get", "job", f"{run}-run-1", "-n", "lab", "--output=json").stdout)
        template = job["spec"]["template"]
        pod = {"apiVersion": "v1", "kind": "Pod", "metadata": {**template["metadata"], "name": f"{run}-run-1-a", "namespace": "lab"}}
        pod["spec"] = template["spec"]
        self.create(json.dumps(pod))
        ended = {"exitCode": 3, "reason": "Error", "startedAt": "2026-11-21T10:00:00Z", "finishedAt": "2026-11-21T10:00:01Z"}
        container = {"name": "coordinator", "image": "r/weir:1", "imageID": "", "ready": False, "restartCount": 0, "state": {"terminated": ended}}
        status = {"status": {"phase": "Failed", "containerStatuses": [container]}}
        patched = self.kubectl("patch", "pod", f"{run}-run-1-a", "-n", "lab", "--subresource=status", "-p", json.dumps(status))
        self.assertEqual(patched.returncode, 0, patched.stderr)

    def test_ctrl_c_leaves_the_run_and_prints_how_to_continue(self):
        process = self.start_run()
        self.addCleanup(process.kill)
        end = time.monotonic() + 120
        while not any(each.startswith("job") for each in self.objects()):
            self.assertLess(time.monotonic(), end)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=120)

        run = self.only_run()
        self.assertEqual(process.returncode, 130)
        for command in ("fetch", "down"):
            self.assertIn(f"bin/benchmark k8s {command} {run} --namespace lab", err)
        self.assertEqual(self.k8s("down", run, "-n", "lab")[0], 0)
        self.assertEqual(self.objects(), set())

    def test_prints_why_helm_cannot_install(self):
        status, _, err = self.k8s("run", *self.inputs(), "-n", "missing")
        self.assertEqual(status, 1)
        self.assertIn("helm install failed", err)

    def test_removes_a_hook_that_does_not_end(self):
        # It needs further rights, which this user lacks at first.
        process = self.start_run("--values", "hook.yaml", "--timeout", "5s")
        _, err = process.communicate(timeout=240)
        self.assertEqual(process.returncode, 1)
        self.assertRegex(err, "serviceaccounts .* is forbidden")
        self.assertEqual(self.objects(), set())

        self.grant("hooks", HOOK_RULES)
        process = self.start_run("--values", "hook.yaml", "--timeout", "5s")
        _, err = process.communicate(timeout=240)

        self.assertEqual(process.returncode, 1)
        self.assertRegex(err, "helm install failed: (.|\n)*weir-quickstart-[0-9-]+-certs: no pod was made for this Job")
        self.assertEqual(self.objects(), set())


if __name__ == "__main__":
    unittest.main()
