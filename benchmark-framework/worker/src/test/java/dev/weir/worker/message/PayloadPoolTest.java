package dev.weir.worker.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.workload.message.PayloadSpec;
import dev.weir.workload.message.SizeDistribution;
import dev.weir.workload.message.SizeDistribution.SizeClass;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PayloadPoolTest {

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.25, 0.5, 1})
    void theFirstPartIsRandomAndTheRestIsZero(double ratio) {
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
        assertThat(new PayloadPool(PayloadSpec.random(1 << 20), 3).size()).isEqualTo(1);
        assertThat(PayloadSpec.random(0).poolSize()).isEqualTo(1000);
        assertThat(PayloadSpec.random(1024).poolSize()).isEqualTo(1000);
        assertThat(PayloadSpec.random(1 << 20).poolSize()).isEqualTo(64);
        assertThat(PayloadSpec.random((1 << 30) - 1).poolSize()).isEqualTo(1);
    }

    static int deflated(byte[] bytes) {
        var deflater = new Deflater();
        deflater.setInput(bytes);
        deflater.finish();
        int deflated = deflater.deflate(new byte[2 * bytes.length]);
        deflater.end();
        return deflated;
    }

    @Test
    void sizesAreDrawnByTheWeightsOfTheirClassesAndEvenlyInside() {
        var sizes = new SizeDistribution(List.of(new SizeClass(10, 19, 3), new SizeClass(1000, 1999, 1)));
        var pool = new PayloadPool(PayloadSpec.pool(sizes, 1.0, 1000), 3);
        var random = new SplittableRandom(1);
        long bytes = 0;
        int[] ofSize = new int[2000];
        for (int i = 0; i < 100_000; i++) {
            int length = pool.get(pool.draw(random)).length;
            bytes += length;
            ofSize[length]++;
        }

        // Standard deviations of 137, 2.1 and 82.
        assertThat(Arrays.stream(ofSize, 0, 20).sum()).isCloseTo(75_000, within(600));
        assertThat(bytes / 100_000.0).isCloseTo(sizes.meanBytes(), within(10.0));
        assertThat(Arrays.stream(ofSize, 10, 20))
                .allSatisfy(count -> assertThat(count).isCloseTo(7_500, within(400)));
        assertThat(pool.size()).isEqualTo(1000);
        assertThat(pool.leastBytes()).isEqualTo(10);
    }
}
