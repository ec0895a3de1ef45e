package dev.weir.cli.output;

import dev.weir.doctor.Check;
import dev.weir.doctor.Check.CheckOutcome;
import dev.weir.doctor.Diagnosis;
import dev.weir.report.Paragraph;
import java.util.ArrayList;
import java.util.List;

/** Formats a diagnosis: the subject, a line for each check, and below it what to change. ASCII, 100 columns. */
public final class DiagnosisText {
    private static final int COLUMNS = 100;
    private static final String LINE = "  %-4s  %-12s  ";
    private static final String INDENT = " ".repeat(LINE.formatted("", "").length());
    private static final String REMEDY = INDENT + "-> ";

    private DiagnosisText() {}

    public static List<String> lines(Diagnosis diagnosis) {
        List<String> lines = new ArrayList<>();
        lines.add(diagnosis.subject());
        for (Check check : diagnosis.checks()) {
            lines.addAll(Paragraph.lines(
                    LINE.formatted(word(check.verdict()), check.name()), INDENT, check.found(), COLUMNS));
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
        return diagnoses.stream()
                .mapToLong(diagnosis -> diagnosis.count(verdict))
                .sum();
    }

    private static String word(CheckOutcome verdict) {
        return switch (verdict) {
            case OK -> "ok";
            case WARN -> "warn";
            case FAIL -> "FAIL";
        };
    }
}
