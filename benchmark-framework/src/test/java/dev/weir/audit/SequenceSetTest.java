package dev.weir.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class SequenceSetTest {
    private static final int FORM_OFFSET = 12;

    @Test
    void tellsWhatIsNew() {
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

    @Test
    void takesThirteenBytesForAThousandMessagesInARow() {
        var set = new SequenceSet();
        for (int i = 0; i < 10 * SequenceBlock.LENGTH; i++) {
            set.add(0, i);
        }

        assertThat(set.encode()).hasSize(130);
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

    @Test
    void refusesBlocksThatCannotBe() {
        var set = new SequenceSet();
        set.add(0, 5);
        byte[] form = set.encode();
        form[FORM_OFFSET] = 7;
        byte[] producer = set.encode();
        ByteBuffer.wrap(producer).putInt(0, -1);
        byte[] number = set.encode();
        ByteBuffer.wrap(number).putLong(4, Long.MAX_VALUE);

        assertThatThrownBy(() -> SequenceSet.decode(form)).hasMessage("not a set of sequences: form 7");
        assertThatThrownBy(() -> SequenceSet.decode(producer)).hasMessage("not a set of sequences: producer -1");
        assertThatThrownBy(() -> SequenceSet.decode(number))
                .hasMessage("not a set of sequences: block 9223372036854775807");
    }

    private static SequenceSet random(SplittableRandom random) {
        var set = new SequenceSet();
        for (int i = 0; i < 200; i++) {
            int producer = random.nextInt(5);
            long from = random.nextLong() >>> random.nextInt(20, 60);
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
                            .add((number << SequenceBlock.BITS) + i);
                }
            }
        });
        return content;
    }
}
