package dev.weir.cli.output;

import dev.weir.clock.Clock;
import dev.weir.coordinator.request.ProgressListener;
import dev.weir.result.code.RunEvent;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Progress on a terminal, drawn again once a second: phase, bar, time left, rates, latencies, backlog; on as many lines
 * as the terminal's width makes of it.
 */
final class LiveDisplay implements ProgressListener, AutoCloseable {
    private static final int BAR = 20;
    private static final String UP_ONE_LINE = "\u001b[1A";
    private static final String CLEAR_LINE = "\r\u001b[2K";

    private final PrintWriter out;
    private final Clock clock;
    private final int columns;
    private Phase phase = Phase.PREPARE;
    private Optional<Duration> planned = Optional.empty();
    private long beganNanos;
    private String doing = "";
    private int drawn;

    LiveDisplay(PrintWriter out, Clock clock, int columns) {
        this.out = out;
        this.clock = clock;
        this.columns = columns;
    }

    @Override
    public void phaseBegins(Phase begun, Optional<Duration> duration) {
        phase = begun;
        planned = duration;
        beganNanos = clock.epochNanos();
        doing = "";
    }

    @Override
    public void step(String what) {
        doing = what;
        draw(List.of(head() + what));
    }

    /** Stays above the figures, which it explains. */
    @Override
    public void event(RunEvent event) {
        interject(head() + event.timeOfDay() + "  " + event.text());
    }

    @Override
    public void tick(Interval tick, double targetMessagesPerSecond) {
        List<String> lines = new ArrayList<>();
        if (!doing.isEmpty()) {
            lines.add(head() + doing);
        }
        lines.addAll(wrap(head() + bar(), ProgressText.parts(tick, targetMessagesPerSecond)));
        draw(lines);
    }

    @Override
    public void interval(Interval interval, double targetMessagesPerSecond) {
        // The ticks have shown it.
    }

    /** Takes the lines away, for what is printed next. */
    @Override
    public void close() {
        draw(List.of());
    }

    private String head() {
        return String.format("%-12s ", phase.key());
    }

    private String bar() {
        if (planned.isEmpty()) {
            return "";
        }
        long elapsed = clock.epochNanos() - beganNanos;
        long whole = Math.max(1, planned.get().toNanos());
        int filled = (int) Math.min(BAR, BAR * elapsed / whole);
        return "[" + "#".repeat(filled) + "-".repeat(BAR - filled) + "] " + ProgressText.clock(whole - elapsed)
                + " left   ";
    }

    private List<String> wrap(String beginning, List<String> parts) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(beginning);
        for (String part : parts) {
            if (line.length() + part.length() >= columns) {
                lines.add(line.toString().stripTrailing());
                line = new StringBuilder("  ");
            }
            line.append(part).append("   ");
        }
        lines.add(line.toString().stripTrailing());
        return lines;
    }

    /** Takes the lines away for something that has to stay: it stands above what is drawn next. Any thread. */
    synchronized void interject(String text) {
        draw(List.of());
        out.println(text);
        out.flush();
    }

    private synchronized void draw(List<String> lines) {
        StringBuilder screen = new StringBuilder();
        for (int i = 1; i < drawn; i++) {
            screen.append(CLEAR_LINE).append(UP_ONE_LINE);
        }
        screen.append(CLEAR_LINE);
        List<String> clipped = lines.stream()
                .map(line -> line.length() < columns ? line : line.substring(0, columns - 1))
                .toList();
        screen.append(String.join("\n", clipped));
        out.print(screen);
        out.flush();
        drawn = lines.size();
    }
}
