package dev.weir.host.observation;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.GcInfo;
import dev.weir.clock.Clock;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/**
 * Pauses of this process's garbage collectors, which report each one when it is over. Their resolution is a
 * millisecond: shorter pauses are 0. Cycles of concurrent collectors are no pauses, because the program runs meanwhile;
 * their short pauses are reported separately.
 */
final class GcPauses implements AutoCloseable {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Clock clock;
    private final PauseLog pauses = new PauseLog();
    private final NotificationListener listener = (notification, handback) -> note(notification);
    private final List<NotificationEmitter> emitters = new ArrayList<>();

    /** Used by the JVM's notification thread. */
    private long zeroNanos = Long.MAX_VALUE;

    private GcPauses(Clock clock) {
        this.clock = clock;
    }

    static GcPauses started(Clock clock) {
        var pauses = new GcPauses(clock);
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (collector instanceof NotificationEmitter emitter) {
                emitter.addNotificationListener(pauses.listener, null, null);
                pauses.emitters.add(emitter);
            }
        }
        return pauses;
    }

    /** Called on the JVM's notification thread. */
    private void note(Notification notification) {
        if (notification.getType().equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
            var info = GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData());
            if (isPause(info.getGcName(), info.getGcAction())) {
                pauses.add(pause(info.getGcInfo()));
            }
        }
    }

    /** Returns whether a notification is about a pause. ZGC and Shenandoah also report cycles, which are none. */
    static boolean isPause(String collector, String action) {
        return !action.contains("cycle") && !collector.contains("Cycles");
    }

    /**
     * Converts the times of a pause. They count from a time that the JVM does not report: 20 to 30 ms off the start of
     * its uptime, on 17. But a pause is reported only after it is over, and some at once, so the earliest notification
     * gives that time.
     */
    private Pause pause(GcInfo info) {
        zeroNanos = Math.min(zeroNanos, clock.epochNanos() - info.getEndTime() * NANOS_PER_MILLI);
        return new Pause(zeroNanos + info.getStartTime() * NANOS_PER_MILLI, info.getDuration() * NANOS_PER_MILLI);
    }

    PauseLog pauses() {
        return pauses;
    }

    @Override
    public void close() {
        for (NotificationEmitter emitter : emitters) {
            try {
                emitter.removeNotificationListener(listener);
            } catch (ListenerNotFoundException e) {
                throw new IllegalStateException("a listener that was added is gone", e);
            }
        }
    }
}
