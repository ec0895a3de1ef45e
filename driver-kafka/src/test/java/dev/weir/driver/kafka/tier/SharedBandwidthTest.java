package dev.weir.driver.kafka.tier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.driver.kafka.tier.FileRemoteStore.PacedStream;
import dev.weir.driver.kafka.tier.FileRemoteStore.SharedBandwidth;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class SharedBandwidthTest {
    private static final long MIB = 1 << 20;
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;

    /** Readers come as late as they like: in no stretch of time is more read than the link carries, but for a chunk. */
    @Test
    void streamsTogetherNeverExceedIt() {
        var link = new SharedBandwidth(50 * MIB);
        RandomGenerator random = RandomGenerator.of("L64X128MixRandom");
        long[] last = new long[4];
        List<Long> arrivals = new ArrayList<>();
        long now = 0;
        for (int i = 0; i < 2_000; i++) {
            int stream = random.nextInt(last.length);
            now = Math.max(now, last[stream]) + random.nextLong(10 * MILLI);
            last[stream] = link.arrival(link.chunkBytes(), last[stream], now);
            arrivals.add(last[stream]);
        }

        long chunkNanos = link.chunkBytes() * SECOND / (50 * MIB);
        for (int i = 1; i < arrivals.size(); i++) {
            assertThat(arrivals.get(i) - arrivals.get(i - 1)).isGreaterThanOrEqualTo(chunkNanos);
        }
    }

    /** A store goes on sending while its reader handles what it has, but does not send what is not asked for. */
    @Test
    void aReaderThatIsALittleLateLosesNothing() {
        var link = new SharedBandwidth(50 * MIB);
        long chunkNanos = link.chunkBytes() * SECOND / (50 * MIB);

        long first = link.arrival(link.chunkBytes(), 0, 0);
        long second = link.arrival(link.chunkBytes(), first, first + chunkNanos / 2);
        long third = link.arrival(link.chunkBytes(), second, second + SECOND);

        assertThat(first).isEqualTo(chunkNanos);
        assertThat(second).isEqualTo(2 * chunkNanos);
        assertThat(third).isEqualTo(second + SECOND);
    }

    /** 1 MiB at 10 MiB/s after 20 ms: never sooner, and on a busy host not much later. */
    @Test
    void aStreamWaitsForItsLatencyAndItsShareOfTheBandwidth() throws IOException {
        var read = new AtomicLong();
        byte[] content = new byte[(int) MIB];
        content[content.length - 1] = 7;
        long began = System.nanoTime();
        byte[] got;
        try (var stream = new PacedStream(
                new ByteArrayInputStream(content), 20 * MILLI, new SharedBandwidth(10 * MIB), read::addAndGet)) {
            got = stream.readAllBytes();
        }
        long took = System.nanoTime() - began;

        assertThat(got).isEqualTo(content);
        assertThat(read).hasValue(MIB);
        assertThat(took).isBetween(120 * MILLI, 1_000 * MILLI);
    }

    @Test
    void anInterruptEndsTheWait() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> new PacedStream(
                        new ByteArrayInputStream(new byte[1]), 60 * SECOND, new SharedBandwidth(0), any -> {}))
                .isInstanceOf(InterruptedIOException.class);
        assertThat(Thread.interrupted()).isTrue();
    }
}
