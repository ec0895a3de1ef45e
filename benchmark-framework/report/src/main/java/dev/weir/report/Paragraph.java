package dev.weir.report;

import java.util.ArrayList;
import java.util.List;

/** Breaks texts into lines for a terminal. */
public final class Paragraph {
    private Paragraph() {}

    /** Breaks a text for a terminal of 80 columns. */
    public static List<String> lines(String first, String others, String text) {
        return lines(first, others, text, 80);
    }

    /**
     * Breaks a text into lines of at most that many columns, including the begins of the first line and of others. A
     * longer word, such as a path, stays whole.
     */
    public static List<String> lines(String first, String others, String text, int columns) {
        List<String> lines = new ArrayList<>();
        var line = new StringBuilder(first);
        int empty = first.length();
        for (String word : text.strip().split("\\s+", -1)) {
            if (line.length() > empty && line.length() + 1 + word.length() > columns) {
                lines.add(line.toString());
                line = new StringBuilder(others);
                empty = others.length();
            }
            line.append(line.length() > empty ? " " : "").append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}
