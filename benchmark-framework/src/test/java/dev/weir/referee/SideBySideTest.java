package dev.weir.referee;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.campaign.CampaignListener;
import dev.weir.campaign.CampaignRun;
import dev.weir.coordinator.request.ProgressListener;
import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.loading.Drivers;
import dev.weir.driver.referee.Referee;
import dev.weir.driver.referee.RefereeFigures;
import dev.weir.driver.referee.RefereeKind;
import dev.weir.driver.referee.RefereeTask;
import dev.weir.driver.referee.Referees;
import dev.weir.result.RunResult;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import dev.weir.workload.load.LoadShape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Weir on the driver {@code none}, beside a tool that makes its figures up. */
class SideBySideTest {
    @TempDir
    Path folder;

    private final FakeReferees referees = new FakeReferees();
    private final List<String> steps = new ArrayList<>();

    @Test
    void givesTheToolTheWholeLoadOnATopicOfItsOwn() {
        RefereeResult result = comparison(producing()).run(1);

        assertThat(result.failure()).isEmpty();
        assertThat(referees.tasks).singleElement().satisfies(task -> {
            // 400 ms of warm-up and 1 s of test at 1,000 per second.
            assertThat(task.warmupMessages()).isEqualTo(400);
            assertThat(task.messages()).isEqualTo(1400);
            assertThat(task.messagesPerSecond()).isEqualTo(1000);
            assertThat(task.messageBytes()).isEqualTo(100);
            assertThat(task.topic()).startsWith("weir-referee-");
        });
        RefereePair pair = result.pairs().get(0);
        assertThat(pair.values().get(RefereeFigures.MESSAGES_PER_SECOND)).isBetween(500.0, 1500.0);
        assertThat(pair.values()).containsKeys(RefereeFigures.MEAN_MILLIS, RefereeFigures.P50_MILLIS);
        assertThat(pair.responseValues().get(RefereeFigures.P50_MILLIS))
                .isGreaterThanOrEqualTo(pair.values().get(RefereeFigures.P50_MILLIS));
        assertThat(pair.resultFile()).isRegularFile();
        assertThat(result.differences()).containsExactly("a difference");
    }

    @Test
    void letsTheOtherSideBeginEverySecondTime() {
        comparison(producing()).run(2);

        assertThat(steps)
                .containsExactly("pair 1 of 2", "Weir", "FakePerformance", "pair 2 of 2", "FakePerformance", "Weir");
    }

    @Test
    void givesTheToolAsManyMessagesAsWeirSentWithoutARate() {
        RefereeResult result = comparison(Workloads.small()
                        .producersPerTopic(1)
                        .subscriptionsPerTopic(0, 0)
                        .unlimited(LoadShape.UNIFORM)
                        .build())
                .run(1);

        RefereeTask task = referees.tasks.get(0);
        RunResult ours = result.pairs().get(0).ours();
        assertThat(task.messagesPerSecond()).isInfinite();
        assertThat(task.messages() - task.warmupMessages())
                .isEqualTo(RefereePair.measured(ours).sends().acknowledged())
                .isPositive();
        assertThat(task.warmupMessages())
                .isEqualTo(RefereePair.warmup(ours).sends().acknowledged())
                .isPositive();
        assertThat(result.pairs().get(0).responseValues()).isEmpty();
    }

    @Test
    void keepsThePairsBeforeAFailure() throws IOException {
        referees.failing = 2;

        RefereeResult result = comparison(producing()).run(3);

        assertThat(result.pairs()).hasSize(1);
        assertThat(result.failure()).isEqualTo("the tool broke");
        JsonNode file =
                new ObjectMapper().readTree(RefereeFile.write(result, folder).toFile());
        assertThat(file.path("failure").asText()).isEqualTo("the tool broke");
        assertThat(file.at("/pairs/0/weir/result").asText()).isEqualTo("weir-1.json");
        assertThat(file.at("/pairs/0/weir/values/messages").asLong()).isPositive();
        assertThat(file.at("/pairs/0/tool/values/messagesPerSecond").asDouble()).isEqualTo(990);
        assertThat(file.at("/pairs/0/tool/output/0").asText()).isEqualTo("990 a second");
        assertThat(Files.exists(folder.resolve("referee.json.partial"))).isFalse();
    }

    @Test
    void endsTheToolWhenItIsInterruptedAndBeginsNothingElse() {
        var comparison = new SideBySide[1];
        referees.begun = () -> comparison[0].interrupt();
        comparison[0] = comparison(producing());

        RefereeResult result = comparison[0].run(3);

        assertThat(result.interrupted()).isTrue();
        assertThat(result.failure()).isEmpty();
        assertThat(result.pairs()).isEmpty();
        assertThat(referees.closed).isPositive();
        assertThat(referees.tasks).hasSize(1);
    }

    @Test
    void showsBothSidesInEightyColumns() {
        RefereeResult both = comparison(producing()).run(2);
        List<String> several = RefereeTable.lines(both);
        List<String> one = RefereeTable.lines(new RefereeResult(
                both.plan(),
                both.driver(),
                both.tool(),
                both.differences(),
                both.pairs().subList(0, 1),
                "",
                false));

        assertThat(one).allMatch(line -> line.length() <= 80 || line.contains(folder.toString()));
        assertThat(one)
                .contains("small on none")
                .anyMatch(line -> line.matches("latencies in ms +FakePerformance +Weir +ratio"))
                .anyMatch(line -> line.matches("messages/s +990 +[\\d,]+ +\\d+\\.\\d\\d"))
                .anyMatch(line -> line.matches("publishService p50 +2\\.00 +[\\d.]+ +\\d+\\.\\d\\d"))
                .anyMatch(line -> line.matches("publishResponse p50 +- +[\\d.]+ +-"))
                .containsSubsequence("differences in what they measure:", "  - a difference");
        assertThat(several)
                .allMatch(line -> line.length() <= 80 || line.contains(folder.toString()))
                .contains("small on none: medians of 2 runs of each (least-most)")
                .anyMatch(line -> line.matches("messages/s +990 +[\\d,]+( \\([\\d,]+-[\\d,]+\\))? +\\d+\\.\\d\\d"))
                // Two runs can have the same rate, but not the same latency.
                .anyMatch(line -> line.matches("publishResponse mean +- +[\\d.]+ \\([\\d.]+-[\\d.]+\\) +-"));
    }

    @Test
    void reportsTheRatioOfTheRatesWithItsInterval() {
        RefereeResult two = comparison(producing()).run(2);
        List<RefereePair> twelve = Collections.nCopies(6, two.pairs()).stream()
                .flatMap(List::stream)
                .toList();
        RefereeResult many =
                new RefereeResult(two.plan(), two.driver(), two.tool(), two.differences(), twelve, "", false);

        assertThat(RefereeTable.lines(two))
                .anyMatch(line -> line.startsWith("messages/s of Weir to those of the tool: "))
                .anyMatch(line -> line.contains("an interval needs 4 pairs or"));
        assertThat(String.join(" ", RefereeTable.lines(many)))
                .containsPattern(
                        "of the tool: \\d\\.\\d{3}, between \\d\\.\\d{3} and \\d\\.\\d{3} with a\\s+confidence of 9\\d %");
        assertThat(RefereeFile.document(many).get("messagesPerSecondRatio"))
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsKeys("ratio", "low", "high", "confidence");
    }

    private static Workload producing() {
        return Workloads.small()
                .producersPerTopic(1)
                .subscriptionsPerTopic(0, 0)
                .build();
    }

    private SideBySide comparison(Workload load) {
        Drivers drivers = Drivers.onClassPath();
        var system = new RefereeSystem(
                DriverConfig.of("none"), drivers.find("none").orElseThrow(), referees, drivers, 0, Map.of(), List.of());
        return new SideBySide(
                new RefereePlan(RefereeKind.PRODUCER, load, List.of()),
                system,
                "bin/benchmark referee x.yaml",
                folder,
                new Silence(),
                steps::add);
    }

    private static final class FakeReferees implements Referees {
        private final List<RefereeTask> tasks = new ArrayList<>();
        private Runnable begun = () -> {};
        private int failing;
        private int closed;

        @Override
        public String name(RefereeKind kind) {
            return "FakePerformance";
        }

        @Override
        public DriverConfig settled(RefereeKind kind, DriverConfig config) {
            return config;
        }

        @Override
        public List<ConfigProblem> problems(RefereeKind kind, DriverConfig config) {
            return List.of();
        }

        @Override
        public List<String> differences(RefereeTask task, DriverConfig config) {
            return List.of("a difference");
        }

        @Override
        public Referee start(RefereeTask task, DriverConfig config) {
            tasks.add(task);
            return new Referee() {
                @Override
                public RefereeFigures await(Duration limit) {
                    begun.run();
                    if (closed >= tasks.size()) {
                        throw new DriverException("the tool was ended early");
                    }
                    if (tasks.size() == failing) {
                        throw new DriverException("the tool broke");
                    }
                    return new RefereeFigures(
                            List.of("--topic", task.topic()),
                            Map.of(
                                    RefereeFigures.MESSAGES_PER_SECOND, 990.0,
                                    RefereeFigures.P50_MILLIS, 2.0),
                            List.of("990 a second"));
                }

                @Override
                public void close() {
                    closed++;
                }
            };
        }
    }

    private static final class Silence implements CampaignListener, ProgressListener {
        @Override
        public ProgressListener runBegins(CampaignRun run, int number, int count) {
            return this;
        }

        @Override
        public void runEnds(CampaignRun run, RunResult result) {}

        @Override
        public void phaseBegins(Phase phase, Optional<Duration> planned) {}

        @Override
        public void step(String what) {}

        @Override
        public void tick(Interval tick, double targetMessagesPerSecond) {}

        @Override
        public void interval(Interval interval, double targetMessagesPerSecond) {}
    }
}
