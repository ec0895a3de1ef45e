package dev.weir.coordinator.system;

import dev.weir.coordinator.request.RunFailedException;
import dev.weir.driver.admin.Admin;
import dev.weir.driver.admin.Retention;
import dev.weir.driver.admin.Storage;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.DriverException;
import dev.weir.workload.PhaseSpec.RetentionSpec;
import dev.weir.workload.Workload;
import dev.weir.workload.Workload.Timing;
import dev.weir.workload.Workload.TopicLayout;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * Computes the retention of the topics of a run, and checks that the system's drives can hold what is kept. Used by the
 * coordinator's thread.
 */
public record TopicRetention(
        Workload workload, OptionalInt knownReplicas, Optional<Storage> storage, String whyUnknown) {
    private static final Duration STORAGE_LIMIT = Duration.ofSeconds(30);
    private static final double BYTES_PER_GIB = 1L << 30;

    /**
     * Returns the retention for the topics of a run. Fails the run if the load would fill the drives, or if {@code
     * retention.driveFill} is given and the size of the drives or the number of replicas is unknown.
     */
    public static Retention of(Workload workload, DriverConfig driver, Admin admin) {
        // Only the system knows the default of its brokers.
        OptionalInt given = driver.topics().replicas();
        OptionalInt replicas = given.isPresent() ? given : driver.topics().replicas(admin.facts(STORAGE_LIMIT));
        Optional<Storage> storage = Optional.empty();
        String why = "the system does not report it";
        try {
            storage = admin.storage(STORAGE_LIMIT);
        } catch (DriverException e) {
            // Not each user may read the size of the drives. It is needed only if retention is given as a part of them.
            why = String.valueOf(e.getMessage());
        }
        var retention = new TopicRetention(workload, replicas, storage, why);
        OptionalLong millis = workload.phases().retention().duration().stream()
                .mapToLong(Duration::toMillis)
                .findFirst();
        var topics = new Retention(millis, retention.bytesPerPartition());
        String compression = driver.clients().effectiveProducer().getOrDefault("compression.type", "none");
        // There is no estimate of compressed messages, and none with retention of the driver file.
        if (compression.equals("none") && !isSetBy(driver)) {
            retention.check(topics);
        }
        return topics;
    }

    public static boolean isSetBy(DriverConfig driver) {
        return driver.topics().properties().keySet().stream().anyMatch(property -> property.startsWith("retention."));
    }

    private OptionalLong bytesPerPartition() {
        RetentionSpec spec = workload.phases().retention();
        if (spec.driveFill().isEmpty()) {
            return spec.bytesPerPartition();
        }
        if (storage.isEmpty()) {
            throw new RunFailedException("retention.driveFill needs the size of the system's drives, which is unknown ("
                    + whyUnknown + "): give retention.bytesPerPartition");
        }
        if (knownReplicas.isEmpty()) {
            throw new RunFailedException("retention.driveFill needs the number of replicas, and the brokers do not"
                    + " report their default: give replicationFactor, or retention.bytesPerPartition");
        }
        double bytes = storage.get().totalBytes() * spec.driveFill().getAsDouble() / partitionsWithReplicas();
        return OptionalLong.of(Math.max(1, (long) bytes));
    }

    /** Returns the number of replicas, or the fewest that there can be. */
    private int replicas() {
        return knownReplicas.orElse(1);
    }

    private double partitionsWithReplicas() {
        TopicLayout layout = workload.topics();
        int partitions =
                IntStream.range(0, layout.count()).map(layout::partitionsOf).sum();
        int copies = workload.hasRelays() ? 2 : 1;
        return (double) partitions * copies * replicas();
    }

    /**
     * Fails the run if the load would fill the drives. The estimate covers payload only. There is none for loads without a
     * rate or an end.
     */
    private void check(Retention topics) {
        long waitingBytes = workload.run().sections().waitingBytes();
        boolean known = waitingBytes > 0
                || (workload.load().isScheduled()
                        && !Double.isInfinite(workload.load().warmupRate().atBegin())
                        && workload.timing().test().isPresent());
        if (!known || storage.isEmpty()) {
            return;
        }
        double kept = Math.min(waitingBytes > 0 ? waiting(waitingBytes) : written(), mostKept(topics));
        if (kept > storage.get().usableBytes()) {
            throw new RunFailedException(String.format(
                    Locale.ROOT,
                    "the load would fill the drives: %.1f GiB of payload and replicas would be kept, and %.1f of %.1f"
                            + " GiB are free; set retention, or shorten the run",
                    kept / BYTES_PER_GIB,
                    storage.get().usableBytes() / BYTES_PER_GIB,
                    storage.get().totalBytes() / BYTES_PER_GIB));
        }
    }

    /** Returns how much waits for consumers, at least: all subscriptions wait for the same messages. */
    private double waiting(long ofSubscriptions) {
        return (double) ofSubscriptions * replicas() / workload.subscriptions().count();
    }

    private double written() {
        Timing timing = workload.timing();
        Duration test = timing.test().orElse(Duration.ZERO);
        double seconds = test.plus(workload.phases().warmupSettle()).toSeconds();
        double before = workload.load().warmupRate().atBegin() * timing.warmup().toSeconds();
        double messages = before + workload.producerRate() * seconds;
        return messages * workload.messages().meanStoredBytes() * replicas();
    }

    private double mostKept(Retention topics) {
        double perSecond = workload.producerRate() * workload.messages().meanStoredBytes() * replicas();
        double byAge =
                topics.millis().isPresent() ? perSecond * topics.millis().getAsLong() / 1e3 : Double.POSITIVE_INFINITY;
        double bySize = topics.bytesPerPartition().isPresent()
                ? topics.bytesPerPartition().getAsLong() * partitionsWithReplicas()
                : Double.POSITIVE_INFINITY;
        return Math.min(byAge, bySize);
    }
}
