package dev.weir.coordinator.system;

import dev.weir.clock.Clock;
import dev.weir.coordinator.request.RunRequest;
import dev.weir.coordinator.workers.RunObserver;
import dev.weir.coordinator.workers.RunObserver.EndedRun.BrokerTrouble;
import dev.weir.driver.admin.Admin;
import dev.weir.driver.admin.BrokerNode;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.driver.exception.DriverException;
import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.result.code.RunEvent;
import dev.weir.result.interval.Interval;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Looks for absent brokers and lost leaderships while the run shows signs of trouble. Used by the coordinator's thread. */
public final class BrokerWatch implements RunObserver {
    private static final Duration BROKERS_LIMIT = Duration.ofSeconds(10);

    private final RunRequest request;
    private final List<RunObserver> others;
    private final Clock clock;
    private final TroubleSigns signs;
    private Optional<BrokerPresence> presence = Optional.empty();
    private int reported;
    private boolean clientErrors;

    public BrokerWatch(RunRequest request, List<RunObserver> others, Clock clock) {
        this.request = request;
        this.others = List.copyOf(others);
        this.clock = clock;
        this.signs = new TroubleSigns(request.workload().messagesAtOnce());
    }

    @Override
    public void inspect(Admin admin) {
        // Weir itself knows what happens to brokers that it started.
        boolean isOurs = request.setup().embeddedBrokers() > 0
                || request.system().faults().isPresent();
        try {
            List<BrokerNode> nodes = isOurs ? List.of() : admin.brokers(BROKERS_LIMIT);
            if (!nodes.isEmpty()) {
                presence = Optional.of(new BrokerPresence(admin, nodes, clock));
            }
        } catch (DriverException e) {
            // The run goes on; absent brokers are not looked for.
        }
    }

    /** Takes errors of a worker's clients, such as ended connections, as signs of trouble in the next merged snapshot. */
    @Override
    public void taken(TakenSnapshot taken) {
        clientErrors |= !taken.message().errors().isEmpty();
    }

    /** Looks for absent brokers while merged snapshots, or other observers, show trouble; waits for none. */
    @Override
    public void tick(Tick merged) {
        Interval tick = merged.interval();
        signs.tick(tick, merged.target(), clientErrors);
        clientErrors = false;
        boolean seen = others.stream().anyMatch(RunObserver::seesTrouble);
        boolean trouble = signs.isTrouble(tick.toNanos());
        presence.ifPresent(each -> each.trouble(trouble || seen, trouble ? signs.sinceNanos() : tick.fromNanos()));
    }

    @Override
    public List<RunEvent> takeEvents() {
        List<RunEvent> all = presence.map(BrokerPresence::events).orElse(List.of());
        List<RunEvent> fresh = List.copyOf(all.subList(reported, all.size()));
        reported = all.size();
        return fresh;
    }

    public List<BrokerTrouble> troubles() {
        return presence.map(BrokerPresence::troubles).orElse(List.of());
    }

    @Override
    public void loadBegins(long atNanos, List<TopicSpec> topics) {
        presence.ifPresent(each -> each.begin(topics));
    }

    @Override
    public void close() {
        presence.ifPresent(BrokerPresence::close);
    }

    /**
     * Decides from snapshots whether the system may be in trouble: errors of clients, failed sends, late acknowledgements, or
     * fewer of them or of deliveries than are due. Used by the coordinator's thread.
     */
    static final class TroubleSigns {
        private static final double SECOND = 1;
        private static final double MIN_SHARE = 0.8;
        private static final double MIN_DUE = 10;
        private static final long LATE_NANOS = 1_000_000_000;
        /** Time without signs after which the trouble is over. */
        private static final long QUIET_NANOS = 5_000_000_000L;

        private final int messagesPerRead;
        private double seconds;
        private double due;
        private double answered;
        private long received;
        private boolean wasReceiving;
        private long fromNanos;
        private long sinceNanos;
        private long lastNanos = Long.MIN_VALUE;

        /** @param messagesPerRead number of messages of the target for which a read counts */
        TroubleSigns(int messagesPerRead) {
            this.messagesPerRead = messagesPerRead;
        }

        void tick(Interval tick, OptionalDouble target, boolean clientErrors) {
            if (!tick.phase().isLoaded()) {
                return;
            }
            fromNanos = seconds == 0 ? tick.fromNanos() : fromNanos;
            Counts counts = tick.counts();
            seconds += tick.seconds();
            due += target.orElse(0) * tick.seconds();
            answered += counts.sends().acknowledged() + counts.sends().aborted() + tick.reads() * messagesPerRead;
            received += counts.receipts().received();
            boolean late = tick.latencies().has(Latency.PUBLISH_SERVICE)
                    && tick.latencies().of(Latency.PUBLISH_SERVICE).values().maxNanos() >= LATE_NANOS;
            if (late || clientErrors || counts.sends().failed() > 0) {
                sign(tick.fromNanos(), tick.toNanos());
            }
            if (seconds >= SECOND) {
                boolean slow = due >= MIN_DUE && answered < MIN_SHARE * due;
                if (slow || (wasReceiving && received == 0)) {
                    sign(fromNanos, tick.toNanos());
                }
                wasReceiving = received > 0;
                seconds = 0;
                due = 0;
                answered = 0;
                received = 0;
            }
        }

        private void sign(long beginNanos, long endNanos) {
            sinceNanos = isTrouble(endNanos) ? sinceNanos : beginNanos;
            lastNanos = endNanos;
        }

        boolean isTrouble(long atNanos) {
            return lastNanos != Long.MIN_VALUE && atNanos - lastNanos < QUIET_NANOS;
        }

        long sinceNanos() {
            return sinceNanos;
        }
    }
}
