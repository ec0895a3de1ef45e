package dev.weir.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.clock.SystemClock;
import dev.weir.result.document.RunDetails.HookResult;
import dev.weir.workload.Hooks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunHooksTest {
    @TempDir
    Path folder;

    @Test
    void keepsOutputAndStatusOfCommands() throws IOException {
        RunHooks hooks =
                hooks(List.of("echo to $WEIR_DRIVER; echo bad >&2", "cat"), List.of("exit 3", "echo last"), "1m");

        assertThat(hooks.beforeRun()).isEmpty();
        hooks.afterRun();

        assertThat(hooks.results())
                .extracting(HookResult::status)
                .containsExactly(Optional.of(0), Optional.of(0), Optional.of(3), Optional.of(0));
        assertThat(hooks.results().get(2))
                .extracting(HookResult::when, HookResult::output)
                .containsExactly("afterRun", "r-hooks.txt");
        assertThat(Files.readAllLines(folder.resolve("r-hooks.txt")))
                .startsWith("--- beforeRun: echo to $WEIR_DRIVER; echo bad >&2", "to none", "bad")
                .contains("last")
                .anyMatch(line -> line.startsWith("--- status 3 after "));
    }

    @Test
    void doesNotBeginARunAfterACommandThatFailed() {
        RunHooks hooks = hooks(List.of("exit 7", "echo never"), List.of(), "1m");

        assertThat(hooks.beforeRun()).contains("beforeRun: 'exit 7' ended with status 7, see r-hooks.txt");
        assertThat(hooks.results()).hasSize(1);
    }

    @Test
    void killsACommandThatTakesTooLongWithItsChildren() throws IOException {
        Path pid = folder.resolve("pid");
        RunHooks hooks = hooks(List.of("sleep 600 & echo $! > " + pid + "; wait"), List.of(), "2s");

        assertThat(hooks.beforeRun().orElseThrow()).contains("was killed");

        long child = Long.parseLong(Files.readString(pid).strip());
        await().until(() ->
                ProcessHandle.of(child).filter(ProcessHandle::isAlive).isEmpty());
    }

    @Test
    void anInterruptEndsHooksBeforeTheRunButNotThoseAfterIt() throws Exception {
        Path begun = folder.resolve("begun");
        RunHooks hooks = hooks(List.of("touch " + begun + "; sleep 600"), List.of("echo tidy"), "10m");
        var refusal = CompletableFuture.supplyAsync(hooks::beforeRun);
        await().until(() -> Files.exists(begun));

        hooks.interrupt();

        assertThat(refusal.get(1, TimeUnit.MINUTES)).isPresent();
        hooks.afterRun();
        assertThat(hooks.results().get(1).hasSucceeded()).isTrue();
    }

    @Test
    void hidesSecretsInCommandsAndTheirOutput() throws IOException {
        String command = "printf 'Hunter2%s\\nssl.keystore.password=a b c\\n' Hunter2;"
                + " echo 'Authorization: Bearer abc-123'; echo plain -u me:swordfish";
        RunHooks hooks = hooks(List.of(command), List.of(), "10S");

        assertThat(hooks.beforeRun()).isEmpty();

        assertThat(hooks.results().get(0).command()).endsWith("echo plain -u [hidden]");
        assertThat(Files.readString(folder.resolve("r-hooks.txt")))
                .contains("\n[hidden]\nssl.keystore.password=[hidden]\nAuthorization: [hidden]\nplain -u [hidden]\n")
                .doesNotContain("Hunter2Hunter2", "a b c", "abc-123", "swordfish");
    }

    private RunHooks hooks(List<String> before, List<String> after, String timeout) {
        return new RunHooks(
                new Hooks(before, after, Duration.parse("PT" + timeout)),
                Map.of("WEIR_DRIVER", "none"),
                folder.resolve("r-hooks.txt"),
                List.of("Hunter2Hunter2"),
                SystemClock.INSTANCE);
    }
}
