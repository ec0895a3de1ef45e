package dev.weir.cli.output;

import dev.weir.cli.process.ConsoleWriter;
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
import java.util.function.Supplier;

/**
 * Draws progress on a terminal once a second: phase, bar, time left, rates, latencies, backlog; on as many lines as the
 * terminal's width requires. While nothing is measured, a thread of its own shows how long the step takes.
 */
final class LiveDisplay implements ProgressListener, AutoCloseable {
    private static final int BAR = 20;
    private static final String UP_ONE_LINE = "\u001b[1A";
    private static final String CLEAR_LINE = "\r\u001b[2K";

    private final PrintWriter out;
    private final Clock clock;
    private final int columns;
    private final Supplier<String> title;
    private final Thread seconds = new Thread(this::showSteps, "display");
    private Phase phase = Phase.PREPARE;
    private Optional<Duration> planned = Optional.empty();
    private long beganNanos;
    private String doing = "";
    private long doingSinceNanos;
    private boolean measures;
    private boolean closed;
    private int drawn;

    /** Creates an empty display, with the title above the progress if it is not empty. */
    LiveDisplay(PrintWriter out, Clock clock, int columns, Supplier<String> title) {
        this.out = out;
        this.clock = clock;
        this.columns = columns;
        this.title = title;
        seconds.setDaemon(true);
        seconds.start();
    }

    @Override
    public synchronized void phaseBegins(Phase begun, Optional<Duration> duration) {
        phase = begun;
        planned = duration;
        beganNanos = clock.epochNanos();
        doing = "";
    }

    @Override
    public synchronized void step(String what) {
        doing = what;
        doingSinceNanos = clock.epochNanos();
        measures = false;
        drawStep();
    }

    /** Prints an event above the figures that it explains. */
    @Override
    public void event(RunEvent event) {
        interject(head() + event.timeOfDay() + "  " + event.text());
    }

    @Override
    public synchronized void tick(Interval tick, double targetMessagesPerSecond) {
        measures = true;
        List<String> lines = new ArrayList<>();
        if (!doing.isEmpty()) {
            lines.add(head() + doing);
        }
        lines.addAll(wrap(head() + bar(), ProgressText.parts(tick, targetMessagesPerSecond)));
        draw(lines);
    }

    /** Removes the drawn lines before other output. */
    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
        erase();
        out.flush();
    }

    private synchronized void showSteps() {
        try {
            while (!closed) {
                wait(1_000);
                if (!closed && !measures && !doing.isEmpty()) {
                    drawStep();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void drawStep() {
        draw(List.of(head() + ProgressText.clock(clock.epochNanos() - doingSinceNanos) + "  " + doing));
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

    /** Prints a text that stays above the drawn lines. Any thread. */
    synchronized void interject(String text) {
        erase();
        out.println(text);
    }

    private void draw(List<String> lines) {
        erase();
        List<String> all = new ArrayList<>(title.get().isEmpty() ? List.of() : List.of(title.get()));
        all.addAll(lines);
        all.replaceAll(line -> line.length() < columns ? line : line.substring(0, columns - 1));
        out.print(String.join("\n", all));
        out.flush();
        drawn = all.size();
    }

    private void erase() {
        ConsoleWriter.control(out, (CLEAR_LINE + UP_ONE_LINE).repeat(Math.max(0, drawn - 1)) + CLEAR_LINE);
        drawn = 0;
    }
}
