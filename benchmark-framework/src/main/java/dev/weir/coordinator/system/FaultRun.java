package dev.weir.coordinator.system;

import dev.weir.clock.Clock;
import dev.weir.driver.embedded.BrokerFaults;
import dev.weir.driver.exception.DriverException;
import dev.weir.result.code.Code;
import dev.weir.result.code.EventKind;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.RunEvent;
import dev.weir.workload.BrokerFault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Does to brokers what a workload asks for, each fault on a thread of its own: a broker takes seconds to start, and the
 * coordinator's thread must not wait for it. Methods: the coordinator's thread.
 */
public final class FaultRun {
    /** Longer than it takes a broker to stop and to start, or to give up. */
    public static final Duration LONGEST_END = Duration.ofMinutes(3);

    /** The kinds of events with which faults begin. */
    static final Set<Code> BEGINS = Set.of(EventKind.BROKER_KILLED, EventKind.BROKER_PAUSED, EventKind.BROKER_STOPPING);

    /** The leader is looked for so long before it is needed. */
    private static final long LOOKUP_NANOS = 1_000_000_000;

    private static final Duration LOOKUP_LIMIT = Duration.ofSeconds(10);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(30);
    private static final Duration START_LIMIT = Duration.ofMinutes(2);

    private final BrokerFaults brokers;
    private final List<BrokerFault> faults;
    private final Clock clock;
    private final CountDownLatch loadOver = new CountDownLatch(1);
    private final CountDownLatch runOver = new CountDownLatch(1);
    private final List<Thread> threads = new ArrayList<>();

    // Used by the threads of faults.
    private final Set<Integer> taken = new HashSet<>();
    private final Queue<RunEvent> events = new ConcurrentLinkedQueue<>();
    private final Queue<Reason> reasons = new ConcurrentLinkedQueue<>();

    public FaultRun(BrokerFaults brokers, List<BrokerFault> faults, Clock clock) {
        this.brokers = brokers;
        this.faults = faults;
        this.clock = clock;
    }

    /**
     * Says when the measurement begins, which is still to come.
     *
     * @param topic whose first partition has the leader that is meant
     */
    public void measurementBegins(long atNanos, String topic) {
        for (BrokerFault fault : faults) {
            var thread = new Thread(() -> run(fault, atNanos, topic), "broker-fault-" + (threads.size() + 1));
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    /** Drops what has not begun, and ends what has an end. What is for good stays until {@link #end}. */
    public void loadEnds() {
        loadOver.countDown();
    }

    /** What has happened since the last call. */
    public List<RunEvent> takeEvents() {
        List<RunEvent> all = new ArrayList<>();
        for (RunEvent event = events.poll(); event != null; event = events.poll()) {
            all.add(event);
        }
        return all;
    }

    /** What was not done as it was asked for. */
    public Collection<Reason> reasons() {
        return reasons;
    }

    /** Has all brokers run again; {@link #hasEnded} tells when they do. */
    public void end() {
        loadOver.countDown();
        runOver.countDown();
    }

    /** Whether nothing is done any more. */
    public boolean hasEnded() {
        return threads.stream().noneMatch(Thread::isAlive);
    }

    private void run(BrokerFault fault, long measurementNanos, String topic) {
        long beginNanos = measurementNanos + fault.at().toNanos();
        try {
            if (isOverBy(loadOver, beginNanos - LOOKUP_NANOS)) {
                return;
            }
            Target target = target(fault, topic);
            if (isOverBy(loadOver, beginNanos) || !begin(fault, target)) {
                return;
            }
            if (fault.end().isPresent()) {
                isOverBy(loadOver, measurementNanos + fault.end().get().toNanos());
            } else {
                runOver.await();
            }
            end(fault, target);
        } catch (DriverException e) {
            undone(ReasonCode.FAULT_NOT_DONE, fault, e);
        } catch (InterruptedException e) {
            // It is not interrupted while its end is awaited.
            Thread.currentThread().interrupt();
        }
    }

    /** A broker to which something is done, and how it is called. */
    private record Target(int broker, String text) {}

    private Target target(BrokerFault fault, String topic) {
        if (fault.broker().isPresent()) {
            int broker = fault.broker().getAsInt();
            return new Target(broker, "broker " + broker);
        }
        int leader = brokers.leader(topic, 0, LOOKUP_LIMIT);
        return new Target(leader, "broker " + leader + ", the leader of the first partition,");
    }

    private boolean begin(BrokerFault fault, Target target) {
        synchronized (taken) {
            if (!taken.add(target.broker())) {
                throw new DriverException(target.text() + " has not come back from the fault before");
            }
        }
        long atNanos = clock.epochNanos();
        try {
            switch (fault.action()) {
                case KILL -> {
                    brokers.kill(target.broker());
                    event(EventKind.BROKER_KILLED, atNanos, "%s was killed", target.text());
                }
                case PAUSE -> {
                    brokers.pause(target.broker());
                    event(EventKind.BROKER_PAUSED, atNanos, "%s was paused", target.text());
                }
                case RESTART -> {
                    event(EventKind.BROKER_STOPPING, atNanos, "%s is stopping", target.text());
                    boolean inOrder = brokers.stop(target.broker(), STOP_LIMIT);
                    event(
                            EventKind.BROKER_STOPPED,
                            clock.epochNanos(),
                            inOrder
                                    ? "broker %d stopped after %.1f s"
                                    : "broker %d did not stop and was killed after %.1f s",
                            target.broker(),
                            (clock.epochNanos() - atNanos) / 1e9);
                }
            }
            return true;
        } catch (DriverException e) {
            release(target);
            throw e;
        }
    }

    private void end(BrokerFault fault, Target target) {
        long askedNanos = clock.epochNanos();
        try {
            if (fault.action() == BrokerFault.Action.PAUSE) {
                brokers.resume(target.broker());
                event(EventKind.BROKER_RESUMED, clock.epochNanos(), "broker %d continues", target.broker());
            } else {
                brokers.start(target.broker(), START_LIMIT);
                event(
                        EventKind.BROKER_STARTED,
                        clock.epochNanos(),
                        "broker %d serves again, %.1f s after it was started",
                        target.broker(),
                        (clock.epochNanos() - askedNanos) / 1e9);
            }
            release(target);
        } catch (DriverException e) {
            undone(ReasonCode.FAULT_NOT_ENDED, fault, e);
        }
    }

    private void release(Target target) {
        synchronized (taken) {
            taken.remove(target.broker());
        }
    }

    /** Waits until then; returns whether something was over before. */
    private boolean isOverBy(CountDownLatch over, long atNanos) throws InterruptedException {
        long left = atNanos - clock.epochNanos();
        return over.await(Math.max(0, left), TimeUnit.NANOSECONDS);
    }

    private void event(EventKind kind, long atNanos, String format, Object... values) {
        events.add(RunEvent.of(kind, atNanos, format, values));
    }

    private void undone(ReasonCode code, BrokerFault fault, DriverException why) {
        reasons.add(Reason.of(code, "the " + fault.text() + ": " + why.getMessage()));
    }
}
