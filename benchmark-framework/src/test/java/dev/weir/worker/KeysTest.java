package dev.weir.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.workload.KeyDistributor;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KeysTest {
    private final KeyTable keys = new KeyTable(5);

    @Test
    void thereAreTenThousandOfTenUrlSafeCharacters() {
        Set<String> different = new HashSet<>();
        for (int i = 0; i < 10_000; i++) {
            String key = text(keys.get(i));
            assertThat(key).matches("[A-Za-z0-9_-]{10}");
            different.add(key);
        }

        assertThat(different).hasSize(10_000);
    }

    @Test
    void theSeedMakesThem() {
        var same = new KeyTable(5);
        var other = new KeyTable(6);
        for (int i = 0; i < 10_000; i++) {
            assertThat(same.get(i)).isEqualTo(keys.get(i));
        }
        assertThat(other.get(0)).isNotEqualTo(keys.get(0));
    }

    @Test
    void roundRobinWalksThemInOrder() {
        var picker = new KeyPicker(KeyDistributor.KEY_ROUND_ROBIN, keys, 5, 3);
        for (int i = 0; i < 20_001; i++) {
            assertThat(picker.next()).isSameAs(keys.get(i % 10_000));
        }
    }

    @Test
    void randomKeysAreDrawnBySeedAndProducer() {
        var one = new KeyPicker(KeyDistributor.RANDOM_NANO, keys, 5, 0);
        var again = new KeyPicker(KeyDistributor.RANDOM_NANO, keys, 5, 0);
        var other = new KeyPicker(KeyDistributor.RANDOM_NANO, keys, 5, 1);
        Set<@Nullable String> drawn = new HashSet<>();
        int equal = 0;
        for (int i = 0; i < 100_000; i++) {
            byte[] key = one.next();
            assertThat(again.next()).isSameAs(key);
            equal += other.next() == key ? 1 : 0;
            drawn.add(text(key));
        }

        // 100,000 draws leave about 0.5 of 10,000 keys out; two producers agree about 10 times.
        assertThat(drawn).hasSizeGreaterThan(9900);
        assertThat(equal).isLessThan(100);
    }

    @Test
    void withoutADistributorThereAreNone() {
        assertThat(new KeyPicker(KeyDistributor.NO_KEY, keys, 5, 0).next()).isNull();
    }

    private static String text(byte @Nullable [] key) {
        return key == null ? "" : new String(key, StandardCharsets.US_ASCII);
    }
}
