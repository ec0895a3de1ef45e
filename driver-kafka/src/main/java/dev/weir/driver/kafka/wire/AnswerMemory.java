package dev.weir.driver.kafka.wire;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.kafka.common.memory.MemoryPool;

/**
 * The memory that answers of brokers are read into, which {@link #release} lets be used again: new memory of 1 MiB for each
 * answer would have to be cleared and collected, and no processor's cache would hold it. One thread.
 */
final class AnswerMemory implements MemoryPool {
    /** Smaller answers get new memory. After such an answer, no memory is kept: large answers have ended. */
    private static final int MIN_BYTES = 64 << 10;

    private final Deque<byte[]> free = new ArrayDeque<>();

    /** Returns memory for an answer. It is never null, which would mean that there is none. */
    @Override
    public ByteBuffer tryAllocate(int size) {
        if (size < MIN_BYTES) {
            free.clear();
            return ByteBuffer.allocate(size);
        }
        byte[] block = free.poll();
        if (block == null || block.length < size) {
            block = new byte[(size / MIN_BYTES + 1) * MIN_BYTES];
        }
        return ByteBuffer.wrap(block, 0, size);
    }

    /** Takes back an answer that was used, or a part of it. May be called for several parts of the same answer. */
    @Override
    @SuppressWarnings("ByteBufferBackingArray") // Which array it is matters, and not what part of it.
    public void release(ByteBuffer answer) {
        byte[] block = answer.array();
        if (block.length >= MIN_BYTES && !free.contains(block)) {
            free.add(block);
        }
    }

    @Override
    public long size() {
        return Long.MAX_VALUE;
    }

    @Override
    public long availableMemory() {
        return Long.MAX_VALUE;
    }

    @Override
    public boolean isOutOfMemory() {
        return false;
    }
}
