package dev.weir.driver.omb;

import static org.awaitility.Awaitility.await;

import dev.weir.driver.RequiredTool;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A real RabbitMQ, Debian's, on loopback, as two processes that end with the test. */
final class RabbitMqServer implements AutoCloseable {
    static final String DRIVER = "example.RabbitMqBenchmarkDriver";

    /** With what the names of the jars begin that RabbitMQ's client is made of. */
    static final List<String> LIBRARIES = List.of("amqp-client-");

    private static final Path COMMAND = Path.of("/usr/lib/rabbitmq/bin/rabbitmq-server");
    private static final Duration START_LIMIT = Duration.ofMinutes(2);
    private static final int ANSWER_MILLIS = 5_000;
    private static final int METHOD_FRAME = 1;

    private final Process names;
    private final Process server;
    private final int port;

    private RabbitMqServer(Process names, Process server, int port) {
        this.names = names;
        this.server = server;
        this.port = port;
    }

    /** @param folder an empty one, for what it stores and prints */
    static RabbitMqServer start(Path folder) throws IOException {
        RequiredTool.awaitInstallation();
        RequiredTool.require(
                Files.isExecutable(COMMAND),
                "there is no RabbitMQ (Debian: apt-get install rabbitmq-server, or bin/check --install as root)");
        int port = freePort();
        Map<String, String> environment = Map.ofEntries(
                Map.entry("HOME", folder.toString()),
                // A service of names for this server alone: that of the host would outlive the test.
                Map.entry("ERL_EPMD_ADDRESS", "127.0.0.1"),
                Map.entry("ERL_EPMD_PORT", String.valueOf(freePort())),
                Map.entry("RABBITMQ_NODENAME", "weir" + port + "@localhost"),
                Map.entry("RABBITMQ_NODE_IP_ADDRESS", "127.0.0.1"),
                Map.entry("RABBITMQ_NODE_PORT", String.valueOf(port)),
                Map.entry("RABBITMQ_DIST_PORT", String.valueOf(freePort())),
                Map.entry("RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS", "-kernel inet_dist_use_interface {127,0,0,1}"),
                Map.entry("RABBITMQ_MNESIA_BASE", folder.resolve("mnesia").toString()),
                Map.entry("RABBITMQ_LOG_BASE", folder.resolve("log").toString()),
                Map.entry("RABBITMQ_LOGS", "-"),
                Map.entry("RABBITMQ_PID_FILE", folder.resolve("pid").toString()),
                Map.entry(
                        "RABBITMQ_ENABLED_PLUGINS_FILE",
                        folder.resolve("plugins").toString()),
                Map.entry("RABBITMQ_CONFIG_FILE", folder.resolve("none").toString()),
                Map.entry("RABBITMQ_CONF_ENV_FILE", folder.resolve("none").toString()));
        Path output = folder.resolve("rabbitmq.out");
        Process names = start(List.of("epmd"), environment, folder.resolve("epmd.out"));
        var started = new RabbitMqServer(names, start(List.of(COMMAND.toString()), environment, output), port);
        try {
            await("a server that speaks AMQP").atMost(START_LIMIT).until(started::answers);
        } catch (RuntimeException | Error e) {
            started.close();
            throw new AssertionError("it does not start: " + Files.readString(output), e);
        }
        return started;
    }

    private static Process start(List<String> command, Map<String, String> environment, Path output)
            throws IOException {
        var builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        return builder.start();
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Whether it answers the header of AMQP 0-9-1 with a method frame: its port may be open before that, or be another's. */
    private boolean answers() {
        if (!server.isAlive()) {
            throw new AssertionError("the process has ended");
        }
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(ANSWER_MILLIS);
            socket.getOutputStream().write(new byte[] {'A', 'M', 'Q', 'P', 0, 0, 9, 1});
            return socket.getInputStream().read() == METHOD_FRAME;
        } catch (IOException e) {
            return false;
        }
    }

    /** The text of a driver file of OMB for this server, with further fields. */
    String driverFile(String further) {
        return "name: RabbitMQ here\ndriverClass: " + DRIVER + "\nuri: amqp://127.0.0.1:" + port + "\n" + further;
    }

    @Override
    public void close() {
        end(server);
        end(names);
    }

    private static void end(Process process) {
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
