package dev.weir.driver.kafka.embedded;

import dev.weir.driver.exception.DriverException;
import dev.weir.driver.exception.FailureText;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Process of a broker, as its owner sees it. A daemon thread of its own reads the broker's output, until the process
 * ends. Methods: any thread.
 */
final class BrokerProcess {
    /** System property that names the folder with the jars of Kafka's server and tools. */
    private static final String SERVER_JARS = "weir.serverJars";

    private static final Logger LOG = LoggerFactory.getLogger(BrokerProcess.class);
    private static final String LOG_CONFIGURATION = "classpath:dev/weir/driver/kafka/embedded/broker-log4j2.xml";
    private static final int END_SECONDS = 10;

    /**
     * Broker's message that another process has its port. Only the text identifies this failure: the fatal fault that
     * follows ends the process with the same status as any other.
     */
    private static final String PORT_TAKEN = "Socket server failed to bind to";

    private final int id;
    private final Path directory;
    private final Process process;
    private final OutputTail output = new OutputTail();
    private final CompletableFuture<Void> ready = new CompletableFuture<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private volatile boolean endExpected;
    private volatile CompletableFuture<Path> profile = new CompletableFuture<>();

    private BrokerProcess(int id, Path directory, Process process) {
        this.id = id;
        this.directory = directory;
        this.process = process;
    }

    /**
     * @param directory the node's own: with its properties, and with its data if it has run before
     * @throws DriverException if the process cannot be started
     */
    static BrokerProcess start(int id, Path directory, String clusterId) {
        try {
            var broker = new BrokerProcess(id, directory, startJvm(directory, clusterId));
            var reader = new Thread(broker::read, "embedded-broker-" + id + "-output");
            reader.setDaemon(true);
            reader.start();
            return broker;
        } catch (IOException e) {
            throw new DriverException("cannot start the process of broker " + id + ": " + FailureText.of(e), e);
        }
    }

    /** Completes when clients can use the broker; never, if it ends before. */
    CompletableFuture<Void> ready() {
        return ready;
    }

    /** Fails with a {@link DriverException} that quotes the broker, when its process has ended. */
    CompletableFuture<Void> ended() {
        return ended;
    }

    long pid() {
        return process.pid();
    }

    String quote() {
        return "broker " + id + " (process " + process.pid() + ")" + output.quote();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Kills the process; {@link #awaitEnd} waits for its end. Stopping three brokers in order takes 5 s. */
    void kill() {
        endExpected = true;
        process.destroyForcibly();
    }

    /**
     * Lets the broker hand over its leaderships, and end; kills it if it takes longer.
     *
     * @return whether it ended by itself
     */
    boolean stop(Duration deadline) {
        endExpected = true;
        boolean ended = false;
        try {
            order(EmbeddedBroker.STOP);
            ended = process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS);
        } catch (IOException e) {
            LOG.warn("broker {} (process {}) cannot be asked to stop", id, pid(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!ended) {
            kill();
            awaitEnd();
        }
        return ended;
    }

    void beginProfile() {
        try {
            order(EmbeddedBroker.RECORD);
        } catch (IOException e) {
            LOG.warn("broker {} (process {}) cannot be asked to record", id, pid(), e);
        }
    }

    /** Ends that; the file is the caller's. Fails with a {@link DriverException} if there is none. */
    CompletableFuture<Path> endProfile() {
        profile = new CompletableFuture<>();
        try {
            order(EmbeddedBroker.HAND_OVER);
        } catch (IOException e) {
            loseProfile();
        }
        if (ended.isDone()) {
            loseProfile();
        }
        return profile;
    }

    private void loseProfile() {
        profile.completeExceptionally(new DriverException("the process ended before it handed over its recording"));
    }

    private void order(char order) throws IOException {
        process.getOutputStream().write(order);
        process.getOutputStream().flush();
    }

    /**
     * Waits at most 10 s for the end of a killed process, also on an interrupted thread, because its data is deleted
     * next.
     */
    void awaitEnd() {
        process.onExit()
                .completeOnTimeout(process, END_SECONDS, TimeUnit.SECONDS)
                .join();
        if (process.isAlive()) {
            LOG.warn("broker {} (process {}) was killed but has not ended after {} s", id, pid(), END_SECONDS);
        }
    }

    private void read() {
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (line.equals(EmbeddedBroker.READY)) {
                    ready.complete(null);
                } else if (line.equals(EmbeddedBroker.RECORDED)) {
                    profile.complete(directory.resolve(EmbeddedBroker.PROFILE));
                } else if (line.startsWith(EmbeddedBroker.RECORDED)) {
                    profile.completeExceptionally(new DriverException(
                            line.substring(EmbeddedBroker.RECORDED.length()).strip()));
                } else {
                    output.add(line);
                }
            }
        } catch (IOException e) {
            // The stream is closed when the process is killed.
        }
        end(process.onExit().join().exitValue());
    }

    private void end(int status) {
        String message = "broker " + id + " (process " + pid() + ") ended with status " + status + output.quote();
        if (ready.isDone() && !endExpected) {
            LOG.error("while the cluster was in use, {}", message);
        }
        ended.completeExceptionally(
                output.contains(PORT_TAKEN) || output.contains(EmbeddedBroker.METRICS_PORT_TAKEN)
                        ? new PortTakenException(message)
                        : new DriverException(message));
        loseProfile();
    }

    /**
     * Starts the broker's JVM with this JVM's Java and class path, and with the jars of Kafka's server and tools. The JVM
     * ends no later than this process: its standard input is a pipe that only this process has open. Its output is one
     * stream.
     *
     * @param directory its own; files that the JVM and native libraries create, and would leave behind when it is
     *     killed, go there
     */
    private static Process startJvm(Path directory, String clusterId) throws IOException {
        Path temporary = Files.createDirectories(directory.resolve("tmp"));
        var command = new ArrayList<String>();
        // Ctrl-C in a terminal, timeout(1) and systemd signal each process of the group. But a run that they end still
        // needs its brokers, and the process that started a tool has to report why the tool ended. An ignored signal
        // stays ignored through exec, and a JVM then does not handle it.
        command.addAll(List.of("sh", "-c", "trap '' INT HUP TERM; exec \"$@\"", "sh"));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(BrokerSettings.JVM_OPTIONS);
        command.add("-Dlog4j2.configurationFile=" + LOG_CONFIGURATION);
        command.add("-Dweir.embedded.log=" + directory.resolve("broker.log"));
        command.add("-Djava.io.tmpdir=" + temporary);
        command.add("-XX:ErrorFile=" + directory.resolve("hs_err.log"));
        // The jars of brokers are in a folder of their own, if an installation has one.
        String classPath = System.getProperty("java.class.path");
        String folder = System.getProperty(SERVER_JARS);
        if (folder != null) {
            classPath += File.pathSeparator + Path.of(folder, "*");
        }
        command.addAll(List.of("-cp", classPath, EmbeddedBroker.class.getName(), directory.toString(), clusterId));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    /** The last lines of a process's output: warnings, errors, and why it ended. Limited. Methods: any thread. */
    static final class OutputTail {
        private static final int QUOTED_LINES = 20;
        private static final int MAX_CHARACTERS_PER_LINE = 500;

        private final Deque<String> lines = new ArrayDeque<>();

        /** Adds a line, and drops the oldest one if there are too many. Skips stack traces, which do not help users. */
        synchronized void add(String line) {
            if (line.matches("\\s+(at |\\.\\.\\. ).*")) {
                return;
            }
            if (lines.size() == QUOTED_LINES) {
                lines.removeFirst();
            }
            boolean fits = line.length() <= MAX_CHARACTERS_PER_LINE;
            lines.addLast(fits ? line : line.substring(0, MAX_CHARACTERS_PER_LINE) + "...");
        }

        synchronized boolean contains(String words) {
            return lines.stream().anyMatch(line -> line.contains(words));
        }

        /** Returns the last output of the process, as the end of a sentence about its failure. */
        synchronized String quote() {
            return lines.isEmpty() ? "; it printed nothing" : "; its last lines were:\n  " + String.join("\n  ", lines);
        }
    }

    /** A port that was chosen for a broker has been taken by another process. */
    static final class PortTakenException extends DriverException {
        private static final long serialVersionUID = 1L;

        PortTakenException(String message) {
            super(message);
        }
    }
}
