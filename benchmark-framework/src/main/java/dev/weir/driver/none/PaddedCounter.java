package dev.weir.driver.none;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A counter that one thread advances and others read, alone on its cache lines.
 *
 * <p>The lines it shares with nothing rely on the layout of arrays, which, unlike that of fields, the JVM does not choose:
 * the value stands in the middle of 17 longs, 64 bytes from either end.
 */
final class PaddedCounter {
    private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int AT = 8;
    private final long[] cells = new long[17];

    /** Its value, and everything that was written before that was set. */
    long get() {
        return (long) CELL.getAcquire(cells, AT);
    }

    /** Sets it, after everything that was written before. */
    void set(long value) {
        CELL.setRelease(cells, AT, value);
    }

    /** Sets it so that what the caller reads next is newer than the counter's change is visible: see {@link Signal}. */
    void setAndFence(long value) {
        CELL.setVolatile(cells, AT, value);
    }

    /** Sets it if it still is what was expected; fences like {@link #setAndFence}. */
    boolean compareAndSet(long expected, long value) {
        return CELL.compareAndSet(cells, AT, expected, value);
    }
}
