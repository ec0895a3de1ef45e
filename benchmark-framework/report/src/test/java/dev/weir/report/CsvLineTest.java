package dev.weir.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvLineTest {
    @Test
    void cellsThatASpreadsheetWouldRunAreTexts() {
        assertThat(CsvLine.of(List.of("=1+1", "+cmd", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "\n=1")))
                .isEqualTo("'=1+1,'+cmd,'-2+3,'@SUM(A1),'\t=1,\"'\r=1\",\"'\n=1\"");
        assertThat(CsvLine.of(List.of("=HYPERLINK(\"http://a\",\"b\")")))
                .isEqualTo("\"'=HYPERLINK(\"\"http://a\"\",\"\"b\"\")\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1.5", "-3", "+2", "1e-7", "-1.5E+10", "0", "", "a-b", "a=b", "-"})
    void numbersAndOtherTextsStayAsTheyAre(String cell) {
        assertThat(CsvLine.of(List.of(cell))).isEqualTo(cell.equals("-") ? "'-" : cell);
    }
}
