package dev.weir.driver.kafka.embedded;

import dev.weir.driver.profile.FlightRecording;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.Exit;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.jspecify.annotations.Nullable;

/**
 * Main class of a broker's process. Formats the storage, starts the broker, prints {@link #READY} on standard output
 * when clients can use it, and serves until its owner ends.
 *
 * <p>The owner has the other end of standard input. Each byte from there is an order, such as {@link #STOP}. At the end of
 * the input, the process ends at once without stopping the broker, because no process will read the data again.
 *
 * <p>{@code Formatter} and {@code KafkaRaftServer} are not Kafka's public API: if a new version of Kafka does not
 * start, only this class is affected. It is its own process, so unlike other classes it may print and exit. Kafka's
 * server is on the class path of this process only.
 */
final class EmbeddedBroker {
    /** Line that states that clients can use the broker. */
    static final String READY = "weir: the embedded broker serves";

    /** Orders of the owner: to stop in order; to record what this process does; to hand the recording over. */
    static final char STOP = '\n';

    static final char RECORD = 'r';

    static final char HAND_OVER = 'h';

    /** The line that says that the recording is in {@link #PROFILE}, or, with more behind it, why it is not. */
    static final String RECORDED = "weir: recorded";

    static final String PROFILE = "profile.jfr";

    /** Properties with the address at which the process serves metrics. */
    static final String METRICS_HOST = "weir.metrics.host";

    static final String METRICS_PORT = "weir.metrics.port";
    static final String METRICS_PORT_TAKEN = "weir: the port for metrics is taken";

    /** Held while the process ends, so that only one thread ends it. */
    private static final Object ENDING = new Object();

    private static final CountDownLatch ASKED_TO_STOP = new CountDownLatch(1);

    private EmbeddedBroker() {}

    /** Main method; its arguments are the node's directory and the cluster's id. */
    public static void main(String[] arguments) {
        Path directory = Path.of(arguments[0]);
        var profile = new BrokerProfile(directory.resolve(PROFILE));
        startDaemon("owner-watch", () -> watchOwner(directory, profile));
        // Kafka halts by itself on fatal faults, which include a log directory that is being deleted.
        Exit.setExitProcedure((status, message) -> end(status));
        Exit.setHaltProcedure((status, message) -> end(status));
        try {
            serve(directory, arguments[1]);
        } catch (Throwable e) {
            System.out.println("the broker failed: " + messages(e));
            end(1);
        }
    }

    /** Carries out the orders of the process that started this one, until it has closed the pipe or has ended. */
    private static void watchOwner(Path directory, BrokerProfile profile) {
        try {
            for (int order = System.in.read(); order >= 0; order = System.in.read()) {
                // Nothing here may block, or the end would not be detected.
                switch (order) {
                    case RECORD -> profile.begin();
                    case HAND_OVER -> profile.handOver();
                    default -> ASKED_TO_STOP.countDown();
                }
            }
        } catch (IOException e) {
            // As good as the end.
        }
        abandon(directory);
    }

    private static void serve(Path directory, String clusterId) throws Exception {
        var properties = new Properties();
        try (var reader =
                Files.newBufferedReader(directory.resolve(ClusterDirectory.PROPERTIES), StandardCharsets.UTF_8)) {
            properties.load(reader);
        }
        var config = KafkaConfig.fromProps(properties, false);
        new Formatter()
                .setClusterId(clusterId)
                .setNodeId(config.nodeId())
                .setControllerListenerName("CONTROLLER")
                .setDirectories(config.logDirs())
                .setMetadataLogDirectory(config.metadataLogDir())
                // A broker that was stopped finds its data again.
                .setIgnoreFormatted(true)
                .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
                .run();
        var server = new KafkaRaftServer(config, Time.SYSTEM);
        server.startup();
        int port = Integer.parseInt(properties.getProperty(METRICS_PORT));
        var address = new InetSocketAddress(properties.getProperty(METRICS_HOST), port);
        try {
            MetricsPort.serve(address);
        } catch (BindException e) {
            throw new IOException(METRICS_PORT_TAKEN + ": " + address, e);
        }
        System.out.println(READY);
        startDaemon("stopper", () -> stopWhenAsked(server));
        server.awaitShutdown();
        if (ASKED_TO_STOP.getCount() > 0) {
            throw new IllegalStateException("the broker has stopped although it was not asked to");
        }
        end(0);
    }

    private static void stopWhenAsked(KafkaRaftServer server) {
        try {
            ASKED_TO_STOP.await();
            server.shutdown();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void startDaemon(String name, Runnable work) {
        daemon(name, work).start();
    }

    private static Thread daemon(String name, Runnable work) {
        var thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    private static void abandon(Path directory) {
        synchronized (ENDING) {
            try {
                ClusterDirectory.abandon(directory);
            } catch (IOException e) {
                // No process is left to report this to; the next cluster deletes the rest.
            } finally {
                // In any case, even if Weir's classes were deleted from the disk: no broker runs without an owner.
                Runtime.getRuntime().halt(0);
            }
        }
    }

    private static void end(int status) {
        synchronized (ENDING) {
            System.out.flush();
            Runtime.getRuntime().halt(status);
        }
    }

    private static String messages(Throwable thrown) {
        String causes = thrown.getCause() == null ? "" : "; caused by " + messages(thrown.getCause());
        return thrown + causes;
    }

    /**
     * Records the process of a broker when the owner of the process requests it, and prints {@link #RECORDED}. A separate
     * thread does the work, because the thread that reads the owner's orders must notice at once when the owner ends.
     */
    private static final class BrokerProfile {
        private final Path file;
        private final ExecutorService worker = Executors.newSingleThreadExecutor(work -> daemon("profile", work));

        // Owned by that thread.
        private @Nullable FlightRecording recording;

        BrokerProfile(Path file) {
            this.file = file;
        }

        void begin() {
            worker.execute(() -> {
                forget();
                recording = FlightRecording.begin();
            });
        }

        void handOver() {
            worker.execute(() -> {
                String failure = recording == null
                        ? "the broker was not asked to record"
                        : recording.end(all -> Files.copy(all, file, StandardCopyOption.REPLACE_EXISTING));
                forget();
                System.out.println((RECORDED + " " + failure).strip());
            });
        }

        private void forget() {
            if (recording != null) {
                recording.close();
                recording = null;
            }
        }
    }
}
