package dev.weir.host.facts;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.OptionalDouble;

/**
 * What this tool is capable of on a host, as {@code bin/benchmark doctor --calibrate} has measured it there.
 *
 * @param version version of Weir, as {@link ToolVersion}
 * @param measuredAt ISO-8601, with offset
 * @param kafkaMessagesPerSecond rate of the bare Kafka client on this host; absent if not measured
 */
public record Calibration(
        String version,
        String measuredAt,
        @JsonUnwrapped CalibratedHost host,
        @JsonUnwrapped MessageCost messages,
        @JsonUnwrapped ScheduleError schedule,
        @JsonUnwrapped ClockCost clock,
        OptionalDouble kafkaMessagesPerSecond) {
    public Calibration {
        positive("kafkaMessagesPerSecond", kafkaMessagesPerSecond.orElse(1));
    }

    /**
     * The host on which it was measured.
     *
     * @param cores number that the JVM saw
     * @param cpuModel as the kernel names it; "unknown" where it does not
     * @param java name and version of the JVM, as {@link HostFacts#java}
     */
    public record CalibratedHost(int cores, String cpuModel, String java) {
        public CalibratedHost {
            require(cores >= 1, "cores", "at least 1", cores);
        }
    }

    /**
     * How many messages it can handle.
     *
     * @param ceilingMessagesPerSecond rate of one sender and one receiver with the driver none, all recorded and
     *     audited; more than 0
     * @param costNanosPerMessage CPU time of the process for each of these
     */
    public record MessageCost(double ceilingMessagesPerSecond, double costNanosPerMessage) {
        public MessageCost {
            positive("ceilingMessagesPerSecond", ceilingMessagesPerSecond);
            notNegative("costNanosPerMessage", costNanosPerMessage);
        }
    }

    /** How late messages are sent at a moderate rate. */
    public record ScheduleError(long scheduleErrorP50Nanos, long scheduleErrorP99Nanos) {
        public ScheduleError {
            notNegative("scheduleErrorP50Nanos", (double) scheduleErrorP50Nanos);
            notNegative("scheduleErrorP99Nanos", (double) scheduleErrorP99Nanos);
        }
    }

    /**
     * How exact time is, and what it costs.
     *
     * @param clockResolutionNanos smallest step of the clock
     * @param clockReadNanos cost of one reading of the clock
     * @param wakeUpCostNanos CPU time of a thread for parking and waking up
     * @param wakeUpLateP50Nanos lateness of wake-ups, median
     */
    public record ClockCost(
            long clockResolutionNanos, double clockReadNanos, double wakeUpCostNanos, long wakeUpLateP50Nanos) {
        public ClockCost {
            notNegative("clockResolutionNanos", (double) clockResolutionNanos);
            notNegative("clockReadNanos", clockReadNanos);
            notNegative("wakeUpCostNanos", wakeUpCostNanos);
            notNegative("wakeUpLateP50Nanos", (double) wakeUpLateP50Nanos);
        }
    }

    private static void notNegative(String field, double value) {
        require(Double.isFinite(value) && value >= 0, field, "0 or more", value);
    }

    private static void positive(String field, double value) {
        require(Double.isFinite(value) && value > 0, field, "more than 0", value);
    }

    private static void require(boolean holds, String field, String allowed, Object got) {
        if (!holds) {
            throw new IllegalArgumentException(field + " must be " + allowed + ", got " + got);
        }
    }
}
