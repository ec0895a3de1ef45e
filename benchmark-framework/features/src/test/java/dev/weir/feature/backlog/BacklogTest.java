package dev.weir.feature.backlog;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.feature.PartPages;
import dev.weir.feature.SectionFiles;
import dev.weir.feature.backlog.BacklogSection.BacklogSpec;
import dev.weir.plan.RunEstimate;
import dev.weir.report.html.SampleFiles;
import dev.weir.result.Snapshots;
import dev.weir.result.document.DocumentReader;
import dev.weir.result.value.Moment;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import dev.weir.workload.section.Sections;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How a backlog is read and shown. */
class BacklogTest extends SectionFiles {
    private static final String BASE = TOPIC + "messageSize: 4\nproducerRate: 5000\ntestDuration: 1h\n";

    private static final BacklogResult RESULT = new BacklogResult(
            500,
            510,
            OptionalDouble.of(0.9),
            1.5,
            333,
            false,
            OptionalDouble.of(2.5),
            OptionalDouble.of(200),
            10,
            OptionalLong.of(40),
            0,
            OptionalLong.of(2_000_000),
            OptionalDouble.of(3.5),
            List.of(new BacklogResult.Lag(new Moment(Snapshots.START), List.of(510L))));

    @Test
    void standsOnThePageOfARun() throws IOException {
        ObjectNode file = SampleFiles.fixture();
        ObjectNode weir = SampleFiles.weir(file);
        weir.set(Backlog.PART.name(), DocumentReader.json().valueToTree(RESULT));
        ((ObjectNode) weir.path("provenance").path("workload")).put("consumerBacklogSizeGB", 1.5);

        assertThat(PartPages.html(folder, file))
                .contains("<h3>Backlog</h3>", "builtMessages", "lag of subscription 0")
                .contains("consumers being paused until a backlog of 1.5 GiB waits");
        assertThat(Backlog.PART.in(SampleFiles.read(folder.resolve("r.json")).weir()))
                .contains(RESULT);
        PartPages.assertDescribed(RESULT);
    }

    @Test
    void readsAllFieldsAndWritesThem() throws IOException {
        Workload workload = read(BASE + CONSUMERS + """
                        consumerBacklogSizeGB: 0.5
                        backlogDrainRatio: 0.5
                        backlogProducerRate: 2000
                        drainProducerRate: 100
                        backlogRemoteRatio: 0.9
                        """).orElseThrow();

        assertThat(workload.run().sections().find(new BacklogSection()))
                .contains(new BacklogSpec(1L << 29, 0.5, 2000, 100, 0.9));
        assertReadsBack(workload);
    }

    @Test
    void takesTheRateOfTheLoadUnlessTheSizeIs0() throws IOException {
        assertThat(read(BASE, CONSUMERS + "consumerBacklogSizeGB: 512MiB")
                        .flatMap(workload -> workload.run().sections().find(new BacklogSection())))
                .contains(new BacklogSpec(512L << 20, 1, 5000, 5000, 0));
        assertThat(read(
                                BASE,
                                "consumerBacklogSizeGB: 0; backlogDrainRatio: 1.0; backlogProducerRate: -1;"
                                        + " drainProducerRate: -1")
                        .map(workload -> workload.run().sections()))
                .contains(Sections.NONE);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            consumerBacklogSizeGB: 32 | consumerBacklogSizeGB: needs a subscription whose consumers can be paused; set subscriptionsPerTopic to at least 1, or remove it
            drainProducerRate: 10 | drainProducerRate: has no effect without a consumerBacklogSizeGB above 0; remove it
            backlogRemoteRatio: 0.5 | backlogRemoteRatio: has no effect without a consumerBacklogSizeGB above 0; remove it
            subscriptions: [{name: a, startAfter: 1s}]; consumerBacklogSizeGB: 1 | subscriptions: have neither from nor startAfter beside consumerBacklogSizeGB, which decides when consumers read; remove one
            subscriptions: [{name: a, type: share}]; consumerBacklogSizeGB: 1 | subscriptions: a is a share group: it cannot be combined with consumerBacklogSizeGB, because locks expire while consumers pause; use startAfter with from: earliest
            faults: [{at: 10s, action: kill}]; subscriptionsPerTopic: 1; consumerPerSubscription: 1; consumerBacklogSizeGB: 1 | faults: cannot be combined with consumerBacklogSizeGB, which decides when the measurement begins; remove one
            producerRate: 0; subscriptionsPerTopic: 1; consumerPerSubscription: 1; consumerBacklogSizeGB: 1 | consumerBacklogSizeGB: cannot be built beside a producerRateList or a search, which have rates of their own; remove one
            pipeline: {messages: 10}; subscriptionsPerTopic: 1; consumerPerSubscription: 1; consumerBacklogSizeGB: 1 | pipeline: cannot be combined with a consumerBacklogSizeGB; remove one
            """)
    void reportsProblems(String fields, String expected) throws IOException {
        assertRefused(BASE, fields, expected);
    }

    /** 6,000 messages at 2 x 100 a second; and as long again, with 10 s, to drain them. */
    @Test
    void theEstimateIncludesBuildingAndDrainingTheBacklog() {
        RunEstimate estimate = RunEstimate.of(
                Workloads.small()
                        .messageSize(100)
                        .rates(100, 100)
                        .subscriptionsPerTopic(2, 1)
                        .section(new BacklogSection(), new BacklogSpec(600_000, 1, 100, 200, 0))
                        .endless(Duration.ofSeconds(10))
                        .build(),
                1);

        assertThat(estimate.endless()).isZero();
        assertThat(estimate.time()).isBetween(Duration.ofSeconds(80), Duration.ofSeconds(87));
        assertThat(estimate.bytes()).isEqualTo((10 * 100 + 30 * 100 + 40 * 200) * 100.0);
    }
}
