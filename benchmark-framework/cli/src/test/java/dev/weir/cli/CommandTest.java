package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A command line in this process: what it prints, and how it ends. */
public abstract class CommandTest {
    private static final HttpClient BROWSER = HttpClient.newHttpClient();

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
    public void refuses(String because, Object... arguments) throws IOException {
        List<String> before = files(folder);

        int status = execute(arguments);

        assertThat(err.toString()).contains(because).doesNotContain("Exception", "\tat ");
        assertThat(status).isEqualTo(2);
        assertThat(out.toString()).isEmpty();
        assertThat(files(folder)).isEqualTo(before);
    }

    public void succeeds(Object... arguments) {
        assertThat(execute(arguments)).as(err.toString()).isZero();
    }

    void succeedsWithoutWarnings(Object... arguments) {
        succeeds(arguments);
        assertThat(err.toString()).isEmpty();
    }

    /** Returns the exit status. What it prints replaces what the command before it has printed. */
    public int execute(Object... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        CommandLine commands = Benchmark.commands().setOut(console(out)).setErr(console(err));
        return Benchmark.execute(commands, words(arguments));
    }

    /** Returns the exit status of a command without the others of {@code bin/benchmark}. Earlier output stays. */
    int executeAlone(Object command, Object... arguments) {
        return Benchmark.explaining(
                        new CommandLine(command).setOut(console(out)).setErr(console(err)))
                .execute(words(arguments));
    }

    private static String[] words(Object... arguments) {
        return Stream.of(arguments).map(String::valueOf).toArray(String[]::new);
    }

    /** With a buffer, as that of the process: text without a line break at its end stays there until it is flushed. */
    private static PrintWriter console(Writer to) {
        return new PrintWriter(new BufferedWriter(to), true);
    }

    /** The words of a command line, with these in the places of its {@code %s}. */
    public static Object[] line(String words, Object... inPlaces) {
        Iterator<Object> given = List.of(inPlaces).iterator();
        return Stream.of(words.split(" ", -1))
                .map(word ->
                        word.contains("%s") ? word.replace("%s", given.next().toString()) : word)
                .toArray();
    }

    public Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    /** Adds lines to the workload. */
    public void append(String lines) throws IOException {
        Files.writeString(workload, Files.readString(workload) + lines);
    }

    /** Replaces a text in the workload. */
    public void replace(String old, String by) throws IOException {
        Files.writeString(workload, Files.readString(workload).replace(old, by));
    }

    /** The program in a process of its own, in a folder of its own. Its output goes into the file {@code output} there. */
    public static ProcessBuilder program(Path folder, Object... arguments) {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+ExitOnOutOfMemoryError",
                "-XX:+UseG1GC",
                "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                "-cp",
                System.getProperty("java.class.path"),
                Benchmark.class.getName()));
        Stream.of(arguments).map(String::valueOf).forEach(words::add);
        return new ProcessBuilder(words)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile());
    }

    /** Each line of the fields is {@code /path/in/the/file: value}. */
    public static void hasFields(JsonNode json, String fields) {
        assertThat(fields.lines()
                        .map(field -> field.split(": ", 2)[0])
                        .map(path -> path + ": " + json.at(path).asText()))
                .containsExactlyElementsOf(fields.lines().toList());
    }

    public static JsonNode json(Path file) throws IOException {
        return new ObjectMapper().readTree(file.toFile());
    }

    /** The body of what a server on this host answers. */
    public static String get(String url) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .timeout(Duration.ofSeconds(30))
                .build();
        return BROWSER.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    /** Names of what lies in a folder. */
    public static List<String> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
