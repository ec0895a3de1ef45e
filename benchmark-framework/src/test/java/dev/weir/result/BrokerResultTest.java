package dev.weir.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.brokermetrics.SampleBrokers;
import dev.weir.result.document.DocumentReader;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class BrokerResultTest {
    private static final long END = Snapshots.START + 4 * Snapshots.SECOND;
    private static final double MEBIBYTE = 1 << 20;

    @Test
    void dividesWhatAllDrivesWroteByThePayload() {
        BrokerResult result = result(4, OptionalInt.of(3), OptionalInt.of(3), 1000, "a", "b", "c");

        assertThat(result.drivesBytesPerSecond()).isEqualTo(6000);
        assertThat(result.writeAmplification()).hasValue(6);
        assertThat(result.writeAmplificationPerReplica()).hasValue(2);
        assertThat(String.valueOf(DocumentReader.fields(
                        BrokerJson.of(result).writeAmplification().orElseThrow())))
                .isEqualTo("{drivesBytesPerSecond=6000, payloadBytesPerSecond=1000, ratio=6, ratioPerReplica=2, why=}");
    }

    @Test
    void saysNothingWhereABrokersDrivesAreMissing() {
        BrokerResult result = result(4, OptionalInt.of(3), OptionalInt.of(3), 1000, "a", "b");

        assertThat(result.writeAmplification()).isEmpty();
        assertThat(result.whyNoAmplification())
                .isEqualTo("drives of 2 hosts were reported, and the system has brokers on 3");
    }

    @Test
    void saysNothingWhereTooLittleOfTheMeasurementIsKnown() {
        BrokerResult result = result(3, OptionalInt.of(1), OptionalInt.empty(), 1000, "a");

        assertThat(result.writeAmplification()).isEmpty();
        assertThat(result.whyNoAmplification()).isEqualTo("of drive nvme1n1 of a only 3 of 4 s are known");
    }

    @Test
    void saysNothingWithoutDrivesPayloadOrMeasurement() {
        assertThat(result(4, OptionalInt.of(1), OptionalInt.empty(), 1000).whyNoAmplification())
                .startsWith("no endpoint reported a drive");
        assertThat(result(4, OptionalInt.of(1), OptionalInt.empty(), 0, "a").whyNoAmplification())
                .isEqualTo("no payload was acknowledged");
        assertThat(BrokerResult.of(
                                SampleBrokers.of(Snapshots.START, 4, 1, "a"),
                                List.of(),
                                throughput(1),
                                OptionalInt.empty(),
                                OptionalInt.empty())
                        .whyNoAmplification())
                .isEqualTo("nothing was measured");
    }

    @Test
    void knowsNoReplicasOfTopicsThatExisted() {
        BrokerResult result = result(4, OptionalInt.empty(), OptionalInt.empty(), 1000, "a");

        assertThat(result.writeAmplification()).hasValue(2);
        assertThat(result.writeAmplificationPerReplica()).isEmpty();
    }

    private static BrokerResult result(
            int sampledSeconds, OptionalInt replicas, OptionalInt brokers, double payload, String... hosts) {
        return BrokerResult.of(
                SampleBrokers.of(Snapshots.START, sampledSeconds, 2000, hosts),
                List.of(
                        new PhaseSpan(Phase.PREPARE, Snapshots.START - Snapshots.SECOND, Snapshots.START),
                        new PhaseSpan(Phase.MEASUREMENT, Snapshots.START, END),
                        new PhaseSpan(Phase.SETTLE, END, END + Snapshots.SECOND)),
                throughput(payload),
                replicas,
                brokers);
    }

    private static Throughput throughput(double bytesPerSecond) {
        return new Throughput(4, OptionalDouble.empty(), 1, 1, 0, 0, 1, bytesPerSecond / MEBIBYTE, 0);
    }
}
