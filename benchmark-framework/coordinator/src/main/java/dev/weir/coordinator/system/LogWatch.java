package dev.weir.coordinator.system;

import dev.weir.clock.Clock;
import dev.weir.driver.Driver;
import dev.weir.driver.admin.Admin;
import dev.weir.driver.admin.LogRange;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.driver.admin.TopicState;
import dev.weir.driver.exception.DriverException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads the bounds of the logs of the run's topics: once when it starts, then once a second while that is needed. It has
 * a thread of its own, because the coordinator's thread must not wait for the system. Methods are called on the
 * coordinator's thread.
 */
public final class LogWatch implements AutoCloseable {
    private static final long INTERVAL_MILLIS = 1000;
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(10);
    private static final long JOIN_MILLIS = 15_000;

    private final @Nullable Admin admin;
    private final List<TopicSpec> topics;
    private final Clock clock;
    private final boolean always;
    private final RepeatingThread thread =
            new RepeatingThread("log-watch", INTERVAL_MILLIS, JOIN_MILLIS, this::askIfWanted);
    private volatile @Nullable Reading newest;
    private volatile String trouble = "";
    private volatile boolean wanted;
    private volatile boolean statesWanted = true;
    private boolean asked;
    /** Whether the driver reports the states of topics. Used by the thread. */
    private boolean knowsStates;

    /**
     * Bounds of the logs at one time.
     *
     * @param atNanos epoch nanoseconds, in the middle between request and answer
     * @param ranges bounds of the log of each partition, by topic; empty if only states are known
     * @param states what the topics are, if that was asked for; empty for a topic that does not exist
     */
    public record Reading(long atNanos, Map<String, List<LogRange>> ranges, Map<String, Optional<TopicState>> states) {}

    private LogWatch(@Nullable Admin admin, List<TopicSpec> topics, Clock clock, boolean always) {
        this.always = always;
        this.admin = admin;
        this.topics = topics;
        this.clock = clock;
    }

    /** Starts a watch, which reads each second if {@code always} is true, also without {@link #want}. */
    public static LogWatch started(Driver driver, List<TopicSpec> topics, Clock clock, boolean always) {
        var watch = new LogWatch(driver.openAdmin(), topics, clock, always);
        watch.thread.start();
        return watch;
    }

    public static LogWatch idle(Clock clock) {
        return new LogWatch(null, List.of(), clock, false);
    }

    /** Begins or ends to read each second. If {@code states} is true, the next reading includes what the topics are. */
    public void want(boolean reads, boolean states) {
        wanted = reads;
        statesWanted |= states;
    }

    /** Returns the newest reading; empty if there is none yet, or the driver does not support it. */
    public Optional<Reading> newest() {
        return Optional.ofNullable(newest);
    }

    /** Returns why the last request failed; empty if it did not. */
    public String trouble() {
        return trouble;
    }

    private void askIfWanted() {
        if (asked && !always && !wanted) {
            return;
        }
        asked = true;
        Admin answering = Objects.requireNonNull(admin);
        long before = clock.epochNanos();
        Map<String, Optional<TopicState>> states = new TreeMap<>();
        Map<String, List<LogRange>> ranges = Map.of();
        try {
            if (statesWanted) {
                addStates(answering, states);
            }
            List<TopicSpec> existing = new ArrayList<>(topics);
            existing.removeIf(topic ->
                    states.containsKey(topic.name()) && states.get(topic.name()).isEmpty());
            statesWanted = false;
            ranges = answering.logRanges(existing, ANSWER_LIMIT);
            trouble = ranges.isEmpty() ? "the system does not report the bounds of its logs" : "";
        } catch (RuntimeException e) {
            // The next request follows in a second: a broker may be away for a while, or have lost the end of a log.
            trouble = e instanceof DriverException ? String.valueOf(e.getMessage()) : e.toString();
            // It may have failed because a topic was deleted.
            statesWanted = true;
        }
        if (!ranges.isEmpty() || !states.isEmpty()) {
            newest = new Reading((before + clock.epochNanos()) / 2, ranges, states);
        }
    }

    private void addStates(Admin answering, Map<String, Optional<TopicState>> states) {
        List<String> names = topics.stream().map(TopicSpec::name).toList();
        Map<String, TopicState> known = answering.topicStates(names, ANSWER_LIMIT);
        knowsStates |= !known.isEmpty();
        if (knowsStates) {
            names.forEach(topic -> states.put(topic, Optional.ofNullable(known.get(topic))));
        }
    }

    @Override
    public void close() {
        if (admin == null) {
            return;
        }
        thread.close();
        admin.close();
    }
}
