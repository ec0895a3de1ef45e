package dev.weir.driver.kafka.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Starts JVMs of Kafka's server and tools that end no later than this one: their standard input is a pipe that only
 * this process has open, and {@link OwnerWatch} notifies them of its end.
 */
public final class ChildJvm {
    /** System property that names the folder with the jars of Kafka's server and tools. */
    private static final String SERVER_JARS = "weir.serverJars";

    private ChildJvm() {}

    /**
     * Starts a JVM with this JVM's Java and class path, and with the jars of Kafka's server and tools. Its output is
     * one stream.
     *
     * @param options of the JVM
     * @param directory its own; files that the JVM and native libraries create, and would leave behind when it is
     *     killed, go there
     */
    public static Process start(List<String> options, Path directory, Class<?> main, List<String> arguments)
            throws IOException {
        Path temporary = Files.createDirectories(directory.resolve("tmp"));
        var command = new ArrayList<String>();
        // Ctrl-C in a terminal, timeout(1) and systemd signal each process of the group. But a run that they end still
        // needs its brokers, and the process that started a tool has to report why the tool ended. An ignored signal
        // stays ignored through exec, and a JVM then does not handle it.
        command.addAll(List.of("sh", "-c", "trap '' INT HUP TERM; exec \"$@\"", "sh"));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.add("-Djava.io.tmpdir=" + temporary);
        command.add("-XX:ErrorFile=" + directory.resolve("hs_err.log"));
        command.addAll(List.of("-cp", classPath(), main.getName()));
        command.addAll(arguments);
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    /**
     * Returns this JVM's class path, and the jars that only such processes need, if an installation has them in a
     * folder of their own.
     */
    private static String classPath() {
        String own = System.getProperty("java.class.path");
        return Optional.ofNullable(System.getProperty(SERVER_JARS))
                .map(folder -> own + File.pathSeparator + Path.of(folder, "*"))
                .orElse(own);
    }
}
