package dev.weir.cli;

import dev.weir.cli.run.DriverChoice;
import dev.weir.driver.embedded.EmbeddedCluster;
import dev.weir.host.facts.Calibration;
import dev.weir.host.facts.CalibrationFile;
import dev.weir.report.Figures;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Options of {@code bin/benchmark doctor --calibrate}, which measures Weir's capability on this host and stores it for the
 * results of later runs.
 */
final class HostCalibration {
    private static final int MESSAGE_BYTES = 100;
    private static final int MAX_SECONDS = 600;

    @Option(
            names = "--calibrate",
            required = true,
            description = "Also measure the highest rate and the cost of Weir itself on this host")
    private boolean isWanted;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Write the figures to this file too, as JSON")
    private @Nullable Path output;

    @Option(
            names = "--seconds",
            paramLabel = "S",
            defaultValue = "10",
            description = "Length of each measurement, 1 to 600. All of them take about six times as long (default: "
                    + "${DEFAULT-VALUE})")
    private int seconds = 10;

    @Option(
            names = "--no-kafka",
            description = "Do not measure the limit of the bare Kafka client, for which a Kafka has to be started")
    private boolean withoutKafka;

    private OptionalDouble kafkaMessagesPerSecond = OptionalDouble.empty();

    boolean isWanted() {
        return isWanted;
    }

    void check(Problems problems) {
        if (seconds < 1 || seconds > MAX_SECONDS) {
            problems.error("--seconds", "must be in [1, " + MAX_SECONDS + "], got " + seconds);
        }
    }

    /** Measures the limit of the bare Kafka client, unless an option leaves that out. */
    void measureKafka(PrintWriter out) {
        if (withoutKafka) {
            return;
        }
        say(out, "the bare Kafka client, on a Kafka that is started on this host");
        try (EmbeddedCluster cluster = DriverChoice.start(1)) {
            kafkaMessagesPerSecond =
                    OptionalDouble.of(cluster.bareClientMessagesPerSecond(MESSAGE_BYTES, Duration.ofSeconds(seconds)));
        }
    }

    Calibration measure(PrintWriter out) {
        return new Calibrator(Duration.ofSeconds(seconds), what -> say(out, what)).measure(kafkaMessagesPerSecond);
    }

    void store(Calibration calibration, Path place, PrintWriter out) {
        write(calibration, place);
        if (output != null) {
            write(calibration, output);
        }
        show(calibration, place, out);
    }

    private void show(Calibration found, Path place, PrintWriter out) {
        out.println();
        row(out, "ceiling", Figures.rate(found.messages().ceilingMessagesPerSecond()) + " msg/s");
        row(out, "cost of a message", nanos(found.messages().costNanosPerMessage()) + " of CPU");
        String p50 = micros(found.schedule().scheduleErrorP50Nanos());
        String p99 = micros(found.schedule().scheduleErrorP99Nanos());
        row(out, "schedule error at 50,000 msg/s", "p50 " + p50 + "  p99 " + p99);
        Calibration.ClockCost clock = found.clock();
        String step = nanos((double) clock.clockResolutionNanos());
        row(out, "clock", nanos(clock.clockReadNanos()) + " a reading, in steps of " + step);
        String cost = micros((long) clock.wakeUpCostNanos());
        row(out, "a wake-up", micros(clock.wakeUpLateP50Nanos()) + " late, " + cost + " of CPU");
        found.kafkaMessagesPerSecond()
                .ifPresent(rate -> row(out, "the bare Kafka client, 100 B", Figures.rate(rate) + " msg/s"));
        out.printf("%nkept in   %s%n", place);
        if (output != null) {
            out.printf("written   %s%n", output);
        }
    }

    private static void row(PrintWriter out, String name, String value) {
        out.printf("%-32s%14s%n", name, value);
    }

    private static String nanos(double nanos) {
        return String.format(Locale.ROOT, "%,.0f ns", nanos);
    }

    private static String micros(long nanos) {
        return String.format(Locale.ROOT, "%,.0f us", nanos / 1e3);
    }

    private static void say(PrintWriter out, String what) {
        out.println("measuring " + what);
    }

    private static void write(Calibration calibration, Path file) {
        try {
            CalibrationFile.write(calibration, file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }
}
