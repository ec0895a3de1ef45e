package dev.weir.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Order(1)
class HeapGuardTest {
    @TempDir
    private Path folder;

    @Test
    void endsAProcessWhoseHeapIsFullAndSavesItsFigures() throws IOException, InterruptedException {
        assertThat(statusOf(Hog.class.getName(), "keeps")).isEqualTo(ExitStatus.FAILED);
        assertThat(output())
                .contains("the hog ran out of memory, with a heap of 32 MiB")
                .contains("kept");
    }

    /** After the time that is left for keeping it. */
    @Test
    void endsTheProcessEvenIfNothingCanBeSaved() throws IOException, InterruptedException {
        assertThat(statusOf(Hog.class.getName(), "blocks")).isEqualTo(ExitStatus.FAILED);
        assertThat(output()).contains("the hog ran out of memory, with a heap of 32 MiB");
    }

    @Test
    void endsAProcessThatCannotStartAThreadAndSavesItsFigures() throws IOException, InterruptedException {
        assertThat(statusOf(Threads.class.getName())).isEqualTo(ExitStatus.FAILED);
        assertThat(output())
                .contains("the run cannot start another thread: the limit of the operating system is reached. Raise the"
                        + " limit")
                .contains("kept");
    }

    /** Each of them collects garbage before it fails, and the guard must not wait for its turn. */
    @Test
    void endsItWhileHundredsOfThreadsWaitForMemory() throws IOException, InterruptedException {
        assertThat(statusOf(Crowd.class.getName())).isEqualTo(ExitStatus.FAILED);
        assertThat(output()).contains("the crowd ran out of memory, with a heap of 32 MiB");
    }

    /** In a heap of 32 MiB. */
    private int statusOf(String... mainAndArguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx32m",
                "-cp",
                System.getProperty("java.class.path")));
        command.addAll(List.of(mainAndArguments));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(new File(folder.toFile(), "output"))
                .start();
        try {
            assertThat(process.waitFor(4, TimeUnit.MINUTES)).as(output()).isTrue();
            return process.exitValue();
        } finally {
            process.destroyForcibly();
        }
    }

    private String output() throws IOException {
        return Files.readString(folder.resolve("output"));
    }

    /** Fills its heap, and goes on for a while without memory, as client libraries do. */
    static final class Hog {
        private static final int MAX_FAILURES = 5;

        /** Stays until the end. */
        private static Object[] eaten = {};

        private Hog() {}

        public static void main(String[] arguments) {
            boolean blocks = arguments[0].equals("blocks");
            // As any command does before: with a full heap no class can be loaded.
            System.out.println("begins");
            LockSupport.parkNanos(1);
            HeapGuard.started("the hog", () -> blocks ? await() : "kept", System.out::println);
            try {
                while (true) {
                    eaten = new Object[] {eaten, new byte[1_000]};
                }
            } catch (OutOfMemoryError e) {
                wantMore(blocks);
            }
            while (true) {
                LockSupport.park();
            }
        }

        /** Takes what the guard gives back, and frees it when it returns. */
        private static void wantMore(boolean isForEver) {
            Object[] more = eaten;
            int failures = 0;
            while (isForEver || failures < MAX_FAILURES) {
                try {
                    more = new Object[] {more, new byte[100]};
                } catch (OutOfMemoryError e) {
                    failures++;
                    LockSupport.parkNanos(isForEver ? 0 : 10_000_000);
                }
            }
        }

        private static String await() {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return "";
        }
    }

    /** Is refused a thread by the host. */
    static final class Threads {
        private Threads() {}

        public static void main(String[] arguments) {
            HeapGuard guard = HeapGuard.started("the run", () -> "kept", System.out::println);
            guard.end(new OutOfMemoryError(
                    "unable to create native thread: possibly out of memory or process/resource limits reached"));
        }
    }

    /** Threads that want more memory than there is, and go on when they do not get it. */
    static final class Crowd {
        private static final int THREADS = 300;

        private Crowd() {}

        public static void main(String[] arguments) {
            System.out.println("begins");
            LockSupport.parkNanos(1);
            HeapGuard.started("the crowd", () -> "kept", System.out::println);
            try {
                for (int i = 0; i < THREADS; i++) {
                    new Thread(Crowd::want).start();
                }
            } catch (OutOfMemoryError e) {
                // Those that there are have taken all of it.
            }
            // If the main thread ended in a full heap, its launcher would end the process.
            while (true) {
                LockSupport.park();
            }
        }

        private static void want() {
            Object[] held = new Object[100];
            for (int i = 0; ; i = (i + 1) % held.length) {
                try {
                    held[i] = new byte[10_000];
                } catch (OutOfMemoryError e) {
                    // It keeps what it has, and tries again.
                }
            }
        }
    }
}
