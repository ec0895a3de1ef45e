package dev.weir.driver.nats;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.driver.client.ConsumerSpec;
import io.nats.client.Connection;
import io.nats.client.Message;
import io.nats.client.NUID;
import io.nats.client.Subscription;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One consumer's part in the distribution of partitions over the consumers of a subscription, which JetStream does not
 * provide. Several times a second, each member publishes its name and its partitions on a subject of the subscription.
 * Sorted by their names, members take the partitions in turn. A partition of another member is only taken when that
 * member has published its release, so partitions move soon and in order.
 *
 * <p>Messages between members may be lost or late. Then two may have one partition for a short time: the server gives
 * each message to only one of them, so no message is lost or repeated, but their order is not kept.
 *
 * <p>Used by the consumer's thread.
 */
final class PartitionAssignor {
    private static final Logger LOG = LoggerFactory.getLogger(PartitionAssignor.class);
    private static final long SAY_NANOS = 250_000_000;
    /** A new member first receives the messages of all others. */
    private static final long LISTEN_FIRST_NANOS = 2 * SAY_NANOS;

    private static final long LOST_NANOS = 10_000_000_000L;
    private static final String LEAVES = "leaves";

    private final Connection connection;
    private final String subject;
    private final String self;
    private final int partitions;
    private final Subscription others;
    private final Map<String, Member> members = new TreeMap<>();
    private BitSet said = new BitSet();
    private long joinedNanos;
    private long nextSayNanos;

    private record Member(long heardNanos, BitSet has) {}

    PartitionAssignor(Connection connection, ConsumerSpec spec) {
        this.connection = connection;
        this.subject = "weir.group." + Partitions.plain(spec.subscription());
        this.self = Partitions.plain(spec.clientId()) + "-" + NUID.nextGlobal();
        this.partitions = spec.partitions();
        this.others = connection.subscribe(subject);
        join();
    }

    /** Starts again, as a member that has no partitions and knows no other member. */
    void join() {
        members.clear();
        joinedNanos = System.nanoTime();
        nextSayNanos = joinedNanos;
    }

    /**
     * Receives the others' messages, and publishes its own when it is due.
     *
     * @param has partitions that this member has
     * @return partitions that it should have: release the others first, then take the rest
     */
    BitSet turn(BitSet has) throws InterruptedException {
        long now = System.nanoTime();
        while (others.getPendingMessageCount() > 0) {
            Message message = others.nextMessage(1);
            if (message == null) {
                break;
            }
            hear(new String(message.getData(), UTF_8), now);
        }
        members.values().removeIf(member -> now - member.heardNanos() > LOST_NANOS);
        if (now - nextSayNanos >= 0 || !said.equals(has)) {
            said = (BitSet) has.clone();
            nextSayNanos = now + SAY_NANOS;
            say(has.stream().mapToObj(Integer::toString).collect(Collectors.joining(",")));
        }
        return now - joinedNanos < LISTEN_FIRST_NANOS ? new BitSet() : share(has);
    }

    private void hear(String text, long now) {
        String[] parts = text.split(" ", 2);
        if (parts.length < 2 || parts[0].equals(self)) {
            return;
        }
        if (parts[1].equals(LEAVES)) {
            members.remove(parts[0]);
            return;
        }
        var has = new BitSet();
        for (String partition : parts[1].split(",", -1)) {
            if (!partition.isEmpty()) {
                has.set(Integer.parseInt(partition));
            }
        }
        if (members.put(parts[0], new Member(now, has)) == null) {
            LOG.debug("{} hears of {}", self, parts[0]);
            // A new member has to know this one soon.
            nextSayNanos = now;
        }
    }

    private BitSet share(BitSet has) {
        var taken = new BitSet();
        int before = 0;
        for (Map.Entry<String, Member> other : members.entrySet()) {
            taken.or(other.getValue().has());
            before += other.getKey().compareTo(self) < 0 ? 1 : 0;
        }
        var share = new BitSet();
        for (int partition = before; partition < partitions; partition += members.size() + 1) {
            share.set(partition, has.get(partition) || !taken.get(partition));
        }
        return share;
    }

    /** Publishes that this member's partitions are free. */
    void leave() {
        say(LEAVES);
    }

    private void say(String what) {
        connection.publish(subject, (self + " " + what).getBytes(UTF_8));
    }
}
