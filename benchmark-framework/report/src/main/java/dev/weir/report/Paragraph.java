package dev.weir.report;

import java.util.ArrayList;
import java.util.List;

/** Breaks texts into lines for a terminal. */
public final class Paragraph {
    private Paragraph() {}

    /**
     * Breaks a text between words. A word that is longer than a line, such as a path, stays whole so that it can be
     * copied.
     *
     * @param first begin of the first line
     * @param others begin of the other lines
     * @param columns longest line, including its begin
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
