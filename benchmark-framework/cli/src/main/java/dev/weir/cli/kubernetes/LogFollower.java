package dev.weir.cli.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.workload.text.DurationText;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Prints the coordinator's log, each line once, although the connection may be lost and the log be requested again. Used
 * by one thread.
 */
final class LogFollower {
    /** How long the cluster may be out of reach while a log is followed, as when a laptop changes its network. */
    private static final Duration MAX_OUTAGE = Duration.ofMinutes(5);

    /** A log that does not end, although its pod has. */
    private static final Duration MAX_LOG_END = Duration.ofSeconds(30);

    private final ClusterTools tools;
    private final Console console;
    /** Objects of the run at the moment; empty if the cluster is out of reach. */
    private final Supplier<Optional<RunObjects>> objects;
    /** Time of the last printed line, as Kubernetes writes it: of one length, so that texts compare as times do. */
    private String last = "";
    /** How many printed lines have this time. */
    private int printedAtLast;

    LogFollower(ClusterTools tools, Console console, Supplier<Optional<RunObjects>> objects) {
        this.tools = tools;
        this.console = console;
        this.objects = objects;
    }

    /** Prints the coordinator's log until it ends. Returns its exit status. */
    int follow() {
        long lastContact = console.nowNanos();
        boolean lost = false;
        while (true) {
            Optional<JsonNode> pod = objects.get().flatMap(RunObjects::coordinator);
            boolean progressed = pod.isPresent() && print(RunObjects.name(pod.get()));
            Optional<RunObjects> now = objects.get();
            if (now.isPresent() && now.get().end().isEmpty()) {
                // The state of a pod follows the end of its log with a delay.
                tools.pause(console.pollMillis());
                now = objects.get();
            }
            Optional<RunObjects.End> end = now.flatMap(RunObjects::end);
            if (end.isPresent()) {
                // The connection may have been lost before the end of the log.
                now.flatMap(RunObjects::coordinator).ifPresent(each -> print(RunObjects.name(each)));
                return status(end.get());
            }
            if (now.isPresent() && now.get().coordinator().isEmpty()) {
                throw new KubernetesException("the coordinator's pod no longer exists, so its exit status is unknown");
            }
            lastContact = progressed || now.isPresent() ? console.nowNanos() : lastContact;
            if (console.isOver(lastContact, MAX_OUTAGE)) {
                throw new KubernetesException("the cluster was out of reach for " + DurationText.of(MAX_OUTAGE));
            }
            if (progressed || !lost) {
                lost = true;
                console.warn("the connection to the log was lost; connecting again");
            }
            tools.pause(console.pollMillis());
        }
    }

    private int status(RunObjects.End end) {
        if (end.isForced()) {
            console.warn("Kubernetes ended the coordinator: " + end.reason()
                    + (end.message().isEmpty() ? "" : ": " + end.message())
                    + (end.reason().equals("OOMKilled") ? "; raise coordinator.memory in the values" : ""));
        }
        return end.status();
    }

    /** Prints the log until it or its connection ends. Returns whether there were new lines. */
    private boolean print(String pod) {
        List<String> words =
                new ArrayList<>(List.of("logs", "--follow", "--timestamps", "--container=coordinator", pod));
        if (!last.isEmpty()) {
            words.add("--since-time=" + last);
        }
        boolean progressed = false;
        try (ToolProcess process = tools.kubectl(Optional.empty(), words)) {
            LogFollower.Tail tail = new Tail(process.output(), last, printedAtLast);
            long lastLook = console.nowNanos();
            boolean hasEnded = false;
            while (!process.ended(console.pollMillis())) {
                progressed = tail.print() || progressed;
                if (console.isOver(lastLook, MAX_LOG_END)) {
                    lastLook = console.nowNanos();
                    boolean ended = objects.get().flatMap(RunObjects::end).isPresent();
                    if (ended && hasEnded) {
                        break;
                    }
                    hasEnded = ended;
                }
            }
            return tail.print() || progressed;
        }
    }

    /** Position in one output, whose first lines may have been printed. */
    final class Tail {
        private final Path file;
        private final String from;
        private long position;
        private int skip;

        private Tail(Path file, String from, int skip) {
            this.file = file;
            this.from = from;
            this.skip = skip;
        }

        /** Prints the complete lines that were added. Returns whether there were new ones. */
        boolean print() {
            String before = last + printedAtLast;
            byte[] added = read();
            int begin = 0;
            for (int i = 0; i < added.length; i++) {
                if (added[i] == '\n') {
                    line(new String(added, begin, i - begin, StandardCharsets.UTF_8));
                    begin = i + 1;
                }
            }
            position += begin;
            console.out().flush();
            return !before.equals(last + printedAtLast);
        }

        private byte[] read() {
            try (var content = new RandomAccessFile(file.toFile(), "r")) {
                var added = new byte[Math.toIntExact(Math.min(content.length() - position, 1 << 24))];
                content.seek(position);
                content.readFully(added);
                return added;
            } catch (IOException e) {
                throw new UncheckedIOException("cannot read " + file, e);
            }
        }

        private void line(String line) {
            int space = line.indexOf(' ');
            String time = space < 0 ? line : line.substring(0, space);
            int compared = time.compareTo(from);
            if (compared < 0 || (compared == 0 && skip-- > 0)) {
                return;
            }
            printedAtLast = time.equals(last) ? printedAtLast + 1 : 1;
            last = time;
            console.out().println(space < 0 ? "" : line.substring(space + 1));
        }
    }
}
