package dev.weir.feature.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clock.SystemClock;
import dev.weir.driver.client.Reader;
import dev.weir.driver.client.ReceiveListener;
import dev.weir.driver.exception.DriverException;
import dev.weir.wire.message.ErrorCount;
import dev.weir.worker.recording.ErrorTally;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LoopReaderTest {
    private static final long NUMBER = 7;

    private final ErrorTally errors = new ErrorTally(error -> Optional.empty());
    private final LoopReader reader = new LoopReader(new EverySecondPollFails(), SystemClock.INSTANCE, errors);

    @Test
    void continuesAfterPollsThatFail() {
        reader.join();
        reader.forget();
        assertThat(reader.next().offset()).isEqualTo(2);
        assertThat(reader.until(NUMBER, Duration.ofMillis(1))).isEqualTo(3);

        assertThat(errors.take()).extracting(ErrorCount::count).containsExactly(3L);
    }

    /** Each poll that does not fail reads the message, at the next offset. */
    private static final class EverySecondPollFails implements Reader {
        private int polls;

        @Override
        public int poll(Duration within, ReceiveListener listener) {
            if (polls++ % 2 == 0) {
                throw new DriverException("not now");
            }
            byte[] value = ByteBuffer.allocate(Long.BYTES).putLong(NUMBER).array();
            listener.received(0, polls / 2, value, null);
            return 1;
        }

        @Override
        public Map<Integer, Long> positions() {
            return polls < 2 ? Map.of() : Map.of(0, 0L);
        }

        @Override
        public void seek(int partition, long offset) {}

        @Override
        public void commit() {}

        @Override
        public void wakeUp() {}

        @Override
        public void close() {}
    }
}
