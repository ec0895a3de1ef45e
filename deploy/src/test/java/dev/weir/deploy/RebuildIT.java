package dev.weir.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When the commands of a checkout build it. Maven is a script that counts its calls and, as it does, keeps an equal tarball. */
class RebuildIT {
    @TempDir
    Path root;

    private Path source;

    @BeforeEach
    void aCheckoutThatIsBuilt() throws IOException {
        Path bin = Files.createDirectories(root.resolve("bin"));
        Files.copy(Command.home().resolve("bin/java-setup"), bin.resolve("java-setup"));
        Files.writeString(root.resolve("pom.xml"), "<project/>");
        Path module = Files.createDirectories(root.resolve("module/src/main"));
        Files.writeString(root.resolve("module/pom.xml"), "<project/>");
        source = Files.writeString(module.resolve("A.java"), "class A {}");
        Files.writeString(Files.createDirectories(root.resolve("deploy")).resolve("assembly.xml"), "<assembly/>");
        Path maven = Files.createDirectories(root.resolve("path")).resolve("mvn");
        Files.writeString(maven, """
                #!/bin/sh
                echo built >>"%1$s/calls"
                [ -f "%1$s/deploy/target/weir.tar.gz" ] || echo tarball >"%1$s/deploy/target/weir.tar.gz"
                """.formatted(root));
        assertThat(maven.toFile().setExecutable(true)).isTrue();
    }

    @Test
    void aTouchedFileIsBuiltOnceAndThenNotAgain() throws Exception {
        assertThat(buildsAfterACommand()).isEqualTo(1);
        assertThat(buildsAfterACommand()).isEqualTo(1);

        touch(source);
        assertThat(buildsAfterACommand()).isEqualTo(2);
        assertThat(buildsAfterACommand()).isEqualTo(2);

        touch(root.resolve("module/pom.xml"));
        assertThat(buildsAfterACommand()).isEqualTo(3);
        assertThat(buildsAfterACommand()).isEqualTo(3);
    }

    @Test
    void aTarballThatMavenMadeItselfIsNotBuiltAgain() throws Exception {
        touch(Files.writeString(
                Files.createDirectories(root.resolve("deploy/target")).resolve("weir.tar.gz"), "tarball"));

        assertThat(buildsAfterACommand()).isZero();
    }

    /** Later than all that was made before, however coarse the file system's times are. */
    private void touch(Path file) throws IOException {
        Instant latest = Instant.now();
        for (String made : new String[] {"deploy/target/built", "deploy/target/weir.tar.gz"}) {
            Path path = root.resolve(made);
            if (Files.exists(path)) {
                Files.setLastModifiedTime(path, FileTime.from(latest.minusSeconds(60)));
            }
        }
        Files.setLastModifiedTime(file, FileTime.from(latest));
    }

    private long buildsAfterACommand() throws Exception {
        Path log = root.resolve("output");
        var builder = new ProcessBuilder("sh", "-c", "set -eu; here=\"$PWD/bin\"; . bin/java-setup")
                .directory(root.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().merge("PATH", root.resolve("path") + ":", (path, first) -> first + path);
        Process process = builder.start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(log)).isZero();
        Path calls = root.resolve("calls");
        return Files.exists(calls) ? Files.readAllLines(calls).size() : 0;
    }
}
