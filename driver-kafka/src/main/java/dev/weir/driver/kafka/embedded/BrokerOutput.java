package dev.weir.driver.kafka.embedded;

import java.util.ArrayDeque;
import java.util.Deque;

/** The last lines that a broker printed: warnings, errors, and why it ended. Bounded. Methods: any thread. */
final class BrokerOutput {
    private static final int MAX_LINES = 20;
    private static final int MAX_CHARACTERS_PER_LINE = 500;

    private final Deque<String> lines = new ArrayDeque<>();

    synchronized void add(String line) {
        if (lines.size() == MAX_LINES) {
            lines.removeFirst();
        }
        boolean fits = line.length() <= MAX_CHARACTERS_PER_LINE;
        lines.addLast(fits ? line : line.substring(0, MAX_CHARACTERS_PER_LINE) + "...");
    }

    /** What the broker said last, as the end of a sentence that tells what happened to it. */
    synchronized String quote() {
        return lines.isEmpty() ? "; it printed nothing" : "; its last lines were:\n  " + String.join("\n  ", lines);
    }
}
