package dev.weir.wire;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Sessions of one worker, for coordinators that come back. Any thread.
 *
 * @param silenceLimit a coordinator that is silent for this time is given up
 * @param log records rejected connections
 * @param byRun sessions by the ids of their runs
 * @param closed whether sessions no longer wait for coordinators
 */
record ServerSessions(
        Duration silenceLimit, RejectedConnectionLog log, Map<String, ServerSession> byRun, AtomicBoolean closed) {
    /** Creates an empty collection. */
    ServerSessions(Duration silenceLimit, RejectedConnectionLog log) {
        this(silenceLimit, log, new ConcurrentHashMap<>(), new AtomicBoolean());
    }
}
