package dev.weir.deploy;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * An agent that makes the JVM in which it is loaded collect garbage for a time. It asks for a histogram of objects again and
 * again, for which a JVM first collects while all threads stand still. Many references to few objects let that take long,
 * and the histogram itself a twentieth of it.
 */
public final class LongCollection {
    private static final int ARRAYS = 20;
    private static final int REFERENCES = 1_000_000;
    private static final int OBJECTS = 100_000;

    /** An asked collection that takes no time would never add up. */
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(10);

    private LongCollection() {}

    /**
     * Lets this JVM collect garbage.
     *
     * @param millis time that all collections together are to take
     */
    public static void agentmain(String millis) throws JMException {
        Object[] objects = Stream.generate(Object::new).limit(OBJECTS).toArray();
        var random = new Random(1);
        Object[][] references = new Object[ARRAYS][REFERENCES];
        Arrays.setAll(references[0], i -> objects[random.nextInt(OBJECTS)]);
        // To draw all of them would keep the broker's processor busy before the first collection.
        for (Object[] each : references) {
            System.arraycopy(references[0], 0, each, 0, REFERENCES);
        }
        try {
            collect(Long.parseLong(millis));
        } finally {
            Reference.reachabilityFence(references);
        }
    }

    private static void collect(long millis) throws JMException {
        long begin = collectedMillis();
        long beginNanos = System.nanoTime();
        while (collectedMillis() - begin < millis && System.nanoTime() - beginNanos < LIMIT_NANOS) {
            ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "gcClassHistogram",
                            new Object[] {new String[0]},
                            new String[] {String[].class.getName()});
        }
    }

    private static long collectedMillis() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                .sum();
    }
}
