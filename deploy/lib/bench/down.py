"""`down` and what else ends a cluster or puts off its end."""

import sys
from datetime import datetime, timezone
from pathlib import Path

from bench.cloud import Cloud
from bench.cost import MONITOR_EXTRA_HOURS, Cost
from bench.listing import new_ends
from bench.playbooks import agreed, each, existing, playbook
from bench.problem import Problem
from bench.runs import bring_home
from bench.tagged import Tagged


def destroy(options):
    return each(existing(options.names), lambda cluster: end(cluster, options))[1]


def end(cluster, options):
    if not cluster.has_hosts():
        print(f"{cluster.name}: nothing was created")
        retire(cluster)
        return
    if not options.discard and cluster.inventory_file.exists() and not is_gone(cluster):
        try:
            playbook(cluster, "idle.yml")
            bring_home(cluster, Path(options.output))
        except Problem as e:
            raise Problem(f"{e}\nnothing was destroyed; --discard destroys whatever goes on, without fetching") from None
    if cluster.on_aws:
        end_in_cloud(cluster)
    else:
        try:
            playbook(cluster, "down.yml")
        except Problem as e:
            raise Problem(f"{e}\nto forget these hosts as they are: rm -r {cluster.folder}") from None
        print(f"{cluster.name}: stopped; the hosts are yours, and are left as they are")
    retire(cluster)


def is_gone(cluster):
    """Whether the monitoring host has ended, so that there is nothing to fetch; refuses if that loses results."""
    if not cluster.on_aws or "monitor-1" in Cloud(cluster).alive():
        return False
    if cluster.unfetched.exists():
        raise Problem(
            f"{cluster.name}: AWS runs no monitor-1 any more, and the results of the last run were not fetched: they are lost. "
            f"Nothing was destroyed; --discard destroys what is left"
        )
    print(f"{cluster.name}: AWS runs no monitor-1 any more, and no results were waiting on it")
    return True


def end_in_cloud(cluster):
    cloud = Cloud(cluster)
    failed = False
    try:
        if cluster.state.exists():
            cloud.destroy()
        else:
            print(f"{cluster.name}: there is no {cluster.state}: deleting by the tag weir={cluster.identity}", flush=True)
            cloud.destroy_by_tag()
    except Problem as e:
        # What is left is paid for, whatever Terraform says: AWS is asked all the same.
        print(e, file=sys.stderr, flush=True)
        failed = True
    left = cloud.left(0) if failed else cloud.left()
    if left:
        remedy = f"deploy/bench reclaim --region {cluster.variables()['region']} {cluster.identity}"
        raise Problem(f"{still_there(cluster.identity, left)}\nto delete all of it: {remedy}\nthen: deploy/bench down {cluster.name}")
    gone = f"{cluster.name}: AWS has nothing left with the tag weir={cluster.identity}"
    if failed:
        raise Problem(f"{gone}; to forget what Terraform knows of it: rm -r {cluster.folder}")
    print(gone)


def still_there(identity, left):
    return f"still there with the tag weir={identity}, and perhaps billed:\n  " + "\n  ".join(left)


def retire(cluster):
    """Keys and state are not needed any more, nor are the inventory and variables."""
    for path in sorted(cluster.folder.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()
    cluster.folder.rmdir()


def extend(options):
    """Moves the time at which the hosts end."""
    clusters = existing(options.names)
    for cluster in clusters:
        if not cluster.on_aws:
            raise Problem(f"{cluster.name} has hosts of your own, which do not end by themselves", 2)
        dollars = Cost(cluster.variables()).most(options.hours)
        print(f"{cluster.name}: at most {dollars:.2f} $ from now on, if all hosts end in {options.hours} hours and monitor-1 {MONITOR_EXTRA_HOURS} hours later", flush=True)
    if not options.yes and not agreed("extend?"):
        raise Problem("nothing was extended")

    def act(cluster):
        ends = new_ends(options.hours, datetime.now(timezone.utc))
        playbook(cluster, "extend.yml", extend_hours=options.hours, extend_monitor_hours=MONITOR_EXTRA_HOURS)
        try:
            Cloud(cluster).tag_ends(ends)
        except Problem as e:
            # The hosts know their end: only what `list` shows is the old one.
            print(f"{e}; the end has moved all the same, and `list` shows the old one", file=sys.stderr, flush=True)

    return each(clusters, act)[1]


def reclaim(options):
    """For a cluster whose folder is lost, or what `end_in_cloud` reports: deletes everything with its value of the tag weir."""
    from botocore.exceptions import BotoCoreError, ClientError

    Cloud.check_credentials()
    try:
        tagged = Tagged(options.region, options.identity)
        left = tagged.left()
        if not left:
            raise Problem(f"AWS has nothing in {options.region} with the tag weir={options.identity}", 2)
        print("\n".join(left), flush=True)
        if not options.yes and not agreed("delete all of it, and the results on it?"):
            raise Problem("nothing was deleted")
        tagged.destroy()
        left = tagged.left()
    except (BotoCoreError, ClientError) as e:
        raise Problem(f"AWS: {e}") from None
    if left:
        raise Problem(still_there(options.identity, left))
    print(f"AWS has nothing left with the tag weir={options.identity}")
