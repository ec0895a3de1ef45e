package dev.weir.cli.bamboo;

import dev.weir.cli.option.CommandText;
import dev.weir.cli.option.DriverOptions;
import dev.weir.cli.option.OptionFiles;
import dev.weir.cli.option.Pairing;
import dev.weir.cli.option.ShowOptions;
import dev.weir.cli.option.SystemOptions;
import dev.weir.cli.option.TopologyOptions;
import dev.weir.cli.option.WorkerOptions;
import dev.weir.cli.output.ConsoleCommand;
import dev.weir.cli.process.ExitStatus;
import dev.weir.cli.run.RunArguments;
import dev.weir.cli.run.RunExecution;
import dev.weir.host.facts.CpuSet;
import dev.weir.host.facts.HostFiles;
import dev.weir.workload.WorkerAddress;
import dev.weir.workload.message.KeySpec;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs the load that bamboo, Redpanda's early load generator, would have run with the same flags. */
@Command(
        name = "bamboo",
        sortOptions = false,
        description = "Run a load of requests like bamboo, Redpanda's early load generator, with bamboo's flags: all "
                + "requests of a second are due at its start. The result contains the p10 to p100 of the requests, and"
                + " a file beside it contains all percentiles. The result, and the workload file that "
                + "--print-workload prints, list where the load only approximates that of bamboo.",
        footer = {
            "",
            "Examples:",
            "  bin/benchmark bamboo --qps 100 --concurrency 2",
            "      on a Kafka that is started on this host for the run",
            "  bin/benchmark bamboo -d driver-redpanda/redpanda.yaml --key-size 20 --value-size 180 \\",
            "      --write-batch-size 1024 --qps 1024 --concurrency 4 --seconds-duration 1 --rw-balance 1 --cpuset 4-7",
            "      4,194,304 messages of 200 bytes; started under taskset -c 4-7",
            "  bin/benchmark bamboo --rw-balance 0 --print-workload > reads.yaml",
            "      the same as a workload file that can be changed and run"
        })
public final class BambooCommand extends ConsoleCommand {
    private static final int MOST_CONNECTIONS = 10_000;
    private static final int MOST_DIGITS = 20;

    @Option(
            names = "--key-size",
            paramLabel = "BYTES",
            defaultValue = "50",
            description = "Size of each key; 0: no keys (default: ${DEFAULT-VALUE})")
    private int keySize;

    @Option(
            names = "--value-size",
            paramLabel = "BYTES",
            defaultValue = "50",
            description = "Size of each payload (default: ${DEFAULT-VALUE})")
    private int valueSize;

    @Option(
            names = "--write-batch-size",
            paramLabel = "N",
            defaultValue = "100",
            description = "Records in a request (default: ${DEFAULT-VALUE})")
    private int writeBatchSize;

    @Option(
            names = "--qps",
            paramLabel = "N",
            defaultValue = "300",
            description = "Requests of each core in a second, all due at its start (default: ${DEFAULT-VALUE})")
    private int qps;

    @Option(
            names = "--concurrency",
            paramLabel = "N",
            defaultValue = "3",
            description = "Connections of each core, over which its requests are spread (default: ${DEFAULT-VALUE})")
    private int concurrency;

    @Option(
            names = "--seconds-duration",
            paramLabel = "N",
            defaultValue = "10",
            description = "Seconds that are measured (default: ${DEFAULT-VALUE})")
    private int seconds;

    @Option(
            names = "--rw-balance",
            paramLabel = "P",
            defaultValue = "0.5",
            description = "Probability that a connection writes in a second; else it reads (default: ${DEFAULT-VALUE})")
    private String rwBalance = "";

    @Option(
            names = "--cpuset",
            paramLabel = "CORES",
            description = "Cores that carry the load, such as 4-7 or 0,2; all of this host if absent. A JVM cannot bind"
                    + " itself: start it, or with -w each worker, under taskset -c CORES")
    private @Nullable String cpuset;

    @Option(names = "-m", paramLabel = "MEMORY", hidden = true)
    private @Nullable String memory;

    @Option(names = "--poll-mode", hidden = true)
    private boolean pollMode;

    @Option(
            names = "--warm-up-seconds",
            paramLabel = "N",
            defaultValue = "3",
            description = "Length of the warm-up in seconds; bamboo has no warm-up (default: ${DEFAULT-VALUE})")
    private int warmupSeconds;

    @Option(names = "--print-workload", description = "Print the equivalent workload file, and run nothing")
    private boolean printWorkload;

    @Mixin
    private SystemOptions systems = new SystemOptions();

    @Mixin
    private DriverOptions driverOptions = new DriverOptions();

    @Mixin
    private WorkerOptions workers = new WorkerOptions();

    @Mixin
    private TopologyOptions topology = new TopologyOptions();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "PATH",
            description = "Result file (default: results/bamboo-DRIVER-TIME.json); with several systems, their folder"
                    + " (default: results/bamboo-TIME)")
    private @Nullable Path output;

    @Mixin
    private ShowOptions show = new ShowOptions();

    @Override
    public Integer call() {
        var problems = new Problems();
        Optional<BambooLoad> load = load(problems);
        problems.throwIfAny();
        String workload = load.orElseThrow().workloadFile(CommandText.of(command(), driverOptions.load()));
        if (printWorkload) {
            out().print(workload);
            out().flush();
            return ExitStatus.OK;
        }
        List<WorkerAddress> addresses = workers.read(problems);
        checkBinding(addresses, problems);
        return run(workload, addresses, problems);
    }

    /** Returns the load of the flags, which are checked one by one and then together. */
    private Optional<BambooLoad> load(Problems problems) {
        range("--key-size", keySize, 0, KeySpec.MOST_BYTES, problems);
        range("--value-size", valueSize, 0, 1 << 20, problems);
        range("--write-batch-size", writeBatchSize, 1, 1_000_000, problems);
        range("--qps", qps, 1, 1_000_000, problems);
        range("--concurrency", concurrency, 1, 1_000, problems);
        range("--seconds-duration", seconds, 1, 86_400, problems);
        range("--warm-up-seconds", warmupSeconds, 0, 3_600, problems);
        Optional<BigDecimal> writeShare = share(rwBalance);
        if (writeShare.isEmpty()) {
            problems.error("--rw-balance", "must be a number in [0, 1], such as 0.5, got " + rwBalance);
        }
        if (memory != null) {
            problems.error("-m", "is not for a JVM: set its heap with WEIR_JAVA_OPTS=-Xmx4g");
        }
        if (pollMode) {
            problems.error("--poll-mode", "is nothing that a client of Kafka's protocol has; leave it out");
        }
        int cores = cores(problems);
        if (!problems.errors().isEmpty()) {
            return Optional.empty();
        }
        var load = new BambooLoad(
                new BambooLoad.Request(keySize, valueSize, writeBatchSize),
                qps,
                concurrency,
                seconds,
                writeShare.orElseThrow(),
                cores,
                warmupSeconds);
        long connections = (long) cores * concurrency;
        if (connections > MOST_CONNECTIONS) {
            problems.error(
                    "--concurrency",
                    String.format(
                            Locale.ROOT,
                            "makes %,d connections with %d cores, must be at most %,d: each is a client",
                            connections,
                            cores,
                            MOST_CONNECTIONS));
        }
        double rate = (double) cores * qps * writeBatchSize;
        if (rate > BambooLoad.MOST_MESSAGES_PER_SECOND) {
            problems.error(
                    "--qps",
                    String.format(
                            Locale.ROOT,
                            "makes %,.0f messages a second with %d cores and a --write-batch-size of %d, must be at"
                                    + " most %,d",
                            rate,
                            cores,
                            writeBatchSize,
                            BambooLoad.MOST_MESSAGES_PER_SECOND));
        }
        return Optional.of(load);
    }

    /** Parses a share; limits its digits, because 1e-999999999 would be a billion digits in the file. */
    private static Optional<BigDecimal> share(String text) {
        try {
            var share = new BigDecimal(text.strip());
            boolean within =
                    share.signum() >= 0 && share.compareTo(BigDecimal.ONE) <= 0 && share.scale() <= MOST_DIGITS;
            return within ? Optional.of(share) : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private int cores(Problems problems) {
        if (cpuset == null) {
            return Runtime.getRuntime().availableProcessors();
        }
        Optional<CpuSet> asked = CpuSet.of(cpuset);
        if (asked.isEmpty()) {
            problems.error("--cpuset", "must be cores such as 4-7 or 0,2, got " + cpuset);
        }
        return asked.map(CpuSet::count).orElse(0);
    }

    /** Adds a problem if a worker is not bound to as many cores as the flags state. */
    private void checkBinding(List<WorkerAddress> addresses, Problems problems) {
        Optional<CpuSet> asked = Optional.ofNullable(cpuset).flatMap(CpuSet::of);
        if (asked.isEmpty()) {
            return;
        }
        String cores = asked.get().text();
        if (!addresses.isEmpty()) {
            problems.warning(
                    "--cpuset",
                    "states only the number of cores and binds no worker: start each as 'taskset -c " + cores
                            + " bin/benchmark-worker'");
            return;
        }
        Optional<CpuSet> host = CpuSet.ofThisHost(HostFiles.OF_THIS_HOST).filter(set -> !set.holds(asked.get()));
        if (host.isPresent()) {
            problems.error(
                    "--cpuset",
                    "must be cores of this host, which has " + host.get().text() + ", got " + cores
                            + "; or name workers with -w that were started as 'taskset -c " + cores
                            + " bin/benchmark-worker'");
            return;
        }
        Optional<CpuSet> own = CpuSet.ofThisProcess(HostFiles.OF_THIS_HOST);
        if (own.isEmpty() || !asked.get().holds(own.get())) {
            problems.error(
                    "--cpuset",
                    "a JVM cannot bind itself, and this one "
                            + own.map(set -> "may run on cores " + set.text()).orElse("cannot tell where it runs")
                            + ": start it as 'taskset -c " + cores
                            + " bin/benchmark bamboo ...', or name workers with -w"
                            + " that were started as 'taskset -c " + cores + " bin/benchmark-worker'");
        }
    }

    private int run(String workload, List<WorkerAddress> addresses, Problems problems) {
        try {
            Path folder = Files.createTempDirectory("weir-bamboo-");
            Path file = folder.resolve("bamboo.yaml");
            try {
                Files.writeString(file, workload);
                var arguments = new RunArguments(
                        List.of(file),
                        OptionFiles.NONE,
                        new RunArguments.Systems(systems.drivers(), systems.brokers(), "", Pairing.NONE),
                        new RunArguments.Workers(addresses, workers.channel(problems), topology.read(problems)),
                        Optional.ofNullable(output),
                        Optional.empty(),
                        true);
                return new RunExecution(driverOptions.load(), show, command()).run(arguments, problems);
            } finally {
                Files.deleteIfExists(file);
                Files.delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write a workload file for the run", e);
        }
    }

    private static void range(String flag, int value, int least, int most, Problems problems) {
        if (value < least || value > most) {
            problems.error(flag, "must be in [" + least + ", " + most + "], got " + value);
        }
    }
}
