package dev.weir.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.report.compare.StoredRuns;
import dev.weir.result.stored.StoredResult;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunTableTest {
    private static final String LABEL =
            "producerRate=20000 messageSize=1024 partitionsPerTopic=64 linger.ms=10 on redpanda #2";

    @TempDir
    Path folder;

    @Test
    void ofSeveralReasonsALineHasTheFirstAndTheNumberOfTheOthers() {
        assertThat(new RunLine(1, "w", degraded()).text())
                .isEqualTo("1,000 msg/s, endToEndResponse p50 -, p99 -, p99.9 - ms  DEGRADED: SENDS_LATE +1"
                        + " more; found LOAD_NOT_MET, MESSAGES_LOST");
    }

    @Test
    void aLineThatDoesNotFitIsBrokenBeforeTheFiguresAndBeforeTheOutcome() {
        RunLine line = new RunLine(1, "w", degraded());

        assertThat(line.lines("run 1 of 2: x", Integer.MAX_VALUE)).containsExactly("run 1 of 2: x: " + line.text());
        assertThat(line.lines("run 1 of 2: x", line.text().length() + 4))
                .containsExactly("run 1 of 2: x:", "    " + line.text());
        assertThat(line.lines("run 1 of 2: " + LABEL, 80))
                .containsExactly(
                        "run 1 of 2: producerRate=20000 messageSize=1024 partitionsPerTopic=64",
                        "    linger.ms=10 on redpanda #2:",
                        "    1,000 msg/s, endToEndResponse p50 -, p99 -, p99.9 - ms",
                        "    DEGRADED: SENDS_LATE +1 more; found LOAD_NOT_MET, MESSAGES_LOST");
    }

    @Test
    void ofFindingsAlone() {
        assertThat(line(new StoredRuns(folder).finding("LOAD_NOT_MET")).text()).endsWith("  VALID; found LOAD_NOT_MET");
    }

    @Test
    void pointsAndCodesThatMakeALineTooLongStandBelowIt() {
        List<String> lines = RunTable.text(List.of(new RunLine(1, "w", degraded()), new RunLine(2, LABEL, degraded())));

        assertThat(lines).allMatch(line -> line.length() <= 80);
        assertThat(lines.subList(0, 6))
                .containsExactly(
                        "run  point  msg/s  p50  p99  p99.9  outcome",
                        "  1         1,000    -    -      -  DEGRADED",
                        "       w: SENDS_LATE +1 more; found LOAD_NOT_MET, MESSAGES_LOST",
                        "  2         1,000    -    -      -  DEGRADED",
                        "       producerRate=20000 messageSize=1024 partitionsPerTopic=64 linger.ms=10 on",
                        "       redpanda #2: SENDS_LATE +1 more; found LOAD_NOT_MET, MESSAGES_LOST");
        assertThat(RunTable.text(List.of(new RunLine(1, "producerRate=300", degraded()))))
                .as("codes alone, where points have room")
                .startsWith(
                        "run  point             msg/s  p50  p99  p99.9  outcome",
                        "  1  producerRate=300  1,000    -    -      -  DEGRADED",
                        "       SENDS_LATE +1 more; found LOAD_NOT_MET, MESSAGES_LOST");
    }

    @Test
    void endsWithTheDurabilityOfEachSystem() {
        RunLine safe = line(new StoredRuns(folder).driver("safe").durability("acks", "all"));
        RunLine fast = line(new StoredRuns(folder).driver("fast").durability("acks", "1"));

        assertThat(RunTable.text(List.of(safe, safe)))
                .filteredOn(line -> line.startsWith("durability"))
                .containsExactly("durability acks all");
        assertThat(RunTable.text(List.of(safe, fast)))
                .filteredOn(line -> line.startsWith("durability"))
                .containsExactly("durability safe: acks all", "durability fast: acks 1");
    }

    @Test
    void namesTheLatencyInLinesAndTheOneByWhichRunsAreCompared() {
        var runs = new StoredRuns(folder);
        RunLine publish = line(runs.latency("publishResponse", 0));
        RunLine endToEnd = line(runs.latency("endToEndResponse", 0));

        assertThat(publish.text()).startsWith("1,000 msg/s, publishResponse p50 ");
        assertThat(RunTable.latencies(List.of(publish, publish))).doesNotContain("compare");
        assertThat(RunTable.latencies(List.of(publish, endToEnd)))
                .contains("milliseconds of publishResponse or endToEndResponse;");
    }

    private static RunLine line(StoredRuns runs) {
        return new RunLine(1, "w", runs.run(1000, 1).result());
    }

    private StoredResult degraded() {
        return new StoredRuns(folder)
                .outcome("DEGRADED", "DEGRADED", "SENDS_LATE", "HOST_SATURATED")
                .finding("LOAD_NOT_MET")
                .finding("MESSAGES_LOST")
                .run(1000, 1)
                .result();
    }
}
