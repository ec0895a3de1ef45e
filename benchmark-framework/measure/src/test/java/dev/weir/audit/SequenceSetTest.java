package dev.weir.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SequenceSetTest {
    @Test
    void reportsWhatIsNew() {
        var set = new SequenceSet();

        assertThat(set.add(1, 1023)).isTrue();
        assertThat(set.add(1, 1024)).isTrue();
        assertThat(set.add(2, 1023)).isTrue();
        assertThat(set.add(1, 1023)).isFalse();
        assertThat(set.isEmpty()).isFalse();
    }

    @Test
    void comesBackFromItsBytes() {
        var random = new SplittableRandom(21);
        for (int round = 0; round < 50; round++) {
            SequenceSet set = random(random);

            assertThat(content(SequenceSet.decode(set.encode()))).isEqualTo(content(set));
        }
        assertThat(SequenceSet.decode(new byte[0]).isEmpty()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        // Six for a thousand messages in a row.
        "0, 0, 10240, 1, 60",
        // Two for a message here and there: a hundred consumers make as many parts of each block.
        "5, 7168, 8192, 100, 25",
    })
    void takesFewBytes(int producer, int from, int until, int step, int bytes) {
        var set = new SequenceSet();
        for (int sequence = from; sequence < until; sequence += step) {
            set.add(producer, sequence);
        }

        assertThat(set.encode()).hasSize(bytes);
    }

    @Test
    void neverTakesMoreThanABitForEachMessageOfItsBlocks() {
        var random = new SplittableRandom(23);
        for (int share = 1; share < 100; share++) {
            var set = new SequenceSet();
            for (int i = 0; i < SequenceBlock.LENGTH; i++) {
                if (random.nextInt(100) < share) {
                    set.add(0, i);
                }
            }

            assertThat(set.encode().length).isLessThanOrEqualTo(2 + SequenceBlock.MAX_ENCODED_BYTES);
            assertThat(content(SequenceSet.decode(set.encode()))).isEqualTo(content(set));
        }
    }

    @Test
    void unitesWithAnother() {
        var random = new SplittableRandom(22);
        SequenceSet one = random(random);
        SequenceSet other = random(random);
        Map<Integer, Set<Long>> expected = content(one);
        content(other)
                .forEach((producer, sequences) -> expected.computeIfAbsent(producer, absent -> new TreeSet<>())
                        .addAll(sequences));

        one.addAll(other);

        assertThat(content(one)).isEqualTo(expected);
    }

    @Test
    void keepsAddingToTheRightBlockAfterAUnion() {
        var set = new SequenceSet();
        set.add(0, 1);
        var other = new SequenceSet();
        other.add(0, 2);
        set.addAll(other);

        assertThat(set.add(0, 2)).isFalse();
        assertThat(set.add(0, 3)).isTrue();
        assertThat(content(set)).isEqualTo(Map.of(0, Set.of(1L, 2L, 3L)));
    }

    @Test
    void refusesBytesThatEndInsideABlock() {
        var set = new SequenceSet();
        set.add(0, 5);
        byte[] bytes = set.encode();
        for (int length = 1; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);

            assertThatThrownBy(() -> SequenceSet.decode(cut))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("not a set of sequences: it ends inside a block");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "00000100 00, a run of 0 after 0",
        "000001FF07 02, a run of 2 after 1023",
        "0000028007 01 8001 01, a run of 1 after 128",
        "FFFFFFFF08 00, a number is too large",
        "00FFFFFFFFFF01, a number is too large",
    })
    void refusesBlocksThatCannotBe(String bytes, String why) {
        byte[] broken = HexFormat.of().parseHex(bytes.replace(" ", ""));

        assertThatThrownBy(() -> SequenceSet.decode(broken))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("not a set of sequences: " + why);
    }

    private static SequenceSet random(SplittableRandom random) {
        var set = new SequenceSet();
        for (int i = 0; i < 200; i++) {
            int producer = random.nextInt(5);
            long from = random.nextLong() >>> random.nextInt(24, 60);
            int length = random.nextInt(1, 40) * (random.nextInt(10) == 0 ? 100 : 1);
            for (long sequence = from; sequence < from + length; sequence++) {
                set.add(producer, sequence);
            }
        }
        return set;
    }

    private static Map<Integer, Set<Long>> content(SequenceSet set) {
        Map<Integer, Set<Long>> content = new TreeMap<>();
        set.forEach((producer, number, block) -> {
            for (int i = 0; i < SequenceBlock.LENGTH; i++) {
                if (block.contains(i)) {
                    content.computeIfAbsent(producer, absent -> new TreeSet<>())
                            .add(((long) number << SequenceBlock.BITS) + i);
                }
            }
        });
        return content;
    }
}
