package dev.weir.doctor;

import dev.weir.clock.Clock;
import dev.weir.clock.ClockEstimate;
import dev.weir.clock.ClockOffset;
import dev.weir.clock.Deadline;
import dev.weir.clock.SystemClock;
import dev.weir.host.facts.HostFacts;
import dev.weir.host.facts.ToolVersion;
import dev.weir.wire.Link;
import dev.weir.wire.Link.LinkListener;
import dev.weir.wire.WireClient;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.WorkerFacts;
import dev.weir.wire.tls.ChannelSecurity;
import dev.weir.wire.tls.WireException;
import dev.weir.workload.WorkerAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Checks whether a worker can be used, and its host. It connects like a coordinator, and ends that session in good
 * order; a worker that serves a run refuses, and is not disturbed.
 */
public final class WorkerCheck implements CheckUp {
    private static final Clock CLOCK = SystemClock.INSTANCE;

    /** Limit for all workers together: the connection, and the two answers. */
    public static final Duration LIMIT = Duration.ofSeconds(15);

    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(15);

    /**
     * The link exchanges time stamps 20 times in the first 60 ms, and then once a second. A worker that has just
     * started answers the first ones hundreds of milliseconds late, while it loads classes.
     */
    private static final Duration MIN_LISTENING = Duration.ofMillis(150);

    private static final Duration MAX_LISTENING = Duration.ofSeconds(3);
    private static final Duration LISTENING_STEP = Duration.ofMillis(20);

    /** Longer exchanges would improve the estimate only slightly. */
    private static final long GOOD_BOUND_NANOS = 500_000;

    /** Stands for a run's id in the worker's log. */
    private static final String RUN = "doctor";

    private final WorkerAddress address;
    private final ChannelSecurity security;
    private final Duration answerLimit;
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private volatile ClockOffset offset = ClockOffset.UNKNOWN;
    private volatile Optional<HostFacts> host = Optional.empty();

    private sealed interface Event {
        record Connected(Link link) implements Event {}

        record Received(Message message) implements Event {}

        record Gone(String reason) implements Event {}

        record Nothing() implements Event {}
    }

    public WorkerCheck(WorkerAddress address, ChannelSecurity security) {
        this(address, security, ANSWER_LIMIT);
    }

    WorkerCheck(WorkerAddress address, ChannelSecurity security, Duration answerLimit) {
        this.address = address;
        this.security = security;
        this.answerLimit = answerLimit;
    }

    @Override
    public String subject() {
        return "worker " + address;
    }

    /** Returns how far its clock is ahead of ours; {@link ClockOffset#UNKNOWN} if it did not accept the connection. */
    public ClockOffset offset() {
        return offset;
    }

    /** Returns the facts of its host; empty if it did not accept the connection. */
    Optional<HostFacts> host() {
        return host;
    }

    WorkerAddress address() {
        return address;
    }

    @Override
    public List<Check> check() {
        try (var client = new WireClient(CLOCK)) {
            client.connect(address.socketAddress(), security, Mailbox::new);
            return converse();
        } catch (WireException e) {
            if (e.isRefusal()) {
                return List.of(Check.fail(
                        "worker",
                        "a process listens, but it and we do not trust each other: " + e.getMessage(),
                        "start both with the files of one bin/benchmark certs; see the worker's log"));
            }
            return List.of(
                    e.getCause() instanceof UnknownHostException
                            ? Check.fail(
                                    "worker",
                                    "no host has this name",
                                    "getent hosts " + address.host()
                                            + " has to show it: look at /etc/hosts, or name its address")
                            : unreachable("no process answers: " + e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of(overdue(LIMIT));
        }
    }

    @Override
    public Check overdue(Duration limit) {
        return unreachable("no answer within " + limit.toSeconds() + " s");
    }

    private List<Check> converse() throws InterruptedException {
        Event first = next(answerLimit);
        if (!(first instanceof Event.Connected connected)) {
            return List.of(silent(first));
        }
        Link link = connected.link();
        link.send(new Message.Hello(Message.PROTOCOL_VERSION, RUN));
        Event answer = next(answerLimit);
        if (answer instanceof Event.Received received && received.message() instanceof Message.Refused refused) {
            return List.of(refused(refused));
        }
        if (!(answer instanceof Event.Received received) || !(received.message() instanceof Message.Welcome welcome)) {
            return List.of(silent(answer));
        }
        List<Check> checks = new ArrayList<>();
        checks.add(welcomed(welcome.worker()));
        Event disturbance = listen(link);
        if (!(disturbance instanceof Event.Nothing)) {
            checks.add(silent(disturbance));
            return checks;
        }
        ClockEstimate estimate = link.clock();
        offset = estimate.offset();
        checks.add(network(estimate));
        host = Optional.of(welcome.worker().host());
        checks.addAll(HostChecks.of(welcome.worker().host(), !address.isLoopback()));
        link.send(new Message.Close());
        end().ifPresent(checks::add);
        return checks;
    }

    /** Waits while the link exchanges time stamps; returns an event that ends the wait early. */
    private Event listen(Link link) throws InterruptedException {
        var shortest = Deadline.after(CLOCK, MIN_LISTENING);
        var longest = Deadline.after(CLOCK, MAX_LISTENING);
        Event event = new Event.Nothing();
        while (event instanceof Event.Nothing
                && !longest.isOver()
                && !(shortest.isOver() && link.clock().offset().boundNanos() <= GOOD_BOUND_NANOS)) {
            event = next(LISTENING_STEP);
        }
        return event;
    }

    private Check welcomed(WorkerFacts facts) {
        String found = Check.format(
                "at service: process %d on %s, Weir %s",
                facts.processId(), facts.host().host(), facts.version());
        String ours = ToolVersion.text();
        return Check.ok("worker", found)
                .warnIf(
                        !facts.version().equals(ours),
                        ", but here it is " + ours,
                        "copy the same weir.tar.gz to both hosts");
    }

    private static Check network(ClockEstimate estimate) {
        ClockOffset offset = estimate.offset();
        if (!estimate.isKnown()) {
            return Check.warn(
                    "network",
                    "no ping was answered within " + MAX_LISTENING.toMillis() + " ms",
                    "use workers and a coordinator that are closer to each other");
        }
        return Check.ok(
                "network",
                Check.format(
                        "round trip %.3f ms; its clock is %.3f ms %s ours (bound %.3f ms)",
                        estimate.roundTripNanos() / 1e6,
                        Math.abs(offset.offsetNanos()) / 1e6,
                        offset.offsetNanos() < 0 ? "behind" : "ahead of",
                        offset.boundNanos() / 1e6));
    }

    private static Check refused(Message.Refused refused) {
        String reason = refused.reason();
        if (refused.saysBusy()) {
            return Check.warn(
                    "worker",
                    reason + ", so that its host was not looked at",
                    "wait for the end of that run, or stop its coordinator");
        }
        if (reason.contains("--tls-")) {
            return Check.fail("worker", reason, "see bin/benchmark certs --help");
        }
        String remedy = refused.saysFull()
                ? "see the worker's log for the address that uses its connections"
                : "copy the same weir.tar.gz to both hosts, and restart the worker";
        return Check.fail("worker", reason, remedy);
    }

    private Check silent(Event event) {
        if (event instanceof Event.Received received) {
            return unreachable(
                    "it says " + received.message().getClass().getSimpleName() + " where another message was expected");
        }
        if (event instanceof Event.Gone gone) {
            return WireClient.strangerAt(address.socketAddress())
                    .map(stranger -> Check.fail(
                            "worker", stranger, "correct " + address.host() + ":" + address.port() + " in -w"))
                    .orElseGet(
                            () -> unreachable("a process answers, but is no worker of this version: " + gone.reason()));
        }
        return unreachable("a process listens, but does not answer within " + answerLimit.toMillis() + " ms");
    }

    private Check unreachable(String found) {
        String elsewhere = " --host " + address.host() + "; if it runs, a firewall is between: nc -vz " + address.host()
                + " " + address.port();
        return Check.fail(
                "worker",
                found,
                "is bin/benchmark-worker running there? Start it with: bin/benchmark-worker --port " + address.port()
                        + (address.isLoopback() ? "" : elsewhere));
    }

    /** Waits until the worker has ended the session, so that a following run finds it free. */
    private Optional<Check> end() throws InterruptedException {
        var deadline = Deadline.after(CLOCK, answerLimit);
        while (!deadline.isOver()) {
            Event event = next(Duration.ofNanos(deadline.remainingNanos()));
            boolean closed = event instanceof Event.Received received && received.message() instanceof Message.Closed;
            if (closed || event instanceof Event.Gone) {
                return Optional.empty();
            }
        }
        return Optional.of(Check.warn(
                "session", "the worker has not ended it within " + answerLimit.toMillis() + " ms", "restart it"));
    }

    private Event next(Duration limit) throws InterruptedException {
        Event event = events.poll(limit.toNanos(), TimeUnit.NANOSECONDS);
        return event == null ? new Event.Nothing() : event;
    }

    /** Called on the network thread. */
    private final class Mailbox implements LinkListener {
        Mailbox(Link link) {
            events.add(new Event.Connected(link));
        }

        @Override
        public void received(Message message) {
            events.add(new Event.Received(message));
        }

        @Override
        public void closed(String reason) {
            events.add(new Event.Gone(reason));
        }
    }
}
