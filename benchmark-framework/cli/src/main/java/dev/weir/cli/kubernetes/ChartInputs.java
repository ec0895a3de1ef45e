package dev.weir.cli.kubernetes;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.cli.option.DriverOptions;
import dev.weir.cli.option.OptionFiles;
import dev.weir.cli.run.RunArguments;
import dev.weir.cli.run.RunInputs;
import dev.weir.wire.tls.ChannelSecurity;
import dev.weir.wire.tls.RunCertificates;
import dev.weir.workload.Topology;
import dev.weir.workload.WorkerAddress;
import dev.weir.workload.file.WorkloadSeries;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Files and options of a run, from which the values of the Helm chart are made. */
final class ChartInputs {
    private static final int MAX_WORKERS = 9_999;

    /** Longer than any queue for nodes and the run together; the chart's own default, too. */
    private static final Duration VALIDITY = Duration.ofDays(30);

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuuMMdd-HHmmss").withZone(ZoneOffset.UTC);

    /** The chart cuts names after 40 characters, of which "weir-" and the time need 21. */
    private static final int MAX_NAME_LENGTH = 19;

    @Parameters(paramLabel = "WORKLOAD", description = "Workload file (YAML)")
    private Path workload = Path.of("");

    @Option(
            names = {"-d", "--driver"},
            required = true,
            paramLabel = "DRIVER",
            description = "Driver file of the system to measure, with addresses that pods of the cluster reach")
    private Path driver = Path.of("");

    @Option(
            names = {"-w", "--workers"},
            required = true,
            paramLabel = "N",
            description =
                    "Number of workers. Unless values say otherwise, each needs a node of its own, and so does the"
                            + " coordinator")
    private int workers;

    @Option(
            names = "--image",
            required = true,
            paramLabel = "REPO:TAG",
            description =
                    "Image of Weir, in a registry that the cluster reaches (deploy/image/build in a checkout makes it)")
    private String image = "";

    @Option(
            names = "--values",
            paramLabel = "FILE",
            description =
                    "Values of the Helm chart: CPUs, memory, node selectors, storage class and so on. May be given"
                            + " several times; the last file wins. deploy/helm/weir/values.yaml explains all")
    private List<Path> values = List.of();

    void check(Problems problems) {
        if (workers < 1 || workers > MAX_WORKERS) {
            problems.error("--workers", "must be in [1, " + MAX_WORKERS + "], got " + workers);
        }
        if (image.lastIndexOf(':') <= image.lastIndexOf('/') + 1 || image.endsWith(":")) {
            problems.error("--image", "must be REPOSITORY:TAG, such as registry.example/weir:1, got " + image);
        }
        values.stream()
                .filter(file -> !Files.isReadable(file))
                .forEach(file -> problems.error("--values", file + " is not a file that can be read"));
        List<WorkerAddress> addresses = IntStream.range(0, Math.min(Math.max(workers, 1), MAX_WORKERS))
                .mapToObj(index -> new WorkerAddress("worker-" + index, 8080))
                .toList();
        var arguments = new RunArguments(
                List.of(workload),
                OptionFiles.NONE,
                new RunArguments.Systems(List.of(driver.toString()), 1, "", Map.of(), Set.of(), false),
                // The coordinator in the cluster checks its channel itself.
                new RunArguments.RunWorkers(addresses, ChannelSecurity.NONE, true, Topology.SWARM),
                Optional.empty(),
                Optional.empty(),
                true);
        var inputs = RunInputs.read(arguments, new DriverOptions().load(), problems);
        inputs.runs().stream()
                .map(run -> run.planned().series())
                .distinct()
                .forEach(series -> checkFiles(series, problems));
        if (!Files.isRegularFile(driver)) {
            problems.error("-d", "must be a driver file, got " + driver);
        }
        problems.throwIfAny();
    }

    /** Pods get the workload file alone. */
    private static void checkFiles(WorkloadSeries series, Problems problems) {
        Optional.ofNullable(series.lines().get("payloadFile"))
                .ifPresent(line -> problems.error(series.problem(
                        line,
                        "payloadFile",
                        "cannot be read in the cluster, which gets this file alone: write the payloads into it as"
                                + " payloadBase64")));
    }

    int workers() {
        return workers;
    }

    /** Returns a new name of a run, which is its Helm release. */
    String newRun(long nowNanos) {
        String name = baseName().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        name = name.substring(0, Math.min(MAX_NAME_LENGTH, name.length())).replaceAll("^-+|-+$", "");
        return "weir-" + (name.isEmpty() ? "" : name + "-") + TIME.format(Instant.EPOCH.plusNanos(nowNanos));
    }

    private String baseName() {
        return String.valueOf(workload.getFileName()).replaceFirst("\\.ya?ml$", "");
    }

    /** Writes the values of the chart, certificates included. Returns the options of helm. */
    List<String> values(String run, long nowNanos, ClusterTools tools) {
        try {
            // Before the person's files, so that these can choose another way.
            List<String> words = words(tools.file(
                    "certificates.json", certificates(run, nowNanos, tools).toString()));
            values.forEach(file -> words.addAll(words(file)));
            words.addAll(words(tools.file("run.json", ofRun().toString())));
            return words;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the files of the run", e);
        }
    }

    private static List<String> words(Path file) {
        return new ArrayList<>(List.of("--values", file.toString()));
    }

    private ObjectNode ofRun() throws IOException {
        int colon = image.lastIndexOf(':');
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.putObject("image").put("repository", image.substring(0, colon)).put("tag", image.substring(colon + 1));
        root.putObject("worker").put("replicas", workers);
        root.put("workloadName", baseName().replaceAll("[^A-Za-z0-9._-]", "_"));
        root.put("workload", Files.readString(workload));
        root.put("driver", Files.readString(driver));
        return root;
    }

    private ObjectNode certificates(String run, long nowNanos, ClusterTools tools) throws IOException {
        String host = run + "-worker";
        Path folder = tools.folder().resolve("certificates");
        RunCertificates.make(folder, List.of(host), Instant.EPOCH.plusNanos(nowNanos), VALIDITY, false, new Problems());
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        ObjectNode certificates = root.putObject("tls").put("mode", "values").putObject("certificates");
        Path worker = RunCertificates.ofWorker(folder, host);
        certificates.put("authority", Files.readString(worker.resolve(RunCertificates.AUTHORITY)));
        put(certificates.putObject("worker"), worker);
        put(certificates.putObject("coordinator"), RunCertificates.ofCoordinator(folder));
        return root;
    }

    private static void put(ObjectNode to, Path folder) throws IOException {
        to.put("certificate", Files.readString(folder.resolve(RunCertificates.CERTIFICATE)));
        to.put("key", Files.readString(folder.resolve(RunCertificates.KEY)));
    }
}
