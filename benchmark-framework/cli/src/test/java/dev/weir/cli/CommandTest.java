package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A command line in this process: what it prints, and how it ends. */
public abstract class CommandTest {
    @TempDir
    public Path folder;

    public final StringWriter out = new StringWriter();
    public final StringWriter err = new StringWriter();
    public Path workload = Path.of("");

    @BeforeEach
    void writeWorkload() throws IOException {
        workload = Files.writeString(folder.resolve("tiny.yaml"), """
            topics: 1
            partitionsPerTopic: 2
            messageSize: 100
            producersPerTopic: 1
            subscriptionsPerTopic: 1
            consumerPerSubscription: 1
            producerRate: 500
            warmupDuration: 200ms
            testDuration: 600ms
            sampleRateMillis: 200
            """);
    }

    /** It ends with status 2 and this message, and nothing was started or written. */
    public void refuses(String because, String... arguments) throws IOException {
        List<String> before = files(folder);

        int status = execute(arguments);

        assertThat(err.toString()).contains(because).doesNotContain("Exception", "\tat ");
        assertThat(status).isEqualTo(2);
        assertThat(out.toString()).isEmpty();
        assertThat(files(folder)).isEqualTo(before);
    }

    public int execute(String... arguments) {
        CommandLine commands = Benchmark.commands().setOut(console(out)).setErr(console(err));
        return Benchmark.execute(commands, arguments);
    }

    /** With a buffer, as that of the process: text without a line break at its end stays there until it is flushed. */
    private static PrintWriter console(Writer to) {
        return new PrintWriter(new BufferedWriter(to), true);
    }

    /** The words of a command line, with these in the places of its {@code %s}. */
    public static String[] line(String words, Object... inPlaces) {
        Iterator<Object> given = List.of(inPlaces).iterator();
        return Stream.of(words.split(" ", -1))
                .map(word ->
                        word.contains("%s") ? word.replace("%s", given.next().toString()) : word)
                .toArray(String[]::new);
    }

    /** Adds lines to the workload. */
    public void append(String lines) throws IOException {
        Files.writeString(workload, Files.readString(workload) + lines);
    }

    public static JsonNode json(Path file) throws IOException {
        return new ObjectMapper().readTree(file.toFile());
    }

    /** Names of what lies in a folder. */
    public static List<String> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
