package dev.weir.driver.kafka.rig;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * What all measurements of a rig share.
 *
 * @param home an installation of Weir
 * @param folder where files of the rig go; not the rig's to delete
 */
record Bench(Path home, Path folder, RigOptions options) {
    Bench {
        home = home.toAbsolutePath();
        folder = folder.toAbsolutePath();
    }

    /** The JVM options of Weir's worker, those of WEIR_JAVA_OPTS too, which Kafka's tools get as well. */
    List<String> jvmOptions() {
        try {
            String given = System.getenv().getOrDefault("WEIR_JAVA_OPTS", "");
            return Stream.concat(Files.readAllLines(home.resolve("bin/benchmark")).stream(), Stream.of("exec " + given))
                    .filter(line -> line.startsWith("exec "))
                    .flatMap(line -> Arrays.stream(line.split(" ", -1)))
                    .filter(word -> word.startsWith("-X"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("this is no installation of Weir", e);
        }
    }

    /** Starts a main of the class path that the rig itself runs with. */
    Child startJava(String name, String main, List<String> arguments) {
        return startJava(name, System.getProperty("java.class.path"), main, arguments);
    }

    /** Starts a main of another class path. */
    Child startJava(String name, String classPath, String main, List<String> arguments) {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(jvmOptions());
        command.addAll(List.of("-cp", classPath, main));
        command.addAll(arguments);
        return Child.start(name, folder, command);
    }

    /** Starts a command of Weir. */
    Child startWeir(String name, String command, List<String> arguments) {
        List<String> words =
                new ArrayList<>(List.of(home.resolve("bin/" + command).toString()));
        words.addAll(arguments);
        return Child.start(name, folder, words);
    }

    Path write(String name, List<String> lines) {
        try {
            return Files.write(folder.resolve(name), lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where a run may leave its result: Weir overwrites none. */
    Path newResult() {
        try {
            return Files.createTempDirectory(folder, "run").resolve("result.json");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void progress(String text) {
        System.err.println(text);
    }

    String description() {
        return String.join(
                "\n",
                "One embedded broker (of sink-: a sink that checks, counts and acknowledges), one producer, and in"
                        + " paced loads one consumer, all on this host of "
                        + Runtime.getRuntime().availableProcessors() + " cores, Java "
                        + System.getProperty("java.version") + ".",
                "Producer: " + String.join(", ", ClientProperties.lines(ClientProperties.PRODUCER)) + "; consumer: "
                        + String.join(", ", ClientProperties.lines(ClientProperties.CONSUMER)) + ".",
                "Client processes, which alone are counted: Weir's bin/benchmark with the client " + options.client()
                        + ", and its worker in the same process;"
                        + " of read-: the worker with its consumer alone; Kafka's ProducerPerformance, of read-"
                        + " ConsumerPerformance; at a rate, a bare loop that parks, sends, polls and records nothing;"
                        + options.omb()
                                .map(folder -> " OMB, with its worker in the same process;")
                                .orElse("")
                        + " all with the JVM options " + String.join(" ", jvmOptions()) + ".",
                "ProducerPerformance "
                        + (options.payloadFile()
                                ? "picks each payload from a file."
                                : "makes each payload of random letters."),
                "After one run that does not count, measured: " + options.seconds() + " s of each run after "
                        + options.warmup().stream()
                                .mapToObj(seconds -> seconds + " s")
                                .findFirst()
                                .orElse(Load.WARMUPS)
                        + " of the same load, of read- " + Backlog.MEASURED_MEBIBYTES
                        + " MiB that are stored; messages by log end offsets, which stand for those consumed too, of"
                        + " read- by the bytes that the process has read; medians of "
                        + options.pairs()
                        + " interleaved runs each; ratio: median of the pairs' ratios, with 90 % bootstrap bounds.",
                "");
    }
}
