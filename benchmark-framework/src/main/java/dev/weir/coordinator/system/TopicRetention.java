package dev.weir.coordinator.system;

import dev.weir.coordinator.request.RunFailedException;
import dev.weir.driver.admin.Admin;
import dev.weir.driver.admin.Retention;
import dev.weir.driver.admin.Storage;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.DriverException;
import dev.weir.workload.RetentionSpec;
import dev.weir.workload.Workload;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * What a workload's words about retention mean for the topics of a run, and whether the system's drives hold what is to be
 * kept. Used by the coordinator's thread.
 */
public final class TopicRetention {
    private static final Duration STORAGE_LIMIT = Duration.ofSeconds(30);
    private static final double BYTES_PER_GIB = 1L << 30;

    private final Workload workload;
    private final RetentionSpec spec;
    private final int replicationFactor;
    private final boolean compressed;
    private final boolean boundedByDriver;
    private final Optional<Storage> storage;
    private final String whyUnknown;

    private TopicRetention(Workload workload, DriverConfig driver, Admin admin) {
        this.workload = workload;
        this.spec = workload.phases().retention();
        this.replicationFactor = driver.topics().replicationFactor();
        String compression = driver.clients().effectiveProducer().getOrDefault("compression.type", "none");
        this.compressed = !compression.equals("none");
        this.boundedByDriver = isSaidBy(driver);
        Optional<Storage> told = Optional.empty();
        String why = "which it does not tell";
        try {
            told = admin.storage(STORAGE_LIMIT);
        } catch (DriverException e) {
            // A run does without, unless it asks for a part of the drives: not everybody may look at them.
            why = String.valueOf(e.getMessage());
        }
        this.storage = told;
        this.whyUnknown = why;
    }

    /**
     * For the topics of a run.
     *
     * @throws RunFailedException if the drives are too small, or their size is not known where it has to be
     */
    public static Retention of(Workload workload, DriverConfig driver, Admin admin) {
        var retention = new TopicRetention(workload, driver, admin);
        Retention topics = retention.forTopics();
        retention.check(topics);
        return topics;
    }

    /** Whether a driver file limits what topics keep, beside what the workload says. */
    public static boolean isSaidBy(DriverConfig driver) {
        return driver.topics().properties().keySet().stream().anyMatch(property -> property.startsWith("retention."));
    }

    private Retention forTopics() {
        OptionalLong millis = spec.duration().isPresent()
                ? OptionalLong.of(spec.duration().get().toMillis())
                : OptionalLong.empty();
        return new Retention(millis, bytesPerPartition());
    }

    private OptionalLong bytesPerPartition() {
        if (spec.driveFill().isEmpty()) {
            return spec.bytesPerPartition();
        }
        if (storage.isEmpty()) {
            throw new RunFailedException("retention.driveFill needs to know how large the system's drives are ("
                    + whyUnknown + "): give retention.bytesPerPartition");
        }
        double bytes = storage.get().totalBytes() * spec.driveFill().getAsDouble() / partitionsWithReplicas();
        return OptionalLong.of(Math.max(1, (long) bytes));
    }

    private double partitionsWithReplicas() {
        int partitions = IntStream.range(0, workload.topics().count())
                .map(workload.topics()::partitionsOf)
                .sum();
        int copies = workload.load().pipeline().isWanted() ? 2 : 1;
        return (double) partitions * copies * replicationFactor;
    }

    /** Payload alone: what is compressed, sent without a rate or an end, or kept as the driver says, cannot be foretold. */
    private void check(Retention topics) {
        boolean backlog = workload.phases().backlog().isWanted();
        boolean known = backlog
                || (workload.load().isScheduled()
                        && !Double.isInfinite(workload.load().warmupRate().atBegin())
                        && workload.timing().test().isPresent());
        if (!known || boundedByDriver || compressed || storage.isEmpty()) {
            return;
        }
        double kept = Math.min(backlog ? ofBacklog() : written(), mostKept(topics));
        if (kept > storage.get().usableBytes()) {
            throw new RunFailedException(String.format(
                    Locale.ROOT,
                    "the load would fill the drives: %.1f GiB of payload and replicas would be kept, and %.1f of %.1f GiB"
                            + " are free; set retention, or shorten the run",
                    kept / BYTES_PER_GIB,
                    storage.get().usableBytes() / BYTES_PER_GIB,
                    storage.get().totalBytes() / BYTES_PER_GIB));
        }
    }

    /** At least: each subscription waits for the same messages. */
    private double ofBacklog() {
        return (double) workload.phases().backlog().bytes()
                * replicationFactor
                / workload.subscriptions().count();
    }

    private double written() {
        double seconds = workload.timing()
                .test()
                .orElse(Duration.ZERO)
                .plus(workload.phases().warmupSettle())
                .toSeconds();
        double messages = workload.load().warmupRate().atBegin()
                        * workload.timing().warmup().toSeconds()
                + workload.producerRate() * seconds;
        return messages * workload.messages().payload().messageSize() * replicationFactor;
    }

    private double mostKept(Retention topics) {
        double perSecond =
                workload.producerRate() * workload.messages().payload().messageSize() * replicationFactor;
        double byAge =
                topics.millis().isPresent() ? perSecond * topics.millis().getAsLong() / 1e3 : Double.POSITIVE_INFINITY;
        double bySize = topics.bytesPerPartition().isPresent()
                ? topics.bytesPerPartition().getAsLong() * partitionsWithReplicas()
                : Double.POSITIVE_INFINITY;
        return Math.min(byAge, bySize);
    }
}
