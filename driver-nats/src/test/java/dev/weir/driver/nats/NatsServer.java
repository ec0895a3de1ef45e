package dev.weir.driver.nats;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import dev.weir.driver.FreePort;
import dev.weir.driver.RequiredTool;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A real nats-server with JetStream, on loopback, as a process that ends with the test. Any thread. */
public final class NatsServer implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofSeconds(30);
    private static final Duration FETCH_LIMIT = Duration.ofMinutes(3);
    private static final int UNAVAILABLE = 69;

    private final Process process;
    private final int port;

    private NatsServer(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /**
     * Starts one.
     *
     * @param module the folder of this module
     * @param folder an empty one, for what it stores and prints
     * @throws org.opentest4j.TestAbortedException if there is no server on this machine and none can be fetched
     */
    public static NatsServer start(Path module, Path folder) {
        Path script = module.resolve("nats-server").toAbsolutePath();
        Path output = folder.resolve("nats-server.out");
        try {
            Process version = run(script, output, "--version");
            if (!version.waitFor(FETCH_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                version.destroyForcibly();
                throw new AssertionError(script + " has not ended in time");
            }
            String said = Files.readString(output);
            if (version.exitValue() == UNAVAILABLE) {
                System.out.println("SKIP tests with a NATS server: " + said.strip());
            }
            RequiredTool.require(version.exitValue() != UNAVAILABLE, said);
            if (version.exitValue() != 0) {
                throw new AssertionError(said);
            }
            int port = FreePort.choose();
            Process server = run(
                    script,
                    output,
                    "-js",
                    "-a",
                    "127.0.0.1",
                    "-p",
                    Integer.toString(port),
                    "-sd",
                    folder.resolve("store").toString());
            var started = new NatsServer(server, port);
            try {
                await("a server that answers").atMost(START_LIMIT).until(started::answers);
            } catch (RuntimeException | Error e) {
                started.close();
                throw new AssertionError("it does not start: " + Files.readString(output), e);
            }
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private static Process run(Path script, Path output, String... arguments) throws IOException {
        List<String> words = new ArrayList<>(List.of(script.toString()));
        words.addAll(List.of(arguments));
        return new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    /** A server greets with what it can do. */
    private boolean answers() {
        if (!process.isAlive()) {
            throw new AssertionError("the process has ended");
        }
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port);
                var lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8))) {
            socket.setSoTimeout((int) START_LIMIT.toMillis());
            return String.valueOf(lines.readLine()).contains("\"jetstream\":true");
        } catch (IOException e) {
            return false;
        }
    }

    /** What a driver file says as {@code servers}. */
    public String url() {
        return "nats://127.0.0.1:" + port;
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(START_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
