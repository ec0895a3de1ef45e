package dev.weir.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs on three brokers in which messages are held up once, and whose result is to name why. The load is light, so that nothing
 * else holds up messages on an idle host. {@code -Dweir.causes.runs=N} says how many runs there are of each cause;
 * {@code -Dweir.causes=QUOTA,NETWORK} takes only these.
 */
@DisplayName("runs with a latency spike of a known cause")
@EnabledIfSystemProperty(named = "weir.causes.runs", matches = "\\d+")
class KnownCausesIT {
    private static final String WORKLOAD = """
        name: run-%s
        topics: 1
        partitionsPerTopic: 6
        messageSize: 100
        producersPerTopic: 2
        subscriptionsPerTopic: 1
        consumerPerSubscription: 2
        producerRate: 150
        keyDistributor: KEY_ROUND_ROBIN
        warmupDuration: 5s
        testDuration: %ss
        sampleRateMillis: 1000
        """;

    private static final int MEASURED_SECONDS = 14;
    private static final Duration END_OF_A_RUN = Duration.ofSeconds(90);
    private static final double MIN_NAMED = 0.9;

    @TempDir
    Path folder;

    /** What results said of a number of runs. */
    private enum Verdict {
        NAMED,
        SECOND_PLACE,
        UNKNOWN,
        NO_SPIKE,
        WRONG
    }

    @Test
    void theCauseIsNamed() throws Exception {
        Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
        for (KnownCause cause : asked()) {
            Map<Verdict, Integer> ofCause = new EnumMap<>(Verdict.class);
            for (JsonNode result : runs(Optional.of(cause))) {
                ofCause.merge(verdict(result, cause), 1, Integer::sum);
            }
            System.out.println(cause + ": " + ofCause);
            ofCause.forEach((verdict, count) -> counts.merge(verdict, count, Integer::sum));
        }
        int all = counts.values().stream().mapToInt(Integer::intValue).sum();
        System.out.println("all: " + counts);
        assertThat(counts).doesNotContainKey(Verdict.WRONG);
        assertThat(counts.getOrDefault(Verdict.NAMED, 0)).isGreaterThanOrEqualTo((int) Math.ceil(MIN_NAMED * all));
    }

    @Test
    void noCauseIsNamedInAQuietRun() throws Exception {
        List<String> named = new ArrayList<>();
        for (JsonNode result : runs(Optional.empty())) {
            result.at("/weir/latencySpikes/causes").forEach(cause -> {
                if (!cause.path("cause").asText().equals("UNKNOWN_CAUSE")) {
                    named.add(result.path("workload").asText() + ": " + cause);
                }
            });
        }
        assertThat(named).isEmpty();
    }

    private static List<KnownCause> asked() {
        String names = System.getProperty("weir.causes", "");
        return names.isEmpty()
                ? List.of(KnownCause.values())
                : Stream.of(names.split(",", -1)).map(KnownCause::valueOf).toList();
    }

    private static Verdict verdict(JsonNode result, KnownCause cause) {
        JsonNode causes = result.at("/weir/latencySpikes/causes");
        String first = causes.path(0).path("cause").asText("none");
        if (first.equals(cause.name())
                || cause.isIn(causes.path(0).path("where").asText())) {
            return Verdict.NAMED;
        }
        System.out.println(cause + " in " + result.path("workload").asText() + ": " + result.at("/weir/latencySpikes"));
        if (causes.findValuesAsText("cause").contains(cause.name())
                || causes.findValuesAsText("where").stream().anyMatch(cause::isIn)
                || result.at("/weir/latencySpikes/spikes").findValuesAsText("alsoPossible").stream()
                        .anyMatch(cause::isIn)) {
            return Verdict.SECOND_PLACE;
        }
        return switch (first) {
            case "none" -> Verdict.NO_SPIKE;
            case "UNKNOWN_CAUSE" -> Verdict.UNKNOWN;
            default -> Verdict.WRONG;
        };
    }

    /** Carries out the runs of one cause in one campaign, on the same brokers, and returns their results. */
    private List<JsonNode> runs(Optional<KnownCause> cause) throws Exception {
        int runs = Integer.getInteger("weir.causes.runs");
        String name = cause.map(KnownCause::name).orElse("QUIET");
        Path own = Files.createDirectory(folder.resolve(name));
        var random = new Random(name.hashCode());
        List<String> files = new ArrayList<>();
        for (int i = 0; i < runs; i++) {
            String file = "run-" + i + ".yaml";
            String members =
                    cause.map(each -> each.fields(4 + random.nextInt(4))).orElse("");
            Files.writeString(own.resolve(file), WORKLOAD.formatted(i, MEASURED_SECONDS) + members);
            files.add(file);
        }
        try (var site = CauseSite.of(own, cause)) {
            List<String> words =
                    new ArrayList<>(List.of("--broker-count", "3", "-w", site.workerAddress(), "-o", "results"));
            words.addAll(files);
            try (Command campaign = site.start("benchmark", words)) {
                for (int i = 0; i < runs && campaign.awaitLinesOrEnd("measurement  for", i + 1); i++) {
                    // Not to wait for anything: the moment is a part of what was drawn.
                    TimeUnit.MILLISECONDS.sleep(4000 + random.nextLong(4000));
                    long millis = 400 + random.nextLong(600);
                    if (cause.isPresent()) {
                        cause.get().holdUp(site, campaign, millis);
                    }
                }
                campaign.exitStatus(END_OF_A_RUN.multipliedBy(runs));
                List<JsonNode> results = results(own.resolve("results"));
                assertThat(results).as(campaign.output()).hasSize(runs);
                return results;
            }
        }
    }

    private static List<JsonNode> results(Path folder) throws IOException {
        List<JsonNode> results = new ArrayList<>();
        try (var files = Files.newDirectoryStream(folder, "*run-*.json")) {
            for (Path file : files) {
                results.add(Results.read(file));
            }
        }
        return results;
    }
}
