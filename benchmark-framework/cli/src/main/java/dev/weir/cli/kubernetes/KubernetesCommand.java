package dev.weir.cli.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.cli.output.ConsoleCommand;
import dev.weir.cli.process.ExitStatus;
import dev.weir.cli.process.Interruption;
import dev.weir.clock.Clock;
import dev.weir.clock.SystemClock;
import dev.weir.workload.text.DurationText;
import dev.weir.workload.yaml.Problems;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs workloads in a Kubernetes cluster. */
@Command(
        name = "k8s",
        synopsisSubcommandLabel = "COMMAND",
        description = {
            "Run a workload with workers in a Kubernetes cluster. It installs no operator: it calls helm and kubectl, which"
                    + " must be on the PATH, and needs rights in one namespace only."
        },
        footer = {
            "",
            "Examples:",
            "  bin/benchmark k8s run -d d.yaml -w 8 --image hub/weir:1 -n lab load.yaml",
            "      installs, waits, prints the log, copies the results and removes all",
            "  bin/benchmark k8s fetch -n lab",
            "      lists the runs of the namespace",
            "  bin/benchmark k8s fetch weir-load-20261121-100000 -n lab",
            "      continues after Ctrl-C, or from another host; then down",
            "  bin/benchmark k8s run --render -d d.yaml -w 8 --image hub/weir:1 load.yaml",
            "      prints the objects for kubectl apply"
        })
public final class KubernetesCommand extends ConsoleCommand {
    private static final long POLL_MILLIS = 2_000;
    private static final List<String> PROGRAMS = List.of("helm", "kubectl");
    private static final String RENDERED_VERSION = "1.34.0";
    private static final String RUN_FORM = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";

    private final Path chart;
    private final List<Path> path;
    private final Clock clock;
    private final long pollMillis;

    /** Creates the command with the chart of this installation and the programs of the PATH. */
    public KubernetesCommand() {
        this(
                // Set by the start script.
                Path.of(System.getProperty("weir.chart", "deploy/helm/weir")),
                Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                        .map(Path::of)
                        .toList(),
                SystemClock.INSTANCE,
                POLL_MILLIS);
    }

    KubernetesCommand(Path chart, List<Path> path, Clock clock, long pollMillis) {
        this.chart = chart;
        this.path = List.copyOf(path);
        this.clock = clock;
        this.pollMillis = pollMillis;
    }

    @Override
    public Integer call() {
        command().usage(out());
        return ExitStatus.OK;
    }

    @Command(
            name = "run",
            exitCodeListHeading = ExitStatus.HELP_HEADING,
            exitCodeList = {
                ExitStatus.HELP_BAD_INPUT,
                ExitStatus.FAILED + ":a step in the cluster failed",
                ExitStatus.HELP_INTERRUPTED,
                "other:that of the coordinator, as of bin/benchmark run"
            },
            sortOptions = false,
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = {
                "Run a workload in the cluster, copy its results, and remove everything.",
                "Files are checked first, as by 'bin/benchmark run'."
            })
    int run(
            @Mixin NamespaceOptions place,
            @Mixin ChartInputs inputs,
            @Mixin FetchOptions fetch,
            @Option(names = "--create-namespace", description = "Create the namespace if it is missing")
                    boolean createNamespace,
            @Option(names = "--keep", description = "Remove nothing afterwards") boolean keep,
            @Option(
                            names = "--render",
                            description = "Do not run anything: print the objects of a run for 'kubectl apply', with a"
                                    + " new name. The cluster is not asked. The output has the keys of the run's"
                                    + " certificates and the driver file in Secrets: treat it as a secret. fetch and down"
                                    + " work with the run's name after it was applied")
                    boolean isRender) {
        var problems = new Problems();
        Duration limit = fetch.timeout(problems);
        try (var tools = new ClusterTools(place, path, clock, pollMillis)) {
            if (isRender && (keep || createNamespace)) {
                problems.error("--render", "runs nothing: leave out --keep and --create-namespace");
            }
            tools.require(problems, isRender ? List.of("helm") : PROGRAMS);
            inputs.check(problems);
            printWarnings(problems);
            String name = inputs.newRun(clock.epochNanos());
            List<String> words = new ArrayList<>(List.of(name, chart.toString()));
            words.addAll(inputs.values(name, clock.epochNanos(), tools));
            if (isRender) {
                words.add(0, "template");
                // Without a cluster, Helm assumes the version for which it was built, which the chart may refuse.
                words.addAll(List.of("--kube-version", RENDERED_VERSION));
                return steps(tools, name, run -> {
                    out().print(ClusterTools.finish("helm template", tools.helm(words)));
                    out().flush();
                    return ExitStatus.OK;
                });
            }
            if (createNamespace) {
                words.add("--create-namespace");
            }
            out().println("run " + name + " in " + place.text() + ": 1 coordinator and " + inputs.workers()
                    + " workers");
            return steps(tools, name, run -> {
                try {
                    run.install(words, limit);
                    run.awaitStart(limit);
                } catch (KubernetesException e) {
                    if (e.isInterrupted() || keep) {
                        throw e;
                    }
                    err().println(e.getMessage());
                    if (run.left().isPresent()) {
                        run.remove(true);
                    }
                    return e.status();
                }
                int status = run.follow();
                status = run.copied(run.fetch(fetch.results, limit), status);
                if (keep) {
                    run.left().ifPresent(out()::println);
                } else {
                    run.remove(true);
                }
                return status;
            });
        }
    }

    @Command(
            name = "fetch",
            exitCodeListHeading = ExitStatus.HELP_HEADING,
            exitCodeList = {
                ExitStatus.HELP_BAD_INPUT,
                ExitStatus.FAILED + ":the results could not be copied",
                "other:that of the coordinator; 0 if its pod no longer exists"
            },
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description =
                    "Print the log of a run until it ends, and copy its results." + " Without a run: list the runs.")
    int fetch(
            @Mixin NamespaceOptions place,
            @Mixin FetchOptions fetch,
            @Parameters(paramLabel = "RUN", arity = "0..1", description = "Name of the run") @Nullable String run) {
        var problems = new Problems();
        Duration limit = fetch.timeout(problems);
        return onRun(place, run, problems, steps -> {
            int status = steps.awaitEnd(limit);
            return steps.copied(steps.fetch(fetch.results, limit), status);
        });
    }

    @Command(
            name = "down",
            exitCodeListHeading = ExitStatus.HELP_HEADING,
            exitCodeList = {ExitStatus.HELP_BAD_INPUT, ExitStatus.HELP_FAILED, ExitStatus.HELP_OK},
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "End a run and remove all its objects. Without a run: list the runs.")
    int down(
            @Mixin NamespaceOptions place,
            @Option(names = "--discard-results", description = "Also if its results were not copied") boolean discard,
            @Parameters(paramLabel = "RUN", arity = "0..1", description = "Name of the run") @Nullable String run) {
        return onRun(place, run, new Problems(), steps -> {
            if (!steps.remove(discard)) {
                steps.requirePresent();
            }
            return ExitStatus.OK;
        });
    }

    private int onRun(
            NamespaceOptions place, @Nullable String name, Problems problems, ToIntFunction<KubernetesRun> steps) {
        if (name != null && !name.matches(RUN_FORM)) {
            problems.error("RUN", "must be the name of a run, such as weir-quickstart-20261121-100000, got " + name);
        }
        try (var tools = new ClusterTools(place, path, clock, pollMillis)) {
            tools.require(problems, PROGRAMS);
            problems.throwIfAny();
            if (name == null) {
                return steps(tools, "", run -> list(tools));
            }
            return steps(tools, name, run -> {
                run.isPresent();
                return steps.applyAsInt(run);
            });
        }
    }

    /** Carries out steps; if they fail, prints what remains in the cluster. */
    private int steps(ClusterTools tools, String name, ToIntFunction<KubernetesRun> steps) {
        var run = new KubernetesRun(tools, name, out(), err());
        try (var interruption = new Interruption(
                () -> "Weir ends; the cluster keeps what it has",
                tools::stop,
                () -> "",
                text -> err().println("\n" + text))) {
            int status = ExitStatus.FAILED;
            try {
                status = steps.applyAsInt(run);
            } catch (KubernetesException e) {
                status = e.status();
                err().println(e.getMessage());
                run.left().ifPresent(err()::println);
            } finally {
                // With the keys and passwords that it has written, before an interrupted process is ended.
                tools.close();
                interruption.ended(status);
            }
            return status;
        }
    }

    private int list(ClusterTools tools) {
        Map<String, String> lines = new TreeMap<>();
        JsonNode releases = ClusterTools.json(ClusterTools.finish(
                "helm list", tools.helm(List.of("list", "--deployed", "--failed", "--pending", "--output=json"))));
        for (JsonNode each : releases) {
            if (each.path("chart").asText().matches("weir-[0-9].*")) {
                String status = each.path("status").asText();
                lines.put(each.path("name").asText(), "release " + status);
            }
        }
        RunObjects.byRun(tools.json(
                        "get", RunObjects.KINDS, "--selector", "app.kubernetes.io/name=weir", "--output=json"))
                .forEach((run, objects) -> lines.put(run, state(objects)));
        if (lines.isEmpty()) {
            out().println("there are no runs in " + tools.place().text());
        }
        lines.forEach((run, state) -> out().printf("%-40s %s%n", run, state));
        return ExitStatus.OK;
    }

    private static String state(RunObjects objects) {
        Optional<String> ended = objects.end().map(end -> "ended with status " + end.status());
        return ended.orElseGet(() -> objects.hasBegun()
                        ? "runs"
                        : "waits, " + objects.ready() + " of " + objects.expected() + " pods are ready")
                + (objects.isFetched() ? ", results copied" : "");
    }

    /** Options of commands that copy results. */
    static final class FetchOptions {
        @Option(
                names = {"-o", "--output"},
                paramLabel = "FOLDER",
                defaultValue = "results",
                description = "Local folder for the results (default: ${DEFAULT-VALUE})")
        private Path results = Path.of("");

        @Option(
                names = "--timeout",
                paramLabel = "TIME",
                defaultValue = "10m",
                description = "Longest time for pods to start (default: ${DEFAULT-VALUE})")
        private String timeout = "";

        Duration timeout(Problems problems) {
            Optional<Duration> time = DurationText.parse(timeout).filter(each -> each.toSeconds() > 0);
            if (time.isEmpty()) {
                problems.error("--timeout", "must be a time of at least 1s, such as 10m, got " + timeout);
            }
            return time.orElse(Duration.ofSeconds(1));
        }
    }
}
