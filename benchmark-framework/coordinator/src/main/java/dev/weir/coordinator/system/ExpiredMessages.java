package dev.weir.coordinator.system;

import dev.weir.driver.admin.LogRange;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.driver.admin.TopicState;
import dev.weir.result.interval.Phase;
import dev.weir.wire.message.Message.ReceivedNotes.DeliveredOffsets;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Counts messages that were removed before a subscription received them: by retention, by {@code DeleteRecords}, by
 * compaction, or with their topic. Used by the coordinator's thread.
 *
 * <p>Workers report which offsets arrive. An offset that never arrives leaves a hole. The two readings of the logs after
 * a hole became known decide about it: if its partition's log then begins after the begin of the hole, its messages were
 * removed, also those that the client passed over because {@code auto.offset.reset} is {@code latest}. Any other hole
 * is none of removed messages, unless the topic is compacted: control records leave such holes, and so does a client that
 * passes over messages. Messages that are lost before they have an offset leave no hole.
 */
public final class ExpiredMessages {
    /** The first of these readings may have begun before the hole. */
    private static final int READINGS_TO_DECIDE = 2;

    private static final long NO_OFFSET = -1;

    private final Set<Integer> shareGroups;
    private final Set<Integer> laterFromBegin;
    /** By subscription and topic, then by partition: they are read for each topic of each subscription. */
    private final Map<Place, Map<Integer, Offsets>> places = new HashMap<>();

    private final Map<Log, LogRange> logs = new HashMap<>();
    private final Map<Log, LogRange> firstLogs = new HashMap<>();
    private final Map<String, TopicState> firstStates = new HashMap<>();
    private final Map<Log, Long> reached = new HashMap<>();
    private final Set<String> compacted = new HashSet<>();
    private final Set<String> deleted = new TreeSet<>();
    private final Set<String> createdAgain = new TreeSet<>();
    /** Whether messages were removed from the begin of a log, before the run or in it. */
    private boolean hasRemoved;

    private long newestNanos;
    private long previousNanos;
    private int readings;

    private record Log(String topic, int partition) {}

    private record Place(int subscription, String topic) {}

    /**
     * @param shareGroups subscriptions whose messages arrive in any order, so that holes fill later
     * @param laterFromBegin subscriptions that begin during the load with the first message of the log, so that they
     *     miss messages that were removed until then
     */
    public ExpiredMessages(Set<Integer> shareGroups, Set<Integer> laterFromBegin) {
        this.shareGroups = Set.copyOf(shareGroups);
        this.laterFromBegin = Set.copyOf(laterFromBegin);
    }

    public void add(int subscription, DeliveredOffsets arrived, Phase phase) {
        for (DeliveredOffsets.Span span : arrived.spans()) {
            var log = new Log(arrived.topic(), span.partition());
            places.computeIfAbsent(new Place(subscription, arrived.topic()), any -> new HashMap<>())
                    .computeIfAbsent(span.partition(), any -> new Offsets(subscription, log, NO_OFFSET))
                    .add(span.from(), span.to(), phase, readings);
        }
    }

    private Stream<Offsets> all() {
        return places.values().stream().flatMap(each -> each.values().stream());
    }

    /** Adds a reading of the logs, unless it is already known. */
    public void add(LogWatch.Reading reading) {
        if (reading.atNanos() == newestNanos) {
            return;
        }
        previousNanos = newestNanos;
        newestNanos = reading.atNanos();
        readings++;
        reading.states().forEach(this::add);
        reading.ranges().forEach(this::add);
        all().forEach(offsets -> {
            reached.merge(offsets.log, offsets.reached, Math::max);
            LogRange log = logs.get(offsets.log);
            if (log != null && !shareGroups.contains(offsets.subscription)) {
                offsets.decide(log.startOffset(), readings);
            }
        });
    }

    private void add(String topic, Optional<TopicState> state) {
        state.filter(TopicState::compacted).ifPresent(any -> compacted.add(topic));
        TopicState first =
                state.map(now -> firstStates.computeIfAbsent(topic, any -> now)).orElse(firstStates.get(topic));
        if (first != null && state.isEmpty()) {
            deleted.add(topic);
        } else if (first != null && !state.get().id().equals(first.id())) {
            createdAgain.add(topic);
        }
    }

    private void add(String topic, List<LogRange> ranges) {
        TopicState first = firstStates.get(topic);
        boolean hasIds = first != null && first.id().isPresent();
        for (int partition = 0; partition < ranges.size(); partition++) {
            var log = new Log(topic, partition);
            LogRange now = ranges.get(partition);
            hasRemoved |= now.startOffset() > 0;
            LogRange before = logs.put(log, now);
            if (firstLogs.putIfAbsent(log, now) == null) {
                for (int each : laterFromBegin) {
                    places.computeIfAbsent(new Place(each, topic), any -> new HashMap<>())
                            .putIfAbsent(partition, new Offsets(each, log, now.startOffset()));
                }
            }
            if (!hasIds && before != null && now.isOfAnotherLogThan(before, reached.getOrDefault(log, 0L))) {
                createdAgain.add(topic);
            }
        }
    }

    public boolean needsReadings() {
        return all().anyMatch(each -> !shareGroups.contains(each.subscription) && !each.holes.isEmpty());
    }

    /** Returns how many removed messages a subscription has not received, in all topics. */
    public long of(int subscription) {
        // Called for each snapshot: in most runs, nothing is removed.
        return hasRemoved || !compacted.isEmpty()
                ? all().filter(each -> each.subscription == subscription)
                        .mapToLong(this::of)
                        .sum()
                : 0;
    }

    /** Returns whether topics were deleted in the run, or created again: their missing messages were in the old ones. */
    public boolean isReplaced(String topic) {
        return deleted.contains(topic) || createdAgain.contains(topic);
    }

    /**
     * Returns how many removed messages of a topic a subscription has not received. After the end of delivery, that
     * includes all messages behind removed ones at which the subscription stopped: its consumers passed over them, or
     * cannot continue.
     */
    public long of(int subscription, String topic, boolean ended) {
        return places.getOrDefault(new Place(subscription, topic), Map.of()).values().stream()
                .mapToLong(each -> of(each) + (ended ? behind(each) : 0))
                .sum();
    }

    private long behind(Offsets offsets) {
        LogRange log = logs.get(offsets.log);
        return log == null || log.startOffset() <= offsets.reached ? 0 : log.endOffset() - log.startOffset();
    }

    private long of(Offsets offsets) {
        LogRange log = logs.get(offsets.log);
        if (log == null) {
            return 0;
        }
        long start = log.startOffset();
        return offsets.removed(start) + (compacted.contains(offsets.log.topic()) ? offsets.kept(start) : 0);
    }

    /** Returns how many messages were removed from a topic during the run, received or not. */
    public long removedFrom(String topic) {
        return logs.entrySet().stream()
                .filter(each -> each.getKey().topic().equals(topic))
                .mapToLong(each -> each.getValue().startOffset() - begin(each.getKey(), firstLogs))
                .filter(messages -> messages > 0)
                .sum();
    }

    private static long begin(Log log, Map<Log, LogRange> known) {
        return Optional.ofNullable(known.get(log)).map(LogRange::startOffset).orElse(0L);
    }

    /** Returns how many removed messages consumers passed over in a phase. */
    public long passedOverIn(Phase phase) {
        return all().mapToLong(each -> each.removedIn(phase, begin(each.log, logs)))
                .sum();
    }

    /**
     * Returns whether the newest reading shows that each subscription has received everything that the logs still had.
     *
     * @param sinceNanos the reading has to begin after that, so that it shows what was acknowledged by then. The time of a
     *     reading is in its middle, so the reading before it has to be later, too
     */
    public boolean isAllReceived(List<TopicSpec> topics, int subscriptions, long sinceNanos) {
        if (previousNanos < sinceNanos || needsReadings()) {
            return false;
        }
        for (int s = 0; s < subscriptions; s++) {
            for (TopicSpec topic : topics) {
                Map<Integer, Offsets> ofTopic = places.getOrDefault(new Place(s, topic.name()), Map.of());
                for (int partition = 0; partition < topic.partitions(); partition++) {
                    Offsets offsets = ofTopic.get(partition);
                    LogRange now = logs.get(new Log(topic.name(), partition));
                    if (now == null
                            || offsets == null
                            || isReplaced(topic.name())
                            || offsets.reached < now.endOffset()) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    /** Describes what happened to topics, for a person; empty if none was deleted. */
    public String explain() {
        if (!createdAgain.isEmpty()) {
            return "; deleted and created again: " + String.join(", ", createdAgain);
        }
        return deleted.isEmpty() ? "" : "; deleted: " + String.join(", ", deleted);
    }

    private static final class Offsets {
        /** Ends of the holes between the first offset that arrived and the last, by their begins. */
        private final TreeMap<Long, Hole> holes = new TreeMap<>();

        private final Map<Phase, Long> removedIn = new EnumMap<>(Phase.class);
        private final int subscription;
        private final Log log;
        private long first;
        private long reached;
        private long removed;
        private long kept;

        private record Hole(long to, Phase phase, int readings) {}

        /** @param begin offset from which on the subscription is to receive each message; {@link #NO_OFFSET} if unknown */
        Offsets(int subscription, Log log, long begin) {
            this.subscription = subscription;
            this.log = log;
            this.first = begin;
            this.reached = Math.max(0, begin);
        }

        void add(long from, long to, Phase phase, int readings) {
            if (first < 0) {
                first = from;
                reached = to;
                return;
            }
            if (from > reached) {
                holes.put(reached, new Hole(from, phase, readings));
            }
            if (to < first) {
                holes.put(to, new Hole(first, phase, readings));
            }
            fill(from, to);
            first = Math.min(first, from);
            reached = Math.max(reached, to);
        }

        private void fill(long from, long to) {
            Long begin = holes.lowerKey(to);
            while (begin != null) {
                Hole hole = holes.get(begin);
                if (hole == null || hole.to() <= from) {
                    return;
                }
                holes.remove(begin);
                if (hole.to() > to) {
                    holes.put(to, hole);
                }
                if (begin < from) {
                    holes.put(begin, new Hole(from, hole.phase(), hole.readings()));
                }
                begin = holes.lowerKey(Math.min(begin, to));
            }
        }

        /** Counts the holes that two readings have seen, and forgets them. */
        void decide(long start, int readings) {
            holes.entrySet().removeIf(each -> {
                Hole hole = each.getValue();
                boolean decided = readings - hole.readings() >= READINGS_TO_DECIDE;
                long messages = hole.to() - each.getKey();
                if (decided && each.getKey() < start) {
                    removed += messages;
                    removedIn.merge(hole.phase(), messages, Long::sum);
                } else if (decided) {
                    kept += messages;
                }
                return decided;
            });
        }

        long removed(long start) {
            return removed + messages(holes.headMap(start)) + (first < 0 ? 0 : Math.max(0, start - reached));
        }

        long removedIn(Phase phase, long start) {
            Map<Long, Hole> open = new HashMap<>(holes.headMap(start));
            open.values().removeIf(hole -> hole.phase() != phase);
            return removedIn.getOrDefault(phase, 0L) + messages(open);
        }

        long kept(long start) {
            return kept + messages(holes.tailMap(start));
        }

        private static long messages(Map<Long, Hole> some) {
            return some.entrySet().stream()
                    .mapToLong(each -> each.getValue().to() - each.getKey())
                    .sum();
        }
    }
}
