package dev.weir.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bin/benchmark k8s} on a real API server, which a test in Python starts. */
@Tag("soak")
class KubernetesCommandIT {
    private static final Path TESTS = Path.of("tests", "kubernetes").toAbsolutePath();

    @TempDir
    Path folder;

    @Test
    void worksOnARealApiServer() throws IOException, InterruptedException {
        String tools = run("tools", 60, List.of(TESTS.resolve("tools").toString(), "--cached"), "");
        assumeTrue(!tools.contains("are not built"), tools);
        assumeTrue(
                run("etcd", 60, List.of("sh", "-c", "command -v etcd || echo missing"), "")
                        .startsWith("/"),
                "no etcd");

        String tested = run(
                "check",
                900,
                List.of("python3", "-B", TESTS.resolve("command_check.py").toString(), "-v"),
                tools.strip());

        assertThat(tested).endsWith("\nOK\n");
    }

    private String run(String name, int seconds, List<String> command, String tools)
            throws IOException, InterruptedException {
        Path output = folder.resolve(name);
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().put("WEIR_HOME", Command.home().toString());
        builder.environment().put("WEIR_KUBERNETES_TOOLS", tools);
        Process process = builder.start();
        try {
            assertThat(process.waitFor(seconds, TimeUnit.SECONDS))
                    .as(() -> name + " takes longer than " + seconds + " s")
                    .isTrue();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        return Files.readString(output);
    }
}
