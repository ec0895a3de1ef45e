package dev.weir.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clock.ManualClock;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** On a channel whose time stands still until it is moved. */
class LinkSilenceTest {

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void givesUpAPeerThatSaysNothing(boolean pings) {
        var conversation = new CompletableFuture<Conversation>();
        var channel = new EmbeddedChannel();
        channel.freezeTime();
        channel.pipeline()
                .addLast(new LinkPipeline(
                        WireServer.newLinks(), new ManualClock(0), pings, Duration.ofSeconds(5), link -> {
                            conversation.complete(new Conversation(link));
                            return conversation.join();
                        }));
        channel.pipeline().fireChannelActive();

        pass(channel, 4999);
        assertThat(conversation.join().isOpen()).isTrue();
        pass(channel, 2);

        assertThat(conversation.join().closeReason()).isEqualTo("nothing was heard for 5000 ms");
        assertThat(channel.isOpen()).isFalse();
    }

    private static void pass(EmbeddedChannel channel, long millis) {
        channel.advanceTimeBy(millis, TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();
    }
}
