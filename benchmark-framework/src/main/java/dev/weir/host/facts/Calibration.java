package dev.weir.host.facts;

import java.util.OptionalDouble;

/**
 * What this tool is capable of on a host, as {@code bin/benchmark calibrate} has measured it there.
 *
 * @param version of this tool, as {@link ToolVersion}
 * @param measuredAt ISO-8601, with offset
 * @param cores that the JVM saw
 * @param cpuModel as the kernel names it; "unknown" where it does not
 * @param java name and version of the JVM, as {@link HostFacts#java}
 * @param ceilingMessagesPerSecond that one sender and one receiver reach with the driver none, all recorded and audited;
 *     more than 0
 * @param costNanosPerMessage CPU time of the process for each of these
 * @param scheduleErrorP50Nanos how late messages are sent at a moderate rate, half of them at most
 * @param scheduleErrorP99Nanos the same, 99 % of them at most
 * @param clockResolutionNanos smallest step of the clock
 * @param clockReadNanos what one reading of it costs
 * @param wakeUpCostNanos CPU time of a thread for parking and waking up
 * @param wakeUpLateP50Nanos how late it wakes up, half of the time at most
 * @param kafkaMessagesPerSecond that the bare Kafka client reaches on this host; absent if that was not measured
 */
public record Calibration(
        String version,
        String measuredAt,
        int cores,
        String cpuModel,
        String java,
        double ceilingMessagesPerSecond,
        double costNanosPerMessage,
        long scheduleErrorP50Nanos,
        long scheduleErrorP99Nanos,
        long clockResolutionNanos,
        double clockReadNanos,
        double wakeUpCostNanos,
        long wakeUpLateP50Nanos,
        OptionalDouble kafkaMessagesPerSecond) {
    public Calibration {
        require(cores >= 1, "cores", "at least 1", cores);
        require(
                isPositive(ceilingMessagesPerSecond),
                "ceilingMessagesPerSecond",
                "more than 0",
                ceilingMessagesPerSecond);
        notNegative("costNanosPerMessage", costNanosPerMessage);
        notNegative("scheduleErrorP50Nanos", (double) scheduleErrorP50Nanos);
        notNegative("scheduleErrorP99Nanos", (double) scheduleErrorP99Nanos);
        notNegative("clockResolutionNanos", (double) clockResolutionNanos);
        notNegative("clockReadNanos", clockReadNanos);
        notNegative("wakeUpCostNanos", wakeUpCostNanos);
        notNegative("wakeUpLateP50Nanos", (double) wakeUpLateP50Nanos);
        double kafka = kafkaMessagesPerSecond.orElse(1);
        require(isPositive(kafka), "kafkaMessagesPerSecond", "more than 0", kafka);
    }

    /** Whether it was measured on such a host: the same cores and JVM. What else differs shows in its figures. */
    public boolean isOf(int hostCores, String hostCpuModel, String hostJava) {
        return cores == hostCores && cpuModel.equals(hostCpuModel) && java.equals(hostJava);
    }

    private static void notNegative(String field, double value) {
        require(Double.isFinite(value) && value >= 0, field, "0 or more", value);
    }

    private static boolean isPositive(double value) {
        return Double.isFinite(value) && value > 0;
    }

    private static void require(boolean holds, String field, String allowed, Object got) {
        if (!holds) {
            throw new IllegalArgumentException(field + " must be " + allowed + ", got " + got);
        }
    }
}
