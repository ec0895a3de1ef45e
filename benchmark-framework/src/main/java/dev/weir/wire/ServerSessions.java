package dev.weir.wire;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The conversations of one worker, by their runs, for a coordinator that comes back. Any thread. */
final class ServerSessions {
    private final Duration silenceLimit;
    private final RejectedConnectionLog log;
    private final Map<String, ServerSession> byRun = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /**
     * None yet.
     *
     * @param silenceLimit a coordinator that was not heard for so long does not come back
     * @param log gets whom the worker refuses
     */
    ServerSessions(Duration silenceLimit, RejectedConnectionLog log) {
        this.silenceLimit = silenceLimit;
        this.log = log;
    }

    RejectedConnectionLog log() {
        return log;
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

    /** No session waits for a coordinator any more. */
    void close() {
        closed = true;
    }

    boolean isClosed() {
        return closed;
    }
}
