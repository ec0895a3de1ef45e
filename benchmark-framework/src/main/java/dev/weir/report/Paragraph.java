package dev.weir.report;

import java.util.ArrayList;
import java.util.List;

/** A text broken into lines for a terminal. */
public final class Paragraph {
    private Paragraph() {}

    /**
     * Breaks between words; a word that is longer than a line, such as a path, stays whole to be copied.
     *
     * @param first what the first line begins with
     * @param others what the other lines begin with
     * @param columns that a line has at most, its beginning included
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
