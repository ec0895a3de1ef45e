package dev.weir.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Runs that go wrong in every way, drawn from a seed, against {@link AuditModel}. The audit hears of them as it does in
 * production: through logs that are collected at random moments.
 */
class AuditRandomisedTest {
    private static final int PRODUCERS = 3;
    private static final int MESSAGES = 5000;
    private static final int PARTITIONS = 4;

    /** Something that happens, at a made-up time. */
    private record Event(long time, Kind kind, int subscription, int consumer, int producer, long sequence) {
        enum Kind {
            ACKNOWLEDGED,
            FAILED,
            ABORTED,
            RECEIVED
        }

        int partition() {
            return partitionOf(producer, sequence);
        }
    }

    private static int partitionOf(int producer, long sequence) {
        return (int) ((sequence * 31 + producer) % PARTITIONS);
    }

    /**
     * If two consumers received the same message, the audit takes the one that reports first as the first receiver. So
     * {@code reordered} can be wrong by the duplicates where a subscription has several consumers. All else is exact.
     */
    @ParameterizedTest
    @CsvSource({
        "1, 1, 1", "2, 2, 1", "3, 3, 1", "4, 0, 1", "5, 1, 1", "6, 2, 1",
        "7, 3, 1", "8, 0, 1", "11, 2, 3", "12, 2, 3", "13, 2, 3", "14, 2, 3"
    })
    void isExactButForReorderedWhereDuplicatesReachOtherConsumers(long seed, int subscriptions, int consumers) {
        var random = new SplittableRandom(seed);
        new Run(subscriptions, consumers).replay(events(random, subscriptions, consumers), random);
    }

    private static List<Event> events(SplittableRandom random, int subscriptions, int consumers) {
        List<Event> events = new ArrayList<>();
        for (int p = 0; p < PRODUCERS; p++) {
            for (long sequence = 0; sequence < MESSAGES; sequence++) {
                int fate = random.nextInt(1000);
                // 1 % fail or are aborted, half of them arrive nevertheless; 0.5 % are lost, 1 % come twice or more,
                // some far too
                // late.
                boolean fails = fate < 10;
                boolean arrives = !fails || fate < 5;
                boolean loses = fate >= 10 && fate < 15;
                int copies = fate >= 15 && fate < 25 ? 2 + random.nextInt(3) : 1;
                boolean aborts = fails && fate % 2 == 0;
                var resolved = aborts ? Event.Kind.ABORTED : fails ? Event.Kind.FAILED : Event.Kind.ACKNOWLEDGED;
                events.add(new Event(sequence * 10 + delay(random), resolved, 0, 0, p, sequence));
                for (int s = 0; s < subscriptions && arrives && !loses; s++) {
                    for (int copy = 0; copy < copies; copy++) {
                        long late = copy * random.nextLong(20_000) + (fails ? random.nextLong(40_000) : 0);
                        int consumer = copy == 0 ? partitionOf(p, sequence) % consumers : random.nextInt(consumers);
                        events.add(new Event(
                                sequence * 10 + delay(random) + late, Event.Kind.RECEIVED, s, consumer, p, sequence));
                    }
                }
            }
        }
        events.sort(Comparator.comparingLong(Event::time));
        return events;
    }

    /** Mostly the same; now and then long enough to be overtaken. */
    private static long delay(SplittableRandom random) {
        return 20L + (random.nextInt(200) == 0 ? random.nextInt(3000) : 0);
    }

    private static final class Run {
        private final DeliveryAudit audit;
        private final AuditModel model;
        private final boolean sharesDuplicates;
        private final List<SequenceLog> acknowledged = new ArrayList<>();
        private final List<List<SequenceLog>> received = new ArrayList<>();
        private SequenceSet failed = new SequenceSet();
        private SequenceSet aborted = new SequenceSet();

        Run(int subscriptions, int consumers) {
            audit = new DeliveryAudit(subscriptions, true);
            model = new AuditModel(subscriptions);
            sharesDuplicates = consumers > 1;
            for (int p = 0; p < PRODUCERS; p++) {
                acknowledged.add(SequenceLog.ofAcknowledged(true, false));
            }
            for (int s = 0; s < subscriptions; s++) {
                List<SequenceLog> ofSubscription = new ArrayList<>();
                for (int c = 0; c < consumers; c++) {
                    ofSubscription.add(SequenceLog.ofReceived(true, false));
                }
                received.add(ofSubscription);
            }
        }

        void replay(List<Event> events, SplittableRandom random) {
            for (int i = 0; i < events.size(); i++) {
                note(events.get(i));
                if (i == events.size() - 1 || random.nextInt(2000) == 0) {
                    collect(random);
                    compare(audit.result(true, 0, 0), model.result());
                    assertThat(audit.isComplete()).isEqualTo(model.isComplete());
                }
            }
        }

        private void compare(AuditResult result, AuditResult expected) {
            assertThat(result)
                    .usingRecursiveComparison()
                    .ignoringFields(
                            "blocks.examples", "blocks.ranges", "blocks.differingBlocks", "violations.reordered")
                    .isEqualTo(expected);
            long unsure = sharesDuplicates ? expected.violations().duplicated() : 0;
            assertThat(result.violations().reordered().orElseThrow())
                    .isCloseTo(expected.violations().reordered().orElseThrow(), within(unsure));
        }

        private void note(Event event) {
            model.note(event);
            int producer = event.producer();
            switch (event.kind()) {
                case ACKNOWLEDGED -> acknowledged.get(producer).append(producer, event.sequence(), 0);
                case FAILED -> failed.add(producer, event.sequence());
                case ABORTED -> aborted.add(producer, event.sequence());
                case RECEIVED ->
                    received.get(event.subscription())
                            .get(event.consumer())
                            .append(producer, event.sequence(), event.partition());
            }
        }

        /** Workers report in any order: what was received may be known before it is known to be acknowledged. */
        private void collect(SplittableRandom random) {
            boolean receivedFirst = random.nextBoolean();
            if (receivedFirst) {
                collectReceived();
            }
            for (SequenceLog log : acknowledged) {
                audit.acknowledged(log.collect().sequences());
            }
            audit.failed(failed);
            failed = new SequenceSet();
            audit.aborted(aborted);
            aborted = new SequenceSet();
            if (!receivedFirst) {
                collectReceived();
            }
        }

        private void collectReceived() {
            for (int s = 0; s < received.size(); s++) {
                for (SequenceLog log : received.get(s)) {
                    audit.received(s, log.collect());
                }
            }
        }
    }

    /** The audit as one would write it down: every message and every arrival in a collection of its own. */
    private static final class AuditModel {
        private record Sent(int producer, long sequence) {}

        private record Arrived(int subscription, Sent message) {}

        private record Lane(int subscription, int consumer, int producer, int partition) {}

        private final int subscriptions;
        private final Set<Sent> acknowledged = new HashSet<>();
        private final Set<Sent> failed = new HashSet<>();
        private final Set<Sent> aborted = new HashSet<>();
        private final Set<Arrived> delivered = new HashSet<>();
        private final Map<Lane, Long> latest = new HashMap<>();
        private long duplicated;
        private long reordered;

        AuditModel(int subscriptions) {
            this.subscriptions = subscriptions;
        }

        void note(Event event) {
            var message = new Sent(event.producer(), event.sequence());
            switch (event.kind()) {
                case ACKNOWLEDGED -> acknowledged.add(message);
                case FAILED -> failed.add(message);
                case ABORTED -> aborted.add(message);
                case RECEIVED -> {
                    boolean first = delivered.add(new Arrived(event.subscription(), message));
                    duplicated += first ? 0 : 1;
                    var lane = new Lane(event.subscription(), event.consumer(), event.producer(), event.partition());
                    long last = latest.merge(lane, event.sequence(), Math::max);
                    reordered += first && last > event.sequence() ? 1 : 0;
                }
            }
        }

        boolean isComplete() {
            return lost() == 0;
        }

        AuditResult result() {
            return new AuditResult(
                    true,
                    true,
                    subscriptions,
                    new AuditResult.Totals(acknowledged.size(), failed.size(), aborted.size(), delivered.size(), 0),
                    new AuditResult.Violations(
                            lost(), duplicated, OptionalLong.of(reordered), arrivals(failed), arrivals(aborted)),
                    AuditResult.Blocks.NONE);
        }

        private long lost() {
            return (long) acknowledged.size() * subscriptions - arrivals(acknowledged);
        }

        private long arrivals(Set<Sent> of) {
            return delivered.stream()
                    .filter(arrived -> of.contains(arrived.message()))
                    .count();
        }
    }
}
