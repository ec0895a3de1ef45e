package dev.weir.wire;

import dev.weir.clock.Clock;
import dev.weir.wire.LinkInitializer.HandshakeListener;
import dev.weir.wire.message.Message;
import dev.weir.wire.tls.WireException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.event.Level;

/**
 * Connections to a server that have neither proved their identity nor sent a first message. Each has a limited time,
 * and each address a limited number of them. When they are all taken, a new connection replaces the oldest one that has
 * sent nothing: idle connections cannot keep a coordinator out, not even those of its own host. On the server's network
 * thread.
 */
final class PendingConnections {
    /** A fatal TLS alert, internal_error: the only answer to a TLS client that needs no handshake. */
    private static final byte[] FULL_ALERT = {0x15, 3, 3, 0, 2, 2, 80};

    /** Number of rejected connections that may still read the reason. */
    private static final int MAX_REJECTED = 64;

    private static final long LEAVING_MILLIS = 500;

    private final Limits limits;
    private final Clock clock;
    private final boolean tls;
    private final RejectedConnectionLog log;
    private final Map<String, Source> sources = new HashMap<>();
    private int waiting;
    private int rejected;

    /**
     * Limits for pending connections.
     *
     * @param perAddress connections of one address at once
     * @param total connections at once
     * @param silence a connection that has sent no byte by then is closed
     * @param greeting a connection that has sent no message by then is closed; with TLS, it gets this time again after
     *     the handshake
     * @param stay a connection that has sent something is not replaced before this time
     */
    record Limits(int perAddress, int total, Duration silence, Duration greeting, Duration stay) {
        /**
         * A coordinator sends its first byte when it connects, and the rest within a few round trips. The times are for
         * a JVM that has just started on a busy host.
         */
        static final Limits USUAL =
                new Limits(128, 256, Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(1));
    }

    PendingConnections(Limits limits, Clock clock, boolean tls, RejectedConnectionLog log) {
        this.limits = limits;
        this.clock = clock;
        this.tls = tls;
        this.log = log;
    }

    /** Admits a connection; empty if there is no room: then it receives the reason and is closed. */
    Optional<HandshakeListener> enter(Channel channel) {
        String address = LinkHandler.host(channel);
        Source source = sources.computeIfAbsent(address, Source::new);
        boolean room = source.size() < limits.perAddress() || source.replaceOne();
        if (room && waiting >= limits.total()) {
            room = sources.values().stream()
                    .max(Comparator.comparingInt(Source::size))
                    .filter(Source::replaceOne)
                    .isPresent();
        }
        if (!room) {
            turnAway(channel, source);
            source.forgetIfEmpty();
            return Optional.empty();
        }
        // It may have been removed with the connection that was replaced.
        sources.put(address, source);
        return Optional.of(new PendingConnection(channel, source));
    }

    private void turnAway(Channel channel, Source source) {
        var refusal = Message.Refused.full(source.size(), waiting);
        String peer = LinkHandler.address(channel);
        log.note(channel.eventLoop(), source.address, RejectedConnectionLog.Kind.FULL, peer, refusal.reason());
        channel.config().setOption(ChannelOption.AUTO_READ, false);
        byte[] words = MessageCodec.SHARED.encode(refusal);
        ByteBuf answer = tls
                ? Unpooled.wrappedBuffer(FULL_ALERT)
                : Unpooled.buffer().writeInt(words.length).writeBytes(words);
        var unused = channel.writeAndFlush(answer);
        if (rejected < MAX_REJECTED && channel instanceof DuplexChannel duplex) {
            // A socket that is closed with unread bytes is reset, and the peer may not read the reason.
            rejected++;
            var unusedEnd = channel.closeFuture().addListener(closed -> rejected--);
            var unusedNow = duplex.shutdownOutput();
            var unusedLater = channel.eventLoop().schedule(() -> close(channel), LEAVING_MILLIS, TimeUnit.MILLISECONDS);
        } else {
            close(channel);
        }
    }

    private static void close(Channel channel) {
        var unused = channel.close();
    }

    /** Connections of one address, each kind with the oldest one first. */
    private final class Source {
        private final String address;
        private final Set<PendingConnection> silent = new LinkedHashSet<>();
        private final Set<PendingConnection> active = new LinkedHashSet<>();

        Source(String address) {
            this.address = address;
        }

        int size() {
            return silent.size() + active.size();
        }

        /** Closes the connection that is most likely idle; returns whether there is one. */
        boolean replaceOne() {
            Optional<PendingConnection> oldest = silent.stream()
                    .findFirst()
                    .or(() -> active.stream().findFirst().filter(PendingConnection::hasStayed));
            oldest.ifPresent(PendingConnection::replaced);
            return oldest.isPresent();
        }

        void forgetIfEmpty() {
            if (size() == 0) {
                sources.remove(address, this);
            }
        }
    }

    private final class PendingConnection implements HandshakeListener {
        private final Channel channel;
        private final Source source;
        private final long sinceNanos;
        private Future<?> deadline;
        private RejectedConnectionLog.Kind end = RejectedConnectionLog.Kind.NOT_SERVED;
        private boolean greeted;
        private boolean failed;

        PendingConnection(Channel channel, Source source) {
            this.channel = channel;
            this.source = source;
            this.sinceNanos = clock.epochNanos();
            source.silent.add(this);
            waiting++;
            this.deadline = closeAfter(limits.silence(), "it has sent nothing");
        }

        boolean hasStayed() {
            return clock.epochNanos() - sinceNanos >= limits.stay().toNanos();
        }

        @Override
        public void receivedFirstBytes() {
            if (source.silent.remove(this)) {
                source.active.add(this);
                waitForGreeting();
            }
        }

        @Override
        public void secured() {
            leave();
            waitForGreeting();
        }

        @Override
        public void greeted() {
            if (!greeted) {
                greeted = true;
                leave();
                deadline.cancel(false);
            }
        }

        @Override
        public void closed(String reason, boolean passing) {
            if (!greeted) {
                if (!failed && source.silent.contains(this)) {
                    end = RejectedConnectionLog.Kind.ASKED;
                }
                log.note(channel.eventLoop(), source.address, end, LinkHandler.address(channel), reason);
                greeted();
            }
        }

        void replaced() {
            leave();
            end = RejectedConnectionLog.Kind.REPLACED;
            fail(limits.perAddress() + " connections of its address, or " + limits.total()
                    + " in all, had not sent a first message");
        }

        private void leave() {
            if (source.silent.remove(this) || source.active.remove(this)) {
                waiting--;
                source.forgetIfEmpty();
            }
        }

        private void waitForGreeting() {
            deadline.cancel(false);
            deadline = closeAfter(limits.greeting(), "it has not sent a first message");
        }

        private Future<?> closeAfter(Duration limit, String reason) {
            String late = reason + " within " + limit.toMillis() + " ms";
            return Objects.requireNonNull(
                    channel.eventLoop().schedule(() -> fail(late), limit.toMillis(), TimeUnit.MILLISECONDS));
        }

        private void fail(String reason) {
            failed = true;
            channel.pipeline().fireExceptionCaught(new WireException(reason));
        }
    }

    /**
     * Log of connections that a server did not serve. For each address and kind it writes a few lines, and then every
     * 30 s one line with the number of connections that it did not write, until 30 s pass without any. So a scan cannot
     * hide what happens to another address. Any thread.
     */
    static final class RejectedConnectionLog {
        static final int MAX_LINES = 5;
        static final Duration WINDOW = Duration.ofSeconds(30);

        /** If there are more addresses at once, they share their lines. */
        private static final int MAX_KEYS = 200;

        private static final String OTHERS = "other addresses";

        private final Logger log;
        private final Duration window;
        private final Map<Key, Window> windows = new HashMap<>();

        /** Why a connection was not served. */
        enum Kind {
            NOT_SERVED("was not served", "were not served"),
            /**
             * A coordinator has looked whether its worker listens. Many of them are a scan of ports, and make a
             * warning.
             */
            ASKED("has sent nothing", "have sent nothing"),
            REPLACED("was closed to make room for a newer connection", "were closed to make room for newer ones"),
            FULL("was not let in", "were not let in"),
            REFUSED("was refused", "were refused");

            private final String one;
            private final String many;

            Kind(String one, String many) {
                this.one = one;
                this.many = many;
            }
        }

        private record Key(String address, Kind kind) {}

        private static final class Window {
            private int written;
            private long suppressed;
            private String lastReason = "";
        }

        RejectedConnectionLog(Logger log, Duration window) {
            this.log = log;
            this.window = window;
        }

        /**
         * @param executor writes the counts of lines that were not written
         * @param address without the port
         * @param peer with the port, and its name if it has proved one
         */
        synchronized void note(EventExecutor executor, String address, Kind kind, String peer, String reason) {
            var key = new Key(address, kind);
            if (!windows.containsKey(key) && windows.size() >= MAX_KEYS) {
                key = new Key(OTHERS, kind);
            }
            Window current = windows.get(key);
            if (current == null) {
                current = new Window();
                windows.put(key, current);
                endLater(executor, key);
            }
            if (current.written < MAX_LINES) {
                current.written++;
                log.atLevel(kind == Kind.ASKED ? Level.INFO : Level.WARN).log("{} {}: {}", peer, kind.one, reason);
            } else {
                current.suppressed++;
                current.lastReason = reason;
            }
        }

        private void endLater(EventExecutor executor, Key key) {
            if (!executor.isShuttingDown()) {
                var unused = executor.schedule(() -> end(executor, key), window.toMillis(), TimeUnit.MILLISECONDS);
            }
        }

        private synchronized void end(EventExecutor executor, Key key) {
            Window ended = windows.get(key);
            if (ended == null || ended.suppressed == 0) {
                windows.remove(key);
                return;
            }
            log.warn(
                    "{} more connections from {} {} within {} s, the last one because: {}",
                    ended.suppressed,
                    key.address(),
                    key.kind().many,
                    window.toMillis() / 1000.0,
                    ended.lastReason);
            ended.suppressed = 0;
            endLater(executor, key);
        }
    }
}
