package dev.weir.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.doctor.Check.CheckOutcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CheckUpTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration SHORT = Duration.ofMillis(50);

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

    private final CountDownLatch never = new CountDownLatch(1);

    @AfterEach
    void letGo() {
        never.countDown();
    }

    @Test
    void returnsDiagnosesInOrder() throws InterruptedException {
        List<Diagnosis> diagnoses = CheckUp.run(List.of(saying("a"), saying("b"), saying("c")), LONG);

        assertThat(diagnoses).extracting(Diagnosis::subject).containsExactly("subject a", "subject b", "subject c");
        assertThat(diagnoses)
                .flatExtracting(Diagnosis::checks)
                .extracting(Check::found)
                .containsExactly("a", "b", "c");
    }

    @Test
    void letsAnInterruptedCheckReportItsFindings() throws InterruptedException {
        var waiting = new Fake("w", () -> {
            try {
                never.await();
                return "not reached";
            } catch (InterruptedException e) {
                return "interrupted";
            }
        });

        assertThat(found(SHORT, waiting, saying("b"))).containsExactly("interrupted", "b");
    }

    @Test
    void abandonsACheckThatHangs() throws InterruptedException {
        var hanging = new Fake("h", () -> {
            boolean over = false;
            while (!over) {
                try {
                    over = never.await(1, TimeUnit.HOURS);
                } catch (InterruptedException e) {
                    // It does not end when it is asked to.
                }
            }
            return "too late";
        });

        assertThat(found(SHORT, hanging, saying("b"))).containsExactly("overdue after 50 ms", "b");
    }

    @Test
    void hidesNoBug() {
        assertThatThrownBy(() -> found(LONG, saying("a"), new Fake("x", () -> {
                    throw new IllegalStateException("a bug");
                })))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("a bug");
        assertThatThrownBy(() -> found(LONG, saying("a"), new Fake("x", () -> {
                    throw new NoClassDefFoundError("a class");
                })))
                .isInstanceOf(NoClassDefFoundError.class)
                .hasMessage("a class");
    }

    @Test
    void aDiagnosisIsReadFromTopToBottomAndTheSummaryHasTheNumbers() {
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
        assertThat(Diagnosis.summary(List.of(DIAGNOSIS, DIAGNOSIS))).isEqualTo("2 FAIL, 2 warn, 2 ok");
    }

    private static List<String> found(Duration limit, CheckUp... checks) throws InterruptedException {
        return CheckUp.run(List.of(checks), limit).stream()
                .flatMap(diagnosis -> diagnosis.checks().stream())
                .map(Check::found)
                .toList();
    }

    private static Fake saying(String text) {
        return new Fake(text, () -> text);
    }

    private record Fake(String name, Supplier<String> found) implements CheckUp {
        @Override
        public String subject() {
            return "subject " + name;
        }

        @Override
        public List<Check> check() {
            return List.of(Check.ok("fake", found.get()));
        }

        @Override
        public Check overdue(Duration limit) {
            return Check.fail("fake", "overdue after " + limit.toMillis() + " ms", "wait longer");
        }
    }
}
