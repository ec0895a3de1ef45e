package dev.weir.wire;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The conversations of one worker, by their runs, for a coordinator that comes back. Any thread. */
final class ServerSessions {
    private final Duration silenceLimit;
    private final Map<String, ServerSession> byRun = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /** @param silenceLimit a coordinator that was not heard for so long does not come back */
    ServerSessions(Duration silenceLimit) {
        this.silenceLimit = silenceLimit;
    }

    Duration silenceLimit() {
        return silenceLimit;
    }

    void put(String runId, ServerSession session) {
        byRun.put(runId, session);
    }

    @Nullable
    ServerSession find(String runId) {
        return byRun.get(runId);
    }

    void remove(String runId, ServerSession session) {
        byRun.remove(runId, session);
    }

    /** Nobody waits for a coordinator any more. */
    void close() {
        closed = true;
    }

    boolean isClosed() {
        return closed;
    }
}
