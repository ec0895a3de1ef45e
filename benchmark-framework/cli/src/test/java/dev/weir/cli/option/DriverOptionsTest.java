package dev.weir.cli.option;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.workload.yaml.Problems.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class DriverOptionsTest {
    private final Path bad;
    private final Path dropIn;

    DriverOptionsTest(@TempDir Path folder) throws IOException {
        dropIn = Files.createDirectory(folder.toRealPath().resolve("drivers"));
        bad = Files.writeString(dropIn.resolve("bad.jar"), "no jar");
    }

    @Test
    void namesTheDropInFolderInProblemsWithIt() {
        assertThatThrownBy(() -> options().load(List.of(dropIn)))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith(dropIn + ": " + bad + " cannot be read as a jar: ")
                .hasMessageEndingWith("; replace it, or take it out of " + dropIn);
    }

    @Test
    void namesTheOptionInProblemsWithIt() {
        assertThatThrownBy(() -> options(DriverOptions.NAME, bad.toString()).load(List.of()))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith(DriverOptions.NAME + ": " + bad + " cannot be read as a jar: ")
                .message()
                .doesNotContain("take it out");
    }

    private static DriverOptions options(String... arguments) {
        var options = new DriverOptions();
        new CommandLine(CommandSpec.create().addMixin("drivers", CommandSpec.forAnnotatedObject(options)))
                .parseArgs(arguments);
        return options;
    }
}
