package dev.weir.driver.kafka.rig;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WeirSideTest {
    @Test
    void ombReadsTheSameLoadInWordsOfItsOwn() {
        assertThat(OmbSide.workload(new Load("paced", 100, 1, 1_000, ""), 70))
                .contains("producerRate: 1000", "messageSize: 100", "testDurationMinutes: 3")
                .noneMatch(line -> line.startsWith("sampleRateMillis"));
    }

    @Test
    void aPacedLoadHasAConsumerAndAnUnpacedOneHasNot() {
        assertThat(WeirSide.workload(new Load("paced", 100, 1, 50_000, "1ms"), 3, 4))
                .contains(
                        "consumerPerSubscription: 1",
                        "producerRate: 50000",
                        "pacingPrecision: 1ms",
                        "warmupDuration: 3s",
                        "testDuration: 4s");
        assertThat(WeirSide.workload(new Load("max", 100, 16, 0, ""), 3, 4))
                .contains("partitionsPerTopic: 16", "subscriptionsPerTopic: 0")
                .noneMatch(line -> line.startsWith("pacingPrecision"));
    }
}
