package dev.weir.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.doctor.Check.CheckOutcome;
import java.util.List;
import org.junit.jupiter.api.Test;

class DiagnosisTest {
    private static final Diagnosis DIAGNOSIS = new Diagnosis(
            "this host, client-1",
            List.of(
                    new Check("cores", CheckOutcome.OK, "8", ""),
                    new Check(
                            "open files",
                            CheckOutcome.WARN,
                            "1,024: each client holds a connection to each broker, and embedded brokers three files",
                            "ulimit -n 100000"),
                    new Check("disk", CheckOutcome.FAIL, "0.1 GiB free", "make room; " + "a-path-to-copy/".repeat(8))));

    @Test
    void isReadFromTopToBottom() {
        assertThat(String.join("\n", DIAGNOSIS.lines()) + "\n").isEqualTo("""
                        this host, client-1
                          ok    cores         8
                          warn  open files    1,024: each client holds a connection to each broker, and embedded brokers
                                              three files
                                              -> ulimit -n 100000
                          FAIL  disk          0.1 GiB free
                                              -> make room;
                                                 %s
                        """.formatted("a-path-to-copy/".repeat(8)));
    }

    @Test
    void endsWithTheNumbers() {
        assertThat(Diagnosis.summary(List.of(DIAGNOSIS, DIAGNOSIS))).isEqualTo("2 FAIL, 2 warn, 2 ok");
    }
}
