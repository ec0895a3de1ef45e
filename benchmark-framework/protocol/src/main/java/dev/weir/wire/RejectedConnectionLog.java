package dev.weir.wire;

import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.event.Level;

/**
 * Log of connections that a server did not serve. For each address and kind it writes a few lines, and then every 30 s
 * one line with the number of connections that it did not write, until 30 s pass without any. So a scan cannot hide
 * what happens to another address. Any thread.
 */
final class RejectedConnectionLog {
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
        /** A coordinator has looked whether its worker listens. Many of them are a scan of ports, and make a warning. */
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
