package dev.weir.cli;

import dev.weir.cli.output.ConsoleCommand;
import dev.weir.cli.process.ExitStatus;
import dev.weir.clock.SystemClock;
import dev.weir.wire.tls.RunCertificates;
import dev.weir.wire.tls.TlsFiles;
import dev.weir.workload.WorkerAddress;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "certs",
        description = {
            "Make certificates for a coordinator and its workers, so that their connections use TLS and both ends "
                    + "prove their identity. Each gets a folder of its own with all files that it needs.",
            "They are signed by an authority that is made for them. Its key is not kept: to add a host, or "
                    + "when they expire, make all of them again."
        },
        footer = {
            "",
            "Examples:",
            "  bin/benchmark certs client-1 client-2:8080 10.0.0.7",
            "      for workers that -w names by these names and addresses; ports do not matter",
            "  bin/benchmark certs --days 30 -o lab-certs --overwrite client-1",
            "      replaces the certificates in this folder"
        })
final class CertsCommand extends ConsoleCommand {
    private static final int MAX_DAYS = 825;
    private static final int DEFAULT_PORT = 8080;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FOLDER",
            defaultValue = "certs",
            description = "Folder for the certificates (default: ${DEFAULT-VALUE})")
    private Path folder = Path.of("");

    @Option(
            names = "--days",
            paramLabel = "N",
            defaultValue = "7",
            description = "How long they can be used, 1 to " + MAX_DAYS + " (default: ${DEFAULT-VALUE})")
    private int days;

    @Option(names = "--overwrite", description = "Replace existing certificates")
    private boolean overwrite;

    @Parameters(
            paramLabel = "HOST[:PORT]",
            arity = "1..*",
            description = "Hosts of the workers: the names or addresses that -w will use")
    private List<String> hosts = List.of();

    @Override
    public Integer call() {
        var problems = new Problems();
        List<WorkerAddress> workers = workers(problems);
        if (days < 1 || days > MAX_DAYS) {
            problems.error("--days", "must be in [1, " + MAX_DAYS + "], got " + days);
        }
        problems.throwIfAny();
        List<String> names =
                workers.stream().map(WorkerAddress::host).distinct().toList();
        var now = Instant.EPOCH.plusNanos(SystemClock.INSTANCE.epochNanos());
        try {
            RunCertificates.make(folder, names, now, Duration.ofDays(days), overwrite, problems);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write into " + folder, e);
        }
        problems.throwIfAny();
        printSteps(workers, names);
        return ExitStatus.OK;
    }

    private List<WorkerAddress> workers(Problems problems) {
        List<WorkerAddress> workers = new ArrayList<>();
        for (String host : hosts) {
            try {
                workers.add(WorkerAddress.parse(host).orElseGet(() -> new WorkerAddress(host, DEFAULT_PORT)));
            } catch (IllegalArgumentException e) {
                problems.error("HOST", "must be a host's name or address, with or without a port, got " + host);
            }
        }
        return workers;
    }

    private void printSteps(List<WorkerAddress> workers, List<String> names) {
        PrintWriter out = out();
        Path coordinator = RunCertificates.ofCoordinator(folder);
        out.println("stays here         " + coordinator);
        names.forEach(name -> out.printf("goes to %-10s %s%n", name, RunCertificates.ofWorker(folder, name)));
        out.println("\nCopy each worker's folder to its host, where no other user can read it, and start there:");
        for (WorkerAddress worker : workers) {
            String at = RunCertificates.ofWorker(Path.of(""), worker.host()).toString();
            out.println("  bin/benchmark-worker --host " + worker.host() + " --port " + worker.port()
                    + options(Path.of(at)));
        }
        out.println("Here:");
        out.println("  bin/benchmark -w "
                + workers.stream().map(WorkerAddress::toString).collect(Collectors.joining(","))
                + options(coordinator) + " ...");
        out.println("They can be used for " + days + " days.");
    }

    private static String options(Path from) {
        return " " + TlsFiles.CERTIFICATE + " " + from.resolve(RunCertificates.CERTIFICATE)
                + " " + TlsFiles.KEY + " " + from.resolve(RunCertificates.KEY)
                + " " + TlsFiles.AUTHORITY + " " + from.resolve(RunCertificates.AUTHORITY);
    }
}
