"""Records what the runs in the file `cases` do, and compares it with a record.

A record keeps what is the same in several runs: the shape of the result, values, lines of the terminal and the exit status. What
differs from run to run (times, identities, latencies) is kept as a kind of value.
"""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
RECORD = HERE / "record"
LIMIT_SECONDS = 240

# Codes and fields that depend on the host and the moment, as does the word for an outcome without other reasons.
HOST_CODES = {
    "CLOCKS_INEXACT", "FEW_SAMPLES", "HOST_SATURATED", "NETWORK_ERRORS", "ORDERS_LATE", "PROCESS_STOOD_STILL",
    "SENDERS_SATURATED", "SENDS_LATE", "WORKER_PAUSED",
}  # fmt: skip
HOST_FIELDS = {"coordinator", "facts", "harness", "latencySpikes"}
USABLE = {"VALID", "DEGRADED"}


def cases():
    """Returns the options and the workload of each case, by name."""
    sections = re.split(r"^### ", (HERE / "cases").read_text(), flags=re.M)[1:]
    found, defaults = {}, {}
    for section in sections:
        head, body = section.split("\n", 1)
        name, *options = head.split()
        fields = dict(re.findall(r"^(\w+):((?:.*\n)(?:^[ #-].*\n)*)", body, flags=re.M))
        if name == "defaults":
            defaults = fields
        else:
            merged = {**defaults, **fields}
            text = "".join(f"{key}:{value}" for key, value in merged.items() if value.strip())
            found[name] = (options, f"name: {name}\n{text}")
    return found


def run(name, options, workload, workers):
    """Makes a run in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="behaviour-") as folder:
        file = Path(folder, f"{name}.yaml")
        file.write_text(workload)
        command = [str(ROOT / "bin/benchmark"), "run", str(file)]
        command += [workers if option == "WORKERS" else option for option in options]
        process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            start_new_session=True,
        )  # fmt: skip
        try:
            printed, _ = process.communicate(timeout=LIMIT_SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            printed, _ = process.communicate()
            printed += f"\nkilled after {LIMIT_SECONDS} s"
        results = sorted(Path(folder, "results").rglob("*.json"))
        contents = {f"result {number}": json.loads(result.read_text()) for number, result in enumerate(results, 1)}
        paragraphs = sorted({plain(each, folder) for each in unwrapped(printed) if not any(c in each for c in HOST_CODES)})
        return {"exit": process.returncode, "printed": {each: 1 for each in paragraphs}, "results": shape(contents, folder)}


def unwrapped(printed):
    """Returns the lines of a terminal, without the breaks of long ones, which depend on the lengths of numbers."""
    paragraphs = []
    for line in printed.splitlines():
        if line.split(" ")[0] in USABLE:
            paragraphs.append("usable")
        elif paragraphs[-1:] == ["usable"] and line.startswith(" "):
            continue
        elif line.startswith(" ") and paragraphs and not re.match(r"  \w+: ", line):
            paragraphs[-1] += " " + line
        elif line.strip():
            paragraphs.append(line)
    return paragraphs


def plain(text, folder=""):
    """Returns a text without what differs from run to run."""
    text = text.replace(folder, "FOLDER") if folder else text
    text = re.sub(r"\b[0-9a-f]{8}\b", "ID", text)
    text = re.sub(r"\d+([.,:]\d+)*", "#", text)
    return re.sub(r"\s+", " ", text).strip()


def shape(value, folder):
    """Returns a value of a result in a form that can be merged with others."""
    if isinstance(value, dict):
        kept = {key: each for key, each in value.items() if key not in HOST_FIELDS}
        return {plain(key, folder) if re.search(r"\d", key) else key: shape(each, folder) for key, each in kept.items()}
    if isinstance(value, list):
        elements = [shape(each, folder) for each in value]
        keyed = {}
        for original, element in zip(value, elements):
            code = isinstance(element, dict) and (element.get("code") or element.get("kind"))
            if not isinstance(code, str):
                break
            if code not in HOST_CODES:
                # A code can have several severities, each with a text of its own.
                key = f"{code} {original['severity']}" if "severity" in original else code
                keyed[key] = merge(keyed[key], element) if key in keyed else element
        if elements and all(isinstance(e, dict) and (e.get("code") or e.get("kind")) for e in elements):
            return keyed
        merged = elements[0] if elements else None
        for element in elements[1:]:
            merged = merge(merged, element)
        return {"[n]": len(elements), **({"[]": merged} if elements else {})}
    if isinstance(value, str):
        value = re.sub(r"-SNAPSHOT [0-9a-f]+(-modified)?", "-SNAPSHOT COMMIT", value)
        value = re.sub(r"127\.0\.0\.1:\d+", "0.0.0.0:0", value)
        return "VALID or DEGRADED" if value in USABLE else value.replace(folder, "FOLDER")
    return value


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) or value == "~number"


def merge(one, other):
    """Returns what two runs have in common. A key that only one of them has begins with `? `."""
    if isinstance(one, dict) and isinstance(other, dict):
        both = {}
        for key in {key.removeprefix("? ") for key in [*one, *other]}:
            here, there = found(one, key), found(other, key)
            certain = key in one and key in other
            both[key if certain else "? " + key] = (
                merge(here, there) if here is not MISSING and there is not MISSING else there if here is MISSING else here
            )
        return dict(sorted(both.items()))
    if one == other and type(one) is type(other):
        return one
    if is_number(one) and is_number(other):
        return "~number"
    if isinstance(one, str) and isinstance(other, str):
        pattern = [each if each.startswith("~ ") else "~ " + plain(each) for each in (one, other)]
        return pattern[0] if pattern[0] == pattern[1] else "~text"
    return "~any"


MISSING = object()


def found(mapping, key):
    return mapping.get(key, mapping.get("? " + key, MISSING))


def differences(recorded, value, path=""):
    """Yields what a run has and its record has not, and the other way round."""
    if isinstance(recorded, dict) and isinstance(value, dict):
        for key in sorted({key.removeprefix("? ") for key in recorded} | set(value)):
            before, after = found(recorded, key), found(value, key)
            if before is MISSING:
                yield f"{path}/{key}: new"
            elif after is MISSING:
                if key in recorded:
                    yield f"{path}/{key}: missing"
            else:
                yield from differences(before, after, f"{path}/{key}")
    elif merge(recorded, value) != recorded and recorded != "~any":
        yield f"{path}: was {json.dumps(recorded)[:200]}, is {json.dumps(value)[:200]}"


class Workers:
    """Two workers on this host, which end with it."""

    def __enter__(self):
        sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]
        ports = [str(each.getsockname()[1]) for each in sockets]
        for each in sockets:
            each.close()
        quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.processes = [subprocess.Popen([ROOT / "bin/benchmark-worker", "--port", port], **quiet) for port in ports]
        return ",".join("127.0.0.1:" + port for port in ports)

    def __exit__(self, *_):
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.wait(20)


def main(arguments):
    recording = arguments[:1] == ["record"]
    times = 3
    patterns = arguments[1:] if recording else arguments
    chosen = {name: case for name, case in cases().items() if not patterns or any(p in name for p in patterns)}
    if not chosen:
        print("no case has a name with " + " or ".join(patterns), file=sys.stderr)
        return 2
    RECORD.mkdir(exist_ok=True)
    worst = 0
    with Workers() as workers:
        for name, (options, workload) in chosen.items():
            file = RECORD / f"{name}.json"
            if recording:
                one = run(name, options, workload, workers)
                for _ in range(times - 1):
                    one = merge(one, run(name, options, workload, workers))
                file.write_text(json.dumps(one, indent=0, sort_keys=True, ensure_ascii=False) + "\n")
                print(f"{name}: recorded, exit {one['exit']}", flush=True)
                continue
            if not file.exists():
                print(f"{name}: there is no record: bin/measure behaviour record {name}", flush=True)
                worst = 1
                continue
            recorded = json.loads(file.read_text())
            # A difference counts only if it is there each time.
            always = None
            for _ in range(times):
                now = set(differences(recorded, run(name, options, workload, workers)))
                always = now if always is None else always & now
                if not always:
                    break
            print(f"{name}: " + (f"{len(always)} differences" if always else "as recorded"), flush=True)
            for difference in sorted(always):
                print(f"  {difference}")
                worst = 1
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
