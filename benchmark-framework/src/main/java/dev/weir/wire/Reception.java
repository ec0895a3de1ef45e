package dev.weir.wire;

import io.netty.channel.Channel;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Those who have connected to a server and not said what they want: so many at once, and each for a limited time, however
 * busily it sends. Who leaves without having said it gets one line in the log. On the server's network thread.
 */
final class Reception {
    private static final Logger LOG = LoggerFactory.getLogger(WireServer.class);

    private final int mostWaiting;
    private final Duration limit;
    private int waiting;

    Reception(int mostWaiting, Duration limit) {
        this.mostWaiting = mostWaiting;
        this.limit = limit;
    }

    /** Lets somebody in; empty if too many are waiting. */
    Optional<Opening> enter(Channel channel) {
        if (waiting >= mostWaiting) {
            LOG.warn(
                    "{} is not let in: {} others have not said yet what they want",
                    LinkHandler.text(channel.remoteAddress()),
                    waiting);
            return Optional.empty();
        }
        waiting++;
        return Optional.of(new Guest(channel));
    }

    /** One of them. */
    private final class Guest implements Opening {
        private final Channel channel;
        private final Future<?> deadline;
        private boolean waits = true;

        Guest(Channel channel) {
            this.channel = channel;
            this.deadline = channel.eventLoop().schedule(this::giveUp, limit.toMillis(), TimeUnit.MILLISECONDS);
        }

        @Override
        public void greeted() {
            if (waits) {
                waits = false;
                waiting--;
                deadline.cancel(false);
            }
        }

        @Override
        public void closed(String reason) {
            if (waits) {
                LOG.warn("{} was not served: {}", LinkHandler.text(channel.remoteAddress()), reason);
                greeted();
            }
        }

        private void giveUp() {
            channel.pipeline()
                    .fireExceptionCaught(
                            new WireException("it has not said what it wants within " + limit.toMillis() + " ms"));
        }
    }
}
