package dev.weir.coordinator.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.coordinator.verdict.WorkerEstimate.Advice;
import dev.weir.coordinator.verdict.WorkerEstimate.Role;
import dev.weir.coordinator.verdict.WorkerEstimate.RunClientCounts;
import dev.weir.coordinator.verdict.WorkerEstimate.WorkerUse;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Numbers of workers that can be computed by hand. */
class WorkerEstimateTest {
    private static final OptionalDouble UNKNOWN = OptionalDouble.empty();
    private static final RunClientCounts MANY = new RunClientCounts(100, 100, UNKNOWN);

    @Test
    void oneWorkerThatUsesItsCpusAtHalfTheRateNeedsTwoMore() {
        // 1.8 of 2 CPUs at 50,000 are 3.6 at 100,000; 70 % of 2 CPUs are 1.4.
        Advice advice = advice(100_000, 50_000, MANY, byCpu(Role.BOTH, 1.8, 2));

        assertThat(advice.text())
                .isEqualTo("The target of 100,000 messages per second needs 3 workers like this one, each with CPUs of"
                        + " its own: a message costs 36.0 us of CPU time, and at most 70 % of the 2 CPUs of each"
                        + " worker should be in use");
        assertThat(advice.figures().byName()).containsEntry("workers", 1.0).containsEntry("neededWorkers", 3.0);
    }

    @Test
    void roundsUpButNotFromAWholeNumber() {
        assertThat(needed(100_000, 100_000, byCpu(Role.BOTH, 1.4, 1))).isEqualTo(2);
        assertThat(needed(100_000, 100_000, byCpu(Role.BOTH, 1.41, 1))).isEqualTo(3);
        assertThat(needed(90_000, 30_000, byCpu(Role.BOTH, 0.7, 1))).isEqualTo(3);
    }

    @Test
    void enoughWorkersMeanThatTheCauseLiesElsewhere() {
        assertThat(advice(50_000, 50_000, MANY, byCpu(Role.BOTH, 0.3, 1), byCpu(Role.BOTH, 0.3, 1))
                        .text())
                .startsWith("These 2 workers are enough for the target of 50,000 messages per second: ")
                .endsWith("So look for another cause: other processes on their CPUs, short bursts, or a single busy"
                        + " thread");
        assertThat(advice(50_000, 50_000, MANY, byCpu(Role.BOTH, 0.3, 1)).text())
                .startsWith("This worker is enough");
    }

    /** A text about a host without CPU time must not go on to say that the worker is enough. */
    @Test
    void enoughWorkersOnAFullHostNeedCpusOfTheirOwn() {
        assertThat(new WorkerEstimate(50_000, 50_000, MANY, List.of(byCpu(Role.BOTH, 0.3, 1)))
                        .advice(true)
                        .orElseThrow()
                        .text())
                .isEqualTo("The target of 50,000 messages per second needs no more workers, but CPUs that nothing else"
                        + " uses: a message costs 6.0 us of CPU time, and at most 70 % of the 1 CPU of each worker"
                        + " should be in use");
    }

    @Test
    void theCalibratedRateCountsWhereTheCpuTimeIsUnknown() {
        Advice advice = advice(100_000, 50_000, MANY, calibrated(50_000, 60_000));

        // 100,000 are 3.3 times 50 % of 60,000.
        assertThat(advice.text())
                .isEqualTo("The target of 100,000 messages per second needs 4 workers like this one, each with CPUs of"
                        + " its own: a worker should carry at most 50 % of the 60,000 messages per second that"
                        + " bin/benchmark calibrate measured on its host");
    }

    @Test
    void ofTwoSourcesTheOneThatNeedsMoreWorkersCounts() {
        WorkerUse costly = new WorkerUse(
                Role.BOTH, OptionalDouble.of(1.8), OptionalDouble.of(2), 50_000, OptionalDouble.of(1_000_000));
        WorkerUse cheap = new WorkerUse(
                Role.BOTH, OptionalDouble.of(0.1), OptionalDouble.of(2), 50_000, OptionalDouble.of(60_000));

        assertThat(advice(100_000, 50_000, MANY, costly).text()).contains("3 workers", "CPU time");
        assertThat(advice(100_000, 50_000, MANY, cheap).text()).contains("4 workers", "calibrate");
    }

    @Test
    void rolesNeedWorkersOfTheirOwn() {
        Advice advice = advice(40_000, 20_000, MANY, byCpu(Role.PRODUCING, 0.7, 1), byCpu(Role.CONSUMING, 0.2, 1));

        assertThat(advice.text())
                .startsWith("The target of 40,000 messages per second needs 3 workers like these 2, each with CPUs of"
                        + " its own (2 producing, 1 consuming): ");
    }

    /** Three workers are as many as there are, but none of them can become another kind. */
    @Test
    void tooManyWorkersOfOneRoleDoNotMakeUpForAnother() {
        assertThat(advice(
                                40_000,
                                20_000,
                                MANY,
                                byCpu(Role.PRODUCING, 0.7, 1),
                                byCpu(Role.CONSUMING, 0.1, 1),
                                byCpu(Role.CONSUMING, 0.1, 1))
                        .text())
                .startsWith("The target of 40,000 messages per second needs 3 workers like these 3")
                .contains("(2 producing, 1 consuming)");
    }

    @Test
    void withoutASourceTheNumberIsUnknown() {
        var use = new WorkerUse(Role.BOTH, UNKNOWN, OptionalDouble.of(2), 0, UNKNOWN);

        assertThat(advice(100_000, 50_000, MANY, use).text())
                .isEqualTo("How many workers the target of 100,000 messages per second needs is unknown: neither the"
                        + " CPU time of the workers nor a calibration of their hosts is known (bin/benchmark calibrate"
                        + " measures one)");
        assertThat(advice(100_000, 0, MANY, byCpu(Role.BOTH, 0.1, 2)).text())
                .endsWith("is unknown: they sent no message from which to compute it");
    }

    /** A source that is known of some workers only says nothing about the others. */
    @Test
    void aSourceMustBeKnownOfAllWorkers() {
        assertThat(advice(100_000, 50_000, MANY, byCpu(Role.BOTH, 1, 2), calibrated(1_000, 2_000))
                        .text())
                .contains("is unknown");
    }

    @Test
    void aRunWithoutATargetRateHasNoAdvice() {
        for (double target : new double[] {0, Double.POSITIVE_INFINITY, Double.NaN}) {
            assertThat(estimate(target, 50_000, MANY, byCpu(Role.BOTH, 1, 1))).isEmpty();
        }
        assertThat(new WorkerEstimate(1, 1, MANY, List.of()).advice(false)).isEmpty();
    }

    @Test
    void aSingleProducerCannotBeSpreadOverWorkers() {
        var one = new RunClientCounts(1, 100, UNKNOWN);
        Advice advice = advice(100_000, 50_000, one, byCpu(Role.BOTH, 1.8, 2));

        assertThat(advice.text())
                .contains("needs 3 workers")
                .endsWith(". A producer sends in one thread of one worker, so use at least 3 producers instead of 1"
                        + " (producersPerTopic)");
        assertThat(advice.figures().byName()).containsEntry("neededProducers", 3.0);
    }

    @Test
    void aProducerWhoseThreadIsTooSlowIsReportedEvenIfTheWorkersAreEnough() {
        var one = new RunClientCounts(1, 100, OptionalDouble.of(40_000));

        assertThat(advice(100_000, 40_000, one, byCpu(Role.BOTH, 1, 16)).text())
                .startsWith("This worker is enough")
                .endsWith(". A producer sends in one thread of one worker, at most 40,000 messages per second here, so"
                        + " use at least 3 producers instead of 1 (producersPerTopic)");
    }

    @Test
    void consumersWithoutPartitionsOfTheirOwnDoNotHelp() {
        var onePartition = new RunClientCounts(100, 1, UNKNOWN);

        assertThat(advice(100_000, 50_000, onePartition, byCpu(Role.BOTH, 1.8, 2))
                        .text())
                .endsWith(". One consumer of a group reads each partition, so use at least 3 consumers with partitions"
                        + " of their own instead of 1");
    }

    @Test
    void manyEqualWorkersNeedInProportionToTheRate() {
        WorkerUse[] ten = Collections.nCopies(10, byCpu(Role.BOTH, 0.7, 1)).toArray(WorkerUse[]::new);

        assertThat(needed(125_000, 100_000, ten)).isEqualTo(13);
    }

    private static double needed(double target, double carried, WorkerUse... workers) {
        return advice(target, carried, MANY, workers).figures().byName().getOrDefault("neededWorkers", 0.0);
    }

    private static Advice advice(double target, double carried, RunClientCounts clients, WorkerUse... workers) {
        return estimate(target, carried, clients, workers).orElseThrow();
    }

    private static Optional<Advice> estimate(
            double target, double carried, RunClientCounts clients, WorkerUse... workers) {
        return new WorkerEstimate(target, carried, clients, Stream.of(workers).toList()).advice(false);
    }

    private static WorkerUse byCpu(Role role, double used, double cpus) {
        return new WorkerUse(role, OptionalDouble.of(used), OptionalDouble.of(cpus), 0, UNKNOWN);
    }

    private static WorkerUse calibrated(double rate, double ceiling) {
        return new WorkerUse(Role.BOTH, UNKNOWN, UNKNOWN, rate, OptionalDouble.of(ceiling));
    }
}
