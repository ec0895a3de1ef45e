package dev.weir.driver.none;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A counter that one thread advances and others read, alone on its cache lines.
 *
 * <p>This relies on the layout of arrays, which, unlike that of fields, the JVM does not choose: the value is in the
 * middle of 17 longs, 64 bytes from either end.
 */
final class PaddedCounter {
    private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int AT = 8;
    private final long[] cells = new long[17];

    /** Returns its value, and makes visible everything that was written before it was set. */
    long get() {
        return (long) CELL.getAcquire(cells, AT);
    }

    /** Sets it, after everything that was written before. */
    void set(long value) {
        CELL.setRelease(cells, AT, value);
    }

    /** Sets it so that the caller's next reads happen after the change is visible: see {@link Signal}. */
    void setAndFence(long value) {
        CELL.setVolatile(cells, AT, value);
    }

    /** Sets it if it has the expected value; fences like {@link #setAndFence}. */
    boolean compareAndSet(long expected, long value) {
        return CELL.compareAndSet(cells, AT, expected, value);
    }
}
