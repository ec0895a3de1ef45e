package dev.weir.driver.profile;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;

/**
 * A recording of this process by JDK Flight Recorder: samples of threads that execute Java code, samples of allocations, waits
 * for locks, slow I/O, and garbage collections. Any thread.
 */
public final class FlightRecording implements AutoCloseable {
    /** Size of the recorder's ring: it keeps about the last 32 MiB, enough for half an hour. */
    public static final long MAX_BYTES = 32 << 20;

    /**
     * Limit of a recording that a worker sends. It keeps a worker from filling the coordinator's disk, and leaves room
     * among the 64 MiB that a connection keeps until they are confirmed.
     */
    public static final long MAX_SENT_BYTES = 48 << 20;

    /** Time between two samples of the running threads. */
    public static final Duration SAMPLE_PERIOD = Duration.ofMillis(10);

    /** Shorter waits for monitors and shorter I/O are not recorded. */
    public static final Duration MIN_WAIT = Duration.ofMillis(1);

    /** Shorter waits for locks of {@code java.util.concurrent} are not recorded, because threads that pace a load park all the time. */
    public static final Duration MIN_PARK = Duration.ofMillis(10);

    /** Limit for the recorder to write the recording after its end. */
    private static final long END_SECONDS = 20;

    private final Optional<Recording> recording;
    /** The recorder closes a recording when it has written its file, also when the JVM ends. */
    private final CountDownLatch closed = new CountDownLatch(1);

    private final FlightRecorderListener listener = new FlightRecorderListener() {
        @Override
        public void recordingStateChanged(Recording changed) {
            if (recording.filter(changed::equals).isPresent() && changed.getState() == RecordingState.CLOSED) {
                closed.countDown();
            }
        }
    };
    private final String failure;

    private FlightRecording(Optional<Recording> recording, String failure) {
        this.recording = recording;
        this.failure = failure;
        recording.ifPresent(any -> FlightRecorder.addListener(listener));
    }

    /** Receives a finished recording. */
    public interface Sink {
        /** Called once, with a file of JDK Flight Recorder. */
        void take(InputStream all) throws IOException;
    }

    /** Begins to record this process, if it can be recorded. The first call in a process takes some hundred milliseconds. */
    public static FlightRecording begin() {
        if (ModuleLayer.boot().findModule("jdk.jfr").isEmpty()) {
            return new FlightRecording(Optional.empty(), "its JVM has no JDK Flight Recorder (module jdk.jfr)");
        }
        try {
            return new FlightRecording(Optional.of(started()), "");
        } catch (IOException | RuntimeException e) {
            return new FlightRecording(Optional.empty(), "its JVM cannot be recorded: " + e.getMessage());
        }
    }

    private static Recording started() throws IOException {
        var recording = new Recording();
        try {
            recording.setName("weir");
            // When a person interrupts a run, the JVM ends all recordings at once: what was recorded goes to this file
            // then.
            recording.setDestination(Files.createTempFile("weir-", ".jfr"));
            recording.setDumpOnExit(true);
            recording.setMaxSize(MAX_BYTES);
            recording.enable("jdk.ExecutionSample").withPeriod(SAMPLE_PERIOD);
            // Samples per second, each with the bytes that were allocated since the one before: the JDK's own default.
            recording.enable("jdk.ObjectAllocationSample").with("throttle", "150/s");
            recording.enable("jdk.ThreadPark").withThreshold(MIN_PARK);
            Stream.of("JavaMonitorEnter", "SocketRead", "SocketWrite", "FileRead", "FileWrite", "FileForce")
                    .forEach(wait -> recording
                            .enable("jdk." + wait)
                            .withThreshold(MIN_WAIT)
                            .withStackTrace());
            recording.enable("jdk.GarbageCollection");
            recording.start();
            return recording;
        } catch (IOException | RuntimeException e) {
            delete(recording);
            throw e;
        }
    }

    /**
     * Ends the recording and hands it over.
     *
     * @return why nothing was handed over, or only a part; empty if all was
     */
    public String end(Sink sink) {
        if (recording.isEmpty()) {
            return failure;
        }
        try {
            Path file = recording.get().getDestination();
            endRecording(recording.get());
            if (!closed.await(END_SECONDS, TimeUnit.SECONDS)) {
                return "JDK Flight Recorder has not written its recording within " + END_SECONDS + " s";
            }
            try (InputStream all = Files.newInputStream(file)) {
                sink.take(all);
                return "";
            }
        } catch (IOException | RuntimeException e) {
            return "its recording cannot be kept: " + e.getMessage();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "its recording cannot be kept: the process was interrupted";
        }
    }

    private static void endRecording(Recording running) {
        try {
            running.stop();
        } catch (IllegalStateException e) {
            if (running.getState() == RecordingState.RUNNING) {
                throw e;
            }
            // The end of the JVM, or another tool, has ended it.
        }
    }

    private static void delete(Recording recording) {
        Path file = recording.getDestination();
        recording.close();
        try {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a recording cannot be deleted", e);
        }
    }

    /** Releases the memory and files of the recording. */
    @Override
    public void close() {
        recording.ifPresent(each -> {
            FlightRecorder.removeListener(listener);
            delete(each);
        });
    }
}
