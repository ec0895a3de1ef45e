package dev.weir.driver.kafka.rig;

import dev.weir.driver.kafka.config.ClientKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What is asked of the rig.
 *
 * @param scenarios names, in order
 * @param pairs how often each side is measured
 * @param seconds what is measured of each run
 * @param warmup seconds that the load runs before that; empty: as long as {@link Load#warmupSeconds} says
 * @param payloadFile whether ProducerPerformance takes payloads from a file instead of making each of random letters,
 *     which costs it more than sending
 * @param client which of Weir's clients for Kafka is measured
 * @param omb the folder of an unpacked distribution of the OpenMessaging Benchmark, the third side of paced loads
 */
record RigOptions(
        List<String> scenarios,
        int pairs,
        int seconds,
        OptionalInt warmup,
        boolean payloadFile,
        ClientKind client,
        Optional<Path> omb) {
    static final String USAGE = """
            bin/measure rig [SCENARIO...] [--pairs N] [--seconds S] [--warmup S] [--payload-file] [--client CLIENT]
                     [--omb FOLDER]
              SCENARIO        max-100b-1p, max-100b-16p, max-1kib-1p, max-1kib-16p, or max for all of these: a producer;
                              sink-100b-1p and so on, or sink: the same to a sink that only acknowledges;
                              read-100b-1p and so on, or read: a consumer of stored messages;
                              paced-1000, paced-20000, paced-50000, paced-50000-1ms, or paced for all of these;
                              none; launch; curve (default: everything)
              --pairs N       runs of each side (default 8)
              --seconds S     measured of each run (default 8); of read- as many bytes instead
              --warmup S      of the same load before that (default: 60 of a paced load, 6 of others)
              --client CLIENT Weir's client for Kafka: kafka (default) or wire
              --omb FOLDER    an unpacked distribution of the OpenMessaging Benchmark, a third side of paced loads
              --payload-file  ProducerPerformance picks each payload from a file, and does not make it of random letters""";

    static final String NONE = "none";
    static final String LAUNCH = "launch";
    static final String CURVE = "curve";

    private static final List<String> COMPARING_WITH_NOTHING = List.of(NONE, LAUNCH, CURVE);

    RigOptions {
        scenarios = List.copyOf(scenarios);
    }

    /**
     * Reads a command line.
     *
     * @throws IllegalArgumentException saying what is wrong with it
     */
    static RigOptions parse(List<String> words) {
        Set<String> scenarios = new LinkedHashSet<>();
        int pairs = 8;
        int seconds = 8;
        OptionalInt warmup = OptionalInt.empty();
        Optional<Path> omb = Optional.empty();
        boolean payloadFile = false;
        ClientKind client = ClientKind.KAFKA;
        for (var rest = words.iterator(); rest.hasNext(); ) {
            String word = rest.next();
            switch (word) {
                case "--pairs" -> pairs = positive(word, next(rest));
                case "--seconds" -> seconds = positive(word, next(rest));
                case "--warmup" -> warmup = OptionalInt.of(positive(word, next(rest)));
                case "--omb" -> omb = Optional.of(distribution(next(rest)));
                case "--payload-file" -> payloadFile = true;
                case "--client" -> client = client(next(rest));
                default -> scenarios.addAll(named(word));
            }
        }
        if (scenarios.isEmpty()) {
            scenarios.addAll(everything());
        }
        return new RigOptions(new ArrayList<>(scenarios), pairs, seconds, warmup, payloadFile, client, omb);
    }

    private static String next(Iterator<String> words) {
        return words.hasNext() ? words.next() : "nothing";
    }

    private static ClientKind client(String word) {
        return Arrays.stream(ClientKind.values())
                .filter(kind -> kind.toString().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("--client must be kafka or wire, got " + word));
    }

    private static Path distribution(String word) {
        Path folder = Path.of(word).toAbsolutePath();
        if (!Files.isDirectory(folder.resolve("lib"))) {
            throw new IllegalArgumentException(
                    "--omb must name the folder of an unpacked distribution, with lib/ in it; got " + word);
        }
        return folder;
    }

    /** How long a load runs before anything is measured. */
    int warmupSeconds(Load load) {
        return warmup.orElse(load.warmupSeconds());
    }

    private static List<String> everything() {
        return Stream.concat(Load.all().stream().map(Load::name), COMPARING_WITH_NOTHING.stream())
                .toList();
    }

    private static List<String> named(String word) {
        if (COMPARING_WITH_NOTHING.contains(word)) {
            return List.of(word);
        }
        List<String> names = Load.named(word).stream().map(Load::name).toList();
        if (names.isEmpty()) {
            throw new IllegalArgumentException(
                    "a scenario must be one of " + String.join(", ", everything()) + "; got " + word);
        }
        return names;
    }

    private static int positive(String option, String word) {
        if (!word.matches("[1-9]\\d{0,4}")) {
            throw new IllegalArgumentException(option + " must be a whole number of at least 1, got " + word);
        }
        return Integer.parseInt(word);
    }
}
