package dev.weir.worker.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class StampTest {

    @Test
    void hasALayoutThatOtherReleasesRead() {
        byte[] bytes = new byte[Stamp.LENGTH];
        Stamp.write(bytes, 0x11223344, 5, false, 0x0102030405060708L, 1_700_000_000_000_000_001L, -2);

        assertThat(HexFormat.of().formatHex(bytes))
                .isEqualTo("11223344" + "00000005" + "0102030405060708" + "17979cfe362a0001" + "fffffffffffffffe");
        assertThat(Stamp.runTag(bytes)).isEqualTo(0x11223344);
        assertThat(Stamp.producer(bytes)).isEqualTo(5);
        assertThat(Stamp.sequence(bytes)).isEqualTo(0x0102030405060708L);
        assertThat(Stamp.intendedNanos(bytes)).isEqualTo(1_700_000_000_000_000_001L);
        assertThat(Stamp.sentNanos(bytes)).isEqualTo(-2);
        assertThat(Stamp.isMeasured(bytes)).isFalse();
    }

    @Test
    void storesWithTheProducersNumberWhetherTheMessageIsMeasuredAndTheLastOfItsTransaction() {
        byte[] bytes = new byte[Stamp.LENGTH];
        Stamp.write(bytes, 1, (1 << 30) - 1, true, 2, 3, 4);

        assertThat(Stamp.isMeasured(bytes)).isTrue();
        assertThat(Stamp.producer(bytes)).isEqualTo((1 << 30) - 1);
        assertThat(HexFormat.of().formatHex(bytes, 4, 8)).isEqualTo("bfffffff");
        assertThat(Stamp.isLast(bytes)).isFalse();

        Stamp.markLast(bytes);

        assertThat(Stamp.isLast(bytes)).isTrue();
        assertThat(Stamp.isMeasured(bytes)).isTrue();
        assertThat(Stamp.producer(bytes)).isEqualTo((1 << 30) - 1);
    }
}
