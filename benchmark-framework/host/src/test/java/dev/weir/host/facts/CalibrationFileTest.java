package dev.weir.host.facts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.host.facts.CalibrationFile.CalibrationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CalibrationFileTest {
    @TempDir
    Path folder;

    @Test
    void whatIsWrittenIsRead() throws IOException {
        Path file = folder.resolve("weir").resolve("calibration.json");

        for (OptionalDouble kafka : new OptionalDouble[] {OptionalDouble.of(2e6), OptionalDouble.empty()}) {
            CalibrationFile.write(calibration(kafka), file);
            assertThat(CalibrationFile.read(file)).isEqualTo(calibration(kafka));
        }
        assertThat(file.getParent()).isDirectoryContaining("glob:**/calibration.json");
        assertThat(file.resolveSibling("calibration.json.new")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "8000000.0|-1|ceilingMessagesPerSecond must be more than 0, got -1.0",
                "\"cores\" : 2|\"cores\" : 0|cores must be at least 1, got 0",
                "\"cores\" : 2,||Missing creator property 'cores'",
                "\"cores\" : 2|\"cores\" : 2, \"more\" : 1|it has fields that are none of a calibration",
                "\"cores\" : 2|\"cores\" : null|Cannot map `null` into type `int`",
                "}|}}|",
                "{||",
            })
    void refusesInvalidFilesInOneLine(String old, String replacement, String why) throws IOException {
        Path file = folder.resolve("calibration.json");
        CalibrationFile.write(calibration(OptionalDouble.empty()), file);
        String text = Files.readString(file);
        assertThat(text).contains(old);
        Files.writeString(file, text.replace(old, replacement == null ? "" : replacement));

        assertThatThrownBy(() -> CalibrationFile.read(file))
                .isInstanceOf(CalibrationException.class)
                .hasMessageStartingWith(file + " is no calibration: " + (why == null ? "" : why))
                .hasMessageEndingWith(": run bin/benchmark doctor --calibrate again")
                .message()
                .doesNotContain("\n");
    }

    @Test
    void usesOnlyTheCalibrationOfThisHost() throws IOException {
        Path file = folder.resolve("calibration.json");
        CalibrationFile.write(calibration(OptionalDouble.empty()), file);
        var host = new Calibration.CalibratedHost(2, "m", "j");

        assertThat(CalibrationFile.ofHost(file, host)).isPresent();
        assertThat(List.of(
                        new Calibration.CalibratedHost(3, "m", "j"),
                        new Calibration.CalibratedHost(2, "other", "j"),
                        new Calibration.CalibratedHost(2, "m", "other")))
                .allSatisfy(
                        other -> assertThat(CalibrationFile.ofHost(file, other)).isEmpty());
        assertThat(CalibrationFile.ofHost(folder.resolve("none"), host)).isEmpty();
        Files.writeString(file, "?");
        assertThat(CalibrationFile.ofHost(file, host)).isEmpty();
    }

    @Test
    void liesInTheUsersCache() {
        assertThat(CacheFolder.place(Map.of(), "/home/a")).isEqualTo(Path.of("/home/a/.cache/weir"));
        assertThat(CacheFolder.place(Map.of("XDG_CACHE_HOME", ""), "/home/a"))
                .isEqualTo(Path.of("/home/a/.cache/weir"));
        assertThat(CacheFolder.place(Map.of("XDG_CACHE_HOME", "/c"), "/home/a")).isEqualTo(Path.of("/c/weir"));
    }

    private static Calibration calibration(OptionalDouble kafka) {
        return new Calibration(
                "0.1.0",
                "2026-11-20T19:00:00Z",
                new Calibration.CalibratedHost(2, "m", "j"),
                new Calibration.MessageCost(8e6, 90),
                new Calibration.ScheduleError(1, 2),
                new Calibration.ClockCost(3, 22, 4, 5),
                kafka);
    }
}
