package dev.weir.feature.brokermetrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.feature.brokermetrics.BrokerMetrics.WriteAmplification;
import dev.weir.result.Snapshots;
import dev.weir.result.document.DocumentReader;
import dev.weir.result.interval.Phase;
import dev.weir.result.interval.PhaseSpan;
import dev.weir.result.interval.Throughput;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class BrokerFiguresTest {
    private static final long END = Snapshots.START + 4 * Snapshots.SECOND;
    private static final double MEBIBYTE = 1 << 20;

    @Test
    void dividesTheWritesOfAllDrivesByThePayload() {
        WriteAmplification result = result(4, OptionalInt.of(3), OptionalInt.of(3), 1000, "a", "b", "c");

        assertThat(result.drivesBytesPerSecond()).hasValue(6000L);
        assertThat(result.ratio()).hasValue(6L);
        assertThat(result.ratioPerReplica()).hasValue(2L);
        assertThat(String.valueOf(DocumentReader.fields(result)))
                .isEqualTo("{drivesBytesPerSecond=6000, payloadBytesPerSecond=1000, ratio=6, ratioPerReplica=2, why=}");
    }

    @Test
    void reportsNothingWhereABrokersDrivesAreMissing() {
        WriteAmplification result = result(4, OptionalInt.of(3), OptionalInt.of(3), 1000, "a", "b");

        assertThat(result.ratio()).isEmpty();
        assertThat(result.why()).isEqualTo("drives of 2 hosts were reported, and the system has brokers on 3");
    }

    @Test
    void reportsNothingWhereTooLittleOfTheMeasurementIsKnown() {
        WriteAmplification result = result(3, OptionalInt.of(1), OptionalInt.empty(), 1000, "a");

        assertThat(result.ratio()).isEmpty();
        assertThat(result.why()).isEqualTo("of drive nvme1n1 of a only 3 of 4 s are known");
    }

    @Test
    void reportsNothingWithoutDrivesPayloadOrMeasurement() {
        WriteAmplification none = result(4, OptionalInt.of(1), OptionalInt.empty(), 1000);
        assertThat(none.why()).startsWith("no endpoint reported a drive");
        assertThat(none.drivesBytesPerSecond()).isEmpty();
        assertThat(result(4, OptionalInt.of(1), OptionalInt.empty(), 0, "a").why())
                .isEqualTo("no payload was acknowledged");
        WriteAmplification unmeasured = BrokerFigures.of(
                        SampleBrokers.of(Snapshots.START, 4, 1, "a"),
                        List.of(),
                        throughput(1),
                        OptionalInt.empty(),
                        OptionalInt.empty())
                .writeAmplification()
                .orElseThrow();
        assertThat(unmeasured.why()).isEqualTo("nothing was measured");
        assertThat(unmeasured.drivesBytesPerSecond()).isEmpty();
        assertThat(metrics(0, OptionalInt.of(1), OptionalInt.empty(), 1000, "a").drives())
                .singleElement()
                .satisfies(drive -> assertThat(drive.meanBytesPerSecond()).isEmpty());
    }

    @Test
    void knowsNoReplicasOfTopicsThatExisted() {
        WriteAmplification result = result(4, OptionalInt.empty(), OptionalInt.empty(), 1000, "a");

        assertThat(result.ratio()).hasValue(2L);
        assertThat(result.ratioPerReplica()).isEmpty();
    }

    private static WriteAmplification result(
            int sampledSeconds, OptionalInt replicas, OptionalInt brokers, double payload, String... hosts) {
        return metrics(sampledSeconds, replicas, brokers, payload, hosts)
                .writeAmplification()
                .orElseThrow();
    }

    private static BrokerMetrics metrics(
            int sampledSeconds, OptionalInt replicas, OptionalInt brokers, double payload, String... hosts) {
        return BrokerFigures.of(
                SampleBrokers.of(Snapshots.START, sampledSeconds, 2000, hosts),
                List.of(
                        PhaseSpan.of(Phase.PREPARE, Snapshots.START - Snapshots.SECOND, Snapshots.START),
                        PhaseSpan.of(Phase.MEASUREMENT, Snapshots.START, END),
                        PhaseSpan.of(Phase.SETTLE, END, END + Snapshots.SECOND)),
                throughput(payload),
                replicas,
                brokers);
    }

    private static Throughput throughput(double bytesPerSecond) {
        return new Throughput(4, OptionalDouble.empty(), 1, 1, 0, 0, 1, bytesPerSecond / MEBIBYTE, 0);
    }
}
