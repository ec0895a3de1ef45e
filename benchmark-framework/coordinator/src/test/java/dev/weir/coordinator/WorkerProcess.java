package dev.weir.coordinator;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A worker in a process of its own, which can be stopped and killed. */
public final class WorkerProcess implements AutoCloseable {
    private static final String LISTENING = "listening on ";

    private final Process process;
    private final InetSocketAddress address;

    private WorkerProcess(Process process, InetSocketAddress address) {
        this.process = process;
        this.address = address;
    }

    /** Starts a program of this class path: options of the JVM, a class, and its arguments. */
    static Process java(List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+ExitOnOutOfMemoryError",
                "-cp",
                System.getProperty("java.class.path")));
        command.addAll(arguments);
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Starts one, with more options, and waits until it listens. */
    public static WorkerProcess start(String... options) {
        List<String> arguments = new ArrayList<>(List.of("dev.weir.cli.BenchmarkWorker", "--port", "0"));
        arguments.addAll(List.of(options));
        try {
            Process started = java(arguments);
            // Not closed: the worker goes on.
            BufferedReader output = started.inputReader(StandardCharsets.UTF_8);
            String line = String.valueOf(output.readLine());
            if (!line.startsWith(LISTENING)) {
                throw new AssertionError("a worker said " + line);
            }
            int port = Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
            return new WorkerProcess(started, new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public InetSocketAddress address() {
        return address;
    }

    /** Ends it at once, and returns when it is gone. */
    public void kill() {
        process.destroyForcibly().onExit().join();
    }

    /** Sends a signal such as STOP or CONT. */
    public void signal(String name) {
        try {
            new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        kill();
    }
}
