package dev.weir.feature.faults;

import dev.weir.clock.Clock;
import dev.weir.coordinator.request.RunFailedException;
import dev.weir.coordinator.request.RunRequest;
import dev.weir.coordinator.workers.RunObserver;
import dev.weir.driver.embedded.BrokerFaults;
import dev.weir.driver.exception.DriverException;
import dev.weir.feature.faults.Faults.BrokerFault;
import dev.weir.result.code.EventKind;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.RunEvent;
import dev.weir.result.code.Severity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Injects the faults of a workload into brokers, each on a thread of its own: a broker takes seconds to start, and the
 * coordinator's thread must not wait for it. Methods are called on the coordinator's thread.
 */
final class FaultRun implements RunObserver {
    /** Longer than a broker takes to stop and start, or to fail to. */
    private static final Duration MAX_END = Duration.ofMinutes(3);

    /** How long before the fault the leader is looked up. */
    private static final long LOOKUP_NANOS = 1_000_000_000;

    private static final Duration LOOKUP_LIMIT = Duration.ofSeconds(10);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(30);
    private static final Duration START_LIMIT = Duration.ofMinutes(2);

    private final String system;
    private final Optional<BrokerFaults> injectable;
    private final List<BrokerFault> faults;
    private final Clock clock;
    private final CountDownLatch loadOver = new CountDownLatch(1);
    private final CountDownLatch runOver = new CountDownLatch(1);
    private final List<Thread> threads = new ArrayList<>();

    // Used by the threads of the faults.
    private final Set<Integer> faultyBrokers = ConcurrentHashMap.newKeySet();
    private final BlockingQueue<DisturbanceEvent> events = new LinkedBlockingQueue<>();
    private final Queue<Reason> reasons = new ConcurrentLinkedQueue<>();

    private FaultRun(RunRequest request, List<BrokerFault> faults, Clock clock) {
        this.system = request.system().driver().name();
        this.injectable = request.system().faults();
        this.faults = faults;
        this.clock = clock;
    }

    static List<RunObserver> of(RunRequest request, Clock clock) {
        Optional<List<BrokerFault>> faults = request.workload().run().sections().find(new Faults());
        return faults.<RunObserver>map(all -> new FaultRun(request, all, clock)).stream()
                .toList();
    }

    @Override
    public void begin() {
        if (injectable.isEmpty()) {
            throw new RunFailedException("nothing can be done to the brokers of " + system
                    + ": remove faults: from the workload, or run it on an embedded cluster");
        }
    }

    /** Faults of the leader hit the leader of the topic's first partition. */
    @Override
    public void measurementBegins(long atNanos, String topic) {
        for (BrokerFault fault : faults) {
            var thread = new Thread(() -> run(fault, atNanos, topic), "broker-fault-" + (threads.size() + 1));
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    /** Drops faults that have not begun, and ends those that have an end. The others last until {@link #restore}. */
    @Override
    public void loadEnds() {
        loadOver.countDown();
    }

    @Override
    public List<DisturbanceEvent> takeDisturbances() {
        List<DisturbanceEvent> fresh = new ArrayList<>();
        events.drainTo(fresh);
        return fresh;
    }

    @Override
    public Collection<Reason> reasons() {
        return reasons;
    }

    @Override
    public void restore() {
        loadOver.countDown();
        runOver.countDown();
    }

    @Override
    public void close() {
        restore();
    }

    @Override
    public Duration endLimit() {
        return MAX_END;
    }

    @Override
    public boolean hasEnded() {
        return threads.stream().noneMatch(Thread::isAlive);
    }

    private void run(BrokerFault fault, long measurementNanos, String topic) {
        long beginNanos = measurementNanos + fault.at().toNanos();
        try {
            if (isOverBy(loadOver, beginNanos - LOOKUP_NANOS)) {
                return;
            }
            int broker = fault.broker().orElseGet(() -> brokers().leader(topic, 0, LOOKUP_LIMIT));
            if (isOverBy(loadOver, beginNanos)) {
                return;
            }
            // A fault that begins late lasts as long as any other.
            long begunNanos = clock.epochNanos();
            begin(fault, broker);
            if (fault.duration().isPresent()) {
                isOverBy(loadOver, begunNanos + fault.duration().get().toNanos());
            } else {
                runOver.await();
            }
            end(fault, broker);
        } catch (DriverException e) {
            addReason(Severity.INVALID, fault, e);
        } catch (InterruptedException e) {
            // Code that waits for the end of a fault does not interrupt it.
            Thread.currentThread().interrupt();
        }
    }

    private BrokerFaults brokers() {
        return injectable.orElseThrow();
    }

    private static String text(BrokerFault fault, int broker) {
        return "broker " + broker + (fault.broker().isPresent() ? "" : ", the leader of the first partition,");
    }

    private void begin(BrokerFault fault, int broker) {
        if (!faultyBrokers.add(broker)) {
            throw new DriverException(text(fault, broker) + " has not recovered from the previous fault");
        }
        long atNanos = clock.epochNanos();
        try {
            switch (fault.action()) {
                case KILL -> {
                    brokers().kill(broker);
                    event(true, atNanos, "%s was killed", text(fault, broker));
                }
                case PAUSE -> {
                    brokers().pause(broker);
                    event(true, atNanos, "%s was paused", text(fault, broker));
                }
                case RESTART -> {
                    event(true, atNanos, "%s is stopping", text(fault, broker));
                    boolean inOrder = brokers().stop(broker, STOP_LIMIT);
                    String ended = inOrder ? "stopped" : "did not stop and was killed";
                    long nanos = clock.epochNanos();
                    event(false, nanos, "broker %d %s after %.1f s", broker, ended, (nanos - atNanos) / 1e9);
                }
            }
        } catch (DriverException e) {
            faultyBrokers.remove(broker);
            throw e;
        }
    }

    private void end(BrokerFault fault, int broker) {
        long askedNanos = clock.epochNanos();
        try {
            if (fault.action() == BrokerFault.Action.PAUSE) {
                brokers().resume(broker);
                event(false, clock.epochNanos(), "broker %d continues", broker);
            } else {
                brokers().start(broker, START_LIMIT);
                long nanos = clock.epochNanos();
                double seconds = (nanos - askedNanos) / 1e9;
                event(false, nanos, "broker %d serves again, %.1f s after it was started", broker, seconds);
            }
            faultyBrokers.remove(broker);
        } catch (DriverException e) {
            addReason(Severity.DEGRADED, fault, e);
        }
    }

    /** Waits until that time; returns whether the latch was released before. */
    private boolean isOverBy(CountDownLatch over, long atNanos) throws InterruptedException {
        long left = atNanos - clock.epochNanos();
        return over.await(Math.max(0, left), TimeUnit.NANOSECONDS);
    }

    private void event(boolean isBegin, long atNanos, String format, Object... values) {
        events.add(new DisturbanceEvent(RunEvent.of(EventKind.BROKER_FAULT, atNanos, format, values), isBegin));
    }

    private void addReason(Severity severity, BrokerFault fault, DriverException why) {
        String text = "the " + fault.text() + ": " + why.getMessage();
        reasons.add(Reason.of(ReasonCode.FAULT_NOT_DONE, severity, text));
    }
}
