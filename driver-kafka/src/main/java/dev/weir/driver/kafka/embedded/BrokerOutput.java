package dev.weir.driver.kafka.embedded;

import java.util.ArrayDeque;
import java.util.Deque;

/** The last lines that a broker printed: warnings, errors, and why it ended. Bounded. Methods: any thread. */
final class BrokerOutput {
    private static final int MAX_LINES = 20;
    private static final int MAX_CHARACTERS_PER_LINE = 500;

    /**
     * How the broker says that somebody has its port. Only its words tell: the fatal fault that follows ends the process
     * with the same status as any other.
     */
    private static final String PORT_TAKEN = "Socket server failed to bind to";

    private final Deque<String> lines = new ArrayDeque<>();

    synchronized void add(String line) {
        if (lines.size() == MAX_LINES) {
            lines.removeFirst();
        }
        boolean fits = line.length() <= MAX_CHARACTERS_PER_LINE;
        lines.addLast(fits ? line : line.substring(0, MAX_CHARACTERS_PER_LINE) + "...");
    }

    /** Whether the broker complained of a port that it could not have. */
    synchronized boolean tellsOfTakenPort() {
        return lines.stream().anyMatch(line -> line.contains(PORT_TAKEN));
    }

    /** What the broker said last, as the end of a sentence that tells what happened to it. */
    synchronized String quote() {
        return lines.isEmpty() ? "; it printed nothing" : "; its last lines were:\n  " + String.join("\n  ", lines);
    }
}
