package dev.weir.feature.stages;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * A figure of a latency, divided into the stages of a message's way. The stages of a mean add up to it. Those of a
 * percentile do not, because each is the percentile of its own.
 *
 * @param latency name of the latency
 * @param figure {@code mean} or {@code p99}
 * @param lowerBound whether the value is only a lower bound, because latencies did not end
 * @param brokers number of endpoints whose produce requests are in it; 0 if the stages in the brokers are unknown
 * @param stages in the order of the way
 */
record StageBreakdown(
        String latency, String figure, long totalNanos, boolean lowerBound, int brokers, List<StageTime> stages) {
    public static final String MEAN = "mean";
    public static final String TAIL = "p99";

    public StageBreakdown {
        stages = List.copyOf(stages);
    }

    public enum Basis {
        /** Measured of the messages themselves, or of requests that carry one message each. */
        MEASURED,
        /** Of requests or batches, in place of messages; in a percentile, of other messages. */
        ESTIMATED,
        /** What the other stages leave. */
        REMAINDER,
        /** Not known. */
        UNKNOWN,
        /** A remainder below 0: the estimated stages are too long. */
        INCONSISTENT;

        /** Returns its name in results. */
        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Time of a stage.
     *
     * @param stage see {@link MessageStage#key}
     * @param nanos empty if unknown
     * @param basis see {@link Basis#key}
     */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record StageTime(String stage, OptionalLong nanos, String basis) {
        public static StageTime of(MessageStage stage, long nanos, Basis basis) {
            return new StageTime(stage.key(), OptionalLong.of(nanos), basis.key());
        }

        public static StageTime unknown(MessageStage stage) {
            return new StageTime(stage.key(), OptionalLong.empty(), Basis.UNKNOWN.key());
        }

        public boolean is(Basis other) {
            return basis.equals(other.key());
        }
    }
}
