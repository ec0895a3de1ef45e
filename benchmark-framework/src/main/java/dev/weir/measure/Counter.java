package dev.weir.measure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Counts on one thread, for any other to read: a plain store each time, where an atomic addition would cost a fence. For
 * events on several threads there is {@link java.util.concurrent.atomic.LongAdder}.
 */
public final class Counter {
    private static final VarHandle COUNT;

    static {
        try {
            COUNT = MethodHandles.lookup().findVarHandle(Counter.class, "count", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private long count;

    /** Counts one. Always the same thread. */
    public void increment() {
        COUNT.setOpaque(this, count + 1);
    }

    /** How many so far. */
    public long get() {
        return (long) COUNT.getOpaque(this);
    }
}
