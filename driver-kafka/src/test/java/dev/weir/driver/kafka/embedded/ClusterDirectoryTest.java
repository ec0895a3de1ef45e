package dev.weir.driver.kafka.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class ClusterDirectoryTest {

    @Test
    void sweepDeletesDirectoriesWithoutAnOwner() throws IOException {
        Path orphan = Files.createTempDirectory(temporary(), ClusterDirectory.PREFIX + "1-");
        Files.createDirectories(orphan.resolve("node-1/data"));
        Files.writeString(orphan.resolve("node-1/data/0.log"), "records");
        Files.createFile(orphan.resolve("owner.lock"));
        ClusterDirectory.sweep();
        assertThat(orphan).doesNotExist();
    }

    @Test
    void sweepKeepsOwnAndNewDirectories() throws IOException {
        Path beingMade = Files.createTempDirectory(temporary(), ClusterDirectory.PREFIX + "1-");
        try (var own = ClusterDirectory.create()) {
            ClusterDirectory.sweep();
            ClusterDirectory.sweep();
            assertThat(own.path()).isDirectory();
            assertThat(beingMade).isDirectory();
        } finally {
            Files.delete(beingMade);
        }
    }

    @Test
    void theNameContainsTheOwner() {
        var directory = ClusterDirectory.create();
        directory.close();
        assertThat(directory.path().getFileName().toString())
                .startsWith("weir-embedded-" + ProcessHandle.current().pid() + "-");
        assertThat(directory.path()).doesNotExist();
        directory.close();
    }

    @Test
    void theLastBrokerToGoTakesTheWholeDirectory() throws IOException {
        try (var directory = ClusterDirectory.create()) {
            Path first = directory.createNode(1, new Properties());
            Path second = directory.createNode(2, new Properties());
            ClusterDirectory.abandon(first);
            assertThat(second).isDirectory();
            ClusterDirectory.abandon(second);
            assertThat(directory.path()).doesNotExist();
        }
    }

    private static Path temporary() {
        return Path.of(System.getProperty("java.io.tmpdir"));
    }
}
