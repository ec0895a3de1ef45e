package dev.weir.driver.kafka.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Starts JVMs of Kafka's server and tools, that end no later than this one: their standard input is a pipe that only this process holds, and
 * {@link OwnerWatch} tells them when it has come to its end.
 */
public final class ChildJvm {
    /** The system property that names the folder with the jars of Kafka's server and tools. */
    private static final String SERVER_JARS = "weir.serverJars";

    private ChildJvm() {}

    /**
     * Starts one with this JVM's Java and class path, and with the jars of Kafka's server and tools. What it prints comes as one stream.
     *
     * @param options of the JVM
     * @param directory its own; files that the JVM and native libraries make, and would leave behind when it is killed, go
     *     in there
     */
    public static Process start(List<String> options, Path directory, Class<?> main, List<String> arguments)
            throws IOException {
        Path temporary = Files.createDirectories(directory.resolve("tmp"));
        var command = new ArrayList<String>();
        // Ctrl-C in a terminal, timeout(1) and systemd signal every process of the group, but a run that they end still
        // needs its brokers, and the process that started a tool is to report why it ended. A signal that is ignored
        // stays
        // ignored through exec, and a JVM then leaves it alone.
        command.addAll(List.of("sh", "-c", "trap '' INT HUP TERM; exec \"$@\"", "sh"));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.add("-Djava.io.tmpdir=" + temporary);
        command.add("-XX:ErrorFile=" + directory.resolve("hs_err.log"));
        command.addAll(List.of("-cp", classPath(), main.getName()));
        command.addAll(arguments);
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    /** This JVM's, and the jars that only such processes need, where an installation has them in a folder of their own. */
    private static String classPath() {
        String own = System.getProperty("java.class.path");
        return Optional.ofNullable(System.getProperty(SERVER_JARS))
                .map(folder -> own + File.pathSeparator + Path.of(folder, "*"))
                .orElse(own);
    }
}
