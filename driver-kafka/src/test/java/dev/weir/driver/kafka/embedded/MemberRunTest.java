package dev.weir.driver.kafka.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.coordinator.MiniCluster;
import dev.weir.driver.config.DriverConfig;
import dev.weir.feature.members.MemberSection.MemberEvent;
import dev.weir.feature.members.Members;
import dev.weir.feature.members.Members.MemberEventResult;
import dev.weir.feature.members.Members.MemberEventResult.PartitionSilence;
import dev.weir.plan.ConsumerStep.Action;
import dev.weir.result.RunResult;
import dev.weir.result.code.EventKind;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import dev.weir.workload.message.KeyDistributor;
import dev.weir.workload.message.KeySpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Whole runs in which consumers join, stop, leave and are killed. Sessions time out after 3 s, and heartbeats come every half
 * second, so that a killed member is found out 2.5 s to 3 s later.
 */
@Order(1)
@ResourceLock(TestClusters.DISTURBED)
class MemberRunTest {
    private static final DateTimeFormatter LOG_TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss,SSS");
    private static final double SOONEST_SECONDS = 2.4;

    @TempDir
    Path folder;

    @Test
    void membersOfTheClassicProtocolAgreeWithTheBrokersLog() throws IOException {
        RunResult result = run("kafka", Map.of("session.timeout.ms", "3000", "heartbeat.interval.ms", "500"));

        List<MemberEventResult> members = check(result);
        // The range assignor moves one partition for the sake of its order.
        assertThat(members.get(0).assignment().moved().orElseThrow()).isGreaterThanOrEqualTo(2);
        double[] assigned = assignmentsInLog();
        for (MemberEventResult each : List.of(members.get(0), members.get(2), members.get(3))) {
            double complete = each.at().epochNanos() / 1e9
                    + each.assignment().completeAfterSeconds().orElseThrow();
            // Never before the broker has it. It was 2 to 9 ms after that; a host that stands still takes longer.
            assertThat(DoubleStream.of(assigned).map(log -> complete - log))
                    .as(each.action() + " at " + complete)
                    .anyMatch(after -> after > -0.05 && after < 3);
        }
    }

    @Test
    void theConsumerProtocolMovesNoMorePartitionsThanNeeded() {
        assertFewMoves("wire");
    }

    @Test
    @Tag("soak")
    void kafkasConsumerMovesNoMorePartitionsThanNeeded() {
        assertFewMoves("kafka");
    }

    private void assertFewMoves(String client) {
        RunResult result = run(client, Map.of("group.protocol", "consumer"));

        List<MemberEventResult> members = check(result);
        assertThat(members)
                .allSatisfy(
                        each -> assertThat(each.assignment().movedWithoutNeed().orElseThrow())
                                .isZero());
        assertThat(members.get(0).assignment().moved().orElseThrow()).isEqualTo(2);
        // Others read on while a member's session times out.
        List<PartitionSilence> silent = members.get(3).silence().partitions();
        double shortestOfKilled = silent.stream()
                .filter(PartitionSilence::moved)
                .mapToDouble(PartitionSilence::seconds)
                .min()
                .orElseThrow();
        assertThat(silent)
                .filteredOn(each -> !each.moved())
                .allSatisfy(each -> assertThat(each.seconds()).isLessThan(shortestOfKilled));
    }

    private static List<MemberEventResult> check(RunResult result) {
        assertThat(result.failure()).isEmpty();
        assertThat(MiniCluster.events(result)).hasSize(4).containsOnly(EventKind.MEMBER_CHANGED);
        assertThat(MiniCluster.texts(result, EventKind.MEMBER_CHANGED))
                .extracting(text -> text.split(" ", -1)[0])
                .containsExactly("join", "stop", "leave", "kill");
        List<MemberEventResult> members = Members.PART.in(result.weir()).orElse(List.of());
        assertThat(members).extracting(MemberEventResult::action).containsExactly("join", "stop", "leave", "kill");
        assertThat(members)
                .extracting(each -> each.assignment().state())
                .containsExactly("complete", "unchanged", "complete", "complete");
        // The second of the pause is in it.
        assertThat(members.get(1).silence().maxSeconds().orElseThrow()).isGreaterThan(0.9);
        assertThat(members.get(1).assignment().moved()).hasValue(0);
        MemberEventResult kill = members.get(3);
        assertThat(kill.assignment().moved()).hasValue(3);
        assertThat(kill.assignment().completeAfterSeconds().orElseThrow()).isGreaterThan(SOONEST_SECONDS);
        assertThat(kill.silence().partitions())
                .filteredOn(PartitionSilence::moved)
                .hasSize(3)
                .allSatisfy(each -> assertThat(each.seconds()).isGreaterThan(SOONEST_SECONDS));
        // The killed consumer's worker is still there: nothing is unknown.
        assertThat(result.audit().violations().lost()).isZero();
        assertThat(result.audit().blocks().unknown()).isZero();
        assertThat(result.audit().complete()).isTrue();
        assertThat(members.stream()
                        .mapToLong(each -> each.duplicated().orElseThrow())
                        .sum())
                .isEqualTo(result.audit().violations().duplicated());
        assertThat(result.thresholds()).noneMatch(each -> each.text().contains("duplicated"));
        return members;
    }

    private RunResult run(String client, Map<String, String> properties) {
        DriverConfig config = TestClusters.disturbed()
                .driverConfig()
                .withConsumerConfig(properties)
                .withSettings(Map.of("client", client));
        try (var workers = new MiniCluster(2, folder).losingNothing()) {
            Workload workload = Workloads.small()
                    .topics(1, 6)
                    .rates(150, 150)
                    .keys(KeySpec.of(KeyDistributor.KEY_ROUND_ROBIN))
                    .subscriptionsPerTopic(1, 2)
                    .section(
                            Members.SECTION,
                            List.of(
                                    event(3, Action.JOIN, 0),
                                    event(6, Action.STOP, 1),
                                    event(9, Action.LEAVE, 0),
                                    event(12, Action.KILL, 0)))
                    .durations(Duration.ofSeconds(1), Duration.ofSeconds(20))
                    .build();
            return MiniCluster.undisturbed(() -> workers.runUndisturbed(workload, config), MemberRunTest::isTooSlow);
        }
    }

    /** Whether the host had too little processor time for a rebalance between two events. */
    private static boolean isTooSlow(RunResult result) {
        return MiniCluster.lacksProcessorTime(result)
                && Members.PART.in(result.weir()).orElse(List.of()).stream()
                        .anyMatch(each -> each.assignment().state().equals("incomplete"));
    }

    private static MemberEvent event(int seconds, Action action, int length) {
        return new MemberEvent(Duration.ofSeconds(seconds), action, "0", 1, Duration.ofSeconds(length));
    }

    /** When the group coordinator got assignments from the leader of the group, in seconds since 1970. */
    private static double[] assignmentsInLog() throws IOException {
        return Files.readAllLines(
                        TestClusters.disturbed().directory().resolve("node-1").resolve("broker.log"))
                .stream()
                .filter(line -> line.contains("Assignment received from leader"))
                .map(line ->
                        LocalDateTime.parse(line.substring(0, 23), LOG_TIME).atZone(ZoneId.systemDefault()))
                .mapToDouble(time -> time.toInstant().toEpochMilli() / 1e3)
                .toArray();
    }
}
