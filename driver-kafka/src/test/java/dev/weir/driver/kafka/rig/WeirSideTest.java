package dev.weir.driver.kafka.rig;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WeirSideTest {
    @Test
    void ombReadsTheSameLoadInWordsOfItsOwn() {
        assertThat(OmbSide.workload(Load.paced("paced", 1_000, ""), 70))
                .contains("producerRate: 1000", "messageSize: 100", "testDurationMinutes: 3")
                .noneMatch(line -> line.startsWith("sampleRateMillis"));
    }

    @Test
    void aPacedLoadHasAConsumerAndAnUnpacedOneHasNot() {
        assertThat(WeirSide.workload(Load.paced("paced", 50_000, "1ms"), 3, 4))
                .contains(
                        "consumerPerSubscription: 1",
                        "producerRate: 50000",
                        "pacingPrecision: 1ms",
                        "warmupDuration: 3s",
                        "testDuration: 4s");
        assertThat(WeirSide.workload(Load.named("max-100b-16p").get(0), 3, 4))
                .contains("partitionsPerTopic: 16", "subscriptionsPerTopic: 0")
                .noneMatch(line -> line.startsWith("pacingPrecision"));
    }

    @Test
    void aConsumerThatReadsIsWarmBeforeTheBacklogThatItDrains() {
        assertThat(WeirReading.workload(Load.named("read-1kib-1p").get(0), 5))
                .contains(
                        "warmupDuration: 5s",
                        "consumerPerSubscription: 1",
                        "producerRate: max",
                        "consumerBacklogSizeGB: 1.5",
                        "drainProducerRate: 1000");
    }
}
