"""AWS: creates a cluster's hosts with Terraform or OpenTofu, destroys them, and looks whether anything is left."""

import json
import os
import subprocess
import sys
import time

from bench import process, terraform
from bench.cluster import owner
from bench.problem import NoCapacity, Problem
from bench.tagged import Tagged
from bench.variables import DEPLOY, Variables

TERRAFORM_LIMIT_SECONDS = 1800
# When it is told to end, the provider drops the calls that it waits for, and an instance that AWS makes all the same is in no
# state: what has begun to create gets through.
CREATE_LIMIT_SECONDS = 120
# How long AWS may take to forget what was destroyed.
GONE_LIMIT_SECONDS = int(os.environ.get("WEIR_GONE_LIMIT_SECONDS", "300"))


class Cloud:
    def __init__(self, cluster):
        self.cluster = cluster
        self.tfvars = cluster.folder / "terraform.tfvars.json"
        self.plan_file = cluster.folder / "plan"

    @staticmethod
    def check():
        """Whether there is what everything else needs; creates nothing."""
        terraform.choose()
        Cloud.check_credentials()

    @staticmethod
    def check_credentials():
        import boto3

        try:
            credentials = boto3.Session().get_credentials()
        except Exception as e:  # botocore has no common one: a missing profile, a broken file
            raise Problem(f"AWS credentials: {e}", 2) from None
        if credentials is None:
            raise Problem("there are no AWS credentials: set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY", 2)

    def zone(self):
        """The zone in which the cluster's hosts already are, or an empty text."""
        if not (self.cluster.inventory_file.exists() and self.tfvars.exists()):
            return ""
        return json.loads(self.tfvars.read_text())["availability_zone"]

    def create(self, values, zones, replace):
        """Creates or changes the hosts, in the first of these zones that has enough of them."""
        # Written when all hosts were there: until then, they hold nothing.
        exists = self.cluster.inventory_file.exists()
        if not exists:
            self.cluster.keep(values)
        for number, zone in enumerate(zones, 1):
            self._refuse_loss(self._plan(values, zone), exists, replace)
            self.cluster.keep(values)
            try:
                self._apply()
                break
            except NoCapacity as e:
                if exists or number == len(zones):
                    raise Problem(f"{e}; tried {', '.join(zones[:number])}: take other instance types or another region, or try later") from None
                print(f"{e}: trying {zones[number]}", file=sys.stderr, flush=True)
                self.destroy()
        self.cluster.write_inventory(json.loads(self._terraform("output", "-json", "inventory", quiet=True)))

    def _plan(self, values, zone):
        """Plans, which creates nothing, and returns the plan; what the plan refuses changes no file of the cluster but its own."""
        self.cluster.make_folder()
        identity = self.cluster.identity if self.cluster.on_aws else self.cluster.new_identity()
        given = {
            **Variables().for_reader("terraform", values),
            "availability_zone": zone,
            "identity": identity,
            "owner": owner(),
            "ssh_public_key": self.cluster.make_key(),
        }
        planned = self.cluster.folder / "planned.tfvars.json"
        planned.write_text(json.dumps(given, indent=1) + "\n")
        self._initialise()
        self._terraform("plan", "-input=false", f"-var-file={planned}", f"-out={self.plan_file}")
        return json.loads(self._terraform("show", "-json", str(self.plan_file), quiet=True))

    def _refuse_loss(self, plan, exists, accepted):
        """What a plan deletes or replaces is gone with the results on it."""
        lost = [change["address"] for change in plan.get("resource_changes", []) if "delete" in change["change"]["actions"]]
        if not (lost and exists):
            return
        if not accepted:
            raise Problem(
                f"{self.cluster.name}: this `up` would destroy {', '.join(lost)}, and what their drives hold; nothing was changed. "
                f"Take back the variables that differ, or fetch the results and add --replace",
                2,
            )
        if self.cluster.running() is None:
            raise Problem(
                f"{self.cluster.name}: this `up` would destroy {', '.join(lost)}, and monitor-1 does not answer: bench cannot know "
                f"whether a run is in progress. Nothing was changed; `down --discard` destroys the cluster all the same"
            )

    def _apply(self):
        planned = self.cluster.folder / "planned.tfvars.json"
        self.cluster.identity_file.write_text(json.loads(planned.read_text())["identity"])
        planned.replace(self.tfvars)
        errors = self.cluster.folder / "terraform-errors"
        try:
            with open(errors, "w+") as kept:
                try:
                    self._terraform("apply", "-input=false", str(self.plan_file), finish=CREATE_LIMIT_SECONDS, stderr=kept)
                finally:
                    kept.seek(0)
                    said = kept.read()
                    sys.stderr.write(said)
        except Problem:
            if "InsufficientInstanceCapacity" in said:
                zone = json.loads(self.tfvars.read_text())["availability_zone"]
                raise NoCapacity(f"{self.cluster.name}: AWS does not have enough free hosts in {zone}") from None
            raise
        finally:
            errors.unlink()
        self.plan_file.unlink(missing_ok=True)

    def destroy(self):
        self._initialise()
        self._terraform("destroy", "-input=false", "-auto-approve", f"-var-file={self.tfvars}")

    def destroy_by_tag(self):
        """For a cluster whose Terraform state is lost."""
        self._asked("does not delete", lambda tagged: tagged.destroy())

    def alive(self):
        """The hosts that AWS still runs."""
        return self._asked("does not say what runs", lambda tagged: tagged.alive())

    def tag_ends(self, end_of):
        """Writes the end of each host that AWS runs where `list` finds it; end_of: of a host's name."""
        self._asked("does not take the new end", lambda tagged: tagged.tag_ends(end_of))

    def left(self, limit=GONE_LIMIT_SECONDS):
        """What AWS still has with the cluster's tag, waiting until what is being terminated is gone."""
        deadline = time.monotonic() + limit
        while True:
            left = self._asked("does not say what is left", lambda tagged: tagged.left())
            if not left or time.monotonic() > deadline:
                return left
            time.sleep(5)

    def _asked(self, what, act):
        from botocore.exceptions import BotoCoreError, ClientError

        try:
            return act(Tagged(self.cluster.variables()["region"], self.cluster.identity))
        except (BotoCoreError, ClientError) as e:
            raise Problem(f"AWS {what} with the tag weir={self.cluster.identity}: {e}") from None

    def _initialise(self):
        plugins = [f"-plugin-dir={os.environ['TF_PLUGIN_DIR']}"] if os.environ.get("TF_PLUGIN_DIR") else []
        backend = f"-backend-config=path={self.cluster.state}"
        self._terraform("init", "-input=false", "-reconfigure", backend, *plugins, quiet=True)

    def _terraform(self, command, *arguments, quiet=False, finish=0, stderr=None):
        environment = {**os.environ, "TF_DATA_DIR": str(self.cluster.folder / "terraform"), "TF_IN_AUTOMATION": "1"}
        program = terraform.choose(self.cluster.state)
        try:
            done = process.run(
                [program, f"-chdir={DEPLOY / 'terraform'}", command, "-no-color", *arguments],
                TERRAFORM_LIMIT_SECONDS,
                finish,
                env=environment,
                text=True,
                stdout=subprocess.PIPE if quiet else None,
                stderr=subprocess.PIPE if quiet else stderr,
            )
        except subprocess.TimeoutExpired:
            raise Problem(f"{program} {command} took longer than {TERRAFORM_LIMIT_SECONDS} s") from None
        if done.returncode != 0:
            raise Problem(f"{program} {command} failed{': ' + done.stderr.strip() if quiet else ''}")
        return done.stdout
