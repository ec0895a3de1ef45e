"""`system: external`: a system that exists already. bench makes no brokers for it, and its driver file is the user's own."""

import contextlib
import re
import sys
from pathlib import Path

import yaml

from bench.problem import Problem

NAME = "external"
# What only clusters with brokers of their own have.
_OF_BROKERS = re.compile(r"(broker|ebs|kafka|redpanda)_.*|storage|layout|overprovisioning_percent|drive_bytes_per_second|tls|sasl")

CLIENTS = ("commonConfig", "producerConfig", "consumerConfig")
_LOOPBACK = re.compile(r"(\w+://)?(localhost|127\.[\d.]+|0\.0\.0\.0|\[(::1|::)\])(:\d+)?", re.IGNORECASE)
_FILE = re.compile(r".*\.(location|file)", re.IGNORECASE)
_CLASS = re.compile(r".*\.class(es)?|.*\.reporters|security\.providers", re.IGNORECASE)
_LOGIN_MODULE = re.compile(r"([\w.$]+)\s+(?:required|requisite|sufficient|optional)\b", re.IGNORECASE)
_KEY = re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----.+?-----END [A-Z ]*PRIVATE KEY-----", re.DOTALL)
_CERTIFICATE = re.compile(r"-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----", re.DOTALL)
ALLOWED_URLS = "-Dorg.apache.kafka.sasl.oauthbearer.allowed.urls="


def describes_brokers(name):
    return bool(_OF_BROKERS.fullmatch(name))


def jars(values):
    """The jars of client_jars, by their full paths."""
    paths = [Path(name) for name in values.get("client_jars", "").split(",") if name]
    for path in paths:
        if not path.is_file():
            raise Problem(f"client_jars: there is no file {path}", 2)
    if len({path.name for path in paths}) < len(paths):
        raise Problem("client_jars: two jars have the same name; they share a folder on the hosts", 2)
    return [str(path.resolve()) for path in paths]


def check(path, driver, values):
    """Refuses a driver file that hosts other than this one cannot use. No message has a value that may be a secret."""
    problems = []
    clients = {field: read_properties(driver.get(field)) for field in CLIENTS}
    common = clients["commonConfig"]
    for server in common.get("bootstrap.servers", "").split(","):
        if _LOOPBACK.fullmatch(server.strip()):
            problems.append(f"commonConfig.bootstrap.servers: {server.strip()} is this host, and clients run on others: name the brokers' addresses")
    allowed = set(values["client_classes"].split(","))
    for field, properties in clients.items():
        for name, value in properties.items():
            problems += _file_problems(field, name, {**common, **properties})
            problems += [
                f"{field}.{name}: workers load {one} only if client_classes names it; if Kafka's client does not have it, client_jars names its jar"
                for one in _classes(name, value)
                if not one.startswith("org.apache.kafka.") and one not in allowed
            ]
            if name == "sasl.oauthbearer.token.endpoint.url" and value.lower().startswith("http") and value not in _allowed_urls(values):
                problems.append(f"{field}.{name}: Kafka's client asks only addresses that it is told: add {ALLOWED_URLS}URL to client_java_flags")
    if problems:
        raise Problem("\n".join(f"{path}: {problem}" for problem in dict.fromkeys(problems)), 2)
    protocol = common.get("security.protocol", "PLAINTEXT").upper()
    if driver.get("driver") in ("kafka", "redpanda") and protocol.endswith("PLAINTEXT"):
        secret = "messages and passwords are" if protocol.startswith("SASL") else "messages are"
        print(f"{path}: security.protocol is {protocol}: {secret} not encrypted between clients and brokers", flush=True)


def _file_problems(field, name, properties):
    value = properties[name]
    store = re.fullmatch(r"ssl\.(truststore|keystore)\.location", name)
    if name == "sasl.jaas.config" and re.search(r"\bkeyTab\s*=", value, re.IGNORECASE):
        yield f"{field}.{name}: names a keytab, which the hosts would not have: Kerberos needs hosts that you set up yourself"
    elif store and properties.get(f"ssl.{store[1]}.type", "JKS").upper() == "PEM":
        if not Path(value).is_file():
            yield f"{field}.{name}: there is no file {value}"
        elif (store[1] == "keystore" and not _KEY.search(_text(value))) or not _CERTIFICATE.search(_text(value)):
            yield f"{field}.{name}: {value} must have {'a private key and ' if store[1] == 'keystore' else ''}certificates in the form of PEM"
    elif _FILE.fullmatch(name) or name.lower().endswith(".url") and value.lower().startswith("file:"):
        yield (
            f"{field}.{name}: names a file, which the hosts would not have. Files of ssl.truststore.location and ssl.keystore.location are sent "
            f"along if their type is PEM: convert them with keytool or openssl"
        )


def _classes(name, value):
    if name == "sasl.jaas.config":
        return _LOGIN_MODULE.findall(value)
    return [one.strip() for one in value.split(",") if one.strip()] if _CLASS.fullmatch(name) else []


def _allowed_urls(values):
    flags = [flag for flag in values["client_java_flags"].split() if flag.startswith(ALLOWED_URLS)]
    return {url for flag in flags for url in flag.removeprefix(ALLOWED_URLS).split(",")}


@contextlib.contextmanager
def complete(cluster, path):
    """The driver file in the cluster's folder, which only its owner can read, while a run is started: with what the PEM files
    in it hold, in place of their names. Workers get all of it over the control channel, and need no file."""
    driver = yaml.safe_load(Path(path).read_text())
    changed = False
    common = read_properties(driver.get("commonConfig"))
    for field in CLIENTS:
        properties = read_properties(driver.get(field))
        for store in ("truststore", "keystore"):
            file = properties.pop(f"ssl.{store}.location", None)
            if file is None:
                continue
            changed = True
            text = _text(file)
            certificates = "\n".join(_CERTIFICATE.findall(text))
            if store == "truststore":
                properties["ssl.truststore.certificates"] = certificates
            else:
                properties["ssl.keystore.certificate.chain"] = certificates
                properties["ssl.keystore.key"] = "\n".join(_KEY.findall(text))
            properties.setdefault(f"ssl.{store}.type", common.get(f"ssl.{store}.type"))
        if properties and changed:
            driver[field] = properties
    folder = cluster.folder / "driver"
    folder.mkdir(mode=0o700, exist_ok=True)
    written = folder / Path(path).name
    try:
        written.touch(mode=0o600)
        written.write_text(yaml.safe_dump(driver, sort_keys=False) if changed else Path(path).read_text())
        yield str(written)
    finally:
        written.unlink(missing_ok=True)
        folder.rmdir()


def forget(cluster, run):
    """Deletes the driver file of a run that was not started. Down and a restart of the host delete it as well."""
    try:
        cluster.ssh("monitor-1", f"sudo rm -rf /run/weir-driver/{run}")
    except Problem as e:
        print(f"the driver file may still be in /run/weir-driver on monitor-1: {e}", file=sys.stderr, flush=True)


def _text(path):
    return Path(path).read_text(errors="replace")


def read_properties(given):
    """The properties of a field of a driver file: a mapping, or a text as java.util.Properties reads it."""
    if isinstance(given, dict):
        return {str(name): "" if value is None else _scalar(value) for name, value in given.items()}
    properties = {}
    lines = iter(str(given or "").splitlines())
    for line in lines:
        line = line.lstrip()
        if not line or line[0] in "#!":
            continue
        while _goes_on(line):
            line = line[:-1] + next(lines, "").lstrip()
        name, value = re.fullmatch(r"((?:\\.|[^=:\s\\])*)\s*[=:]?\s*(.*)", line, re.DOTALL).groups()
        properties[_unescaped(name)] = _unescaped(value)
    return properties


def _scalar(value):
    return str(value).lower() if isinstance(value, bool) else str(value)


def _goes_on(line):
    return (len(line) - len(line.rstrip("\\"))) % 2 == 1


def _unescaped(text):
    known = {"n": "\n", "t": "\t", "r": "\r", "f": "\f"}
    return re.sub(r"\\(u[0-9a-fA-F]{4}|.)", lambda found: chr(int(found[1][1:], 16)) if len(found[1]) > 1 else known.get(found[1], found[1]), text)
