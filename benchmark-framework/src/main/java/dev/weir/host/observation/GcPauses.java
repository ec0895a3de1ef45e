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
 * The pauses of this process's garbage collectors, which tell of each when it is over. They tell to the millisecond:
 * one that is shorter reads 0. Cycles of concurrent collectors are none, since the program runs meanwhile; what they
 * stop it for is told apart.
 */
final class GcPauses implements AutoCloseable {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Clock clock;
    private final PauseLog pauses = new PauseLog();
    private final NotificationListener listener = (notification, handback) -> note(notification);
    private final List<NotificationEmitter> emitters = new ArrayList<>();

    /** Of the JVM's one thread for notifications. */
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

    /** On the JVM's thread for notifications. */
    private void note(Notification notification) {
        if (notification.getType().equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
            var told = GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData());
            if (isPause(told.getGcName(), told.getGcAction())) {
                pauses.add(pause(told.getGcInfo()));
            }
        }
    }

    /** ZGC and Shenandoah tell of a "ZGC Cycles" whose action is "end of GC cycle", beside their "ZGC Pauses". */
    static boolean isPause(String collector, String action) {
        return !action.contains("cycle") && !collector.contains("Cycles");
    }

    /**
     * Its times count from a moment that the JVM does not tell: 20 to 30 ms off what its uptime counts from, on 17. But no
     * pause is reported before it is over, and some at once: so the moment is where the earliest notification puts it.
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
