package dev.weir.worker;

import dev.weir.clock.Clock;
import dev.weir.clock.WallClockWatch;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.exception.FailureText;
import dev.weir.driver.loading.Drivers;
import dev.weir.driver.profile.FlightRecording;
import dev.weir.plan.Assignment;
import dev.weir.wire.Link;
import dev.weir.wire.Link.LinkListener;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.WorkerFacts;
import dev.weir.worker.ClientLimits.RefusalException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run in a worker: a thread that owns the load and carries out the coordinator's orders. Messages wait for it in a
 * queue; in between, it takes snapshots when they are due and watches the load. If the coordinator is lost for good,
 * the load ends and everything is closed.
 */
final class WorkerSession implements LinkListener {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerSession.class);
    private static final long TICK_NANOS = 20_000_000;

    /** The load needs only snapshots and checks for failures. A tick takes 100 us of CPU on an idle host. */
    private static final long LOAD_TICK_NANOS = 200_000_000;

    private static final long JOIN_MILLIS = 60_000;

    private final Link link;
    private final String runId;
    private final Drivers drivers;
    private final ClientLimits limits;
    private final Clock clock;
    private final SnapshotListener snapshots;
    private final WallClockWatch wallClock;
    private final BlockingQueue<Message> inbox = new LinkedBlockingQueue<>();
    private final Thread thread;
    private final long sinceNanos;
    private volatile @Nullable String lostReason;
    private volatile boolean over;
    private volatile boolean coordinatorUnreachable;
    private volatile boolean ending;

    // Owned by the session thread.
    private final ProfileSender profile = new ProfileSender();
    private @Nullable WorkerLoad load;
    private final SnapshotTimes snapshotTimes = new SnapshotTimes();
    private int assignedConsumers;
    private boolean loadEnding;
    private boolean endTold;

    WorkerSession(
            Link link,
            String runId,
            Drivers drivers,
            ClientLimits limits,
            Clock clock,
            Supplier<WorkerFacts> facts,
            SnapshotListener snapshots) {
        this.link = link;
        this.runId = runId;
        this.drivers = drivers;
        this.limits = limits;
        this.clock = clock;
        this.sinceNanos = clock.epochNanos();
        this.snapshots = snapshots;
        this.wallClock = new WallClockWatch(clock);
        this.thread = new Thread(() -> run(facts), "worker-session-" + runId);
    }

    void begin() {
        LOG.info("run {} of {}", runId, link.peer());
        thread.start();
    }

    /** Returns why the worker cannot serve another run meanwhile, and whether it soon can. Any thread. */
    Message.Refused refusal() {
        var busy = Message.Refused.busyWith(runId, link.peer(), Instant.EPOCH.plusNanos(sinceNanos));
        return coordinatorUnreachable || ending ? busy.soonFree() : busy;
    }

    /** Returns whether everything is closed. True before the coordinator receives the report. */
    boolean hasEnded() {
        return over;
    }

    /**
     * Ends the run, reports the reason to the coordinator, and returns when everything is closed, or after a minute.
     */
    void stop(String reason) {
        if (hasEnded()) {
            return;
        }
        link.send(new Message.Failed(reason));
        closed(reason);
        try {
            thread.join(JOIN_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void received(Message message) {
        if (message instanceof Message.Close) {
            ending = true;
        }
        inbox.add(message);
    }

    /** The load goes on meanwhile. */
    @Override
    public void interrupted(String reason) {
        coordinatorUnreachable = true;
        LOG.warn("run {}: the coordinator cannot be reached ({}): waiting for it", runId, reason);
    }

    @Override
    public void resumed() {
        coordinatorUnreachable = false;
        LOG.info("run {} goes on with {}", runId, link.peer());
    }

    @Override
    public void closed(String reason) {
        lostReason = reason;
        ending = true;
        inbox.add(new Message.Close());
    }

    private void run(Supplier<WorkerFacts> facts) {
        try {
            // Here, because the facts are read from files and a command, which a network thread must not wait for.
            link.send(new Message.Welcome(facts.get()));
            while (!over) {
                Message message = inbox.poll(untilNextTick(), TimeUnit.NANOSECONDS);
                if (message != null) {
                    handle(message);
                }
                if (!over && load != null) {
                    watch(load);
                }
            }
        } catch (RuntimeException | Error e) {
            ending = true;
            logFailure(e);
            link.send(new Message.Failed(FailureText.of(e)));
            closeLoad();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            closeLoad();
        } finally {
            profile.close();
            snapshots.ended();
            over = true;
            link.close();
        }
    }

    /** Logs a failure; with a stack trace only if it may be a fault of this program. */
    private void logFailure(Throwable failure) {
        boolean expected = failure instanceof RefusalException
                || failure instanceof DriverException
                || failure.getCause() instanceof DriverException;
        if (expected) {
            LOG.error("run {} failed: {}", runId, FailureText.of(failure));
        } else {
            LOG.error("run {} failed", runId, failure);
        }
    }

    private void handle(Message message) throws InterruptedException {
        if (message instanceof Message.Assign assign) {
            DriverFactory factory = driver(assign.assignment());
            var opened = new WorkerLoad(assign, factory, clock);
            load = opened;
            link.send(new Message.Ready(
                    opened.precision().precisionNanos(),
                    opened.precision().earlyNanos(),
                    factory.resolvedSettings(assign.assignment().driver())));
        } else if (message instanceof Message.RecordProfile ask) {
            profile.begin(ask);
        } else if (message instanceof Message.SendProfile) {
            profile.want();
        } else if (message instanceof Message.Probe) {
            assigned().sendProbes();
        } else if (message instanceof Message.ClockCorrection correction) {
            assigned().corrections().add(correction);
        } else if (message instanceof Message.Start start) {
            assigned().start(start);
            snapshotTimes.begin(assigned().corrections().toCoordinator(start.startNanos()), start.snapshotNanos());
        } else if (message instanceof Message.ChangeRate change) {
            assigned().changeRate(change.atNanos(), change.messagesPerSecond());
            reportMissed("changeRate", change.atNanos());
        } else if (message instanceof Message.MeasureFrom measure) {
            assigned().measureFrom(measure.atNanos());
            reportMissed("measureFrom", measure.atNanos());
        } else if (message instanceof Message.Consume consume) {
            assigned().consume(consume.paused());
        } else if (message instanceof Message.ReportSent order) {
            link.send(new Message.SentSoFar(order.subscription(), assigned().sentSoFar()));
        } else if (message instanceof Message.FollowRates follow) {
            assigned().follow(follow.atNanos(), follow.rates());
            reportMissed("followRates", follow.atNanos());
        } else if (message instanceof Message.EndLoad end) {
            assigned().end(end.atNanos());
            reportMissed("endLoad", end.atNanos());
            loadEnding = true;
        } else if (message instanceof Message.Close) {
            finish();
        } else {
            throw new RefusalException(
                    "a worker is not sent " + message.getClass().getSimpleName());
        }
    }

    private void reportMissed(String order, long atNanos) {
        assigned().missedBy(order, atNanos).ifPresent(link::send);
    }

    private void watch(WorkerLoad watched) {
        if (!snapshotTimes.haveBegun()) {
            Message.ProbesReceived probes = watched.probesReceived();
            boolean news = !probes.partitions().isEmpty() || !probes.errors().isEmpty();
            if (news || probes.assignedConsumers() != assignedConsumers) {
                assignedConsumers = probes.assignedConsumers();
                link.send(probes);
            }
        }
        watched.failure().ifPresent(failure -> {
            throw failure;
        });
        watched.beginReceiving();
        wallClock.check().ifPresent(step -> link.send(new Message.WallClockStepped(step)));
        if (watched.corrections().toCoordinator(clock.epochNanos()) >= snapshotTimes.nextNanos) {
            watched.snapshot(snapshots, link::send);
            snapshotTimes.taken();
        }
        if ((loadEnding || watched.endsByItself()) && !endTold && watched.hasEnded()) {
            endTold = true;
            link.send(watched.ended());
        }
    }

    private void finish() throws InterruptedException {
        WorkerLoad closing = load;
        if (lostReason != null && closing != null) {
            LOG.warn("run {}: the coordinator is gone ({}): the load ends", runId, lostReason);
        } else if (lostReason != null) {
            LOG.info("run {}: the coordinator is gone ({}) before it began a load", runId, lostReason);
        }
        if (closing != null) {
            // Whether or not closing succeeds, the load is closed once.
            load = null;
            try {
                closing.close();
                if (!endTold) {
                    link.send(closing.ended());
                }
            } finally {
                closing.snapshot(snapshots, link::send);
                closing.reportClientFigures(link::send);
            }
        }
        profile.send(link::send);
        over = true;
        link.send(new Message.Closed());
        LOG.info("run {} is over", runId);
    }

    private void closeLoad() {
        if (load == null) {
            return;
        }
        try {
            load.close();
        } catch (RuntimeException e) {
            LOG.error("run {}: not everything could be closed", runId, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private WorkerLoad assigned() {
        if (load == null) {
            throw new RefusalException("no assignment was sent yet");
        }
        return load;
    }

    private DriverFactory driver(Assignment assignment) {
        String name = assignment.driver().driver();
        DriverFactory factory = drivers.find(name)
                .orElseThrow(() -> new RefusalException("this worker has no driver " + name + ", only "
                        + drivers.all().stream().map(DriverFactory::name).toList()
                        + ": start it with --driver-path and the driver's jar"));
        limits.check(factory, assignment.driver());
        assignment.clients().consumers().stream()
                .map(role -> role.kind().consumerConfig())
                .distinct()
                .forEach(further -> limits.check(factory, assignment.driver().withConsumerConfig(further)));
        return factory;
    }

    private long untilNextTick() {
        long now = clock.epochNanos();
        long coordinatorNanos = load == null ? now : load.corrections().toCoordinator(now);
        boolean loadRuns = load != null && load.isUnderWay() && !loadEnding;
        long tick = loadRuns ? LOAD_TICK_NANOS : TICK_NANOS;
        return Math.max(0, Math.min(tick, snapshotTimes.nextNanos - coordinatorNanos));
    }

    /** Records a worker's process when the coordinator requests it, and sends the recording. Used by the session's thread. */
    private static final class ProfileSender implements AutoCloseable {
        /** Most bytes of a recording in one message. */
        private static final int PART_BYTES = 1 << 20;

        private @Nullable FlightRecording recording;
        private boolean wanted;

        /** Begins to record, unless the coordinator runs in this process: then the coordinator records it. */
        void begin(Message.RecordProfile ask) {
            close();
            if (!WorkerFacts.isThisProcess(ask.instance())) {
                recording = FlightRecording.begin();
            }
        }

        /** The coordinator wants the recording: {@link #send} will send it. */
        void want() {
            wanted = true;
        }

        /** Ends the recording, and sends it if it is wanted. Called after all figures are sent, which are needed more. */
        void send(Consumer<Message> link) {
            if (!wanted) {
                return;
            }
            String failure = recording == null
                    ? "the worker was not asked to record it before the run ended"
                    : recording.end(all -> send(all, link));
            close();
            link.accept(new Message.ProfilePart(ByteBuffer.allocate(0), true, failure));
        }

        private static void send(InputStream all, Consumer<Message> link) throws IOException {
            long left = FlightRecording.MAX_SENT_BYTES;
            for (byte[] bytes = all.readNBytes(PART_BYTES); bytes.length > 0; bytes = all.readNBytes(PART_BYTES)) {
                left -= bytes.length;
                if (left < 0) {
                    throw new IOException("it has more than " + FlightRecording.MAX_SENT_BYTES + " bytes");
                }
                link.accept(new Message.ProfilePart(ByteBuffer.wrap(bytes), false, ""));
            }
        }

        @Override
        public void close() {
            if (recording != null) {
                recording.close();
                recording = null;
            }
        }
    }

    /** On the coordinator's clock: intervals begin at the same time on all workers, however their clocks run. */
    private static final class SnapshotTimes {
        private long nextNanos = Long.MAX_VALUE;
        private long distanceNanos;

        void begin(long startNanos, long distance) {
            distanceNanos = distance;
            nextNanos = startNanos + distance;
        }

        boolean haveBegun() {
            return nextNanos != Long.MAX_VALUE;
        }

        void taken() {
            nextNanos += distanceNanos;
        }
    }
}
