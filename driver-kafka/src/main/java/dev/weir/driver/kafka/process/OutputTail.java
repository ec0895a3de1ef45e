package dev.weir.driver.kafka.process;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The last lines that a process printed: warnings, errors, and why it ended. Bounded. Methods: any thread. */
public final class OutputTail {
    private static final int QUOTED_LINES = 20;
    private static final int MAX_CHARACTERS_PER_LINE = 500;

    private final Deque<String> lines = new ArrayDeque<>();
    private final int mostLines;

    public OutputTail() {
        this(QUOTED_LINES);
    }

    /**
     * Of a process whose output is read.
     *
     * @param mostLines that are kept, at least 20
     */
    public OutputTail(int mostLines) {
        this.mostLines = Math.max(QUOTED_LINES, mostLines);
    }

    /** Adds one, and forgets the oldest if there are too many. Leaves out stack traces: they are for no user. */
    public synchronized void add(String line) {
        if (line.matches("\\s+(at |\\.\\.\\. ).*")) {
            return;
        }
        if (lines.size() == mostLines) {
            lines.removeFirst();
        }
        boolean fits = line.length() <= MAX_CHARACTERS_PER_LINE;
        lines.addLast(fits ? line : line.substring(0, MAX_CHARACTERS_PER_LINE) + "...");
    }

    /** Whether one of them says this. */
    public synchronized boolean tellOf(String words) {
        return lines.stream().anyMatch(line -> line.contains(words));
    }

    /** Those that there are, the oldest first. */
    public synchronized List<String> all() {
        return List.copyOf(lines);
    }

    /** What the process said last, as the end of a sentence that tells what happened to it. */
    public synchronized String quote() {
        List<String> last =
                lines.stream().skip(Math.max(0, lines.size() - QUOTED_LINES)).toList();
        return last.isEmpty() ? "; it printed nothing" : "; its last lines were:\n  " + String.join("\n  ", last);
    }
}
