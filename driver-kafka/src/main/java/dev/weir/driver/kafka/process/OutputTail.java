package dev.weir.driver.kafka.process;

import java.util.ArrayDeque;
import java.util.Deque;

/** The last lines of a process's output: warnings, errors, and why it ended. Limited. Methods: any thread. */
public final class OutputTail {
    private static final int QUOTED_LINES = 20;
    private static final int MAX_CHARACTERS_PER_LINE = 500;

    private final Deque<String> lines = new ArrayDeque<>();

    /** Adds a line, and drops the oldest one if there are too many. Skips stack traces, which do not help users. */
    public synchronized void add(String line) {
        if (line.matches("\\s+(at |\\.\\.\\. ).*")) {
            return;
        }
        if (lines.size() == QUOTED_LINES) {
            lines.removeFirst();
        }
        boolean fits = line.length() <= MAX_CHARACTERS_PER_LINE;
        lines.addLast(fits ? line : line.substring(0, MAX_CHARACTERS_PER_LINE) + "...");
    }

    /** Returns whether a line contains this text. */
    public synchronized boolean contains(String words) {
        return lines.stream().anyMatch(line -> line.contains(words));
    }

    /** Returns the last output of the process, as the end of a sentence about its failure. */
    public synchronized String quote() {
        return lines.isEmpty() ? "; it printed nothing" : "; its last lines were:\n  " + String.join("\n  ", lines);
    }
}
