package dev.weir.driver.kafka.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.driver.kafka.rig.Table.Bootstrap;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the rig does without processes. */
class RigTest {
    private static final String STATUS = "Name:\tjava\nVmPeak:\t 9999 kB\nVmHWM:\t  2048 kB\nVmRSS:\t  1024 kB\n";
    private static final String IO = "rchar: 5000\nwchar: 17\nread_bytes: 4096\n";

    @Test
    void theMedianIsTheMiddleOrBetweenTheTwoThatAre() {
        assertThat(Bootstrap.median(new double[] {9, 1, 5})).isEqualTo(5);
        assertThat(Bootstrap.median(new double[] {9, 1, 5, 6})).isEqualTo(5.5);
        assertThatThrownBy(() -> Bootstrap.of(new double[0])).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void boundsHoldTheMedianAndLieWithinTheFigures() {
        double[] figures = {0.90, 0.95, 1.00, 1.02, 1.04, 1.05, 1.10, 1.50};

        Bootstrap bootstrap = Bootstrap.of(figures);

        assertThat(bootstrap.median()).isEqualTo(1.03);
        // One figure that stands out moves a mean; it must not move the bounds of a median.
        assertThat(bootstrap.low()).isBetween(0.925, 1.0);
        assertThat(bootstrap.high()).isBetween(1.045, 1.3);
        assertThat(Bootstrap.of(figures)).isEqualTo(bootstrap);
        assertThat(Bootstrap.of(new double[] {2, 2, 2})).isEqualTo(new Bootstrap(2, 2, 2));
    }

    /** Of many samples from a distribution whose median is known, the bounds miss it in about one of ten. */
    @ParameterizedTest
    @ValueSource(ints = {8, 20})
    void boundsHoldTheTrueMedianAboutNineTimesOfTen(int length) {
        var random = new SplittableRandom(7);
        int held = 0;
        for (int i = 0; i < 200; i++) {
            Bootstrap bootstrap = Bootstrap.of(
                    random.doubles(length).map(figure -> figure - 0.5).toArray());
            if (bootstrap.low() <= 0 && bootstrap.high() >= 0) {
                held++;
            }
        }
        assertThat(held).isBetween(160, 196);
    }

    @Test
    void ratiosAreThoseOfPairsAndNotOfMedians() {
        var table = new Table("max", "Weir", "tools");

        table.add("messages/s", List.of(1_000_000.0, 3_000_000.0, 2_000_000.0), List.of(1e6, 3e6, 1e6));
        table.add("CPU s", List.of(0.5, 0.5, 0.5), List.of(0.25, 0.25, 0.25));

        assertThat(table).hasToString("""
                        | max | Weir | tools | ratio (90 %) |
                        |---|--:|--:|--:|
                        | messages/s | 2,000,000 | 1,000,000 | 1.00 (1.00-2.00) |
                        | CPU s | 0.50 | 0.25 | 2.00 (2.00-2.00) |
                        """);
    }

    /** Time is that of user and system together; a name may hold spaces and parentheses. */
    @Test
    void readsTheFiguresOfAProcess() {
        assertThat(ProcessFigures.parse(
                        "42 (java) S 1 42 42 0 -1 4194304 100 0 7 0 1234 66 0 0 20 0 30 0 5000 99 88", STATUS, IO))
                .isEqualTo(new ProcessFigures(13.0, 1 << 20, 2 << 20, 5000));
        assertThat(ProcessFigures.parse(
                                "42 (a) b (c) R 1 42 42 0 -1 4194304 100 0 7 0 50 50 0 0 20 0 30 0 5000 99 88",
                                STATUS,
                                IO)
                        .cpuSeconds())
                .isEqualTo(1.0);
        ProcessFigures own = ProcessFigures.of(ProcessHandle.current().pid());
        assertThat(own.cpuSeconds()).isPositive();
        assertThat(own.residentBytes()).isBetween(1L, own.peakResidentBytes());
    }

    @ParameterizedTest
    @CsvSource({
        "'', max-100b-1p max-100b-16p max-1kib-1p max-1kib-16p sink-100b-1p sink-100b-16p sink-1kib-1p sink-1kib-16p"
                + " read-100b-1p read-100b-16p read-1kib-1p read-1kib-16p paced-1000 paced-20000 paced-50000"
                + " paced-50000-1ms none launch curve, 8",
        "paced max --pairs 2, paced-1000 paced-20000 paced-50000 paced-50000-1ms max-100b-1p max-100b-16p max-1kib-1p"
                + " max-1kib-16p, 2",
        "paced-50000 none, paced-50000 none, 8"
    })
    void aNameStandsForItsScenarioOrForThoseOfItsKindAndNoneForAll(String words, String scenarios, int pairs) {
        RigOptions options = RigOptions.parse(words.isEmpty() ? List.of() : List.of(words.split(" ", -1)));

        assertThat(options.scenarios()).containsExactly(scenarios.split(" "));
        assertThat(options.pairs()).isEqualTo(pairs);
    }

    @Test
    void aPacedLoadWarmsUpForAMinuteUnlessAnOptionSaysOtherwise() {
        Load paced = Load.named("paced-1000").get(0);

        assertThat(RigOptions.parse(List.of()).warmupSeconds(paced)).isEqualTo(60);
        assertThat(RigOptions.parse(List.of("--warmup", "3")).warmupSeconds(paced))
                .isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({
        "fast, got fast",
        "--pairs, got nothing",
        "--seconds 0, got 0",
        "--warmup x, got x",
        "--omb nowhere, got nowhere"
    })
    void reportsProblems(String words, String message) {
        assertThatThrownBy(() -> RigOptions.parse(List.of(words.split(" ", -1))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void allSidesHaveTheSameLoadInWordsOfTheirOwn() {
        assertThat(OmbSide.workload(Load.paced("paced", 1_000, ""), 70))
                .contains("producerRate: 1000", "messageSize: 100", "testDurationMinutes: 3")
                .noneMatch(line -> line.startsWith("sampleRateMillis"));
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
        assertThat(WeirReading.workload(Load.named("read-1kib-1p").get(0), 5))
                .contains(
                        "warmupDuration: 5s",
                        "consumerPerSubscription: 1",
                        "producerRate: max",
                        "consumerBacklogSizeGB: 1.5",
                        "drainProducerRate: 1000");
    }
}
