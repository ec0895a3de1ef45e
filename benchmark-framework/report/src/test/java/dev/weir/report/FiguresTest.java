package dev.weir.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiguresTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "0; 0.0000",
                "123; 0.0001",
                "512345; 0.512",
                "999499; 0.999",
                "1000000; 1.00",
                "2345678; 2.35",
                "10000000; 10.0",
                "99940000; 99.9",
                "100000000; 100",
                "1234567890; 1,235",
            })
    void millisHaveThreeDigitsOrSo(long nanos, String text) {
        assertThat(Figures.millis(nanos)).isEqualTo(text);
    }

    @Test
    void ratesAndCountsHaveThousands() {
        assertThat(Figures.count(1_234_567)).isEqualTo("1,234,567");
        assertThat(Figures.rate(0.5)).isEqualTo("0.50");
        assertThat(Figures.rate(4998.4)).isEqualTo("4,998");
        assertThat(Figures.mebibytesPerSecond(4.8828125)).isEqualTo("4.88 MiB/s");
        assertThat(Figures.mebibytesPerSecond(1234.4)).isEqualTo("1,234 MiB/s");
    }

    @Test
    void figuresOfPagesHaveShortUnits() {
        assertThat(Figures.scaled(20_000)).isEqualTo("20 k");
        assertThat(Figures.scaled(1_500_000)).isEqualTo("1.5 M");
        assertThat(Figures.scaled(100)).isEqualTo("100");
        assertThat(Figures.binary(6_320_816_128.0)).isEqualTo("5.89 GiB");
        assertThat(Figures.duration(20.0004)).isEqualTo("20 s");
        assertThat(Figures.duration(129_600)).isEqualTo("36 h");
        assertThat(Figures.fourDigits(123_456)).hasToString("123500");
    }
}
