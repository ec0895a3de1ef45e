package dev.weir.coordinator.verdict;

import dev.weir.result.code.NamedFigures;
import dev.weir.result.code.Reason;
import dev.weir.workload.text.NumberText;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Estimate of how many workers like those of a run its target rate needs. What a worker used grows in proportion to the
 * rate, and is divided by what it should use at most. There are two sources: the calibrated rate of its host, which
 * leaves out what the client library costs, and its CPU time in the measurement. If both are known, the one that asks
 * for more workers counts.
 *
 * @param targetMessagesPerSecond target rate of the run; 0 or infinite without one
 * @param carriedMessagesPerSecond rate at which the workers were observed
 * @param clients clients of the run
 * @param workers its workers
 */
record WorkerEstimate(
        double targetMessagesPerSecond,
        double carriedMessagesPerSecond,
        RunClientCounts clients,
        List<WorkerUse> workers) {
    /** With more of its CPUs in use, threads often wait for one. */
    private static final double CPU_SHARE = 0.7;

    /** From here on, BEYOND_CALIBRATION is reported. */
    private static final double CALIBRATED_SHARE = HostValidity.LOAD_NOTED;

    /** Keeps 2.0000000001 workers from being 3. */
    private static final double ROUNDING = 1e-6;

    WorkerEstimate {
        workers = List.copyOf(workers);
    }

    /** Clients that a worker has. */
    enum Role {
        PRODUCING("producing"),
        CONSUMING("consuming"),
        BOTH("producing and consuming");

        private final String text;

        Role(String text) {
            this.text = text;
        }
    }

    /**
     * What a worker used in the measurement.
     *
     * @param usedCpus CPU time of its process, in cores; empty if unknown
     * @param cpus CPUs that it may use: its quota, or its part of the cores of its host; empty if unknown
     * @param messagesPerSecond messages that it sent or received, whichever were more
     * @param calibratedMessagesPerSecond highest rate that was measured on its host; empty if it was not measured
     */
    record WorkerUse(
            Role role,
            OptionalDouble usedCpus,
            OptionalDouble cpus,
            double messagesPerSecond,
            OptionalDouble calibratedMessagesPerSecond) {
        private OptionalDouble byCpu() {
            return usedCpus.isPresent() && cpus.isPresent()
                    ? OptionalDouble.of(usedCpus.getAsDouble() / (CPU_SHARE * cpus.getAsDouble()))
                    : OptionalDouble.empty();
        }

        private OptionalDouble byCalibration() {
            return calibratedMessagesPerSecond.isPresent()
                    ? OptionalDouble.of(
                            messagesPerSecond / (CALIBRATED_SHARE * calibratedMessagesPerSecond.getAsDouble()))
                    : OptionalDouble.empty();
        }
    }

    /**
     * How many clients can share the load. Each of them is in one worker.
     *
     * @param producers producers of the run
     * @param activeConsumers consumers that can receive messages at the same time, as many as have partitions
     * @param producerMessagesPerSecond rate that a producer's sending thread can achieve; empty if unknown
     */
    record RunClientCounts(int producers, int activeConsumers, OptionalDouble producerMessagesPerSecond) {}

    /**
     * The estimate in words.
     *
     * @param text sentences, the last one without a full stop
     * @param figures the same for scripts
     */
    record Advice(String text, NamedFigures figures) {}

    /** Workers that are needed, by role, and what that was computed from. */
    private record Need(Map<Role, Long> byRole, String source) {
        long total() {
            return byRole.values().stream().mapToLong(Long::longValue).sum();
        }

        long of(Role only) {
            return byRole.getOrDefault(only, 0L) + byRole.getOrDefault(Role.BOTH, 0L);
        }
    }

    /**
     * Returns what to do; empty if the run has no target rate.
     *
     * @param saturated whether the CPUs of a worker's host had no time left, because of any process
     */
    Optional<Advice> advice(boolean saturated) {
        if (!(targetMessagesPerSecond > 0) || Double.isInfinite(targetMessagesPerSecond) || workers.isEmpty()) {
            return Optional.empty();
        }
        Optional<Need> need = need();
        List<String> sentences = new ArrayList<>();
        var figures = new NamedFigures().with("workers", workers.size());
        sentences.add(need.map(each -> text(each, saturated)).orElseGet(this::unknown));
        need.ifPresent(each -> figures.with(Reason.NEEDED_WORKERS, each.total()));
        long producers = Math.max(need.map(each -> each.of(Role.PRODUCING)).orElse(0L), neededProducers());
        if (clients.producers() > 0 && producers > clients.producers()) {
            figures.with("neededProducers", producers);
            sentences.add(String.format(
                    Locale.ROOT,
                    "A producer sends in one thread of one worker%s, so use at least %,d producers instead of %,d"
                            + " (producersPerTopic)",
                    neededProducers() > clients.producers()
                            ? String.format(
                                    Locale.ROOT,
                                    ", at most %,.0f messages per second here",
                                    clients.producerMessagesPerSecond().orElse(0))
                            : "",
                    producers,
                    clients.producers()));
        }
        long consuming = need.map(each -> each.of(Role.CONSUMING)).orElse(0L);
        if (clients.activeConsumers() > 0 && consuming > clients.activeConsumers()) {
            sentences.add(String.format(
                    Locale.ROOT,
                    "One consumer of a group reads each partition, so use at least %,d consumers with partitions of"
                            + " their own instead of %,d",
                    consuming,
                    clients.activeConsumers()));
        }
        return Optional.of(new Advice(String.join(". ", sentences), figures));
    }

    private String text(Need need, boolean saturated) {
        boolean enough = roles().entrySet().stream()
                .allMatch(role -> need.byRole().getOrDefault(role.getKey(), 0L) <= role.getValue());
        if (enough && saturated) {
            return String.format(
                    Locale.ROOT,
                    "The target of %,.0f messages per second needs no more workers, but CPUs that nothing else uses:"
                            + " %s",
                    targetMessagesPerSecond,
                    need.source());
        }
        return enough
                ? String.format(
                        Locale.ROOT,
                        "%s enough for the target of %,.0f messages per second: %s. So look for another cause: other"
                                + " processes on their CPUs, short bursts, or a single busy thread",
                        workers.size() == 1 ? "This worker is" : "These " + workers.size() + " workers are",
                        targetMessagesPerSecond,
                        need.source())
                : String.format(
                        Locale.ROOT,
                        "The target of %,.0f messages per second needs %s like %s, each with CPUs of its own%s: %s",
                        targetMessagesPerSecond,
                        NumberText.counted(need.total(), "worker"),
                        workers.size() == 1 ? "this one" : "these " + workers.size(),
                        need.byRole().size() == 1 ? "" : " (" + list(need.byRole()) + ")",
                        need.source());
    }

    private String unknown() {
        return String.format(
                Locale.ROOT,
                "How many workers the target of %,.0f messages per second needs is unknown: %s",
                targetMessagesPerSecond,
                carriedMessagesPerSecond > 0
                        ? "neither the CPU time of the workers nor a calibration of their hosts is known (bin/benchmark"
                                + " calibrate measures one)"
                        : "they sent no message from which to compute it");
    }

    private Optional<Need> need() {
        Optional<Need> byCpu = need(WorkerUse::byCpu, this::cpuSource);
        Optional<Need> byCalibration = need(WorkerUse::byCalibration, this::calibrationSource);
        return byCpu.isPresent()
                        && byCalibration.isPresent()
                        && byCalibration.get().total() > byCpu.get().total()
                ? byCalibration
                : byCpu.or(() -> byCalibration);
    }

    private Optional<Need> need(Function<WorkerUse, OptionalDouble> share, Supplier<String> source) {
        if (!(carriedMessagesPerSecond > 0)
                || workers.stream().anyMatch(each -> share.apply(each).isEmpty())) {
            return Optional.empty();
        }
        double growth = targetMessagesPerSecond / carriedMessagesPerSecond;
        Map<Role, Long> byRole = new EnumMap<>(Role.class);
        roles().keySet().forEach(role -> {
            double sum = workers.stream()
                    .filter(each -> each.role() == role)
                    .mapToDouble(each -> share.apply(each).orElseThrow() * growth)
                    .sum();
            byRole.put(role, Math.max(1, (long) Math.ceil(sum - ROUNDING)));
        });
        return Optional.of(new Need(byRole, source.get()));
    }

    private Map<Role, Long> roles() {
        return workers.stream()
                .collect(
                        Collectors.groupingBy(WorkerUse::role, () -> new EnumMap<>(Role.class), Collectors.counting()));
    }

    private String cpuSource() {
        double used =
                workers.stream().mapToDouble(each -> each.usedCpus().orElse(0)).sum();
        double cpus = workers.stream()
                .mapToDouble(each -> each.cpus().orElse(0))
                .average()
                .orElse(0);
        return String.format(
                Locale.ROOT,
                "a message costs %.1f us of CPU time, and at most %.0f %% of the %s of each worker should be in"
                        + " use",
                1e6 * used / carriedMessagesPerSecond,
                100 * CPU_SHARE,
                HostValidity.cpus(cpus));
    }

    private String calibrationSource() {
        double least = workers.stream()
                .mapToDouble(each -> each.calibratedMessagesPerSecond().orElse(0))
                .min()
                .orElse(0);
        return String.format(
                Locale.ROOT,
                "a worker should carry at most %.0f %% of the %,.0f messages per second that bin/benchmark calibrate"
                        + " measured on its host",
                100 * CALIBRATED_SHARE,
                least);
    }

    private long neededProducers() {
        OptionalDouble each = clients.producerMessagesPerSecond();
        return each.isPresent() && each.getAsDouble() > 0
                ? (long) Math.ceil(targetMessagesPerSecond / each.getAsDouble() - ROUNDING)
                : 0;
    }

    private static String list(Map<Role, Long> byRole) {
        return byRole.entrySet().stream()
                .map(each -> each.getValue() + " " + each.getKey().text)
                .collect(Collectors.joining(", "));
    }
}
