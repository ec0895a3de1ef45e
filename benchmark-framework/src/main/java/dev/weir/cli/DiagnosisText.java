package dev.weir.cli;

import dev.weir.doctor.Check;
import dev.weir.doctor.Diagnosis;
import dev.weir.doctor.Verdict;
import java.util.ArrayList;
import java.util.List;

/** A diagnosis as a person reads it: the subject, a line a check, and below it what to change. ASCII, 100 columns. */
final class DiagnosisText {
    private static final int COLUMNS = 100;
    private static final String LINE = "  %-4s  %-12s  ";
    private static final String INDENT = " ".repeat(LINE.formatted("", "").length());
    private static final String REMEDY = INDENT + "-> ";

    private DiagnosisText() {}

    static List<String> lines(Diagnosis diagnosis) {
        List<String> lines = new ArrayList<>();
        lines.add(diagnosis.subject());
        for (Check check : diagnosis.checks()) {
            wrap(LINE.formatted(word(check.verdict()), check.name()), INDENT, check.found(), lines);
            if (!check.remedy().isEmpty()) {
                wrap(REMEDY, " ".repeat(REMEDY.length()), check.remedy(), lines);
            }
        }
        return lines;
    }

    /** How it all came out. */
    static String summary(List<Diagnosis> diagnoses) {
        return count(diagnoses, Verdict.FAIL) + " FAIL, " + count(diagnoses, Verdict.WARN) + " warn, "
                + count(diagnoses, Verdict.OK) + " ok";
    }

    static long count(List<Diagnosis> diagnoses, Verdict verdict) {
        return diagnoses.stream()
                .mapToLong(diagnosis -> diagnosis.count(verdict))
                .sum();
    }

    private static String word(Verdict verdict) {
        return switch (verdict) {
            case OK -> "ok";
            case WARN -> "warn";
            case FAIL -> "FAIL";
        };
    }

    /** Breaks between words; a word that is longer than a line, such as a path, stays whole to be copied. */
    private static void wrap(String first, String others, String text, List<String> lines) {
        var line = new StringBuilder(first);
        int empty = first.length();
        for (String word : text.strip().split("\\s+", -1)) {
            if (line.length() > empty && line.length() + 1 + word.length() > COLUMNS) {
                lines.add(line.toString());
                line = new StringBuilder(others);
                empty = others.length();
            }
            line.append(line.length() > empty ? " " : "").append(word);
        }
        lines.add(line.toString());
    }
}
