package dev.weir.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What commands must not leave behind. */
final class Leftovers {
    private Leftovers() {}

    /** No temporary file; others may still run. */
    static void assertNoTemporary(Path folder) throws IOException {
        try (Stream<Path> left = Files.list(folder.resolve("tmp"))) {
            assertThat(left.map(Path::getFileName).map(Path::toString)).noneMatch(name -> name.startsWith("weir"));
        }
    }

    /** Neither a temporary file, nor what a run keeps while it goes on, nor a process that knows this folder. */
    static void assertNone(Path folder) throws IOException {
        assertNoTemporary(folder);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(Path::getFileName).map(Path::toString))
                    .noneMatch(name -> name.contains("journal") || name.endsWith(".partial"));
        }
        assertThat(ProcessHandle.allProcesses()
                        .map(process -> process.info().commandLine().orElse(""))
                        .filter(command -> command.contains(folder.toString())))
                .isEmpty();
    }
}
