package dev.weir.architecture;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which packages of ours each package may import: the one place that says so. The bytecode, the sources and the sentence
 * in each {@code package-info} are compared with it.
 */
final class PackageTable {
    static final String ROOT = "dev.weir";

    /** The packages with their rows; {@code cli} may import all others. */
    static final Map<String, Set<String>> MAY_IMPORT = rows();

    /**
     * The rooms of a package whose subpackages depend on each other in one direction: each with those of the same package
     * that it may import.
     */
    static final Map<String, Set<String>> ROOMS = rooms();

    /** The packages that a driver in a jar of its own sees. */
    static final Set<String> DRIVER_CONTRACT = driverContract();

    /** The packages of driver modules, beside their contract, each with those of drivers that it may import. */
    static final Map<String, Set<String>> DRIVERS = drivers();

    private PackageTable() {}

    /** The row of a package. */
    static Set<String> of(String name) {
        return Objects.requireNonNull(MAY_IMPORT.get(name), name);
    }

    private static Map<String, Set<String>> drivers() {
        Map<String, Set<String>> drivers = new LinkedHashMap<>();
        row(drivers, "driver.kafka", "driver.kafka.client", "driver.kafka.config", "driver.kafka.embedded");
        row(drivers, "driver.kafka.admin", "driver.kafka.config");
        row(drivers, "driver.kafka.client", "driver.kafka.admin", "driver.kafka.config", "driver.kafka.wire");
        row(drivers, "driver.kafka.config");
        row(
                drivers,
                "driver.kafka.embedded",
                "driver.kafka.admin",
                "driver.kafka.client",
                "driver.kafka.config",
                "driver.kafka.tier");
        row(drivers, "driver.kafka.tier");
        row(drivers, "driver.kafka.wire");
        row(drivers, "driver.nats");
        row(drivers, "driver.omb");
        row(
                drivers,
                "driver.redpanda",
                "driver.kafka",
                "driver.kafka.admin",
                "driver.kafka.client",
                "driver.kafka.config");
        return drivers;
    }

    private static Set<String> driverContract() {
        Set<String> contract = new TreeSet<>(ROOMS.keySet());
        contract.removeIf(name -> !name.matches("driver(\\..*)?"));
        contract.removeAll(Set.of("driver.loading", "driver.none"));
        return contract;
    }

    private static Map<String, Set<String>> rooms() {
        Map<String, Set<String>> rooms = new LinkedHashMap<>();
        row(rooms, "workload", "workload.text", "workload.message", "workload.load", "workload.goal");
        row(rooms, "workload.text");
        row(rooms, "workload.yaml", "workload.text");
        row(rooms, "workload.message");
        row(rooms, "workload.load", "workload.goal");
        row(rooms, "workload.goal", "workload.text");
        row(
                rooms,
                "workload.fields",
                "workload.text",
                "workload.yaml",
                "workload.message",
                "workload.load",
                "workload.goal",
                "workload.fields.goal",
                "workload.fields.campaign",
                "workload");
        row(rooms, "workload.fields.goal", "workload.text", "workload.yaml", "workload.goal");
        row(rooms, "workload.fields.campaign", "workload.text", "workload.yaml", "workload");
        row(
                rooms,
                "workload.check",
                "workload.text",
                "workload.yaml",
                "workload.message",
                "workload.load",
                "workload.goal",
                "workload.fields",
                "workload.fields.goal",
                "workload");
        row(
                rooms,
                "workload.file",
                "workload.text",
                "workload.yaml",
                "workload.message",
                "workload.load",
                "workload.goal",
                "workload.fields",
                "workload.fields.goal",
                "workload.fields.campaign",
                "workload.check",
                "workload");
        row(
                rooms,
                "coordinator",
                "coordinator.figures",
                "coordinator.phase",
                "coordinator.request",
                "coordinator.spike",
                "coordinator.system",
                "coordinator.verdict",
                "coordinator.workers");
        row(rooms, "coordinator.figures", "coordinator.workers");
        row(
                rooms,
                "coordinator.phase",
                "coordinator.figures",
                "coordinator.request",
                "coordinator.system",
                "coordinator.trend",
                "coordinator.workers");
        row(rooms, "coordinator.request");
        row(rooms, "coordinator.system", "coordinator.request", "coordinator.workers");
        row(rooms, "coordinator.trend");
        row(rooms, "coordinator.spike", "coordinator.workers");
        row(rooms, "coordinator.verdict", "coordinator.figures", "coordinator.workers");
        row(rooms, "coordinator.workers", "coordinator.request");
        row(
                rooms,
                "worker",
                "worker.client",
                "worker.loop",
                "worker.message",
                "worker.recording",
                "worker.sender",
                "worker.share",
                "worker.transaction");
        row(rooms, "worker.client");
        row(rooms, "worker.loop", "worker.client", "worker.message", "worker.recording", "worker.transaction");
        row(rooms, "worker.message");
        row(rooms, "worker.recording", "worker.message");
        row(rooms, "worker.sender", "worker.client", "worker.message", "worker.recording", "worker.transaction");
        row(rooms, "worker.share", "worker.message");
        row(rooms, "worker.transaction", "worker.client", "worker.message", "worker.recording");
        row(rooms, "cli", "cli.kubernetes", "cli.option", "cli.output", "cli.process", "cli.run");
        row(rooms, "cli.kubernetes", "cli.option", "cli.output", "cli.process", "cli.run");
        row(rooms, "cli.option", "cli.output");
        row(rooms, "cli.output", "cli.process");
        row(rooms, "cli.process");
        row(rooms, "cli.run", "cli.option", "cli.output", "cli.process");
        row(rooms, "wire", "wire.message", "wire.tls");
        row(rooms, "wire.message");
        row(rooms, "wire.tls");
        row(
                rooms,
                "result",
                "result.code",
                "result.document",
                "result.interval",
                "result.omb",
                "result.run",
                "result.threshold",
                "result.value");
        row(rooms, "result.code", "result.value");
        row(rooms, "result.document", "result.code", "result.interval", "result.omb", "result.run", "result.value");
        row(rooms, "result.interval", "result.value");
        row(
                rooms,
                "result.journal",
                "result",
                "result.code",
                "result.document",
                "result.interval",
                "result.omb",
                "result.run",
                "result.stage",
                "result.threshold",
                "result.value");
        row(rooms, "result.omb", "result.interval");
        row(rooms, "result.run", "result.code", "result.interval", "result.value");
        row(rooms, "result.stage", "result.document", "result.interval", "result.run", "result.value");
        row(
                rooms,
                "result.stored",
                "result",
                "result.code",
                "result.document",
                "result.interval",
                "result.omb",
                "result.run",
                "result.value");
        row(
                rooms,
                "result.threshold",
                "result.code",
                "result.document",
                "result.interval",
                "result.omb",
                "result.run",
                "result.value");
        row(rooms, "result.value");
        row(rooms, "report");
        row(rooms, "report.compare", "report");
        row(rooms, "report.review", "report", "report.compare");
        row(
                rooms,
                "report.board",
                "report",
                "report.compare",
                "report.html.run",
                "report.html.section",
                "report.html.tag");
        row(rooms, "report.history", "report", "report.compare");
        row(
                rooms,
                "report.html",
                "report",
                "report.compare",
                "report.history",
                "report.html.chart",
                "report.html.run",
                "report.html.section",
                "report.html.tag",
                "report.review");
        row(
                rooms,
                "report.html.chart",
                "report",
                "report.compare",
                "report.history",
                "report.html.run",
                "report.html.tag");
        row(rooms, "report.html.run", "report", "report.html.tag");
        row(
                rooms,
                "report.html.section",
                "report",
                "report.compare",
                "report.history",
                "report.html.chart",
                "report.html.run",
                "report.html.tag",
                "report.review");
        row(rooms, "report.html.tag", "report");
        row(rooms, "host.facts");
        row(
                rooms,
                "driver",
                "driver.admin",
                "driver.client",
                "driver.config",
                "driver.durability",
                "driver.embedded",
                "driver.exception");
        row(rooms, "driver.admin", "driver.client", "driver.config", "driver.durability", "driver.exception");
        row(rooms, "driver.client", "driver.exception");
        row(rooms, "driver.config", "driver.durability");
        row(rooms, "driver.durability");
        row(rooms, "driver.embedded", "driver.config", "driver.exception");
        row(rooms, "driver.exception");
        row(
                rooms,
                "driver.loading",
                "driver",
                "driver.admin",
                "driver.client",
                "driver.config",
                "driver.durability",
                "driver.embedded",
                "driver.exception");
        row(
                rooms,
                "driver.none",
                "driver",
                "driver.admin",
                "driver.client",
                "driver.config",
                "driver.durability",
                "driver.exception");
        row(rooms, "driver.profile");
        row(rooms, "host.observation", "host.facts");
        return rooms;
    }

    private static Map<String, Set<String>> rows() {
        Map<String, Set<String>> rows = new LinkedHashMap<>();
        row(rows, "driver");
        row(rows, "clock");
        row(rows, "profile");
        row(rows, "measure");
        row(rows, "audit");
        row(rows, "workload", "driver");
        row(rows, "pacing", "clock");
        row(rows, "host", "clock", "measure");
        row(rows, "brokermetrics", "clock", "driver", "host");
        row(rows, "plan", "workload", "pacing", "driver");
        row(rows, "wire", "workload", "plan", "measure", "audit", "host", "clock");
        row(rows, "worker", "workload", "plan", "wire", "driver", "pacing", "measure", "audit", "host", "clock");
        row(rows, "result", "workload", "driver", "measure", "audit", "host", "brokermetrics", "clock");
        row(rows, "cluster", "driver", "workload", "result", "host", "clock");
        row(rows, "report", "result", "measure", "brokermetrics", "workload", "driver", "audit", "profile");
        row(
                rows,
                "coordinator",
                "workload",
                "plan",
                "driver",
                "wire",
                "measure",
                "audit",
                "host",
                "brokermetrics",
                "result",
                "cluster",
                "clock");
        row(rows, "live", "coordinator", "result", "measure", "clock");
        row(rows, "campaign", "workload", "plan", "coordinator", "result", "driver", "clock");
        row(rows, "doctor", "workload", "driver", "wire", "clock", "host");
        row(
                rows,
                "calibration",
                "workload",
                "driver",
                "clock",
                "worker",
                "coordinator",
                "campaign",
                "measure",
                "host",
                "result");
        row(rows, "bundle", "workload", "host", "result", "report");
        rows.put("cli", new TreeSet<>(rows.keySet()));
        return rows;
    }

    private static void row(Map<String, Set<String>> rows, String name, String... mayImport) {
        rows.put(name, new TreeSet<>(List.of(mayImport)));
    }
}
