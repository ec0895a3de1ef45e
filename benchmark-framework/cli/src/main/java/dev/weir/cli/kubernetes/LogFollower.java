package dev.weir.cli.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.cli.kubernetes.ClusterTools.ToolProcess;
import dev.weir.clock.Deadline;
import dev.weir.workload.text.DurationText;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
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
    private final PrintWriter out;
    private final PrintWriter err;
    /** Objects of the run at the moment; empty if the cluster is out of reach. */
    private final Supplier<Optional<RunObjects>> objects;
    /** Time of the last printed line, as Kubernetes writes it: of one length, so that texts compare as times do. */
    private String last = "";

    /** How many printed lines have the time {@code last}. */
    private int printedAtLast;

    LogFollower(ClusterTools tools, PrintWriter out, PrintWriter err, Supplier<Optional<RunObjects>> objects) {
        this.tools = tools;
        this.out = out;
        this.err = err;
        this.objects = objects;
    }

    /** Prints the coordinator's log until it ends. Returns its exit status. */
    int follow() {
        Deadline outage = tools.after(MAX_OUTAGE);
        boolean lost = false;
        while (true) {
            Optional<JsonNode> pod = objects.get().flatMap(RunObjects::coordinator);
            boolean progressed = pod.isPresent() && print(RunObjects.name(pod.get()));
            Optional<RunObjects> now = objects.get();
            if (now.isPresent() && now.get().end().isEmpty()) {
                // The state of a pod follows the end of its log with a delay.
                tools.pause(tools.pollMillis());
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
            outage = progressed || now.isPresent() ? tools.after(MAX_OUTAGE) : outage;
            if (outage.isOver()) {
                throw new KubernetesException("the cluster was out of reach for " + DurationText.of(MAX_OUTAGE));
            }
            if (progressed || !lost) {
                lost = true;
                err.println("the connection to the log was lost; connecting again");
            }
            tools.pause(tools.pollMillis());
        }
    }

    private int status(RunObjects.End end) {
        if (end.isForced()) {
            err.println("Kubernetes ended the coordinator: " + end.reason()
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
        try (ToolProcess process = tools.kubectl(words);
                InputStream log = new BufferedInputStream(Files.newInputStream(process.output()))) {
            var tail = new Tail(log);
            Deadline nextLook = tools.after(MAX_LOG_END);
            boolean hasEnded = false;
            while (!process.ended(tools.pollMillis())) {
                progressed = tail.print() || progressed;
                if (nextLook.isOver()) {
                    nextLook = tools.after(MAX_LOG_END);
                    boolean ended = objects.get().flatMap(RunObjects::end).isPresent();
                    if (ended && hasEnded) {
                        break;
                    }
                    hasEnded = ended;
                }
            }
            return tail.print() || progressed;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the log of " + pod, e);
        }
    }

    /** One output, whose first lines may have been printed. */
    private final class Tail {
        private final InputStream log;
        private final String from = last;
        private final ByteArrayOutputStream incomplete = new ByteArrayOutputStream();
        private int skip = printedAtLast;

        Tail(InputStream log) {
            this.log = log;
        }

        /** Prints the complete lines that were added. Returns whether there were new ones. */
        boolean print() throws IOException {
            String before = last + printedAtLast;
            for (int next = log.read(); next >= 0; next = log.read()) {
                if (next == '\n') {
                    line(incomplete.toString(StandardCharsets.UTF_8));
                    incomplete.reset();
                } else {
                    incomplete.write(next);
                }
            }
            return !before.equals(last + printedAtLast);
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
            out.println(space < 0 ? "" : line.substring(space + 1));
        }
    }
}
