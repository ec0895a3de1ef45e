"""The Helm chart: rendered in all its options, and applied with strict validation to a real API server."""

import os
import secrets
import shutil
import socket
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

import yaml

DEPLOY = Path(__file__).resolve().parents[2]
CHART = DEPLOY / "helm" / "weir"
TOOLS = Path(os.environ["WEIR_KUBERNETES_TOOLS"])

# Together, these give each value of values.yaml another value than its default, and each branch of each template.
CASES = {
    "defaults": [],
    "plain text": ["tls.mode=none"],
    "cert-manager with an authority of the release": ["tls.mode=cert-manager", "tls.days=7"],
    "cert-manager with an issuer": [
        "tls.mode=cert-manager",
        "tls.issuer.name=company",
        "tls.issuer.kind=ClusterIssuer",
        "tls.issuer.group=issuers.company",
    ],
    "secrets": ["tls.mode=secret", "tls.workerSecret=w", "tls.coordinatorSecret=c"],
    "hook": ["tls.mode=hook", "tls.days=3", "tls.kubectlImage=r/kubectl:1"],
    "only workers": ["coordinator.enabled=false", "worker.replicas=5"],
    "preferred spread": ["worker.antiAffinity=preferred", "worker.zoneSpread=required"],
    "no spread": ["worker.antiAffinity=none", "worker.zoneSpread=none", "networkPolicy=false", "scrapeAnnotations=false"],
    "driver file in a Secret": ["driverSecret=d"],
    "results elsewhere": ["results.existingClaim=mine"],
    "another volume": ["results.size=5Gi", "results.storageClass=fast", "results.accessMode=ReadWriteMany"],
    "pods": [
        "image.repository=r/weir",
        "image.tag=1",
        "image.pullPolicy=Always",
        "image.pullSecrets={a,b}",
        *(
            f"{part}.{value}"
            for part in ("worker", "coordinator")
            for value in (
                "cpu=8",
                "memory=16Gi",
                "javaOptions=-Xmx8g",
                "args={--verbose,1}",
                "nodeSelector.role=bench",
                "tolerations[0].key=bench",
                "tolerations[0].operator=Exists",
                "priorityClassName=high",
            )
        ),
        "podSecurityContext.runAsUser=1000",
    ],
    "files": ["workload=name: a\ntopics: 1\n", "driver=name: b\ndriver: kafka\n"],
}

REFUSED = {
    "worker.replica=3": "replica",
    "worker.replicas=0": "replicas",
    "worker.antiAffinity=always": "antiAffinity",
    "tls.mode=on": "mode",
    "tls.days=0": "days",
    "tls.mode=secret": "tls.workerSecret",
    "image.pullPolicy=Sometimes": "pullPolicy",
    "results.size=lots": "size",
}


def run(*words, given=None):
    return subprocess.run([str(word) for word in words], input=given, capture_output=True, text=True, check=False)


def render(values, *options):
    sets = []
    for value in values:
        # A file's text may have commas, which --set takes apart.
        sets += ["--set" if "\n" not in value else "--set-literal", value]
    return run(TOOLS / "helm", "template", "weir", CHART, "--kube-version", "1.34.0", "--namespace", "lab", *sets, *options)


def documents(values):
    rendered = render(values)
    assert rendered.returncode == 0, rendered.stderr
    # What Go prints for a value of another type than a template expects.
    assert "%!" not in rendered.stdout, rendered.stdout
    return [each for each in yaml.safe_load_all(rendered.stdout) if each]


class ChartTest(unittest.TestCase):
    def test_helm_finds_no_fault(self):
        linted = run(TOOLS / "helm", "lint", "--strict", CHART)

        self.assertEqual(linted.returncode, 0, linted.stdout + linted.stderr)

    def test_refuses_values_that_are_not_allowed(self):
        for value, named in REFUSED.items():
            with self.subTest(value):
                refused = render([value])

                self.assertNotEqual(refused.returncode, 0)
                self.assertIn(named, refused.stderr)

    def test_the_plain_manifests_are_what_the_chart_renders(self):
        made = run(DEPLOY / "kubernetes" / "render", TOOLS / "helm", "--check")

        self.assertEqual(made.returncode, 0, made.stdout + made.stderr)

    def test_the_cases_change_every_value(self):
        def leaves(values, path=""):
            for name, value in values.items():
                if isinstance(value, dict) and value:
                    yield from leaves(value, f"{path}{name}.")
                else:
                    yield path + name

        fixed = {"podSecurityContext." + name for name in ("runAsNonRoot", "runAsGroup", "fsGroup", "seccompProfile.type")}
        changed = {value.split("=")[0].split("[")[0] for values in CASES.values() for value in values}
        all_of_them = set(leaves(yaml.safe_load((CHART / "values.yaml").read_text())))
        self.assertEqual([each for each in sorted(all_of_them - fixed) if not any(name == each or name.startswith(each + ".") for name in changed)], [])


def free_port():
    with socket.socket() as any_port:
        any_port.bind(("127.0.0.1", 0))
        return any_port.getsockname()[1]


class ApiServerTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        key = cls.folder / "accounts.key"
        made = run("openssl", "genrsa", "-out", key, "2048")
        assert made.returncode == 0, made.stderr
        token = secrets.token_hex(16)
        (cls.folder / "tokens").write_text(f"{token},admin,admin,system:masters\n")
        etcd, peer, api = free_port(), free_port(), free_port()
        cls.start(
            "etcd",
            f"--data-dir={cls.folder}/etcd",
            f"--listen-client-urls=http://127.0.0.1:{etcd}",
            f"--advertise-client-urls=http://127.0.0.1:{etcd}",
            f"--listen-peer-urls=http://127.0.0.1:{peer}",
            "--unsafe-no-fsync",
        )
        server = cls.start(
            TOOLS / "kube-apiserver",
            f"--etcd-servers=http://127.0.0.1:{etcd}",
            "--bind-address=127.0.0.1",
            "--advertise-address=127.0.0.1",
            "--endpoint-reconciler-type=none",
            f"--secure-port={api}",
            f"--cert-dir={cls.folder}/certs",
            f"--token-auth-file={cls.folder}/tokens",
            "--authorization-mode=RBAC",
            "--service-cluster-ip-range=10.96.0.0/16",
            "--service-account-issuer=https://weir.test",
            f"--service-account-key-file={key}",
            f"--service-account-signing-key-file={key}",
        )
        cls.options = [f"--server=https://127.0.0.1:{api}", f"--token={token}", "--insecure-skip-tls-verify", "--kubeconfig=/dev/null"]
        end = time.monotonic() + 120
        while cls.kubectl("get", "--raw=/readyz").returncode != 0:
            assert server.poll() is None and time.monotonic() < end, (cls.folder / "kube-apiserver.log").read_text()[-3000:]
            time.sleep(0.3)
        # A policy that forbids most of what pods could do to their hosts: the API server warns of whatever breaks it.
        namespace = {
            "apiVersion": "v1",
            "kind": "Namespace",
            "metadata": {"name": "lab", "labels": {"pod-security.kubernetes.io/warn": "restricted"}},
        }
        cls.create(yaml.safe_dump(namespace))
        for kind in ("certificates", "issuers"):
            cls.create((TOOLS / f"cert-manager-{kind}.yaml").read_text())
            name = f"crd/{kind}.cert-manager.io"
            waited = cls.kubectl("wait", "--for=condition=Established", "--timeout=60s", name)
            assert waited.returncode == 0, waited.stderr

    @classmethod
    def start(cls, program, *options):
        with open(cls.folder / f"{Path(program).name}.log", "w", encoding="utf-8") as log:
            process = subprocess.Popen([program, *options], stdout=log, stderr=log, stdin=subprocess.DEVNULL)
        cls.addClassCleanup(process.wait)
        cls.addClassCleanup(process.kill)
        return process

    @classmethod
    def kubectl(cls, *words, given=None):
        return run(TOOLS / "kubectl", *cls.options, *words, given=given)

    @classmethod
    def create(cls, text):
        created = cls.kubectl("create", "-f", "-", given=text)
        assert created.returncode == 0, created.stderr

    def apply(self, text):
        return self.kubectl("apply", "-n", "lab", "--validate=strict", "--dry-run=server", "-f", "-", given=text)

    def test_accepts_the_chart_in_all_its_options(self):
        for name, values in CASES.items():
            with self.subTest(name):
                text = yaml.safe_dump_all(documents(values))

                applied = self.apply(text)

                self.assertEqual((applied.returncode, applied.stderr), (0, ""))
                self.assertEqual(len(applied.stdout.splitlines()), len(documents(values)))

    def test_accepts_the_plain_manifests(self):
        for file in sorted((DEPLOY / "kubernetes").glob("*.yaml")):
            with self.subTest(file.name):
                applied = self.apply(file.read_text())

                self.assertEqual((applied.returncode, applied.stderr), (0, ""))

    def test_refuses_a_misspelt_field(self):
        text = yaml.safe_dump_all(documents(["tls.mode=cert-manager"]))
        for right, wrong in (("podManagementPolicy", "podManagmentPolicy"), ("dnsNames", "dnsName")):
            with self.subTest(wrong):
                self.assertIn(f'unknown field "spec.{wrong}"', self.apply(text.replace(right, wrong)).stderr)

    def test_warns_of_a_pod_with_rights_that_it_does_not_need(self):
        text = yaml.safe_dump_all(documents(["tls.mode=none"])).replace("allowPrivilegeEscalation: false", "allowPrivilegeEscalation: true")

        self.assertIn("would violate PodSecurity", self.apply(text).stderr)


if __name__ == "__main__":
    unittest.main()
