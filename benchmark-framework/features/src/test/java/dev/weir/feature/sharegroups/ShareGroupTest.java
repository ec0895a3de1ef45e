package dev.weir.feature.sharegroups;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.feature.SectionFiles;
import dev.weir.workload.Subscription;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import dev.weir.workload.yaml.Problem;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Share groups in workload files. */
class ShareGroupTest extends SectionFiles {
    private static final String BASE = TOPIC + "messageSize: 100\nproducerRate: 1000\ntestDuration: 1h\n";

    @Test
    void readsAShareGroup() throws IOException {
        Workload workload = read(BASE + """
                        subscriptions:
                          - name: jobs
                            type: share
                            consumers: 8
                            processingTime: 5ms
                            acknowledgement: explicit
                            releaseRatio: 0.25
                            rejectRatio: 0.125
                            expiryRatio: 0.5
                            processingConcurrency: 3
                            groupConfig: {share.delivery.count.limit: 4}
                        """).orElseThrow();

        Subscription jobs = workload.subscriptions().each().get(0);
        assertThat(jobs.type())
                .contains(new ShareGroup(true, 0.25, 0.125, 0.5, 3, false, Map.of("share.delivery.count.limit", "4")));
        assertThat(jobs.activeConsumers(1)).isEqualTo(8);
    }

    @Test
    void effectiveFileReadsBackAsAnEqualWorkload() throws IOException {
        var share = new ShareGroup(true, 0.25, 0.125, 0, 3, true, Map.of("share.delivery.count.limit", "4"));
        assertReadsBack(Workloads.small()
                .subscriptions(Workloads.jobs(2, 0, share, Map.of()))
                .build());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            subscriptions: [{name: a, releaseRatio: 0.1}] | is a field of a share group: write type: share, or remove it
            subscriptions: [{name: a, type: share, rejectRatio: 1}] | needs acknowledgement: explicit
            subscriptions: [{name: a, type: share, acknowledgement: explicit, rejectRatio: 0.75, releaseRatio: 0.5}] | must be at most 1 together with rejectRatio and expiryRatio, got 1.25
            subscriptions: [{name: a, type: share, acknowledgement: explicit, expiryRatio: 0.1, renewLocks: true}] | cannot be combined with renewLocks, with which no lock expires; remove one
            subscriptions: [{name: a, type: share, startAfter: 1s}] | a is a share group: with startAfter it has to begin at the first message, since the system does not report where else it begins; add from: earliest
            subscriptions: [{name: a, type: share, groupConfig: {sasl.password: x}}] | must not hold secrets, got sasl.password: write it into the driver file
            """)
    void refusesShareGroupsThatCannotBe(String fields, String message) throws IOException {
        assertThat(read(BASE + fields)).isEmpty();
        assertThat(problems.errors()).extracting(Problem::message).containsExactly(message);
    }
}
