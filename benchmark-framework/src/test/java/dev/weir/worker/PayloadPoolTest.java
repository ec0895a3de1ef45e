package dev.weir.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.workload.PayloadSpec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PayloadPoolTest {

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.25, 0.5, 1})
    void theFirstPartIsRandomAndTheRestIsZero(double ratio) throws IOException {
        var pool = new PayloadPool(PayloadSpec.pool(1000, ratio, 5), 3);
        int random = (int) (1000 * ratio);

        for (int i = 0; i < 5; i++) {
            byte[] payload = pool.get(i);
            assertThat(payload).hasSize(1000);
            assertThat(Arrays.copyOfRange(payload, random, 1000)).isEqualTo(new byte[1000 - random]);
            assertThat(deflated(payload)).isBetween(random * 9 / 10, random + 60);
        }
    }

    @Test
    void theSeedMakesThemAllDifferent() {
        var spec = PayloadSpec.pool(64, 1.0, 50);
        var pool = new PayloadPool(spec, 3);
        var same = new PayloadPool(spec, 3);
        var other = new PayloadPool(spec, 4);

        assertThat(pool.size()).isEqualTo(50);
        for (int i = 0; i < 50; i++) {
            assertThat(same.get(i)).isEqualTo(pool.get(i));
            assertThat(other.get(i)).isNotEqualTo(pool.get(i));
            assertThat(pool.get(i)).isNotEqualTo(pool.get((i + 1) % 50));
        }
    }

    @Test
    void filesAreThePayloadsInTheirOrder() {
        var pool = new PayloadPool(PayloadSpec.of(List.of(new byte[] {0, 1, 2}, new byte[] {3, 4, 5})), 3);

        assertThat(pool.size()).isEqualTo(2);
        assertThat(pool.get(0)).containsExactly(0, 1, 2);
        assertThat(pool.get(1)).containsExactly(3, 4, 5);
    }

    @Test
    void whatIsMadeWithoutAWordFitsIntoMemory() {
        assertThat(PayloadSpec.random(0).poolSize()).isEqualTo(1000);
        assertThat(PayloadSpec.random(1024).poolSize()).isEqualTo(1000);
        assertThat(PayloadSpec.random(1 << 20).poolSize()).isEqualTo(64);
        assertThat(PayloadSpec.random((1 << 30) - 1).poolSize()).isEqualTo(1);
    }

    private static int deflated(byte[] bytes) throws IOException {
        var out = new ByteArrayOutputStream();
        try (var deflater = new DeflaterOutputStream(out)) {
            deflater.write(bytes);
        }
        return out.size();
    }
}
