package dev.weir.driver.redpanda;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.driver.RequiredTool;
import dev.weir.driver.config.ClientConfig;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.TopicConfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.opentest4j.TestAbortedException;

/**
 * kfake, a server that speaks Kafka's protocol without a line of Apache Kafka's code, as a process on loopback. What
 * holds on it and on Kafka holds because of the protocol. It is no Redpanda: how that behaves it does not show.
 *
 * <p>Its few lines of Go lie in {@code src/test/go/kfake}; the first test that wants it builds it into {@code target}.
 * Any thread.
 */
public final class Kfake {
    private static final Path SOURCE = Path.of("src", "test", "go", "kfake");
    private static final Path FOLDER = Path.of("target", "kfake").toAbsolutePath();
    private static final Path SERVER = FOLDER.resolve("kfake");
    private static final Duration FETCH_LIMIT = Duration.ofMinutes(3);
    private static final Duration BUILD_LIMIT = Duration.ofMinutes(6);

    /** The id of a cluster begins like those of Redpanda. */
    private static final List<String> REDPANDA_231 =
            List.of("redpanda.4f2a36c8-6a0c-4a6b-9d4f-1f0c2c5b8a11", "redpanda-23.1");

    private static final Map<List<String>, Kfake> SHARED = new HashMap<>();

    private final String addresses;

    private Kfake(String addresses) {
        this.addresses = addresses;
    }

    /**
     * One for all tests of a JVM, which takes it along when it ends.
     *
     * @throws TestAbortedException if there is no Go on this machine, or the modules cannot be fetched
     */
    public static synchronized Kfake shared() {
        return SHARED.computeIfAbsent(List.of("kfake"), Kfake::start);
    }

    /**
     * One with the cluster id, the versions of requests and the topic properties of a Redpanda 23.1.7, for all tests of a
     * JVM. Like Redpanda, it accepts other properties and ignores them.
     *
     * @throws TestAbortedException as {@link #shared}
     */
    public static synchronized Kfake sharedAsRedpanda231() {
        return SHARED.computeIfAbsent(REDPANDA_231, Kfake::start);
    }

    private static Kfake start(List<String> arguments) {
        try {
            build();
            List<String> command = new ArrayList<>(List.of(SERVER.toString()));
            command.addAll(arguments);
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.appendTo(
                            FOLDER.resolve("kfake.log").toFile()))
                    .start();
            // It holds its ports when it prints them, and before that it ends if it cannot.
            BufferedReader output = process.inputReader(UTF_8);
            String addresses = Optional.ofNullable(output.readLine())
                    .orElseThrow(
                            () -> new AssertionError("kfake has ended before it said where it listens, see " + FOLDER));
            return new Kfake(addresses);
        } catch (IOException e) {
            throw new AssertionError("kfake cannot be started", e);
        }
    }

    private static void build() throws IOException {
        if (Files.isExecutable(SERVER) && isNewerThanItsSource()) {
            return;
        }
        RequiredTool.awaitInstallation();
        Files.createDirectories(FOLDER);
        run(FETCH_LIMIT, "go", "mod", "download").ifPresent(Kfake::skip);
        // Without optimisations, which take a third of the build's time.
        run(BUILD_LIMIT, "go", "build", "-buildvcs=false", "-gcflags=all=-N -l", "-o", SERVER.toString(), ".")
                .ifPresent(output -> {
                    throw new AssertionError("kfake cannot be built: " + output);
                });
    }

    private static boolean isNewerThanItsSource() throws IOException {
        try (var files = Files.list(SOURCE)) {
            long built = Files.getLastModifiedTime(SERVER).toMillis();
            return files.allMatch(file -> file.toFile().lastModified() < built);
        }
    }

    private static void skip(String why) {
        String text = "SKIP tests with kfake, a Kafka-protocol server that is not Kafka: " + why.strip();
        System.out.println(text);
        RequiredTool.require(false, text);
    }

    /** What it printed if it failed; empty if all went well. */
    private static Optional<String> run(Duration limit, String... command) throws IOException {
        Path output = Files.createTempFile(FOLDER, "go", ".out");
        String what = String.join(" ", command);
        try {
            var builder = new ProcessBuilder(command)
                    .directory(SOURCE.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile());
            // No other Go is fetched than the one that is there.
            builder.environment().put("GOTOOLCHAIN", "local");
            // Not to need a C compiler.
            builder.environment().put("CGO_ENABLED", "0");
            // Go keeps builds in this user's cache, as it keeps modules. Maven's setting names a folder in the clone.
            builder.environment().remove("XDG_CACHE_HOME");
            Process process;
            try {
                process = builder.start();
            } catch (IOException e) {
                return Optional.of(what + ": " + e.getMessage());
            }
            if (!process.waitFor(limit.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return Optional.of(what + " has not ended within " + limit.toSeconds() + " s");
            }
            return process.exitValue() == 0 ? Optional.empty() : Optional.of(what + ": " + Files.readString(output));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        } finally {
            Files.deleteIfExists(output);
        }
    }

    /** What a driver file says as {@code bootstrap.servers}. */
    public String addresses() {
        return addresses;
    }

    /** How to drive it, with sends that fail within 10 s when a topic is gone. */
    DriverConfig config() {
        return new DriverConfig(
                "kfake",
                "redpanda",
                TopicConfig.DEFAULT,
                new ClientConfig(
                        Map.of("bootstrap.servers", addresses),
                        Map.of(
                                "linger.ms", "1",
                                "max.block.ms", "10000",
                                "request.timeout.ms", "5000",
                                "delivery.timeout.ms", "10000"),
                        Map.of()),
                Map.of());
    }
}
