package dev.weir.coordinator.system;

import dev.weir.clock.Clock;
import dev.weir.coordinator.workers.RunObserver.EndedRun.BrokerTrouble;
import dev.weir.driver.admin.Admin;
import dev.weir.driver.admin.BrokerNode;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.result.code.EventKind;
import dev.weir.result.code.RunEvent;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Finds out which brokers of a running cluster leave and return, and which lose the leaderships of the run's
 * partitions. A thread of its own asks, so that no silent broker holds up the coordinator. While there is trouble, it
 * asks the cluster every second, and connects to each known broker; otherwise, it asks for leaders only, every {@value
 * #QUIET_MILLIS} ms.
 *
 * <p>A broker has left if the cluster does not list it any more, or if its address refuses connections. A broker that
 * stands still or is cut off accepts connections or answers nothing. So it has lost leaderships as soon as the cluster
 * elects other leaders, and has left as soon as another broker is asked and does not list it; before that, it is not
 * noticed. Of more than {@value #MAX_TOPICS} topics, only the leaders of the first ones are asked for. A broker that
 * leads no partition of the run and comes back before the next look is not noticed either, nor is a leader that has
 * changed and changed back between two looks. Any thread.
 */
final class BrokerPresence implements AutoCloseable {
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(3);
    private static final int CONNECT_MILLIS = 1_000;
    private static final long PAUSE_MILLIS = 1_000;
    private static final long QUIET_MILLIS = 5_000;
    private static final long JOIN_MILLIS =
            ANSWER_LIMIT.multipliedBy(2).plusSeconds(3).toMillis();
    /** Answers about more topics would be a load of their own. */
    private static final int MAX_TOPICS = 100;

    private final Admin admin;
    private final Clock clock;
    private final Semaphore troubleBegins = new Semaphore(0);
    private final RepeatingThread thread = new RepeatingThread("broker-presence", PAUSE_MILLIS, JOIN_MILLIS, this::ask);
    private final Map<Integer, BrokerNode> known = new LinkedHashMap<>();
    private final Map<Integer, Long> absentSince = new LinkedHashMap<>();
    private final List<RunEvent> events = new ArrayList<>();
    /** The latest leader of each partition of the run, by {@code topic-number}. */
    private final Map<String, Integer> leaders = new HashMap<>();
    /** Since when partitions that a broker led have no leader. */
    private final Map<Integer, Long> leaderlessSince = new LinkedHashMap<>();

    private final List<BrokerTrouble> ended = new ArrayList<>();
    private List<String> topics = List.of();
    private boolean trouble;
    private long troubleSinceNanos;
    private long askedNanos;
    private long leadersAskedNanos;

    /** Knows all brokers of the cluster before the load, and asks nothing before {@link #begin}. */
    public BrokerPresence(Admin admin, List<BrokerNode> brokers, Clock clock) {
        this.admin = admin;
        this.clock = clock;
        brokers.forEach(broker -> known.put(broker.id(), broker));
    }

    /** Begins to ask. Called once. */
    public void begin(List<TopicSpec> ofRun) {
        topics = ofRun.stream().map(TopicSpec::name).limit(MAX_TOPICS).toList();
        thread.start();
    }

    /** Reports whether there is trouble now, and since when. Does not wait. */
    public synchronized void trouble(boolean now, long fromNanos) {
        if (now && !trouble) {
            troubleSinceNanos = fromNanos;
            troubleBegins.release();
        }
        trouble = now;
    }

    public synchronized List<RunEvent> events() {
        return List.copyOf(events);
    }

    public synchronized List<BrokerTrouble> troubles() {
        List<BrokerTrouble> all = new ArrayList<>(ended);
        absentSince.forEach((id, since) -> all.add(trouble(true, id, since, Long.MAX_VALUE)));
        leaderlessSince.forEach((id, since) -> all.add(trouble(false, id, since, Long.MAX_VALUE)));
        return all;
    }

    private BrokerTrouble trouble(boolean absent, int id, long fromNanos, long toNanos) {
        return new BrokerTrouble(absent, name(id), fromNanos, toNanos);
    }

    private String name(int id) {
        return Optional.ofNullable(known.get(id)).map(BrokerNode::text).orElse("broker " + id);
    }

    private void ask() throws InterruptedException {
        long asked = clock.epochNanos();
        try {
            noteLeaders(admin.leaders(topics, ANSWER_LIMIT), asked);
        } catch (RuntimeException e) {
            // As for brokers: unknown, and asked again.
        }
        boolean asks = isTrouble() || troubleBegins.tryAcquire(QUIET_MILLIS - PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        if (asks && !thread.isEnding()) {
            long begin = clock.epochNanos();
            note(look(), begin);
        }
    }

    /** An absent broker, or a leader, is looked for until it returns. */
    private synchronized boolean isTrouble() {
        return trouble || !absentSince.isEmpty() || !leaderlessSince.isEmpty();
    }

    private synchronized void noteLeaders(Map<String, List<Integer>> now, long atNanos) {
        Map<Integer, Integer> moved = new TreeMap<>();
        Map<Integer, Integer> leaderless = new TreeMap<>();
        now.forEach((topic, ids) -> {
            for (int partition = 0; partition < ids.size(); partition++) {
                int leader = ids.get(partition);
                String name = topic + "-" + partition;
                Integer before = leader < 0 ? leaders.get(name) : leaders.put(name, leader);
                if (before != null && before != leader) {
                    (leader < 0 ? leaderless : moved).merge(before, 1, Integer::sum);
                }
            }
        });
        Set<Integer> lost = new TreeSet<>(moved.keySet());
        lost.addAll(leaderless.keySet());
        lost.removeAll(leaderlessSince.keySet());
        for (int id : lost) {
            leaderlessSince.put(id, leadersAskedNanos);
            int without = leaderless.getOrDefault(id, 0);
            int all = moved.getOrDefault(id, 0) + without;
            String text = "%s lost leaderships of the run's partitions: %,d, of which %,d have no new leader";
            events.add(RunEvent.of(EventKind.BROKER_CHANGED, leadersAskedNanos, text, name(id), all, without));
        }
        Map<Integer, Long> over = new LinkedHashMap<>(leaderlessSince);
        over.keySet().removeAll(leaderless.keySet());
        over.forEach((id, since) -> ended.add(trouble(false, id, since, atNanos)));
        leaderlessSince.keySet().retainAll(leaderless.keySet());
        leadersAskedNanos = atNanos;
    }

    /** Returns whether each known broker is present; brokers of which that is unknown are left out. */
    private Map<Integer, Boolean> look() {
        List<BrokerNode> listed = listed();
        Set<Integer> ids = listed.stream().map(BrokerNode::id).collect(Collectors.toSet());
        List<BrokerNode> all;
        synchronized (this) {
            listed.forEach(broker -> known.put(broker.id(), broker));
            all = List.copyOf(known.values());
        }
        Map<Integer, Boolean> present = new LinkedHashMap<>();
        for (BrokerNode broker : all) {
            if (!ids.isEmpty() && !ids.contains(broker.id())) {
                present.put(broker.id(), false);
            } else {
                Optional<Boolean> accepts = accepts(broker).filter(accepted -> !accepted || !ids.isEmpty());
                accepts.ifPresent(accepted -> present.put(broker.id(), accepted));
            }
        }
        return present;
    }

    /** Returns the brokers that the cluster lists; none if they are unknown. */
    private List<BrokerNode> listed() {
        try {
            return admin.brokers(ANSWER_LIMIT);
        } catch (RuntimeException e) {
            // The cluster does not answer, or the administration has just been closed: asked again.
            return List.of();
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
        if (thread.isEnding()) {
            return;
        }
        // Since the last look, or since the trouble began if there was no look before.
        long sinceNanos = Math.max(askedNanos, Math.min(troubleSinceNanos, atNanos));
        present.forEach((id, isPresent) -> {
            Long since = isPresent ? absentSince.remove(id) : absentSince.putIfAbsent(id, sinceNanos);
            if (!isPresent && since == null) {
                events.add(RunEvent.of(EventKind.BROKER_CHANGED, sinceNanos, "%s left", name(id)));
            } else if (isPresent && since != null) {
                double seconds = (atNanos - since) / 1e9;
                String text = "%s returned, %.1f s after it left";
                ended.add(trouble(true, id, since, atNanos));
                events.add(RunEvent.of(EventKind.BROKER_CHANGED, atNanos, text, name(id), seconds));
            }
        });
        askedNanos = atNanos;
    }

    @Override
    public void close() {
        thread.end();
        troubleBegins.release();
        thread.close();
    }
}
