package dev.weir.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.workload.PayloadSpec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PayloadPoolTest {

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.25, 0.5, 1})
    void theFirstPartIsRandomAndTheRestIsZero(double ratio) throws IOException {
        var pool = new PayloadPool(new PayloadSpec(1000, "", ratio, 5), 3);
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
        var spec = new PayloadSpec(64, "", 1.0, 50);
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
    void aFileIsEveryPayload() {
        var pool = new PayloadPool(new PayloadSpec(3, "AAEC", 1.0, 1), 3);

        assertThat(pool.size()).isEqualTo(1);
        assertThat(pool.get(0)).containsExactly(0, 1, 2);
    }

    private static int deflated(byte[] bytes) throws IOException {
        var out = new ByteArrayOutputStream();
        try (var deflater = new DeflaterOutputStream(out)) {
            deflater.write(bytes);
        }
        return out.size();
    }
}
