package dev.weir.feature.members;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.feature.SectionFiles;
import dev.weir.workload.Workload;
import dev.weir.workload.yaml.Problem;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemberSectionTest extends SectionFiles {
    private static final String BASE = TOPIC + "messageSize: 4\nproducerRate: 5000\n";

    @Test
    void readsChangesOfMembersAndWritesThem() throws IOException {
        Workload workload = read(BASE + """
            testDuration: 60s
            keys: {distributor: KEY_ROUND_ROBIN}
            subscriptionsPerTopic: 1
            consumerPerSubscription: 2
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
        read(BASE + """
            testDuration: 60s
            subscriptionsPerTopic: 1
            consumerPerSubscription: 1
            members: [{at: 5s, action: join}]
            """);

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
        String consumers = "testDuration: 1h\nsubscriptionsPerTopic: 1\nconsumerPerSubscription: 2\n";

        read(BASE + consumers + "members: " + members + "\n");

        assertThat(problems.errors()).extracting(Problem::message).containsExactly(message);
    }
}
