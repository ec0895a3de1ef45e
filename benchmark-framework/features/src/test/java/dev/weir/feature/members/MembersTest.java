package dev.weir.feature.members;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.coordinator.GenuineResults;
import dev.weir.driver.config.DriverConfig;
import dev.weir.feature.FeatureMessages;
import dev.weir.feature.SectionFiles;
import dev.weir.feature.members.MemberSection.MemberEvent;
import dev.weir.feature.members.Members.MemberEventResult;
import dev.weir.plan.Assignment;
import dev.weir.plan.ConsumerRole;
import dev.weir.plan.ConsumerStep;
import dev.weir.plan.ConsumerStep.Action;
import dev.weir.plan.RunPlan;
import dev.weir.result.document.RunDetails;
import dev.weir.result.threshold.RunFigures.PartMetric;
import dev.weir.result.value.Moment;
import dev.weir.wire.message.Message;
import dev.weir.workload.Topology;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import dev.weir.workload.goal.Metric;
import dev.weir.workload.yaml.Problem;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How changes of members are read, planned, sent to the coordinator and shown. */
class MembersTest extends SectionFiles implements FeatureMessages {
    private static final String BASE = TOPIC + "messageSize: 4\nproducerRate: 5000\nsubscriptionsPerTopic: 1\n"
            + "consumerPerSubscription: 2\ntestDuration: 1h\n";

    /** Consumers 0 and 2 read the first topic, 1 and 3 the second one. */
    private static final Workload WORKLOAD = Workloads.small()
            .topics(2, 4)
            .subscriptionsPerTopic(1, 2)
            .section(
                    Members.SECTION,
                    List.of(
                            event(9, Action.JOIN, 0),
                            event(1, Action.JOIN, 0),
                            event(3, Action.STOP, 4),
                            event(5, Action.LEAVE, 0),
                            event(8, Action.LEAVE, 0)))
            .build();

    private static final RunDetails RUN = RunDetails.NONE.with(Map.of(
            "members",
            List.of(new MemberEventResult(
                    "kill",
                    "tail",
                    0.5,
                    new Moment(1_700_000_000_500_000_000L),
                    1,
                    new MemberEventResult.AssignmentChange(
                            MemberEventResult.COMPLETE, OptionalDouble.of(0.25), OptionalInt.of(2), OptionalInt.of(1)),
                    new MemberEventResult.Silence(
                            OptionalDouble.of(0.3),
                            OptionalDouble.of(0.15),
                            1,
                            List.of(new MemberEventResult.PartitionSilence("t", 3, -0.01, 0.29, false, true))),
                    OptionalLong.of(17),
                    OptionalLong.empty()))));

    @Test
    void saysWhatEachEventDid() {
        assertThat(new Members().table(RUN))
                .containsExactly(
                        "members    kill of 1 of tail after 0.5 s: silent for more than 0.30 s, median",
                        "             0.15 s; assigned after 0.25 s, 2 moved, 1 without need; 17",
                        "             duplicated");
        assertThat(new Members().table(RunDetails.NONE)).isEmpty();
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(strings = {"", "settle"})
    void verifyFindsNoDifferenceInTheResultOfARunWhateverEndedIt(String endsIn) throws IOException {
        GenuineResults.verify(
                folder, "{members: [{at: 300ms, action: join}, {at: 700ms, action: leave}]}", "{}", endsIn);
    }

    @Test
    void thresholdsFindTheLongestTimes() {
        assertThat(PartMetric.of(Metric.MEMBER_SILENCE, RUN)).hasValue(0.3e9);
        assertThat(PartMetric.of(Metric.MEMBER_ASSIGNMENT, RUN)).hasValue(0.25e9);
        assertThat(PartMetric.of(Metric.MEMBER_SILENCE, RunDetails.NONE)).isEmpty();
    }

    @Test
    void readsChangesOfMembersAndWritesThem() throws IOException {
        Workload workload = read(BASE + """
            keys: {distributor: KEY_ROUND_ROBIN}
            members:
              - {at: 5s, action: stop, for: 7500ms}
              - {at: 2s, action: join, count: 2}
              - {at: 15s, action: kill, count: 3, subscription: 0}
            """).orElseThrow();

        assertThat(workload.run().sections().find(Members.SECTION).orElseThrow())
                .extracting(MemberEvent::text)
                .containsExactly(
                        "stop of 1 member of 0 at 5s for 7s500ms",
                        "join of 2 members of 0 at 2s",
                        "kill of 3 members of 0 at 15s");
        assertThat(workload.subscriptions().areAlike()).isTrue();
        assertThat(problems.warnings()).isEmpty();
        assertReadsBack(workload);
    }

    @Test
    void warnsOfPartitionsThatAreSilentAnyway() throws IOException {
        read(BASE, "members: [{at: 5s, action: join}]");

        assertThat(problems.errors()).isEmpty();
        assertThat(problems.warnings())
                .extracting(Problem::message)
                .containsExactly("measure the silence of partitions, but without keys the client fills one partition"
                        + " after another, so that most are silent anyway; add keys: {distributor: KEY_ROUND_ROBIN}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            [{at: 1h, action: join}] | must begin and end within the testDuration of 1h, got join of 1 member at 1h
            [{at: 59m, action: stop, for: 2m}] | must begin and end within the testDuration of 1h, got stop of 1 member at 59m for 2m
            [{at: 1s, action: stop}] | is missing: a stop must end; set its length
            [{at: 1s, action: kill, for: 2s}] | is only for stop; remove it
            [{at: 1s, action: leave, subscription: b}] | must name one of the subscriptions, 0, got leave of 1 member of b at 1s
            [{at: 1s, action: leave, count: 2}] | must leave a group at least one member, got leave of 2 members at 1s where the group of 0 has 2
            [{at: 1s, action: kill}, {at: 2s, action: leave}] | must leave a group at least one member, got leave of 1 member at 2s where the group of 0 has 1
            [{at: 1s, action: stop, for: 5s}, {at: 2s, action: stop, count: 2, for: 1s}] | must leave a group at least one member, got stop of 2 members at 2s for 1s where the group of 0 has 2, of which 1 stand still
            """)
    void refusesChangesOfMembersThatCannotBe(String members, String message) throws IOException {
        assertRefused(BASE, "members: " + members, message);
    }

    @Test
    void itHappensToTheOldestMemberThatDoesNotStandStill() {
        List<ConsumerStep> steps = plan(1).get(0).clients().steps();

        assertThat(steps)
                .filteredOn(step -> step.consumer() % 2 == 0)
                .containsExactly(
                        step(1, Action.JOIN, 4, 1, 0),
                        step(2, Action.STOP, 0, 3, 4),
                        step(3, Action.LEAVE, 2, 5, 0),
                        step(4, Action.LEAVE, 0, 8, 0),
                        step(0, Action.JOIN, 6, 9, 0));
        assertThat(steps).hasSize(10);
    }

    @Test
    void consumersThatJoinAreOpenedLater() {
        assertThat(plan(2)).allSatisfy(assignment -> {
            assertThat(assignment.clients().steps()).hasSize(10);
            assertThat(assignment.clients().consumersStartingWithLoad()).allMatch(role -> role.consumer() < 4);
        });
        assertThat(plan(2).stream().flatMap(each -> each.clients().consumers().stream()))
                .extracting(ConsumerRole::consumer)
                .containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7);
        assertThat(plan(1).get(0).clients().consumers())
                .extracting(ConsumerRole::clientId)
                .contains("weir-0a1b2c3d-consumer-4", "weir-0a1b2c3d-consumer-5");
    }

    private static List<Assignment> plan(int workers) {
        return RunPlan.of(WORKLOAD, DriverConfig.of("none"), "0a1b2c3d", workers, Topology.SWARM)
                .assignments();
    }

    private static MemberEvent event(int seconds, Action action, int length) {
        return new MemberEvent(Duration.ofSeconds(seconds), action, "0", 1, Duration.ofSeconds(length));
    }

    private static ConsumerStep step(int event, Action action, int consumer, long seconds, long length) {
        return new ConsumerStep(event, action, 0, consumer, seconds * 1_000_000_000, length * 1_000_000_000);
    }

    @Override
    public List<Message> messages() {
        return List.of(new MemberNotes(
                3,
                List.of(
                        new MemberNotes.Change(Long.MAX_VALUE, MemberNotes.Kind.KILL, 2, List.of()),
                        new MemberNotes.Change(-1, MemberNotes.Kind.ASSIGNED, -1, List.of(0, 17))),
                List.of(new MemberNotes.Span(4, 5, Long.MAX_VALUE))));
    }
}
