package dev.weir.doctor;

import dev.weir.doctor.Check.CheckOutcome;
import dev.weir.report.Paragraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** All checks of one subject, such as {@code this host} or {@code worker client-1:8080}. */
public record Diagnosis(String subject, List<Check> checks) {
    private static final int COLUMNS = 100;
    private static final String LINE = "  %-4s  %-12s  ";
    private static final String INDENT = " ".repeat(LINE.formatted("", "").length());
    private static final String REMEDY = INDENT + "-> ";

    public Diagnosis {
        checks = List.copyOf(checks);
    }

    /** Returns the subject, and a line for each check with what to change below it. ASCII, 100 columns. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>(List.of(subject));
        for (Check check : checks) {
            String verdict = check.verdict() == CheckOutcome.FAIL
                    ? "FAIL"
                    : check.verdict().name().toLowerCase(Locale.ROOT);
            String begin = LINE.formatted(verdict, check.name());
            lines.addAll(Paragraph.lines(begin, INDENT, check.found(), COLUMNS));
            if (!check.remedy().isEmpty()) {
                lines.addAll(Paragraph.lines(REMEDY, " ".repeat(REMEDY.length()), check.remedy(), COLUMNS));
            }
        }
        return lines;
    }

    public static String summary(List<Diagnosis> diagnoses) {
        return count(diagnoses, CheckOutcome.FAIL) + " FAIL, " + count(diagnoses, CheckOutcome.WARN) + " warn, "
                + count(diagnoses, CheckOutcome.OK) + " ok";
    }

    public static long count(List<Diagnosis> diagnoses, CheckOutcome verdict) {
        Stream<Check> all = diagnoses.stream().flatMap(diagnosis -> diagnosis.checks().stream());
        return all.filter(check -> check.verdict() == verdict).count();
    }
}
