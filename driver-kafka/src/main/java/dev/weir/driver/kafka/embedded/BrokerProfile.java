package dev.weir.driver.kafka.embedded;

import dev.weir.driver.profile.FlightRecording;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Records the process of a broker when the owner of the process requests it. A separate thread does the work, because the
 * thread that reads the owner's orders must notice at once when the owner ends.
 */
final class BrokerProfile {
    private final Path file;
    private final Consumer<String> answers;
    private final ExecutorService worker = Executors.newSingleThreadExecutor(work -> {
        var thread = new Thread(work, "profile");
        thread.setDaemon(true);
        return thread;
    });

    // Owned by that thread.
    private @Nullable FlightRecording recording;

    /** @param answers gets {@link EmbeddedBroker#RECORDED} */
    BrokerProfile(Path file, Consumer<String> answers) {
        this.file = file;
        this.answers = answers;
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
            answers.accept((EmbeddedBroker.RECORDED + " " + failure).strip());
        });
    }

    private void forget() {
        if (recording != null) {
            recording.close();
            recording = null;
        }
    }
}
