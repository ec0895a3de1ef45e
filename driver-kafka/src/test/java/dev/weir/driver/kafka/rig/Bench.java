package dev.weir.driver.kafka.rig;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What all measurements of a rig share.
 *
 * @param home an installation of Weir
 * @param folder where files of the rig go; not the rig's to delete
 */
record Bench(Path home, Path folder, RigOptions options) {
    static final Map<String, String> PRODUCER =
            new TreeMap<>(Map.of("acks", "1", "linger.ms", "1", "batch.size", "131072"));

    /** What Kafka's ConsumerPerformance sets itself; all else stays at the client's defaults, on all sides. */
    static final Map<String, String> CONSUMER = new TreeMap<>(Map.of(
            "auto.offset.reset", "earliest",
            // OMB would commit after each poll.
            "enable.auto.commit", "true",
            "receive.buffer.bytes", "2097152",
            "max.partition.fetch.bytes", "1048576",
            "check.crcs", "false"));

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

    /** As {@code NAME=VALUE}, sorted by name. */
    static List<String> lines(Map<String, String> properties) {
        return properties.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .toList();
    }

    /** Starts a main of the class path that the rig itself runs with. */
    Child startJava(String name, String main, List<String> arguments) {
        return startJava(name, System.getProperty("java.class.path"), main, arguments);
    }

    /** Starts a main of another class path. */
    Child startJava(String name, String classPath, String main, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmOptions());
        command.addAll(List.of("-cp", classPath, main));
        command.addAll(arguments);
        return Child.start(name, folder, command);
    }

    /** Starts a command of Weir. */
    Child startWeir(String name, String command, Object... arguments) {
        return Child.start(
                name,
                folder,
                Stream.concat(Stream.of(home.resolve("bin/" + command)), Stream.of(arguments))
                        .map(String::valueOf)
                        .toList());
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
        return """
                One embedded broker (of sink-: a sink that checks, counts and acknowledges), one producer, and in paced \
                loads one consumer, all on this host of %d cores, Java %s.
                Producer: %s; consumer: %s.
                Client processes, which alone are counted: Weir's bin/benchmark with the client %s, and its worker in the \
                same process; of read-: the worker with its consumer alone; Kafka's ProducerPerformance, of read- \
                ConsumerPerformance; at a rate, a bare loop that parks, sends, polls and records nothing;%s all with the \
                JVM options %s.
                ProducerPerformance %s.
                After one run that does not count, measured: %d s of each run after %s of the same load, of read- %d MiB \
                that are stored; messages by log end offsets, which stand for those consumed too, of read- by the bytes \
                that the process has read; medians of %d interleaved runs each; ratio: median of the pairs' ratios, with \
                90 %% bootstrap bounds.
                """.formatted(
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("java.version"),
                String.join(", ", lines(PRODUCER)),
                String.join(", ", lines(CONSUMER)),
                options.client(),
                options.omb().isPresent() ? " OMB, with its worker in the same process;" : "",
                String.join(" ", jvmOptions()),
                options.payloadFile() ? "picks each payload from a file" : "makes each payload of random letters",
                options.seconds(),
                options.warmup().isPresent() ? options.warmup().getAsInt() + " s" : Load.WARMUPS,
                Backlog.MEASURED_MEBIBYTES,
                options.pairs());
    }
}
