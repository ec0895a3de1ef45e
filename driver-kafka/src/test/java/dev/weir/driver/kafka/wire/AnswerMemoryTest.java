package dev.weir.driver.kafka.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

@SuppressWarnings("ByteBufferBackingArray") // Which array an answer is in is what is tested.
class AnswerMemoryTest {
    private static final int LARGE = 1 << 20;

    private final WireFetcher.AnswerMemory memory = new WireFetcher.AnswerMemory();

    @Test
    void usesMemoryAgainForAnAnswerThatFits() {
        ByteBuffer first = memory.tryAllocate(LARGE);
        memory.release(first.slice());

        ByteBuffer second = memory.tryAllocate(LARGE - 1_000);

        assertThat(second.array()).isSameAs(first.array());
        assertThat(second.remaining()).isEqualTo(LARGE - 1_000);
    }

    @Test
    void anAnswerThatWasNotReleasedKeepsItsMemory() {
        ByteBuffer first = memory.tryAllocate(LARGE);

        assertThat(memory.tryAllocate(LARGE).array()).isNotSameAs(first.array());
    }

    /** Partitions share the memory of their answer. */
    @Test
    void memoryThatWasReleasedInPartsIsUsedOnce() {
        ByteBuffer answer = memory.tryAllocate(LARGE);
        memory.release(answer.slice(0, 100));
        memory.release(answer.slice(100, 100));

        byte[] second = memory.tryAllocate(LARGE).array();

        assertThat(second).isSameAs(answer.array());
        assertThat(memory.tryAllocate(LARGE).array()).isNotSameAs(second);
    }

    @Test
    void anAnswerThatDoesNotFitGetsMoreMemory() {
        memory.release(memory.tryAllocate(LARGE));

        assertThat(memory.tryAllocate(2 * LARGE).remaining()).isEqualTo(2 * LARGE);
    }

    @Test
    void keepsNothingWhenAnswersAreSmall() {
        ByteBuffer large = memory.tryAllocate(LARGE);
        memory.release(large);
        memory.release(memory.tryAllocate(100));

        assertThat(memory.tryAllocate(LARGE).array()).isNotSameAs(large.array());
    }
}
