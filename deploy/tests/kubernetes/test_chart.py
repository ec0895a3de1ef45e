"""The Helm chart: rendered in all its options, and applied with strict validation to a real API server."""

import time
import unittest
from pathlib import Path

import yaml
from api_server import TOOLS, ApiServerCase, run

DEPLOY = Path(__file__).resolve().parents[2]
CHART = DEPLOY / "helm" / "weir"

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
    "certificates in values": [
        "tls.mode=values",
        *(f"tls.certificates.{each}=-----BEGIN\nx\n" for each in ("authority", *(f"{a}.{b}" for a in ("worker", "coordinator") for b in ("certificate", "key")))),
    ],
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
    "files": ["workloadName=a", "workload=name: a\ntopics: 1\n", "driver=name: b\ndriver: kafka\n"],
}

REFUSED = {
    "worker.replica=3": "replica",
    "worker.replicas=0": "replicas",
    "worker.antiAffinity=always": "antiAffinity",
    "tls.mode=on": "mode",
    "tls.days=0": "days",
    "tls.mode=secret": "tls.workerSecret",
    "tls.mode=values": "tls.certificates",
    "workloadName=a/b": "workloadName",
    "image.pullPolicy=Sometimes": "pullPolicy",
    "results.size=lots": "size",
}


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


class ApiServerTest(ApiServerCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        for kind in ("certificates", "issuers"):
            cls.create((TOOLS / f"cert-manager-{kind}.yaml").read_text())
            name = f"crd/{kind}.cert-manager.io"
            end = time.monotonic() + 600
            # It fails at once on an object that has no conditions yet.
            while (waited := cls.kubectl("wait", "--for=condition=Established", "--timeout=60s", name)).returncode != 0:
                assert "accessor error" in waited.stderr and time.monotonic() < end, waited.stderr
                time.sleep(0.3)

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
