package dev.weir.driver.kafka.referee;

import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.exception.FailureText;
import dev.weir.driver.kafka.process.ChildJvm;
import dev.weir.driver.kafka.process.DirectoryTrees;
import dev.weir.driver.kafka.process.OutputTail;
import dev.weir.driver.referee.Referee;
import dev.weir.driver.referee.RefereeFigures;
import dev.weir.driver.referee.RefereeTask;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Process of a tool, as its owner sees it. A daemon thread of its own reads the tool's output. */
final class ToolProcess implements Referee {
    private static final Logger LOG = LoggerFactory.getLogger(ToolProcess.class);
    private static final int END_SECONDS = 10;
    /** More than the output of a tool that reports on each of its consumers every second. */
    private static final int MOST_LINES = 100_000;

    private final Tool tool;
    private final RefereeTask task;
    private final List<String> words;
    private final Path folder;
    private final Process process;
    private final OutputTail output = new OutputTail(MOST_LINES);
    private final Thread reader;
    private volatile boolean closed;

    private ToolProcess(Tool tool, RefereeTask task, List<String> words, Path folder, Process process) {
        this.tool = tool;
        this.task = task;
        this.words = words;
        this.folder = folder;
        this.process = process;
        this.reader = new Thread(this::read, "referee-output");
    }

    /**
     * Starts the process.
     *
     * @throws DriverException if it cannot be started; nothing of it remains then
     */
    static ToolProcess start(Tool tool, RefereeTask task, DriverConfig config) {
        Path folder = newFolder();
        try {
            List<String> words = tool.words(task, config, folder);
            List<String> arguments =
                    new ArrayList<>(List.of(folder.toString(), task.kind().name()));
            arguments.addAll(words);
            var started = new ToolProcess(
                    tool, task, words, folder, ChildJvm.start(options(), folder, ToolMain.class, arguments));
            started.reader.setDaemon(true);
            started.reader.start();
            return started;
        } catch (IOException e) {
            delete(folder);
            throw new DriverException("cannot start " + tool.name() + ": " + FailureText.of(e), e);
        }
    }

    /** Returns the options of this JVM that affect its speed: both sides get the same. */
    private static List<String> options() {
        List<String> options = new ArrayList<>(ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> option.startsWith("-X") && !option.startsWith("-Xlog"))
                .toList());
        // The file for jstat would remain in the system's temporary directory when the tool is killed.
        options.add("-XX:-UsePerfData");
        // It formats numbers by its locale.
        options.addAll(List.of("-Duser.language=en", "-Duser.country=US"));
        return options;
    }

    @Override
    public RefereeFigures await(Duration limit) {
        String name = tool.name();
        if (!hasEndedWithin(limit.toMillis())) {
            throw new DriverException(name + " has not ended within " + limit.toSeconds() + " s" + output.quote());
        }
        joinReader();
        if (closed) {
            throw new DriverException(name + " was ended early");
        }
        if (process.exitValue() != 0) {
            throw new DriverException(name + " ended with status " + process.exitValue() + output.quote());
        }
        try {
            return tool.figures(task, words, output.all());
        } catch (Tool.UnclearOutputException e) {
            throw new DriverException(name + " has no figures: " + e.getMessage() + output.quote(), e);
        }
    }

    private boolean hasEndedWithin(long millis) {
        try {
            return process.waitFor(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DriverException("interrupted while " + tool.name() + " ran", e);
        }
    }

    private void joinReader() {
        try {
            reader.join(TimeUnit.SECONDS.toMillis(END_SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void read() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                output.add(line);
            }
        } catch (IOException e) {
            // The stream is closed when the process is killed.
        }
    }

    @Override
    public void close() {
        closed = true;
        process.destroyForcibly();
        process.onExit()
                .completeOnTimeout(process, END_SECONDS, TimeUnit.SECONDS)
                .join();
        if (process.isAlive()) {
            LOG.warn("{} (process {}) was killed but has not ended", tool.name(), process.pid());
        }
        delete(folder);
    }

    private static Path newFolder() {
        try {
            return Files.createTempDirectory("weir-referee-");
        } catch (IOException e) {
            throw new DriverException("cannot make a folder for a tool's files: " + FailureText.of(e), e);
        }
    }

    private static void delete(Path folder) {
        try {
            DirectoryTrees.delete(folder);
        } catch (IOException e) {
            LOG.warn("files of a tool stay in {}", folder, e);
        }
    }
}
