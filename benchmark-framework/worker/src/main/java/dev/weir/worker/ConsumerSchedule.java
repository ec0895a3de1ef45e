package dev.weir.worker;

import dev.weir.clock.Clock;
import dev.weir.clock.Deadline;
import dev.weir.driver.Driver;
import dev.weir.driver.exception.DriverException;
import dev.weir.plan.Assignment;
import dev.weir.plan.ConsumerRole;
import dev.weir.plan.ConsumerStep;
import dev.weir.worker.client.LoadClient;
import dev.weir.worker.recording.RunMaterial;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Opens consumers during the load, and lets them leave, stop or end, each step when it is due. The steps run on a
 * thread of their own, because they take a while and the session's thread has to take snapshots. The session's thread
 * calls the methods.
 */
final class ConsumerSchedule {
    private final NavigableMap<Long, List<Callable<Boolean>>> steps;
    private final Clock clock;
    private final Consumer<Throwable> failed;
    private @Nullable Thread thread;
    private long endNanos = Long.MAX_VALUE;
    private boolean closed;

    /**
     * @param steps by nanoseconds after the begin of the measurement
     * @param failed receives the failure that ends the schedule, on the schedule's thread
     */
    ConsumerSchedule(NavigableMap<Long, List<Callable<Boolean>>> steps, Clock clock, Consumer<Throwable> failed) {
        this.steps = steps;
        this.clock = clock;
        this.failed = failed;
    }

    void measureFrom(long atNanos) {
        if (!steps.isEmpty() && thread == null) {
            thread = new Thread(() -> run(atNanos), "consumer-schedule");
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void run(long measuredFromNanos) {
        try {
            for (Map.Entry<Long, List<Callable<Boolean>>> due : steps.entrySet()) {
                if (!awaitBegin(measuredFromNanos + due.getKey())) {
                    return;
                }
                Deadline deadline = Deadline.after(clock, ParallelSteps.OPEN_LIMIT);
                ParallelSteps.run("open or end consumers", due.getValue(), deadline);
            }
        } catch (RuntimeException | Error e) {
            failed.accept(e);
        } catch (InterruptedException e) {
            // The thread ends after this statement.
            Thread.currentThread().interrupt();
        }
    }

    /** Waits until a step is due; returns false if the load ends by then or the schedule was closed. */
    private synchronized boolean awaitBegin(long dueNanos) throws InterruptedException {
        Deadline due = Deadline.at(clock, dueNanos);
        while (!closed && dueNanos < endNanos && !due.isOver()) {
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(1, due.remainingNanos()));
        }
        return !closed && dueNanos < endNanos;
    }

    /** Lets no step begin that is due at the end of the load or later. */
    synchronized void endAt(long nanos) {
        endNanos = nanos;
        notifyAll();
    }

    /** Begins no more steps, and waits for those that have begun; throws if they go on at the deadline. */
    void close(Deadline deadline) throws InterruptedException {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        if (thread != null) {
            thread.join(TimeUnit.NANOSECONDS.toMillis(deadline.remainingNanos()) + 1);
            if (thread.isAlive()) {
                throw new DriverException(
                        "consumers were still being opened or closed when the time to close all clients"
                                + " was over: these are left open");
            }
        }
    }

    /** Steps that open and change consumers. The list, which is thread-safe, gets each receiver on its thread. */
    record ReceiverSteps(Assignment assignment, Driver driver, RunMaterial material, List<LoadClient> receivers) {
        List<Callable<Boolean>> beforeLoad() {
            List<Callable<Boolean>> steps = new ArrayList<>();
            assignment.clients().consumersStartingWithLoad().forEach(role -> steps.add(() -> open(role, null)));
            return steps;
        }

        /** Returns the steps during the load, by nanoseconds after the begin of the measurement. */
        NavigableMap<Long, List<Callable<Boolean>>> underLoad() {
            NavigableMap<Long, List<Callable<Boolean>>> steps = new TreeMap<>();
            Map<Integer, ConsumerRole> own = new HashMap<>();
            assignment.clients().consumers().forEach(role -> {
                own.put(role.consumer(), role);
                role.kind()
                        .startAfterNanos()
                        .ifPresent(after -> at(after, steps).add(() -> open(role, null)));
            });
            for (ConsumerStep step : assignment.clients().steps()) {
                ConsumerRole role = own.get(step.consumer());
                if (role != null) {
                    at(step.atNanos(), steps).add(() -> carryOut(step, role));
                }
            }
            return steps;
        }

        private static List<Callable<Boolean>> at(long nanos, Map<Long, List<Callable<Boolean>>> steps) {
            return steps.computeIfAbsent(nanos, absent -> new ArrayList<>());
        }

        private boolean open(ConsumerRole role, @Nullable ConsumerStep joins) {
            return receivers.add(new Receiver(assignment, role, driver, material, joins));
        }

        private boolean carryOut(ConsumerStep step, ConsumerRole role) {
            if (step.action() == ConsumerStep.Action.JOIN) {
                return open(role, step);
            }
            receivers.stream()
                    .filter(Receiver.class::isInstance)
                    .map(Receiver.class::cast)
                    .filter(receiver -> receiver.consumer() == step.consumer())
                    .forEach(receiver -> receiver.carryOut(step));
            return true;
        }
    }
}
