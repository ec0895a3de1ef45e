package dev.weir.deploy;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * An agent that makes the JVM in which it is loaded collect garbage for a time: it keeps many objects and asks for their
 * histogram again and again, for which a JVM collects while all threads stand still.
 */
public final class LongCollection {
    private static final int OBJECTS = 1_500_000;

    /** An asked collection that takes no time would never add up. */
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(10);

    private LongCollection() {}

    /** An element of a list, which is as slow to mark as anything can be. */
    private record Node(Optional<Node> next) {}

    /**
     * Lets this JVM collect garbage.
     *
     * @param millis time that all collections together are to take
     */
    public static void agentmain(String millis) throws JMException {
        Optional<Node> last = Optional.empty();
        for (int i = 0; i < OBJECTS; i++) {
            last = Optional.of(new Node(last));
        }
        long begin = collectedMillis();
        long beginNanos = System.nanoTime();
        while (collectedMillis() - begin < Long.parseLong(millis) && System.nanoTime() - beginNanos < LIMIT_NANOS) {
            ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "gcClassHistogram",
                            new Object[] {new String[0]},
                            new String[] {String[].class.getName()});
        }
        if (last.isEmpty()) {
            throw new IllegalStateException("the objects have to live until here");
        }
    }

    private static long collectedMillis() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                .sum();
    }
}
