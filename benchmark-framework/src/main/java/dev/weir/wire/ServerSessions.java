package dev.weir.wire;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The conversations of one worker, for a coordinator that comes back. Any thread.
 *
 * @param silenceLimit a coordinator that was not heard for so long does not come back
 * @param log gets whom the worker refuses
 * @param byRun the sessions by the ids of their runs
 * @param closed whether no session waits for a coordinator any more
 */
record ServerSessions(
        Duration silenceLimit, RejectedConnectionLog log, Map<String, ServerSession> byRun, AtomicBoolean closed) {
    /** None yet. */
    ServerSessions(Duration silenceLimit, RejectedConnectionLog log) {
        this(silenceLimit, log, new ConcurrentHashMap<>(), new AtomicBoolean());
    }
}
