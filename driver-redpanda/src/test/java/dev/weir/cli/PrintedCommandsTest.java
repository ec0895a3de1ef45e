package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.driver.FreePort;
import dev.weir.driver.kafka.SharedCluster;
import dev.weir.driver.kafka.embedded.TestClusters;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;
import picocli.CommandLine;

/**
 * The commands that pages print. All of them are parsed, and the files that they name exist. Those of the README, and with
 * --soak those of the guide, also run: workers in processes of their own, other commands in this process. Their files are in
 * a folder that looks like a clone, with short workloads and driver files that need one broker. Addresses are replaced, and
 * the loads that options describe are made smaller.
 */
@Order(1)
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class PrintedCommandsTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final String KAFKA = SharedCluster.servers();
    /** What a script prints for {@link #calls}. */
    private static final String PRINT = "{ printf '%s'; printf '\\t%%s' \"$@\"; echo; } >>\"$CALLS\"";

    private static final Pattern SHIPPED = Pattern.compile("(workloads|driver-[a-z]+|deploy|docs)/[^*]*");
    /** Files that commands read or write. */
    private static final Pattern FILE =
            Pattern.compile("(workloads|driver-[a-z]+|omb|results)/.*|results|site|[^:{=]+\\.[a-z]+");

    private static final Pattern VERDICT = Pattern.compile("(BETTER|WORSE|EQUIVALENT|INCONCLUSIVE) +achievedRate");

    /** In the order in which a reader needs them: later pages use results of the earlier ones. */
    private static final List<String> GUIDE = List.of(
            "README.md docs/tutorial.md docs/degraded.md docs/running.md docs/hosts.md docs/pages.md docs/comparing.md docs/history.md docs/bundles.md docs/board.md docs/from-omb.md"
                    .split(" ", -1));

    /** These are only parsed. */
    private static final Map<String, String> NOT_RUN = Map.ofEntries(
            Map.entry("benchmark cluster ", "runs until Ctrl-C"),
            Map.entry("--search", "takes minutes"),
            Map.entry("producerRate=0", "a search takes minutes"),
            Map.entry("doctor --calibrate", "needs a host without other load"),
            Map.entry("dns:", "needs a name with addresses of workers"),
            Map.entry("client-1", "needs other hosts"),
            Map.entry("software.amazon", "needs a jar of another vendor"),
            Map.entry("omb/lib", "needs a driver jar of OMB"),
            Map.entry("embedded-tiered.yaml", "RemoteCatchUpTest runs this file"),
            Map.entry("feature.transaction.version", "ClusterConfigTest runs such a campaign"),
            Map.entry("broker-failure.yaml", "takes a minute; BrokerFaultTest runs such faults"),
            Map.entry("--trust RESULT", "WholeRunTest repeats runs"));

    /** Exit statuses that say something about this host or these results, and not about the command. */
    private static final Map<String, Set<Integer>> ALSO = Map.of(
            "doctor", Set.of(1),
            "benchmark run ", Set.of(3),
            "--fail-if", Set.of(99),
            "thresholds=[", Set.of(99),
            "--fail-on-regression", Set.of(98, 99),
            "verify", Set.of(98),
            "rerun", Set.of(2));

    @TempDir
    Path home;

    /** Whether each point of a campaign is run once. */
    private boolean runsOnce;

    private final AtomicInteger loads = new AtomicInteger();
    private final Set<String> done = ConcurrentHashMap.newKeySet();
    private final Queue<String> failed = new ConcurrentLinkedQueue<>();
    private Map<String, String> addresses = Map.of();
    private final Queue<Process> workers = new ConcurrentLinkedQueue<>();

    @AfterEach
    void end() {
        workers.forEach(Process::destroyForcibly);
    }

    @Test
    void allAreParsedAndNameFilesThatExist() throws IOException, InterruptedException {
        script("bin/benchmark", PRINT.formatted("benchmark"));
        script("bin/benchmark-worker", PRINT.formatted("worker"));
        int commands = 0;
        for (Path page : pages()) {
            for (String text : printed(page)) {
                for (String call : calls(text)) {
                    commands++;
                    assertParsed(page, call);
                }
            }
        }
        assertThat(commands).isGreaterThan(80);
    }

    private static void assertParsed(Path page, String call) {
        List<String> words = new ArrayList<>(List.of(call.split("\t", -1)));
        String where = ROOT.relativize(page) + ": " + call.replace('\t', ' ');
        boolean worker = words.remove(0).equals("worker");
        CommandLine commands =
                Benchmark.explaining(worker ? new CommandLine(new WorkerCommand()) : Benchmark.commands());
        if (!worker
                && !words.isEmpty()
                && !words.get(0).matches("-h|--help|-V|--version")
                && !commands.getSubcommands().containsKey(words.get(0))) {
            words.add(0, "run");
        }
        try {
            commands.parseArgs(words.toArray(String[]::new));
        } catch (CommandLine.ParameterException e) {
            throw new AssertionError(where + ": " + e.getMessage(), e);
        }
        assertThat(words.stream().flatMap(word -> Stream.of(word.split(",", -1))))
                .filteredOn(word -> SHIPPED.matcher(word).matches() && !word.contains("/target/"))
                .as(where)
                .allSatisfy(word -> assertThat(ROOT.resolve(word)).exists());
    }

    /** The commands of Weir that a shell calls for this text, words separated by tabs. */
    private List<String> calls(String text) throws IOException, InterruptedException {
        Path calls = Files.createTempFile(home, "calls", "");
        ProcessBuilder shell = shell(text, Files.createTempFile(home, "output", ".txt"));
        shell.environment().put("CALLS", calls.toString());
        status(shell.start());
        return Files.readAllLines(calls);
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(file -> file.toString().endsWith(".md")
                            || ROOT.relativize(file).startsWith("deploy/examples"))
                    .filter(Files::isRegularFile)
                    .filter(file -> Stream.of("target", ".git", "node_modules")
                            .noneMatch(part -> ROOT.relativize(file).toString().contains(part)))
                    .filter(file -> !file.endsWith("CHANGELOG.md"))
                    .sorted()
                    .toList();
        }
    }

    /** The commands in the blocks of a page, or the steps of a workflow. */
    private static List<String> printed(Path page) throws IOException {
        String text = Files.readString(page);
        return page.toString().endsWith(".md")
                ? blocks(text).stream().flatMap(List::stream).toList()
                : steps(new Yaml().load(text));
    }

    private static List<String> steps(Map<String, Map<String, Map<String, List<Map<String, Object>>>>> workflow) {
        return workflow.getOrDefault("jobs", Map.of()).values().stream()
                .flatMap(job -> job.getOrDefault("steps", List.of()).stream())
                .filter(step -> step.containsKey("run"))
                .map(step -> step.get("run").toString().replace("/srv/weir/", ""))
                .toList();
    }

    /** The commands of each block of a page. */
    private static List<List<String>> blocks(String page) {
        List<List<String>> blocks = new ArrayList<>();
        boolean inBlock = false;
        boolean withCommands = false;
        for (String line : page.replace("\\\n", "").lines().toList()) {
            if (line.startsWith("```")) {
                inBlock = !inBlock;
                withCommands = inBlock && line.equals("```");
                blocks.add(new ArrayList<>());
            } else if (withCommands && line.matches("(bin/benchmark|sed -i |export WEIR).*")) {
                blocks.get(blocks.size() - 1).add(line);
            }
        }
        return blocks;
    }

    @Test
    void thoseOfTheFirstHourRun() throws Exception {
        runsOnce = true;
        prepare();
        // Each block of the README stands for itself, but some need results of a tutorial, which another block makes.
        List<List<String>> blocks = blocks(Files.readString(ROOT.resolve("README.md")));
        Predicate<List<String>> needsResults =
                block -> block.stream().anyMatch(command -> command.contains("results/main"));
        // They wait half of the time. More than three at once leave a run too little processor time.
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            List<Callable<Object>> first = blocks.stream()
                    .filter(needsResults.negate())
                    .map(block -> Executors.callable(() -> runAll("README.md", block)))
                    .toList();
            for (Future<Object> run : threads.invokeAll(first)) {
                run.get();
            }
        } finally {
            threads.shutdownNow();
        }
        blocks.stream().filter(needsResults).forEach(block -> runAll("README.md", block));
        // Some runs have the metrics of their brokers, some do not: all are genuine.
        runAll("README.md", List.of("bin/benchmark bundle results -o all.zip", "bin/benchmark verify all.zip"));

        assertAllSucceeded(7);
    }

    @Test
    @Tag("soak")
    void thoseOfTheGuideRun() throws IOException {
        prepare();
        for (String page : GUIDE) {
            blocks(Files.readString(ROOT.resolve(page))).forEach(block -> runAll(page, block));
        }

        assertAllSucceeded(40);
    }

    private void assertAllSucceeded(int moreThan) {
        assertThat(failed).isEmpty();
        assertThat(Path.of("results").toAbsolutePath())
                .as("a command wrote here and not into %s: delete this folder", home)
                .doesNotExist();
        assertThat(done).hasSizeGreaterThan(moreThan);
    }

    private void prepare() throws IOException {
        script("bin/benchmark", PRINT.formatted("benchmark"));
        String java = Path.of(System.getProperty("java.home"), "bin", "java")
                + " -XX:TieredStopAtLevel=1 -Xmx256m -cp '" + System.getProperty("java.class.path") + "' dev.weir.cli.";
        script("bin/benchmark-worker", "exec " + java + "BenchmarkWorker \"$@\"");
        addresses = Map.of(
                "host:9092", KAFKA,
                "kafka-1:9092", KAFKA,
                "redpanda-1:9092", TestClusters.disturbed().bootstrapServers(),
                "8080", Integer.toString(FreePort.choose()),
                "8081", Integer.toString(FreePort.choose()));
        copyShippedFiles();
    }

    private void runAll(String page, List<String> commands) {
        try {
            for (String printed : commands) {
                String command = smaller(printed);
                for (var address : addresses.entrySet()) {
                    command = command.replaceAll("(?<![\\w-])" + address.getKey() + "\\b", address.getValue());
                }
                if (NOT_RUN.keySet().stream().noneMatch(printed::contains) && done.add(command)) {
                    run(page, command);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    private void run(String page, String command) throws IOException, InterruptedException {
        makeResultsThatAreNamed(command);
        Path output = Files.createTempFile(home, "output", ".txt");
        if (command.contains("benchmark-worker")) {
            workers.add(shell(command, output).start());
            int port = Integer.parseInt(command.replaceFirst(".*--port (\\d+).*", "$1"));
            await("worker of " + page + ": " + command)
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> isListening(port));
            return;
        }
        var printed = new StringWriter();
        int status = command.startsWith("bin/benchmark ")
                ? execute(calls(command), printed)
                : status(shell(command, output).start());
        Set<Integer> allowed = new LinkedHashSet<>(Set.of(0));
        ALSO.forEach((part, statuses) -> {
            if (command.contains(part)) {
                allowed.addAll(statuses);
            }
        });
        boolean verdict = VERDICT.matcher(printed.toString()).find() || !command.contains("compare results/first");
        if (!allowed.contains(status) || !verdict) {
            failed.add(page + ": " + command + "\nended with " + status + "\n" + printed + Files.readString(output));
        }
    }

    /**
     * Runs a command in this process. Its relative paths are resolved against {@link #home}, because a process cannot change
     * its folder. Returns the exit status.
     */
    private int execute(List<String> calls, Writer to) {
        assertThat(calls).hasSize(1);
        String call = calls.get(0);
        List<String> words = Stream.of(call.split("\t", -1))
                .skip(1)
                .map(word -> Stream.of(word.split(",", -1))
                        .map(part -> FILE.matcher(part).matches()
                                ? home.resolve(part).toString()
                                : part)
                        .collect(Collectors.joining(",")))
                .collect(Collectors.toCollection(ArrayList::new));
        boolean isLoad = words.get(0).equals("run")
                || !Benchmark.commands().getSubcommands().containsKey(words.get(0));
        String name = home.resolve("results/load-" + loads.incrementAndGet()).toString();
        if (words.get(0).equals("rerun")) {
            words.addAll(List.of("--into", name));
        } else if (isLoad && Stream.of("-o", "--print-workload", "--resume").noneMatch(words::contains)) {
            // With several runs, -o names a folder, otherwise a file.
            boolean several = call.matches(".*(--rate\t[^\t]*,|sweep|=\\[1|--repeat|ladder\\.yaml).*");
            words.addAll(List.of("-o", name + (several ? "" : ".json")));
        }
        var console = new PrintWriter(to, true);
        return Benchmark.execute(Benchmark.commands().setOut(console).setErr(console), words.toArray(String[]::new));
    }

    private static boolean isListening(int port) {
        try (var connection = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return connection.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private ProcessBuilder shell(String command, Path output) {
        return new ProcessBuilder("bash", "-c", command)
                .directory(home.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
    }

    /** The exit status; -1 of a command that takes so long that it is ended. */
    private static int status(Process shell) throws InterruptedException {
        try {
            return shell.waitFor(5, TimeUnit.MINUTES) ? shell.exitValue() : -1;
        } finally {
            shell.descendants().forEach(ProcessHandle::destroyForcibly);
            shell.destroyForcibly();
        }
    }

    /** Less load, for a shorter time. */
    private String smaller(String command) {
        String small = command.replaceAll("\\b(\\d+)k\\b", "$10")
                .replace("100MiB/s", "100KiB/s")
                .replace("--duration 1m", "--duration 1s")
                .replace("repeat=3", "repeat=1")
                .replace("--repeat 3 ", "")
                .replace("--repeat 5 --set 'sweep", "--set 'sweep");
        if (runsOnce || small.contains("results/second")) {
            small = small.replace("repeat=5", "repeat=1");
        }
        if (!small.contains("run -b") || small.contains("--print-workload")) {
            return small;
        }
        // Two loads with the same name cannot begin in the same second.
        String name = small.contains("--name") ? "" : "--name load-" + Integer.toHexString(small.hashCode()) + " ";
        String rate = small.contains("--rate") ? "" : "--rate 500 ";
        String duration = small.contains("--duration") ? "" : "--duration 1s ";
        return small.replaceFirst("run ", "run --warmup 0s " + name + rate + duration);
    }

    /** Pages compare and show results that a reader has; here, these are runs of the tutorial. */
    private void makeResultsThatAreNamed(String command) throws IOException {
        for (String name : List.of("before", "after", "main", "branch", "nightly", "ladder")) {
            Path folder = home.resolve("results").resolve(name);
            if (command.contains("results/" + name) && !command.contains("-o results/") && !Files.exists(folder)) {
                Files.createDirectories(folder);
                String side = name.matches("after|branch") ? "redpanda" : "kafka";
                for (Path run : runs(side)) {
                    for (String end : List.of(".json", ".hlog")) {
                        String file = run.getFileName().toString().replace(".json", end);
                        Files.copy(run.resolveSibling(file), folder.resolve(file));
                    }
                }
            }
        }
        for (String name : List.of("RESULT.json", "A.json", "B.json")) {
            if (command.contains(name) && !Files.exists(home.resolve(name))) {
                Files.copy(runs(name.equals("B.json") ? "redpanda" : "kafka").get(0), home.resolve(name));
            }
        }
    }

    private List<Path> runs(String system) throws IOException {
        try (Stream<Path> files = Files.list(home.resolve("results/first"))) {
            return files.filter(file -> file.getFileName().toString().matches("(?i).*" + system + ".*\\.json"))
                    .sorted()
                    .toList();
        }
    }

    private void copyShippedFiles() throws IOException {
        for (String folder : List.of("workloads", "driver-kafka", "driver-redpanda")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
                for (Path file : files.filter(file -> file.toString().endsWith(".yaml")
                                && !file.toString().contains("target")
                                && !file.toString().contains("/src/"))
                        .toList()) {
                    write(ROOT.relativize(file), shortened(ROOT.relativize(file), Files.readString(file)));
                }
            }
        }
        write(Path.of("omb/driver-kafka/kafka.yaml"), Files.readString(home.resolve("driver-kafka/kafka.yaml")));
        write(Path.of("omb/workloads/simple.yaml"), Files.readString(home.resolve("workloads/quickstart.yaml")));
        String running = Files.readString(ROOT.resolve("docs/running.md"));
        String ladder = running.substring(running.indexOf("name: ladder"));
        write(Path.of("ladder.yaml"), shortened(Path.of("ladder.yaml"), ladder.substring(0, ladder.indexOf("```"))));
    }

    private String shortened(Path file, String text) {
        String small = text.replaceAll("(?m)^warmupUntil:.*", "")
                .replaceAll("(?m)^warmupDuration(Minutes)?:.*", "warmupDuration: 100ms")
                .replaceAll("(?m)^testDuration(Minutes)?:.*", "testDuration: 1s")
                .replaceAll("(?m)^producerRate:.*", "producerRate: 500")
                .replaceAll("producerRate: \\d+", "producerRate: 500")
                .replaceAll("(?m)^repeat: .*", "repeat: 1")
                .replace("replicationFactor: 3", "replicationFactor: 1")
                .replace("min.insync.replicas=2", "min.insync.replicas=1");
        if (small.contains("testDuration:") && !small.contains("warmupDuration:")) {
            return small + "\nwarmupDuration: 100ms\n";
        }
        if (file.startsWith("driver-redpanda/pairs")) {
            // The other cluster is a Kafka, too.
            return small.replace("driver: redpanda", "driver: kafka")
                    .replace("write.caching=true", "unclean.leader.election.enable=false");
        }
        return file.getParent() != null && file.getParent().endsWith("pairs")
                ? small
                : small.replaceAll("localhost:\\d+", KAFKA);
    }

    private void write(Path file, String text) throws IOException {
        Path target = home.resolve(file);
        Files.createDirectories(Objects.requireNonNull(target.getParent()));
        Files.writeString(target, text);
    }

    private void script(String name, String line) throws IOException {
        write(Path.of(name), "#!/bin/bash\n" + line + "\n");
        assertThat(home.resolve(name).toFile().setExecutable(true)).isTrue();
    }
}
