package dev.weir.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clock.ManualClock;
import dev.weir.wire.LinkInitializer.HandshakeListener;
import dev.weir.wire.PendingConnections.RejectedConnectionLog;
import dev.weir.wire.WireServer.ServerSessions;
import dev.weir.wire.message.Message;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** On a channel whose time stands still until it is moved. */
class LinkSilenceTest {

    private static final long STEP_MILLIS = 50;

    private final Standstills standstills = new Standstills();
    private final CompletableFuture<Conversation> conversation = new CompletableFuture<>();
    private final EmbeddedChannel channel = new EmbeddedChannel();

    @AfterEach
    void release() {
        channel.finishAndReleaseAll();
    }

    /** A process that has only begun to run has more time: on a busy host, its first message takes seconds. */
    @ParameterizedTest
    @CsvSource({"true, true, 5000", "false, true, 5000", "true, false, 30000", "false, false, 30000"})
    void closesAConnectionToASilentPeer(boolean pings, boolean hasSaidSomething, long limitMillis) {
        open(pings);
        if (hasSaidSomething) {
            say(channel);
        }

        pass(channel, limitMillis - 1);
        assertThat(conversation.join().isOpen()).isTrue();
        pass(channel, 2);

        assertThat(conversation.join().closeReason()).isEqualTo("nothing was heard for " + limitMillis + " ms");
        assertThat(channel.isOpen()).isFalse();
    }

    /** What the peer said meanwhile is only about to be read: it has its time again. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void doesNotTakeItsOwnStandstillForASilenceOfThePeer(boolean pings) {
        open(pings);
        say(channel);

        pass(channel, 1000);
        standStill(channel, 40_000);
        pass(channel, 3000);
        assertThat(conversation.join().isOpen()).isTrue();
        assertThat(standstills.nanosSince(Long.MIN_VALUE)).isBetween(39_000_000_000L, 41_000_000_000L);
        pass(channel, 2000);

        assertThat(conversation.join().closeReason()).isEqualTo("nothing was heard for 5000 ms");
    }

    private void open(boolean pings) {
        channel.freezeTime();
        channel.pipeline()
                .addLast(new LinkInitializer(
                                WireServer.newLinks(),
                                new ManualClock(0),
                                pings,
                                Duration.ofSeconds(5),
                                standstills,
                                any -> Optional.empty(),
                                any -> Optional.of(new HandshakeListener() {}),
                                this::session)
                        .initializer());
        channel.pipeline().fireChannelActive();
    }

    private Link session() {
        return new ServerSession(
                new ServerSessions(
                        Duration.ofSeconds(30),
                        new RejectedConnectionLog(
                                LoggerFactory.getLogger(WireServer.class), RejectedConnectionLog.WINDOW)),
                link -> {
                    conversation.complete(new Conversation(link));
                    return conversation.join();
                });
    }

    private static void say(EmbeddedChannel channel) {
        byte[] message = new MessageCodec().encode(new Message.Probe());
        channel.writeInbound(Unpooled.buffer().writeInt(message.length).writeBytes(message));
    }

    /** In steps: a process that runs has its turn again and again. */
    private static void pass(EmbeddedChannel channel, long millis) {
        for (long passed = 0; passed < millis; passed += STEP_MILLIS) {
            standStill(channel, Math.min(STEP_MILLIS, millis - passed));
        }
    }

    private static void standStill(EmbeddedChannel channel, long millis) {
        channel.advanceTimeBy(millis, TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();
    }
}
