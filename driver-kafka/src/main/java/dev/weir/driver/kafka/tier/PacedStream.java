package dev.weir.driver.kafka.tier;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/**
 * Answer to a request to a remote store: each byte is available only when it could have arrived over the link. Used by
 * one thread.
 */
final class PacedStream extends InputStream {
    private final InputStream content;
    private final SharedBandwidth bandwidth;
    private final IntConsumer read;
    private long lastNanos;

    /**
     * Waits for the latency of the request.
     *
     * @param content closed with this stream
     * @param read receives the number of bytes of each read
     * @throws InterruptedIOException if the thread is interrupted; the content is closed then
     */
    PacedStream(InputStream content, long latencyNanos, SharedBandwidth bandwidth, IntConsumer read)
            throws IOException {
        this.content = content;
        this.bandwidth = bandwidth;
        this.read = read;
        this.lastNanos = System.nanoTime() + latencyNanos;
        try {
            await(lastNanos);
        } catch (InterruptedIOException e) {
            content.close();
            throw e;
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        int got = content.read(bytes, offset, Math.min(length, bandwidth.chunkBytes()));
        if (got > 0) {
            lastNanos = bandwidth.arrival(got, lastNanos, System.nanoTime());
            await(lastNanos);
            read.accept(got);
        }
        return got;
    }

    private void await(long untilNanos) throws InterruptedIOException {
        for (long left = untilNanos - System.nanoTime(); left > 0; left = untilNanos - System.nanoTime()) {
            LockSupport.parkNanos(this, left);
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedIOException("the read from the remote store was interrupted");
            }
        }
    }

    @Override
    public void close() throws IOException {
        content.close();
    }
}
