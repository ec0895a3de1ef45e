package dev.weir.clock;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that moves when it is told to. Any thread. */
public final class ManualClock implements Clock {
    private final AtomicLong nanos;

    public ManualClock(long epochNanos) {
        nanos = new AtomicLong(epochNanos);
    }

    @Override
    public long epochNanos() {
        return nanos.get();
    }

    public void advance(Duration duration) {
        nanos.addAndGet(duration.toNanos());
    }

    public void set(long epochNanos) {
        nanos.set(epochNanos);
    }
}
