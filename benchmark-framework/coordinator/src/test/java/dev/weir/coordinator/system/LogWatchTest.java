package dev.weir.coordinator.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.clock.SystemClock;
import dev.weir.coordinator.WrappedNone;
import dev.weir.driver.Driver;
import dev.weir.driver.EmptyAdmin;
import dev.weir.driver.admin.Admin;
import dev.weir.driver.admin.LogRange;
import dev.weir.driver.admin.TopicSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LogWatchTest {
    private static final List<LogRange> LOGS = List.of(new LogRange(0, 7));

    private final AtomicInteger questions = new AtomicInteger();

    /** As a log may for a moment, after an unclean election or when its topic is made anew. */
    @Test
    void asksAgainWhenALogSeemsToEndBeforeItBegins() {
        try (var watch = LogWatch.started(driver(), List.of(new TopicSpec("t", 1)), SystemClock.INSTANCE, true)) {
            await("trouble")
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> watch.trouble().contains("5 to 3"));
            assertThat(watch.newest()).isEmpty();

            await("an answer")
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> watch.newest().isPresent());
            assertThat(watch.newest().orElseThrow().ranges()).containsEntry("t", LOGS);
            assertThat(watch.trouble()).isEmpty();
        }
    }

    private Driver driver() {
        return new WrappedNone(Map.of()) {
            @Override
            public Admin openAdmin() {
                return new EmptyAdmin() {
                    @Override
                    public Map<String, List<LogRange>> logRanges(List<TopicSpec> topics, Duration deadline) {
                        return Map.of("t", questions.getAndIncrement() == 0 ? List.of(new LogRange(5, 3)) : LOGS);
                    }
                };
            }
        };
    }
}
