"""The manifests for Kubernetes and the values of the chart, as far as that needs no Helm and no API server."""

import json
import unittest
from pathlib import Path

import jsonschema
import yaml

DEPLOY = Path(__file__).resolve().parents[2]
CHART = DEPLOY / "helm" / "weir"


def documents(name):
    return [each for each in yaml.safe_load_all((DEPLOY / "kubernetes" / name).read_text()) if each]


def pods(name):
    return {each["kind"]: each["spec"]["template"]["spec"] for each in documents(name) if "template" in each.get("spec", {})}


class ManifestsTest(unittest.TestCase):
    def test_the_schema_has_every_value_of_the_chart(self):
        schema = json.loads((CHART / "values.schema.json").read_text())
        values = yaml.safe_load((CHART / "values.yaml").read_text())

        jsonschema.validate(values, schema)

        self.assertEqual(set(schema["properties"]) - {"global"}, set(values))
        for name, value in values.items():
            known = schema["properties"][name].get("properties")
            if known is not None:
                self.assertEqual(set(known), set(value), name)

    def test_pods_have_few_rights_and_what_they_ask_for(self):
        for name in ("plain-text.yaml", "cert-manager.yaml"):
            self.assertEqual(set(pods(name)), {"StatefulSet", "Job"})
            for kind, pod in pods(name).items():
                with self.subTest(f"{name} {kind}"):
                    (container,) = pod["containers"]
                    self.assertEqual(container["resources"]["requests"], container["resources"]["limits"])
                    self.assertTrue(container["securityContext"]["readOnlyRootFilesystem"])
                    self.assertFalse(container["securityContext"]["allowPrivilegeEscalation"])
                    self.assertTrue(pod["securityContext"]["runAsNonRoot"])
                    self.assertFalse(pod["automountServiceAccountToken"])
                    self.assertIn("podAntiAffinity", pod["affinity"])
                    mounted = {each["mountPath"] for each in container["volumeMounts"]}
                    self.assertLessEqual({"/tmp", "/data"}, mounted)
                    self.assertEqual("/tls" in mounted, name == "cert-manager.yaml")

    def test_the_coordinator_expects_as_many_workers_as_there_are(self):
        for name in ("plain-text.yaml", "cert-manager.yaml"):
            (workers,) = (each for each in documents(name) if each["kind"] == "StatefulSet")
            (service,) = (each for each in documents(name) if each["kind"] == "Service")
            arguments = pods(name)["Job"]["containers"][0]["args"]

            found = f"--workers=dns:{service['metadata']['name']}:8080/{workers['spec']['replicas']}"
            self.assertIn(found, arguments)
            self.assertEqual(service["spec"]["clusterIP"], "None")
            self.assertLessEqual(service["spec"]["selector"].items(), workers["spec"]["template"]["metadata"]["labels"].items())
            self.assertLessEqual(workers["spec"]["selector"]["matchLabels"].items(), workers["spec"]["template"]["metadata"]["labels"].items())

    def test_certificates_have_the_name_by_which_workers_are_found(self):
        made = {each["metadata"]["name"]: each["spec"] for each in documents("cert-manager.yaml") if each["kind"] == "Certificate"}

        self.assertEqual(made["weir-worker"]["dnsNames"], ["weir-worker"])
        self.assertIn("server auth", made["weir-worker"]["usages"])
        self.assertIn("client auth", made["weir-coordinator"]["usages"])
        for name in ("weir-worker", "weir-coordinator"):
            self.assertEqual(made[name]["privateKey"]["encoding"], "PKCS8")

    def test_the_chart_measures_what_the_quickstart_does(self):
        workload = yaml.safe_load(yaml.safe_load((CHART / "values.yaml").read_text())["workload"])
        quickstart = yaml.safe_load((DEPLOY.parent / "workloads" / "quickstart.yaml").read_text())
        driver = yaml.safe_load(yaml.safe_load((CHART / "values.yaml").read_text())["driver"])
        kafka = yaml.safe_load((DEPLOY.parent / "driver-kafka" / "kafka.yaml").read_text())

        self.assertEqual(workload, {name: value for name, value in quickstart.items() if name != "sampleRateMillis"})
        self.assertEqual({**driver, "commonConfig": ""}, {**kafka, "commonConfig": ""})


if __name__ == "__main__":
    unittest.main()
