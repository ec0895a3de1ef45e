package dev.weir.coordinator.system;

import dev.weir.clock.Clock;
import dev.weir.driver.Driver;
import dev.weir.driver.admin.Admin;
import dev.weir.driver.admin.LogRange;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.driver.exception.DriverException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads the bounds of the logs of the run's topics once a second, on a thread of its own: the coordinator's thread must
 * not wait for the system. Methods are called on the coordinator's thread.
 */
public final class LogWatch implements AutoCloseable {
    private static final long INTERVAL_MILLIS = 1000;
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(10);
    private static final long JOIN_MILLIS = 15_000;

    private final @Nullable Admin admin;
    private final List<TopicSpec> topics;
    private final Clock clock;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread = new Thread(this::run, "log-watch");
    private volatile @Nullable Reading newest;
    private volatile String trouble = "";

    /**
     * Bounds of the logs at one time.
     *
     * @param atNanos epoch nanoseconds, in the middle between request and answer
     * @param ranges bounds of the log of each partition, by topic
     */
    public record Reading(long atNanos, Map<String, List<LogRange>> ranges) {}

    private LogWatch(@Nullable Admin admin, List<TopicSpec> topics, Clock clock) {
        this.admin = admin;
        this.topics = topics;
        this.clock = clock;
        thread.setDaemon(true);
    }

    /**
     * Starts to read.
     *
     * @param needed whether the run needs readings; if not, there never are any
     */
    public static LogWatch started(Driver driver, List<TopicSpec> topics, Clock clock, boolean needed) {
        var watch = new LogWatch(needed ? driver.openAdmin() : null, topics, clock);
        if (needed) {
            watch.thread.start();
        }
        return watch;
    }

    /** Returns the newest reading; empty if there is none yet, or the driver does not support it. */
    public Optional<Reading> newest() {
        return Optional.ofNullable(newest);
    }

    /** Returns why the last request failed; empty if it did not. */
    public String trouble() {
        return trouble;
    }

    private void run() {
        Admin answering = Objects.requireNonNull(admin);
        try {
            do {
                ask(answering);
            } while (!closing.await(INTERVAL_MILLIS, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void ask(Admin answering) {
        long before = clock.epochNanos();
        try {
            Map<String, List<LogRange>> ranges = answering.logRanges(topics, ANSWER_LIMIT);
            if (!ranges.isEmpty()) {
                newest = new Reading((before + clock.epochNanos()) / 2, ranges);
            }
            trouble = ranges.isEmpty() ? "the system does not report the bounds of its logs" : "";
        } catch (RuntimeException e) {
            // The next request follows in a second: a broker may be away for a while, or have lost the end of a log.
            trouble = e instanceof DriverException ? String.valueOf(e.getMessage()) : e.toString();
        }
    }

    @Override
    public void close() {
        if (admin == null) {
            return;
        }
        closing.countDown();
        try {
            thread.join(JOIN_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        admin.close();
    }
}
