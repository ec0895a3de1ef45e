"""The container image and the Helm chart on a real node: deploy/tests/node/run starts it and this."""

import json
import os
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

import yaml

HERE = Path(__file__).resolve().parent
CHART = HERE.parents[1] / "helm" / "weir"
NODE = Path(os.environ["NODE"])
IMAGE = "localhost/weir"

DRIVER = """name: Kafka
driver: kafka
replicationFactor: 1
commonConfig: |
  bootstrap.servers=kafka.kafka:9092
consumerConfig: |
  auto.offset.reset=earliest
"""

WORKLOAD = """name: pods
topics: 1
partitionsPerTopic: 4
messageSize: 200
producersPerTopic: 2
subscriptionsPerTopic: 1
consumerPerSubscription: 2
producerRate: 200
warmupDuration: 3s
testDuration: {seconds}s
sampleRateMillis: 1000
workerLoss: {worker_loss}
"""

# Much longer than anything takes, since the host may be busy.
LIMIT = 300


def run(*words, given=None):
    return subprocess.run([str(word) for word in words], input=given, capture_output=True, text=True, check=False)


def must(*words, given=None):
    done = run(*words, given=given)
    assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
    return done.stdout


def await_true(what, condition):
    """Waits until the condition is true, and returns what it gave."""
    end = time.monotonic() + LIMIT
    while not (given := condition()):
        assert time.monotonic() < end, f"not within {LIMIT} s: {what() if callable(what) else what}"
        time.sleep(0.5)
    return given


def contents(folder):
    return {str(each.relative_to(folder)): each.read_bytes() for each in Path(folder).rglob("*") if each.is_file()}


class Lab:
    """A namespace with a volume for results, and perhaps a release of the chart."""

    def __init__(self, test, name):
        self.name = name
        self.folder = NODE / "volumes" / name
        self.folder.mkdir(parents=True)
        # Kubernetes does not change the owner of such a volume.
        self.folder.chmod(0o777)
        label = {"pod-security.kubernetes.io/enforce": "restricted"}
        must("kubectl", "create", "-f", "-", given=yaml.safe_dump({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name, "labels": label}}))
        volume = {
            "apiVersion": "v1",
            "kind": "PersistentVolume",
            "metadata": {"name": name},
            "spec": {
                "capacity": {"storage": "10Gi"},
                "accessModes": ["ReadWriteOnce"],
                "claimRef": {"namespace": name, "name": "weir-results"},
                "hostPath": {"path": str(self.folder)},
            },
        }
        must("kubectl", "create", "-f", "-", given=yaml.safe_dump(volume))
        test.addCleanup(self.empty)
        # Kubernetes adds them to each namespace, a moment later.
        await_true("a namespace is complete", lambda: run("kubectl", "-n", name, "get", "serviceaccount/default", "configmap/kube-root-ca.crt").returncode == 0)

    def empty(self):
        """Ends all that runs, for the next test to have the memory."""
        must("kubectl", "delete", "namespace", self.name, "--wait=false")
        must("kubectl", "-n", self.name, "delete", "pods", "--all", "--grace-period=1", f"--timeout={LIMIT}s")

    def kubectl(self, *words, given=None):
        return must("kubectl", "-n", self.name, *words, given=given)

    def claim(self):
        claim = {
            "apiVersion": "v1",
            "kind": "PersistentVolumeClaim",
            "metadata": {"name": "weir-results"},
            "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}},
        }
        self.kubectl("create", "-f", "-", given=yaml.safe_dump(claim))

    def install(self, *sets, seconds=8, worker_loss="abort"):
        values = {
            "image": {"repository": IMAGE, "pullPolicy": "Never"},
            "driver": DRIVER,
            "workload": WORKLOAD.format(seconds=seconds, worker_loss=worker_loss),
            "worker": {"cpu": "200m", "memory": "512Mi", "antiAffinity": "none"},
            "coordinator": {"cpu": "200m", "memory": "512Mi"},
            "tls": {"kubectlImage": "localhost/kubectl:1"},
        }
        options = [word for each in sets for word in ("--set", each)]
        must("helm", "install", "weir", CHART, "-n", self.name, "-f", "-", f"--timeout={LIMIT}s", *options, given=yaml.safe_dump(values))

    def pod(self, *words, name="tool", wait=True):
        """Runs the image with these arguments beside the volume, and returns the exit status and the log."""
        pod = {
            "apiVersion": "v1",
            "kind": "Pod",
            "metadata": {"name": name},
            "spec": {
                "restartPolicy": "Never",
                "securityContext": {"runAsNonRoot": True, "runAsUser": 65532, "seccompProfile": {"type": "RuntimeDefault"}},
                "containers": [
                    {
                        "name": "weir",
                        "image": IMAGE,
                        "imagePullPolicy": "Never",
                        **({"args": list(words)} if wait else {"command": list(words)}),
                        "securityContext": {"allowPrivilegeEscalation": False, "capabilities": {"drop": ["ALL"]}},
                        "volumeMounts": [{"name": "results", "mountPath": "/data"}],
                    }
                ],
                "volumes": [{"name": "results", "persistentVolumeClaim": {"claimName": "weir-results"}}],
            },
        }
        self.kubectl("create", "-f", "-", given=yaml.safe_dump(pod))
        if not wait:
            self.kubectl("wait", "--for=condition=Ready", f"--timeout={LIMIT}s", f"pod/{name}")
            return None
        status = self.exit_status(f"pod/{name}", "{.status.containerStatuses[*].state.terminated.exitCode}")
        log = self.kubectl("logs", name)
        self.kubectl("delete", "pod", name)
        return status, log

    def exit_status(self, words, path):
        words = words.split()
        return int(await_true(lambda: f"the end of {words}: {self.state()}", lambda: self.kubectl("get", *words, "-o", f"jsonpath={path}")))

    def coordinator(self):
        """Waits for the end of the run, and returns the exit status and the log."""
        of_run = "pods -l app.kubernetes.io/component=coordinator"
        status = self.exit_status(of_run, "{.items[*].status.containerStatuses[*].state.terminated.exitCode}")
        return status, self.kubectl("logs", "job/weir-run-1")

    def await_line(self, line):
        """Waits for a line of the coordinator."""

        def printed():
            log = run("kubectl", "-n", self.name, "logs", "job/weir-run-1").stdout
            assert line in log or not self.kubectl("get", "job/weir-run-1", "-o", "jsonpath={.status.conditions}"), log
            return line in log

        await_true(lambda: f"the coordinator prints {line}: {self.state()}", printed)

    def state(self):
        return self.kubectl("get", "pods", "-o", "wide") + self.kubectl("get", "events", "--sort-by=.lastTimestamp")[-3000:]

    def kill(self, *pod):
        """Kills the container of a pod as the kernel does when memory is short."""
        container = self.kubectl("get", *pod, "-o", "jsonpath={..containerStatuses[0].containerID}").removeprefix("containerd://")
        must("ctr", "-n", "k8s.io", "tasks", "kill", "--signal", "SIGKILL", container)

    def result(self):
        """The result on the volume."""
        files = [each for each in (self.folder / "results").glob("*.json") if each.name != "index.json"]
        assert len(files) == 1, sorted((self.folder / "results").rglob("*"))
        return json.loads(files[0].read_text())

    def worker_logs(self):
        return "".join(self.kubectl("logs", f"weir-worker-1-{number}") for number in range(2))


def setUpModule():
    must("kubectl", "create", "namespace", "kafka")
    must("kubectl", "-n", "kafka", "apply", "-f", HERE / "kafka.yaml")
    waited = run("kubectl", "-n", "kafka", "wait", "--for=condition=Ready", f"--timeout={LIMIT}s", "pod/kafka")
    assert waited.returncode == 0, waited.stderr + run("kubectl", "-n", "kafka", "describe", "pod/kafka").stdout


class NodeTest(unittest.TestCase):
    maxDiff = None

    def assert_clean(self, result):
        """The host is busy with the whole cluster, so figures may be doubted; messages may not be."""
        self.assertIn(result["outcome"], ("VALID", "DEGRADED"), result["weir"]["reasons"])
        audit = result["weir"]["audit"]
        self.assertEqual(audit["verdict"], "clean", audit)
        self.assertGreater(audit["delivered"], 0)
        self.assertEqual(len(result["weir"]["workers"]), 2)

    def test_the_image_runs_the_quickstart(self):
        lab = Lab(self, "quickstart")
        lab.claim()

        status, log = lab.pod("quickstart", "--set", "warmupDuration=1s", "--set", "testDuration=5s", "--set", "producerRate=500")

        self.assertEqual(status, 0, log)
        self.assertIn(lab.result()["outcome"], ("VALID", "DEGRADED"), log)

    def test_a_run_with_certificates_of_the_hook_is_fetched_and_uninstalled(self):
        lab = Lab(self, "hook")
        before = self.objects(lab)
        lab.install()

        status, log = lab.coordinator()

        self.assertEqual(status, 0, log)
        self.assert_clean(lab.result())
        self.assertNotIn("handshake", lab.worker_logs().lower())
        lab.pod("sleep", "infinity", name="fetch", wait=False)
        with tempfile.TemporaryDirectory() as copy:
            lab.kubectl("cp", "fetch:/data/results", f"{copy}/results")
            self.assertEqual(contents(f"{copy}/results"), contents(lab.folder / "results"))
        lab.kubectl("delete", "pod", "fetch", "--grace-period=1")
        must("helm", "uninstall", "weir", "-n", lab.name, "--wait", f"--timeout={LIMIT}s")
        await_true(lambda: f"only the claim is left: {self.objects(lab) - before}", lambda: self.objects(lab) - before == {"persistentvolumeclaim/weir-results"})
        lab.kubectl("delete", "pvc", "weir-results")
        await_true(lambda: f"nothing is left: {self.objects(lab) - before}", lambda: self.objects(lab) == before)

    def objects(self, lab):
        """Every object of the namespace, but for what Kubernetes notes about others."""
        kinds = set(must("kubectl", "api-resources", "--verbs=list", "--namespaced", "-o", "name").split())
        kinds -= {each for each in kinds if each.startswith("events")}
        return set(lab.kubectl("get", ",".join(sorted(kinds)), "-o", "name", "--ignore-not-found").split())

    def test_a_run_with_certificates_in_secrets(self):
        lab = Lab(self, "secret")
        lab.claim()
        status, log = lab.pod("certs", "--output=/data/certs", "weir-worker")
        self.assertEqual(status, 0, log)
        for secret, certs in (("of-workers", "worker-weir-worker"), ("of-coordinator", "coordinator")):
            files = {"tls.crt": "cert.pem", "tls.key": "key.pem", "ca.crt": "ca.pem"}
            sources = [f"--from-file={key}={lab.folder}/certs/{certs}/{file}" for key, file in files.items()]
            lab.kubectl("create", "secret", "generic", secret, *sources)
        lab.install("tls.mode=secret", "tls.workerSecret=of-workers", "tls.coordinatorSecret=of-coordinator", "results.existingClaim=weir-results")

        status, log = lab.coordinator()

        self.assertEqual(status, 0, log)
        self.assert_clean(lab.result())
        self.assertNotIn("handshake", lab.worker_logs().lower())

    def test_a_lost_worker_ends_the_run(self):
        lab = Lab(self, "lost")
        lab.install("tls.mode=none", seconds=60)
        lab.await_line("measurement  for")
        address = lab.kubectl("get", "pod", "weir-worker-1-1", "-o", "jsonpath={.status.podIP}")

        lab.kubectl("delete", "pod", "weir-worker-1-1", "--grace-period=0", "--force")

        status, log = lab.coordinator()
        result = lab.result()
        self.assertEqual((status, result["outcome"]), (1, "FAILED"), log)
        self.assertIn(address, result["weir"]["failure"])
        self.assertIn(address, log)
        self.assertEqual(result["weir"]["audit"]["lost"], 0)

    def test_a_run_goes_on_without_a_lost_worker(self):
        lab = Lab(self, "without")
        lab.install("tls.mode=none", seconds=40, worker_loss="continue")
        lab.await_line("measurement  for")
        address = lab.kubectl("get", "pod", "weir-worker-1-1", "-o", "jsonpath={.status.podIP}")

        lab.kill("pod/weir-worker-1-1")

        status, log = lab.coordinator()
        result = lab.result()
        self.assertEqual((status, result["outcome"]), (0, "DEGRADED"), log)
        self.assertIn("WORKER_LOST", [each["code"] for each in result["weir"]["reasons"]])
        self.assertIn(address, log)
        self.assertEqual([bool(each["lost"]) for each in result["weir"]["workers"] if each["name"].startswith(address)], [True])
        self.assertEqual(result["weir"]["audit"]["lost"], 0)

    def test_a_run_is_recovered_whose_coordinator_was_killed(self):
        lab = Lab(self, "killed")
        lab.install("tls.mode=none", seconds=120)
        lab.await_line("measurement  for")
        journals = lab.folder / "results"
        await_true("three intervals are on the volume", lambda: any(len(each.read_text().splitlines()) > 6 for each in journals.glob("*.journal.jsonl")))

        lab.kill("pods", "-l", "app.kubernetes.io/component=coordinator")

        self.assertEqual(lab.coordinator()[0], 137)
        # There is no second attempt.
        lab.kubectl("wait", "--for=condition=Failed", f"--timeout={LIMIT}s", "job/weir-run-1")
        (lab.folder / "kafka.yaml").write_text(DRIVER)
        status, log = lab.pod("recover", "-d", "kafka.yaml", "results")
        self.assertEqual(status, 0, log)
        result = lab.result()
        self.assertEqual(result["outcome"], "FAILED")
        self.assertGreaterEqual(len(result["weir"]["intervals"]), 3)
        # The topics of the run are deleted, so the journal is not needed any more.
        self.assertEqual(list(journals.glob("*.journal.jsonl")), [], log)


if __name__ == "__main__":
    unittest.main()
