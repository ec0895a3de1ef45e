package dev.weir.coordinator.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.clock.SystemClock;
import dev.weir.coordinator.Ticks;
import dev.weir.coordinator.system.BrokerWatch.TroubleSigns;
import dev.weir.coordinator.workers.RunObserver.EndedRun.BrokerTrouble;
import dev.weir.driver.EmptyAdmin;
import dev.weir.driver.admin.BrokerNode;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySet;
import dev.weir.result.code.EventKind;
import dev.weir.result.code.RunEvent;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A cluster of two brokers, of which the second one leaves and returns, and a load of 5 messages a second, too few to tell from
 * their number that some are missing.
 */
class BrokerWatchTest {
    private static final long SECOND = 1_000_000_000;
    private static final OptionalDouble TARGET = OptionalDouble.of(5);

    private final TroubleSigns signs = new TroubleSigns(10);
    private final List<BrokerNode> listed = new CopyOnWriteArrayList<>();
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger askedForLeaders = new AtomicInteger();
    private volatile List<Integer> leaders = List.of(1, 2, 2);
    private ServerSocket first;
    private ServerSocket second;
    private BrokerPresence presence;

    @BeforeEach
    void start() throws IOException {
        first = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        second = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        listed.add(node(1, first));
        listed.add(node(2, second));
        presence = new BrokerPresence(new Listing(), List.copyOf(listed), SystemClock.INSTANCE);
        presence.begin(List.of(new TopicSpec("t", 3)));
    }

    private static BrokerNode node(int id, ServerSocket socket) {
        return new BrokerNode(id, "127.0.0.1", socket.getLocalPort());
    }

    @AfterEach
    void end() throws IOException {
        presence.close();
        first.close();
        second.close();
    }

    @Test
    void asksOnlyForLeadersWithoutTrouble() {
        await().until(() -> askedForLeaders.get() > 0);
        presence.trouble(false, SystemClock.INSTANCE.epochNanos());
        presence.close();

        assertThat(asked).hasValue(0);
        assertThat(presence.events()).isEmpty();
    }

    @Test
    void aBrokerHasLeftUntilItIsListedAgain() {
        BrokerNode gone = listed.get(1);
        presence.trouble(true, SystemClock.INSTANCE.epochNanos());
        await().until(() -> asked.get() > 0);
        assertThat(presence.events()).isEmpty();

        listed.remove(gone);
        await().until(() -> presence.events().size() == 1);
        // It is looked for although the rest of the load is well again.
        presence.trouble(false, 0);
        listed.add(gone);
        await().until(() -> presence.events().size() == 2);

        assertThat(presence.events()).extracting(RunEvent::kind).containsOnly(EventKind.BROKER_CHANGED);
        assertThat(presence.events())
                .extracting(RunEvent::text)
                .satisfiesExactly(
                        text -> assertThat(text).isEqualTo(gone.text() + " left"),
                        text -> assertThat(text).startsWith(gone.text() + " returned, "));
        assertThat(presence.troubles()).singleElement().satisfies(absence -> {
            assertThat(absence.broker()).isEqualTo("broker 2 at 127.0.0.1:" + gone.port());
            assertThat(absence.toNanos()).isGreaterThan(absence.fromNanos()).isLessThan(Long.MAX_VALUE);
        });
    }

    /** As after a kill, before the cluster notices it. */
    @Test
    void aListedBrokerThatRefusesConnectionsHasLeft() throws IOException {
        second.close();
        presence.trouble(true, SystemClock.INSTANCE.epochNanos());
        await().until(() -> !presence.events().isEmpty());

        assertThat(presence.troubles())
                .extracting(BrokerTrouble::broker)
                .containsExactly(listed.get(1).text());
    }

    /** As of a broker that stands still: its address accepts connections. */
    @Test
    void aBrokerLosesLeadershipsUntilAllItsPartitionsHaveALeader() {
        await().until(() -> askedForLeaders.get() > 0);
        long begin = SystemClock.INSTANCE.epochNanos();
        presence.trouble(true, begin);
        leaders = List.of(1, 1, -1);
        await().until(() -> presence.events().size() == 1);
        assertThat(presence.troubles()).singleElement().satisfies(trouble -> {
            assertThat(trouble.absent()).isFalse();
            assertThat(trouble.toNanos()).isEqualTo(Long.MAX_VALUE);
        });
        presence.trouble(false, 0);
        leaders = List.of(1, 1, 2);
        await().until(() -> presence.troubles().get(0).toNanos() < Long.MAX_VALUE);

        assertThat(presence.events()).singleElement().satisfies(event -> {
            assertThat(event.kind()).isEqualTo(EventKind.BROKER_CHANGED);
            assertThat(event.text())
                    .isEqualTo(listed.get(1).text()
                            + " lost leaderships of the run's partitions: 2, of which 1 have no new leader");
        });
        assertThat(presence.troubles().get(0).toNanos()).isGreaterThan(begin);
    }

    /** A connection that ended is noticed before messages are late. */
    @Test
    void anErrorOfAClientIsTroubleForSomeSeconds() {
        signs.tick(second(10), TARGET, false);
        assertThat(signs.isTrouble(11 * SECOND)).isFalse();
        signs.tick(second(11), TARGET, true);

        assertThat(signs.isTrouble(12 * SECOND)).isTrue();
        assertThat(signs.sinceNanos()).isEqualTo(11 * SECOND);
        signs.tick(second(12), TARGET, false);
        assertThat(signs.isTrouble(16 * SECOND)).isTrue();
        assertThat(signs.isTrouble(17 * SECOND)).isFalse();
    }

    @Test
    void aReadCountsAsAllMessagesOfItsRequest() {
        var reads = new LatencySet();
        reads.of(Latency.READ_SERVICE).values().record(1, 5);
        for (int at = 10; at < 13; at++) {
            signs.tick(
                    Ticks.interval(
                            Phase.MEASUREMENT, at * SECOND, (at + 1) * SECOND, new Counts(50, 50, 0, 0, 0, 0), reads),
                    OptionalDouble.of(100),
                    false);
        }

        assertThat(signs.isTrouble(13 * SECOND)).isFalse();
    }

    private static Interval second(int at) {
        return Ticks.second(Phase.MEASUREMENT, at, new Counts(5, 5, 0, 5, 0, 0));
    }

    /** An administration that only lists brokers and leaders. */
    private final class Listing extends EmptyAdmin {
        @Override
        public List<BrokerNode> brokers(Duration deadline) {
            asked.incrementAndGet();
            return List.copyOf(listed);
        }

        @Override
        public Map<String, List<Integer>> leaders(Collection<String> topics, Duration deadline) {
            askedForLeaders.incrementAndGet();
            return Map.of("t", leaders);
        }
    }
}
