package dev.weir.coordinator.system;

import dev.weir.clock.Clock;
import dev.weir.driver.admin.Admin;
import dev.weir.driver.admin.BrokerNode;
import dev.weir.result.code.EventKind;
import dev.weir.result.code.RunEvent;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Finds out which brokers of a running cluster leave and return. While there is trouble, a thread of its own asks the
 * cluster every second, and connects to each known broker, so that no silent broker holds up the coordinator. A broker
 * has left if the cluster does not list it any more, or if its address refuses connections. Any thread.
 */
public final class BrokerPresence implements AutoCloseable {
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(3);
    private static final int CONNECT_MILLIS = 1_000;
    private static final long PAUSE_MILLIS = 1_000;
    private static final long JOIN_MILLIS = ANSWER_LIMIT.plusSeconds(3).toMillis();

    private final Admin admin;
    private final Clock clock;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread = new Thread(this::ask, "broker-presence");
    private final Map<Integer, BrokerNode> known = new LinkedHashMap<>();
    private final Map<Integer, Long> absentSince = new LinkedHashMap<>();
    private final List<RunEvent> events = new ArrayList<>();
    private final List<BrokerAbsence> ended = new ArrayList<>();
    private boolean trouble;
    private long troubleSinceNanos;
    private long askedNanos;

    /**
     * A time in which a broker was absent.
     *
     * @param broker name of the broker
     * @param fromNanos when it was present for the last time, or the trouble began: epoch nanoseconds of the coordinator
     * @param toNanos when it was present again; {@link Long#MAX_VALUE} if it was not
     */
    public record BrokerAbsence(String broker, long fromNanos, long toNanos) {}

    /**
     * Asks nothing before the first trouble.
     *
     * @param brokers all brokers of the cluster before the load
     */
    public BrokerPresence(Admin admin, List<BrokerNode> brokers, Clock clock) {
        this.admin = admin;
        this.clock = clock;
        brokers.forEach(broker -> known.put(broker.id(), broker));
        thread.setDaemon(true);
    }

    /**
     * Reports whether there is trouble now. Does not wait.
     *
     * @param fromNanos since when
     */
    public synchronized void trouble(boolean now, long fromNanos) {
        if (now && !trouble) {
            troubleSinceNanos = fromNanos;
        }
        trouble = now;
        if (now && thread.getState() == Thread.State.NEW && closed.getCount() > 0) {
            thread.start();
        }
        notifyAll();
    }

    /** Returns all events so far, in order. */
    public synchronized List<RunEvent> events() {
        return List.copyOf(events);
    }

    /** Returns all times so far in which a broker was absent. */
    public synchronized List<BrokerAbsence> absences() {
        List<BrokerAbsence> all = new ArrayList<>(ended);
        absentSince.forEach((id, since) -> all.add(new BrokerAbsence(name(id), since, Long.MAX_VALUE)));
        return all;
    }

    private String name(int id) {
        return Objects.requireNonNull(known.get(id)).text();
    }

    private void ask() {
        try {
            do {
                awaitTrouble();
                if (closed.getCount() > 0) {
                    long begin = clock.epochNanos();
                    note(look(), begin);
                }
            } while (!closed.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** An absent broker is looked for until it returns. */
    private synchronized void awaitTrouble() throws InterruptedException {
        while (!trouble && absentSince.isEmpty() && closed.getCount() > 0) {
            wait();
        }
    }

    /** Returns whether each known broker is present; brokers of which that is unknown are left out. */
    private Map<Integer, Boolean> look() {
        Optional<List<BrokerNode>> listed = listed();
        listed.ifPresent(brokers -> {
            synchronized (this) {
                brokers.forEach(broker -> known.put(broker.id(), broker));
            }
        });
        Optional<Set<Integer>> ids =
                listed.map(brokers -> brokers.stream().map(BrokerNode::id).collect(Collectors.toSet()));
        List<BrokerNode> all;
        synchronized (this) {
            all = List.copyOf(known.values());
        }
        Map<Integer, Boolean> present = new LinkedHashMap<>();
        for (BrokerNode broker : all) {
            if (ids.isPresent() && !ids.get().contains(broker.id())) {
                present.put(broker.id(), false);
            } else {
                accepts(broker)
                        .filter(accepts -> !accepts || ids.isPresent())
                        .ifPresent(accepts -> present.put(broker.id(), accepts));
            }
        }
        return present;
    }

    private Optional<List<BrokerNode>> listed() {
        try {
            return Optional.of(admin.brokers(ANSWER_LIMIT)).filter(brokers -> !brokers.isEmpty());
        } catch (RuntimeException e) {
            // The cluster does not answer, or the administration has just been closed: unknown, and asked again.
            return Optional.empty();
        }
    }

    /** Returns whether a broker's address accepts connections; empty if it neither accepts nor refuses them. */
    private static Optional<Boolean> accepts(BrokerNode broker) {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(broker.host(), broker.port()), CONNECT_MILLIS);
            return Optional.of(true);
        } catch (ConnectException e) {
            return Optional.of(false);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private synchronized void note(Map<Integer, Boolean> present, long atNanos) {
        if (closed.getCount() == 0) {
            return;
        }
        // Since the last look, or since the trouble began if there was no look before.
        long sinceNanos = Math.max(askedNanos, Math.min(troubleSinceNanos, atNanos));
        present.forEach((id, isPresent) -> {
            String broker = name(id);
            Long since = absentSince.get(id);
            if (!isPresent && since == null) {
                absentSince.put(id, sinceNanos);
                events.add(RunEvent.of(EventKind.BROKER_LEFT, sinceNanos, "%s left", broker));
            } else if (isPresent && since != null) {
                absentSince.remove(id);
                ended.add(new BrokerAbsence(broker, since, atNanos));
                events.add(RunEvent.of(
                        EventKind.BROKER_RETURNED,
                        atNanos,
                        "%s returned, %.1f s after it left",
                        broker,
                        (atNanos - since) / 1e9));
            }
        });
        askedNanos = atNanos;
    }

    @Override
    public void close() {
        closed.countDown();
        synchronized (this) {
            notifyAll();
        }
        try {
            thread.join(JOIN_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
