package dev.weir.feature.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.feature.SectionFiles;
import dev.weir.feature.faults.Faults.BrokerFault;
import dev.weir.workload.Workload;
import dev.weir.workload.file.WorkloadFile;
import dev.weir.workload.section.Sections;
import dev.weir.workload.yaml.Problem;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FaultsTest extends SectionFiles {
    /** Ends in line 5. */
    private static final String BASE = TOPIC + "messageSize: 4\nproducerRate: 5000\n";

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            testDuration: 30s; faults:; - {at: 30s, action: kill} | :7: faults: must begin and end within the testDuration of 30s, got kill of the leader at 30s for good
            testDuration: 30s; faults:; - {at: 20s, action: restart, duration: 11s} | :7: faults: must begin and end within the testDuration of 30s, got restart of the leader at 20s for 11s
            faults:; - {at: 10s, broker: 2, action: kill}; - {at: 30s, broker: 2, action: pause, duration: 1s} | :6: faults: must not overlap on one broker, got kill of broker 2 at 10s for good and pause of broker 2 at 30s for 1s
            faults:; - {at: 10s, action: pause} | :7: faults.duration: is missing: a pause must end; set a duration, or kill the broker
            faults:; - {at: 10s, action: kill, duration: 0s} | :7: faults.duration: must be more than 0s, got 0s
            faults:; - {at: 10s, broker: 0, action: kill} | :7: faults.broker: must be leader, or a whole number in [1, 9], got 0
            """)
    void reportsProblems(String lines, String expected) throws IOException {
        Path file = file(BASE + lines.replace("; ", "\n") + "\n");

        assertThat(WorkloadFile.read(file, problems)).isEmpty();
        assertThat(problems.errors()).extracting(Problem::toString).containsExactly(file + expected);
    }

    @Test
    void readsFaultsAndWritesThem() throws IOException {
        Workload workload = read(
                        BASE,
                        "testDuration: 1m; faults: [{at: 0s, action: kill},"
                                + " {at: 10s, broker: 2, action: pause, duration: 1500ms},"
                                + " {at: 10s, broker: 3, action: restart, duration: 0s}]")
                .orElseThrow();

        assertThat(workload.run().sections().find(new Faults()).orElseThrow())
                .extracting(BrokerFault::text)
                .containsExactly(
                        "kill of the leader at 0s for good",
                        "pause of broker 2 at 10s for 1s500ms",
                        "restart of broker 3 at 10s for 0s");
        assertReadsBack(workload);
    }

    @Test
    void anEmptyListIsNoSection() throws IOException {
        assertThat(read(BASE + "faults: []\n"))
                .map(workload -> workload.run().sections())
                .contains(Sections.NONE);
    }
}
