package dev.weir.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.worker.message.KeyPicker;
import dev.weir.worker.message.KeyPicker.KeyNames;
import dev.weir.workload.message.KeyDistributor;
import dev.weir.workload.message.KeySpec;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("slow")
class KeysTest {
    private static final long SEED = 5;

    /** Of chi-square with 99 degrees of freedom: exceeded once in a hundred seeds, and ours is fixed. */
    private static final double CRITICAL_99 = 134.64;

    /** Up to a size of 3, these are all keys that there are. */
    @ParameterizedTest
    @CsvSource({
        "1, 64",
        "2, 4096",
        "3, 262144",
        "4, 10000",
        "5, 10000",
        "9, 10000",
        "10, 10000",
        "11, 10000",
        "20, 10000",
        "64, 10000",
        "1024, 10000"
    })
    void keysOfAnySizeAreDifferentAndUrlSafe(int size, int count) {
        var names = new KeyNames(size, SEED);

        Set<String> keys = distinct(names, count);
        assertThat(keys).hasSize(count).allMatch(key -> key.matches("[A-Za-z0-9_-]{" + size + "}"));
        assertThat(size > 3 && keys.contains(text(names, Integer.MAX_VALUE - 1)))
                .isFalse();
    }

    /** No character of a key says where it stands in the order: each of the 64 is as frequent as the others. */
    @Test
    void theirCharactersAreSpreadEvenly() {
        var names = new KeyNames(12, SEED);
        byte[] key = new byte[12];
        for (int position = 0; position < 12; position++) {
            long[] counts = new long[128];
            for (int index = 0; index < 64_000; index++) {
                names.write(index, key);
                counts[key[position]]++;
            }
            assertThat(Arrays.stream(counts).filter(count -> count > 0))
                    .hasSize(64)
                    .allMatch(count -> count > 700 && count < 1300);
        }
    }

    /** What a seed means must not change: two releases partition alike. */
    @Test
    void aReleaseHasTheKeysOfThePreviousOne() {
        assertThat(List.of(text(new KeyNames(10, 1), 0), text(new KeyNames(3, 1), 7), text(new KeyNames(24, 2), 9)))
                .containsExactly("NZYNY_wNXx", "Ysb", "2Qxg1ZDq5WtrZC8jB8BVl5Gw");
    }

    @Test
    void roundRobinWalksThemInOrder() {
        var names = new KeyNames(2, SEED);
        var picker = picker(new KeySpec(KeyDistributor.KEY_ROUND_ROBIN, 7, 0, 2), 3);
        for (int i = 0; i < 30; i++) {
            assertThat(next(picker)).isEqualTo(text(names, i % 7));
        }
    }

    @Test
    void randomKeysAreDrawnBySeedAndProducer() {
        KeySpec keys = KeySpec.of(KeyDistributor.RANDOM_NANO);
        var one = picker(keys, 0);
        var again = picker(keys, 0);
        var other = picker(keys, 1);
        var otherSeed = new KeyPicker(keys, SEED + 1, 0);
        var names = new KeyNames(10, SEED);
        Set<String> all = distinct(names, 10_000);
        Set<String> drawn = new HashSet<>();
        int equal = 0;
        for (int i = 0; i < 100_000; i++) {
            String key = next(one);
            assertThat(next(again)).isEqualTo(key);
            equal += next(other).equals(key) ? 1 : 0;
            assertThat(next(otherSeed)).isNotEqualTo(key);
            drawn.add(key);
        }

        // 100,000 draws leave about 0.5 of 10,000 keys out; two producers agree about 10 times.
        assertThat(drawn).hasSizeGreaterThan(9900);
        assertThat(all).containsAll(drawn);
        assertThat(equal).isLessThan(100);
    }

    /** Zipf's law: the key of rank k in proportion to 1/k^s. Without skew, all are alike. */
    @ParameterizedTest
    @CsvSource({"0, 0", "0.2, 0", "0.99, 1", "1, 2", "1.5, 3", "3, 4"})
    void keysFollowZipfsLawAndTheSameAreHotForAllProducers(double skew, int producer) {
        int draws = 1_000_000;
        long[] counts = counts(new KeySpec(KeyDistributor.RANDOM_NANO, 100, skew, 10), producer, draws);

        double whole = IntStream.rangeClosed(1, 100)
                .mapToDouble(rank -> Math.pow(rank, -skew))
                .sum();
        assertThat(chiSquare(counts, i -> draws * Math.pow(i + 1, -skew) / whole))
                .isLessThan(CRITICAL_99);
    }

    @Test
    void twoBillionKeysCanBeSkewedToo() {
        int draws = 200_000;
        var keys = new KeySpec(KeyDistributor.RANDOM_NANO, Integer.MAX_VALUE, 1, 6);
        var names = new KeyNames(6, SEED);
        Map<String, Integer> counts = new HashMap<>();
        var picker = picker(keys, 0);
        for (int i = 0; i < draws; i++) {
            counts.merge(next(picker), 1, Integer::sum);
        }

        // The harmonic number of 2^31 - 1 is 22.0650: the share of rank k is 1 / (22.065 k).
        for (int rank = 1; rank <= 5; rank++) {
            double expected = draws / (22.065 * rank);
            assertThat((double) counts.getOrDefault(text(names, rank - 1), 0))
                    .isCloseTo(expected, within(5 * Math.sqrt(expected)));
        }
    }

    @Test
    void oneKeyIsAKeyTooWhateverItsSkew() {
        for (double skew : new double[] {0, 1, 100}) {
            var picker = picker(new KeySpec(KeyDistributor.RANDOM_NANO, 1, skew, 1), 0);
            String key = next(picker);
            for (int i = 0; i < 100; i++) {
                assertThat(next(picker)).isEqualTo(key);
            }
        }
    }

    @Test
    void withoutADistributorThereAreNone() {
        assertThat(picker(KeySpec.NONE, 0).next()).isNull();
    }

    private static double chiSquare(long[] counts, IntToDoubleFunction expected) {
        return IntStream.range(0, counts.length)
                .mapToDouble(i -> Math.pow(counts[i] - expected.applyAsDouble(i), 2) / expected.applyAsDouble(i))
                .sum();
    }

    /** How often each index was drawn. */
    private static long[] counts(KeySpec keys, int producer, int draws) {
        var names = new KeyNames(keys.size(), SEED);
        Map<String, Integer> indexes = new HashMap<>();
        for (int i = 0; i < keys.cardinality(); i++) {
            indexes.put(text(names, i), i);
        }
        long[] counts = new long[keys.cardinality()];
        var picker = picker(keys, producer);
        for (int i = 0; i < draws; i++) {
            counts[Objects.requireNonNull(indexes.get(next(picker)))]++;
        }
        return counts;
    }

    private static Set<String> distinct(KeyNames names, int count) {
        return IntStream.range(0, count)
                .mapToObj(index -> text(names, index))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static KeyPicker picker(KeySpec keys, int producer) {
        return new KeyPicker(keys, SEED, producer);
    }

    private static String next(KeyPicker picker) {
        return new String(Objects.requireNonNull(picker.next()), StandardCharsets.US_ASCII);
    }

    private static String text(KeyNames names, int index) {
        byte[] key = new byte[names.size()];
        names.write(index, key);
        return new String(key, StandardCharsets.US_ASCII);
    }
}
