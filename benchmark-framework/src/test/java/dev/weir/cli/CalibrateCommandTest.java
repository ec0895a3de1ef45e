package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cli.process.ExitStatus;
import dev.weir.host.facts.Calibration;
import dev.weir.host.facts.CalibrationFile;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class CalibrateCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    Path folder;

    @Test
    void storesTheCalibrationOfThisHost() {
        Path kept = folder.resolve("cache/weir/calibration.json");
        Path asked = folder.resolve("asked.json");

        assertThat(execute(kept, "--seconds", "1", "--no-kafka", "-o", asked.toString()))
                .as(err.toString())
                .isZero();

        Calibration found = CalibrationFile.read(kept);
        assertThat(CalibrationFile.read(asked)).isEqualTo(found);
        assertThat(found.messages().ceilingMessagesPerSecond()).isGreaterThan(10_000);
        assertThat(found.messages().costNanosPerMessage()).isPositive();
        assertThat(found.clock().clockReadNanos()).isPositive();
        assertThat(found.clock().wakeUpCostNanos()).isPositive();
        assertThat(found.kafkaMessagesPerSecond()).isEmpty();
        assertThat(out.toString()).contains("ceiling", "kept in   " + kept, "written   " + asked);
    }

    @Test
    void refusesADurationWithoutAMeasurement() {
        assertThat(execute(folder.resolve("c.json"), "--seconds", "0")).isEqualTo(ExitStatus.BAD_INPUT);
        assertThat(err.toString()).startsWith("--seconds must be in [1, 600], got 0");
    }

    private int execute(Path place, String... arguments) {
        return Benchmark.explaining(new CommandLine(new CalibrateCommand(place)))
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
