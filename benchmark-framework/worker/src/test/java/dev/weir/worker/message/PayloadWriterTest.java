package dev.weir.worker.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.workload.message.PayloadSpec;
import dev.weir.workload.message.SizeDistribution;
import dev.weir.workload.message.SizeDistribution.SizeClass;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PayloadWriterTest {
    private static final int PAYLOADS = 8;
    private static final int MESSAGES = 8_000;

    private final PayloadPool pool = new PayloadPool(PayloadSpec.pool(40, 1.0, PAYLOADS), 7);

    static Stream<List<Integer>> sizesOfPools() {
        return Stream.of(List.of(0, 8, 31, 32, 100), List.of(31, 100), List.of(0), List.of(31), List.of(32));
    }

    @ParameterizedTest
    @MethodSource("sizesOfPools")
    void stampsAPayloadAtItsBeginningOrInAHeaderIfItIsTooSmall(List<Integer> ofPool) {
        var sizes = new SizeDistribution(
                ofPool.stream().map(bytes -> new SizeClass(bytes, bytes, 1)).toList());
        var mixed = new PayloadPool(PayloadSpec.pool(sizes, 1.0, ofPool.size()), 7);
        Map<Integer, byte[]> payloads = IntStream.range(0, ofPool.size())
                .mapToObj(mixed::get)
                .collect(Collectors.toMap(each -> each.length, byte[]::clone));
        for (boolean ownPool : new boolean[] {true, false}) {
            var writer = new PayloadWriter(mixed, 99, 4, 7, ownPool);
            Set<Integer> lengths = new HashSet<>();
            for (long sequence = 0; sequence < 100; sequence++) {
                writer.prepare();
                byte[] value = writer.stamped(true, sequence, 1, 2);
                byte[] expected = Objects.requireNonNull(payloads.get(value.length));
                byte[] stamp = new byte[32];
                Stamp.write(stamp, 99, 4, true, sequence, 1, 2);
                if (value.length < 32) {
                    assertThat(writer.header()).isEqualTo(stamp);
                } else {
                    assertThat(writer.header()).isNull();
                    System.arraycopy(stamp, 0, expected, 0, 32);
                }
                assertThat(value).isEqualTo(expected);
                lengths.add(value.length);
            }
            assertThat(lengths).containsExactlyInAnyOrderElementsOf(ofPool);
        }
    }

    @Test
    void aStampInAHeaderLeavesPayloadsAsTheyAre() {
        byte[] one = "0123456789".repeat(5).getBytes(StandardCharsets.US_ASCII);
        byte[] other = "abcdefghij".repeat(5).getBytes(StandardCharsets.US_ASCII);
        var files = new PayloadPool(PayloadSpec.of(List.of(one, other)).withStampInHeader(true), 7);
        for (boolean ownPool : new boolean[] {true, false}) {
            var writer = new PayloadWriter(files, 99, 4, 7, ownPool);
            for (long sequence = 0; sequence < 50; sequence++) {
                writer.prepare();
                byte[] value = writer.stamped(true, sequence, 1, 2);

                assertThat(value).isIn(one, other);
                assertThat(Stamp.sequence(Objects.requireNonNull(writer.header())))
                        .isEqualTo(sequence);
            }
            assertThat(writer.copies()).isFalse();
        }
        var fresh =
                new PayloadWriter(new PayloadPool(PayloadSpec.random(100).withStampInHeader(true), 7), 99, 4, 7, true);
        Set<Long> begins = new HashSet<>();
        for (int message = 0; message < 50; message++) {
            fresh.prepare();
            begins.add(ByteBuffer.wrap(fresh.stamped(true, message, 1, 2)).getLong());
        }
        assertThat(begins).hasSize(50);
    }

    @Test
    void theSameSeedGivesAProducerTheSameSequenceAndLeavesThePoolAsItIs() {
        List<Integer> sequence = sequence(7, 4);

        assertThat(sequence(7, 4)).isEqualTo(sequence);
        assertThat(sequence(7, 5)).isNotEqualTo(sequence);
        assertThat(sequence(8, 4)).isNotEqualTo(sequence);
        var same = new PayloadPool(PayloadSpec.pool(40, 1.0, PAYLOADS), 7);
        for (int i = 0; i < PAYLOADS; i++) {
            assertThat(pool.get(i)).isEqualTo(same.get(i));
        }
    }

    @Test
    void everyPayloadIsAsFrequentAsTheOthers() {
        int[] counts = new int[PAYLOADS];
        sequence(7, 4).forEach(payload -> counts[payload]++);

        // 1,000 each, with a standard deviation of 30.
        assertThat(Arrays.stream(counts)).allMatch(count -> count > 850 && count < 1150);
    }

    /** Probes are stamped without being prepared: how often they are sent decides nothing. */
    @Test
    void whatIsStampedTwiceIsOnePayload() {
        var writer = new PayloadWriter(pool, 99, 4, 7, true);
        List<Integer> sequence = new ArrayList<>();
        for (int i = 0; i < MESSAGES; i++) {
            writer.stamped(false, -1, 0, 0);
            writer.prepare();
            writer.stamped(false, i, 0, 0);
            sequence.add(payload(writer.stamped(true, i, 0, 0)));
        }

        assertThat(sequence).isEqualTo(sequence(7, 4));
    }

    @Test
    void aProducerHasAPoolOfItsOwnOnlyWhereAllHaveRoomForOne() {
        var large = new PayloadPool(PayloadSpec.pool(1 << 20, 0, 4), 7);

        assertThat(large.fitsTimes(7)).isTrue();
        assertThat(large.fitsTimes(8)).isFalse();
    }

    @Test
    void freshPayloadsDoNotCompress() {
        var pooled = new PayloadPool(PayloadSpec.pool(100, 1.0, 1000), 7);
        var fresh = new PayloadPool(PayloadSpec.random(100), 7);

        // Without the stamp, 68 bytes of each message: those of a pool repeat within the compressor's window.
        assertThat(deflatedShare(pooled, 100)).isLessThan(0.85);
        assertThat(deflatedShare(fresh, 100)).isGreaterThan(0.99);
        var mixed = new SizeDistribution(List.of(new SizeClass(40, 60, 1), new SizeClass(300, 307, 1)));
        assertThat(deflatedShare(new PayloadPool(PayloadSpec.random(mixed), 7), 0))
                .isGreaterThan(0.99);
    }

    @Test
    void freshPayloadsAreTheSeeds() {
        var fresh = new PayloadPool(PayloadSpec.random(100), 7);
        var first = new PayloadWriter(fresh, 99, 4, 7, true);
        var same = new PayloadWriter(fresh, 99, 4, 7, true);
        var other = new PayloadWriter(fresh, 99, 5, 7, true);
        Set<ByteBuffer> seen = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            first.prepare();
            same.prepare();
            other.prepare();
            byte[] value = first.stamped(true, i, 0, 0).clone();
            assertThat(same.stamped(true, i, 0, 0)).isEqualTo(value);
            assertThat(other.stamped(true, i, 0, 0)).isNotEqualTo(value);
            seen.add(ByteBuffer.wrap(value, Stamp.LENGTH, 100 - Stamp.LENGTH));
        }
        assertThat(seen).hasSize(100);
    }

    /** By how much what producers send is compressed, stamps left out, within windows of 32 KiB. */
    private static double deflatedShare(PayloadPool pool, int size) {
        var writer = new PayloadWriter(pool, 99, 4, 7, true);
        var all = new ByteArrayOutputStream();
        for (int i = 0; i < MESSAGES; i++) {
            writer.prepare();
            byte[] value = writer.stamped(true, i, 0, 0);
            assertThat(size == 0 || value.length == size).isTrue();
            all.write(value, Stamp.LENGTH, value.length - Stamp.LENGTH);
        }
        return (double) PayloadPoolTest.deflated(all.toByteArray()) / all.size();
    }

    private List<Integer> sequence(long seed, int producer) {
        List<Integer> sequence = sequence(seed, producer, true);
        assertThat(sequence(seed, producer, false)).isEqualTo(sequence);
        return sequence;
    }

    private List<Integer> sequence(long seed, int producer, boolean ownPool) {
        var writer = new PayloadWriter(pool, 99, producer, seed, ownPool);
        List<Integer> sequence = new ArrayList<>();
        for (int i = 0; i < MESSAGES; i++) {
            writer.prepare();
            sequence.add(payload(writer.stamped(true, i, 0, 0)));
        }
        return sequence;
    }

    /** Which payload of the pool this is, by what the stamp leaves of it. */
    private int payload(byte[] value) {
        for (int i = 0; i < PAYLOADS; i++) {
            if (Arrays.equals(value, Stamp.LENGTH, value.length, pool.get(i), Stamp.LENGTH, value.length)) {
                return i;
            }
        }
        throw new AssertionError("none of the pool: " + Arrays.toString(value));
    }
}
