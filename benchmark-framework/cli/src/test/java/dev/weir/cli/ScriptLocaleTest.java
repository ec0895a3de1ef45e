package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The shell scripts start Java so that it can open files with any name. */
class ScriptLocaleTest {
    @ParameterizedTest
    @CsvSource({"LC_ALL, C", "LC_ALL, POSIX", "LC_CTYPE, C", "LANG, C", "LANG, ''"})
    void javaUsesUtf8ForFileNamesWithoutALocale(String variable, String value, @TempDir Path folder)
            throws IOException, InterruptedException {
        Path bin = Files.createDirectory(folder.resolve("bin"));
        Files.copy(Path.of("..", "..", "bin", "java-setup"), bin.resolve("java-setup"));
        var builder = new ProcessBuilder(
                        "sh",
                        "-c",
                        "set -eu; here=$PWD/bin; . bin/java-setup; exec \"$JAVA\" -XshowSettings:properties -version")
                .directory(folder.toFile())
                .redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("LC_") || name.equals("LANG"));
        builder.environment().put(variable, value);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process java = builder.start();
        String out = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(java.waitFor()).as(out).isZero();
        assertThat(out).contains("sun.jnu.encoding = UTF-8");
    }
}
