package dev.weir.feature.members;

import dev.weir.feature.members.MemberNotes.Change;
import dev.weir.feature.members.MemberNotes.Kind;
import dev.weir.feature.members.MemberNotes.Span;
import dev.weir.feature.members.Members.MemberEventResult.PartitionSilence;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * History of one consumer group: its members, its assignment and its deliveries, as all workers recorded them. Times
 * are those of the coordinator's clock.
 */
final class GroupHistory {
    private static final int NONE = -1;

    final int subscription;
    private final String topic;
    private final int partitions;
    private final Set<Integer> firstMembers = new HashSet<>();
    private final List<Noted> changes = new ArrayList<>();
    private final Map<Integer, List<Span>> spans = new TreeMap<>();

    private record Noted(int consumer, Change change) {
        /** Returns the partitions of the change, without those that the run does not know. */
        IntStream known(int partitions) {
            return change.partitions().stream().mapToInt(Integer::intValue).filter(partition -> partition < partitions);
        }
    }

    /**
     * What a member event did to this group.
     *
     * @param changed whether a partition got or lost an owner
     * @param completeNanos when each partition had an owner after the last change; 0 if one has none
     * @param silences longest time without a delivery, for each partition; only of partitions that delivered something
     */
    record Effect(
            boolean changed, long completeNanos, int moved, int movedWithoutNeed, List<PartitionSilence> silences) {}

    GroupHistory(int subscription, String topic, int partitions) {
        this.subscription = subscription;
        this.topic = topic;
        this.partitions = partitions;
    }

    /** A member that took part from the start of the load. */
    void hasMember(int consumer) {
        firstMembers.add(consumer);
    }

    void add(int consumer, Change change) {
        changes.add(new Noted(consumer, change));
    }

    void add(Span span) {
        spans.computeIfAbsent(span.partition(), absent -> new ArrayList<>()).add(span);
    }

    /**
     * Computes what a member event did.
     *
     * @param lengthNanos how long the event itself lasts
     * @param untilNanos end of the time in which changes are attributed to this event
     */
    Effect effect(long atNanos, long lengthNanos, long untilNanos, long endNanos) {
        changes.sort(Comparator.comparingLong(noted -> noted.change().atNanos()));
        int[] owners = new int[partitions];
        Arrays.fill(owners, NONE);
        int[] lastOwners = owners.clone();
        Set<Integer> members = new HashSet<>(firstMembers);
        Set<Integer> stopped = new HashSet<>();
        int[] before = null;
        long changedNanos = 0;
        for (Noted noted : changes) {
            Change change = noted.change();
            boolean inTime = change.atNanos() >= atNanos;
            if (change.atNanos() >= untilNanos) {
                break;
            }
            if (inTime && before == null) {
                before = lastOwners.clone();
            }
            if (inTime && change.kind() == Kind.STOP) {
                stopped.add(noted.consumer());
            }
            if (apply(noted, owners, lastOwners, members) && inTime) {
                changedNanos = change.atNanos();
            }
        }
        int[] from = before == null ? lastOwners : before;
        boolean complete = Arrays.stream(owners).allMatch(owner -> owner != NONE);
        stopped.removeIf(consumer -> Arrays.stream(owners).anyMatch(owner -> owner == consumer));
        members.removeAll(stopped);
        // A silence that begins after the rebalance has another cause.
        long overNanos =
                complete ? Math.min(untilNanos, Math.max(atNanos + lengthNanos, changedNanos) + 1) : untilNanos;
        List<PartitionSilence> silences = new ArrayList<>();
        spans.forEach((partition, each) -> silences.add(
                silence(partition, each, atNanos, overNanos, endNanos, hasMoved(partition, from, owners))));
        IntStream moved = IntStream.range(0, partitions).filter(partition -> hasMoved(partition, from, owners));
        int withoutNeed = movedWithoutNeed(from, owners, members);
        long completeNanos = complete ? changedNanos : 0;
        return new Effect(changedNanos > 0, completeNanos, (int) moved.count(), withoutNeed, silences);
    }

    /**
     * Applies a change; returns whether a partition got or lost an owner. If another consumer already owns the
     * partition, its loss is no change.
     */
    private static boolean apply(Noted noted, int[] owners, int[] lastOwners, Set<Integer> members) {
        int consumer = noted.consumer();
        return switch (noted.change().kind()) {
            case ASSIGNED -> {
                int[] given = noted.known(owners.length).toArray();
                Arrays.stream(given).forEach(partition -> lastOwners[partition] = consumer);
                yield set(given, owners, consumer);
            }
            case REVOKED -> set(ownedBy(consumer, owners, noted.known(owners.length)), owners, NONE);
            case LEAVE, KILL -> {
                members.remove(consumer);
                yield set(ownedBy(consumer, owners, IntStream.range(0, owners.length)), owners, NONE);
            }
            case JOIN -> {
                members.add(consumer);
                yield false;
            }
            case STOP -> false;
        };
    }

    private static int[] ownedBy(int consumer, int[] owners, IntStream some) {
        return some.filter(partition -> owners[partition] == consumer).toArray();
    }

    private static boolean set(int[] some, int[] owners, int owner) {
        boolean changes = Arrays.stream(some).anyMatch(partition -> owners[partition] != owner);
        Arrays.stream(some).forEach(partition -> owners[partition] = owner);
        return changes;
    }

    private static boolean hasMoved(int partition, int[] from, int[] to) {
        return from[partition] != NONE && to[partition] != NONE && from[partition] != to[partition];
    }

    /**
     * Returns how many partitions moved away from remaining members beyond the fewest moves that balance the group.
     * Balanced: each member has equally many partitions, or one more; the members that had most keep the additional
     * one.
     */
    private static int movedWithoutNeed(int[] from, int[] to, Set<Integer> members) {
        Map<Integer, Integer> had = new HashMap<>();
        int moved = 0;
        for (int partition = 0; partition < from.length; partition++) {
            if (members.contains(from[partition])) {
                had.merge(from[partition], 1, Integer::sum);
                moved += hasMoved(partition, from, to) ? 1 : 0;
            }
        }
        List<Integer> most =
                had.values().stream().sorted(Comparator.reverseOrder()).toList();
        int share = from.length / Math.max(1, members.size());
        int oneMore = from.length % Math.max(1, members.size());
        int needed = 0;
        for (int i = 0; i < most.size(); i++) {
            needed += Math.max(0, most.get(i) - share - (i < oneMore ? 1 : 0));
        }
        return Math.max(0, moved - needed);
    }

    private PartitionSilence silence(
            int partition, List<Span> each, long atNanos, long untilNanos, long endNanos, boolean moved) {
        each.sort(Comparator.comparingLong(Span::fromNanos));
        long seen = each.get(0).toNanos();
        long from = atNanos;
        long to = atNanos;
        for (Span span : each) {
            boolean overlaps = span.fromNanos() >= atNanos && seen < untilNanos;
            if (overlaps && span.fromNanos() - seen > to - from) {
                from = seen;
                to = span.fromNanos();
            }
            seen = Math.max(seen, span.toNanos());
        }
        boolean ended = seen >= untilNanos || endNanos - seen <= to - from;
        double fromSeconds = ((ended ? from : seen) - atNanos) / 1e9;
        double toSeconds = ((ended ? to : endNanos) - atNanos) / 1e9;
        return new PartitionSilence(topic, partition, fromSeconds, toSeconds, ended, moved);
    }
}
