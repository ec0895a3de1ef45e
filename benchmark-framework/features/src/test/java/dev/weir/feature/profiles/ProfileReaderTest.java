package dev.weir.feature.profiles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.weir.driver.profile.FlightRecording;
import dev.weir.feature.profiles.ProfileReader.FrameTree;
import dev.weir.feature.profiles.ProfileReader.Profile;
import dev.weir.feature.profiles.ProfileReader.WaitCost;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** A recording of this process, in which methods are planted before, within and after the stretch that is read. */
@Isolated("a recording is of all threads of the JVM")
class ProfileReaderTest {
    private static final String OWN = ProfileReaderTest.class.getName() + ".";
    private static final long BUSY_NANOS = 1_000_000_000;

    @TempDir
    static Path folder;

    private static Path file;
    private static Instant begin;
    private static Instant end;
    private static Profile profile;
    private static final AtomicLong SINK = new AtomicLong();
    private static final AtomicReference<long[]> KEPT = new AtomicReference<>(new long[0]);

    @BeforeAll
    static void record() throws IOException, InterruptedException {
        file = folder.resolve("own.jfr");
        try (FlightRecording recording = FlightRecording.begin()) {
            before();
            begin = apart();
            spin();
            allocate();
            waitForLocks();
            readSlowly();
            end = apart();
            after();
            assertThat(recording.end(all -> Files.copy(all, file))).isEmpty();
        }
        profile = ProfileReader.read(file, begin, end);
    }

    /** The recorder takes its times from a clock of milliseconds: a moment that lies clearly between what is before and after. */
    private static Instant apart() {
        Instant between = later(Instant.now());
        later(between);
        return between;
    }

    /** Awaits that the clock has gone on by more than its resolution. */
    private static Instant later(Instant than) {
        await().pollInterval(Duration.ofMillis(5)).until(() -> Instant.now().isAfter(than.plusMillis(20)));
        return Instant.now();
    }

    @Test
    void aPlantedMethodRanksFirst() {
        assertThat(profile.cpu().hottest(1)).extracting(FrameTree.Cost::name).containsExactly(OWN + "spin");
    }

    @Test
    void nothingOutsideTheStretchCounts() throws IOException {
        Profile whole = ProfileReader.read(file, Instant.EPOCH, Instant.MAX);

        // Allocations, not CPU time alone: on a busy host, the recorder may take no sample of a thread for long.
        assertThat(names(whole)).contains(OWN + "before", OWN + "after");
        assertThat(names(profile)).contains(OWN + "allocate").doesNotContain(OWN + "before", OWN + "after");
        assertThat(profile.firstSeconds()).isZero();
    }

    @Test
    void allocationsAreOfTheirClasses() {
        assertThat(profile.allocation().hottest(1))
                .extracting(FrameTree.Cost::name)
                .containsExactly("long[]");
    }

    @Test
    void waitsAreOfTheirLocks() {
        assertThat(profile.locks())
                .extracting(WaitCost::what)
                .contains(Guard.class.getName(), "java.util.concurrent.locks.ReentrantLock$NonfairSync")
                .noneMatch(what -> what.contains("Condition"));
        assertThat(profile.locks())
                .filteredOn(wait -> wait.what().equals(Guard.class.getName()))
                .allSatisfy(wait -> assertThat(wait.totalNanos()).isGreaterThan(20_000_000));
    }

    @Test
    void slowReadsAreOfTheirPeerAndCaller() {
        assertThat(profile.io()).anySatisfy(wait -> {
            assertThat(wait.what()).startsWith("read from ").contains(":");
            assertThat(wait.where()).isEqualTo(OWN + "readSlowly");
            assertThat(wait.longestNanos()).isGreaterThan(20_000_000);
            assertThat(wait.bytes()).isEqualTo(1);
        });
    }

    @Test
    void aDamagedFileIsRefused() throws IOException {
        Path damaged = folder.resolve("damaged.jfr");
        byte[] bytes = Files.readAllBytes(file);
        Files.write(damaged, Arrays.copyOf(bytes, bytes.length / 2));

        assertThatThrownBy(() -> ProfileReader.read(damaged, begin, end)).isInstanceOf(IOException.class);
    }

    private static List<String> names(Profile of) {
        List<String> names = new ArrayList<>();
        Stream.of(of.cpu(), of.allocation()).forEach(tree -> addNames(tree, names));
        return names;
    }

    private static void addNames(FrameTree tree, List<String> names) {
        names.add(tree.name());
        tree.callees(0).forEach(callee -> addNames(callee, names));
    }

    private static void before() {
        spin();
        allocate();
    }

    private static void after() {
        spin();
        allocate();
    }

    /** CPU time, not time: a host with much else to do gives a thread little of that. */
    private static void spin() {
        var threads = ManagementFactory.getThreadMXBean();
        long until = threads.getCurrentThreadCpuTime() + BUSY_NANOS;
        while (threads.getCurrentThreadCpuTime() < until) {
            long sum = 0;
            for (int i = 0; i < 1_000_000; i++) {
                sum += i * SINK.get();
            }
            SINK.set(sum);
        }
    }

    private static void allocate() {
        for (int i = 0; i < 2000; i++) {
            KEPT.set(new long[100_000]);
        }
    }

    private static final class Guard {}

    private static void waitForLocks() throws InterruptedException {
        Thread waiter = Thread.currentThread();
        var guard = new Guard();
        var lock = new ReentrantLock();
        var held = new CountDownLatch(1);
        var holder = new Thread(() -> {
            lock.lock();
            try {
                synchronized (guard) {
                    held.countDown();
                    await().until(() -> waiter.getState() == Thread.State.BLOCKED);
                    pause();
                }
                await().until(() -> waiter.getState() == Thread.State.WAITING);
                pause();
            } finally {
                lock.unlock();
            }
        });
        holder.start();
        held.await();
        synchronized (guard) {
            SINK.incrementAndGet();
        }
        lock.lock();
        try {
            SINK.incrementAndGet();
        } finally {
            lock.unlock();
        }
        holder.join();
    }

    private static void readSlowly() throws IOException, InterruptedException {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var socket = new Socket(server.getInetAddress(), server.getLocalPort());
                var accepted = server.accept()) {
            Thread reader = Thread.currentThread();
            var writer = new Thread(() -> {
                await().until(() -> Arrays.stream(reader.getStackTrace())
                        .anyMatch(frame -> frame.getClassName().equals("sun.nio.ch.NioSocketImpl")
                                && frame.getMethodName().equals("read")));
                pause();
                try {
                    accepted.getOutputStream().write(7);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            writer.start();
            socket.setSoTimeout(30_000);
            SINK.set(socket.getInputStream().read());
            writer.join();
        }
    }

    /** Holds up another thread for 100 ms: this time is what the recording has to show. */
    private static void pause() {
        Instant until = Instant.now().plusMillis(100);
        await().pollInterval(Duration.ofMillis(5)).until(() -> Instant.now().isAfter(until));
    }
}
