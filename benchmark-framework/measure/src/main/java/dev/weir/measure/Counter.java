package dev.weir.measure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Counts on one thread, for any other to read: a plain store each time, where an atomic addition would cost a fence. For
 * events on several threads there is {@link java.util.concurrent.atomic.LongAdder}.
 *
 * <p>Effect: a producer's two threads, which count sends and acknowledgements, do not take each other's cache line away.
 * Fact relied on: the layout of arrays, which, unlike that of fields, the JVM does not choose: the count stands 64 bytes
 * from either end of its own. What breaks if that fails: nothing but speed.
 */
public final class Counter {
    private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int MIDDLE = 8;

    private final long[] cells = new long[2 * MIDDLE + 1];

    /** Counts one. Always the same thread. */
    public void increment() {
        CELL.setOpaque(cells, MIDDLE, cells[MIDDLE] + 1);
    }

    /** Adds an amount. Always the same thread. */
    public void add(long amount) {
        CELL.setOpaque(cells, MIDDLE, cells[MIDDLE] + amount);
    }

    /** Returns the sum so far. Any thread. */
    public long get() {
        return (long) CELL.getOpaque(cells, MIDDLE);
    }
}
