package dev.weir.coordinator.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.coordinator.request.RunFailedException;
import dev.weir.driver.EmptyAdmin;
import dev.weir.driver.admin.Admin;
import dev.weir.driver.admin.Retention;
import dev.weir.driver.admin.Storage;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.DriverException;
import dev.weir.workload.PhaseSpec;
import dev.weir.workload.PhaseSpec.RetentionSpec;
import dev.weir.workload.PhaseSpec.WarmupEnd;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Two partitions, and 100 kB/s for 11 s. */
class TopicRetentionTest {
    private static final DriverConfig DRIVER = DriverConfig.of("none");

    @Test
    void fillsThatPartOfTheDrives() {
        assertThat(TopicRetention.of(workload(half()), DRIVER, drives(() -> Optional.of(new Storage(8000, 8000)))))
                .isEqualTo(new Retention(OptionalLong.empty(), OptionalLong.of(2000)));
    }

    @Test
    void refusesALoadThatWouldFillThem() {
        assertThatThrownBy(() -> TopicRetention.of(
                        workload(RetentionSpec.UNSAID), DRIVER, drives(() -> Optional.of(new Storage(9000, 1000)))))
                .isInstanceOf(RunFailedException.class)
                .hasMessageStartingWith("the load would fill the drives");
    }

    /** Reading the sizes of the drives takes a permission. A run that needs no sizes goes on without it. */
    @Test
    void unreadableDrivesFailOnlyRunsThatRetainAFractionOfThem() {
        Admin forbidden = drives(() -> {
            throw new DriverException("not authorized");
        });

        assertThat(TopicRetention.of(workload(RetentionSpec.UNSAID), DRIVER, forbidden))
                .isEqualTo(Retention.UNSAID);
        assertThatThrownBy(() -> TopicRetention.of(workload(half()), DRIVER, forbidden))
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("not authorized")
                .hasMessageContaining("give retention.bytesPerPartition");
    }

    private static RetentionSpec half() {
        return new RetentionSpec(Optional.empty(), OptionalLong.empty(), OptionalDouble.of(0.5));
    }

    private static Workload workload(RetentionSpec retention) {
        return Workloads.small()
                .durations(Duration.ofSeconds(1), Duration.ofSeconds(10))
                .phases(new PhaseSpec(WarmupEnd.DURATION, Duration.ZERO, retention))
                .build();
    }

    private static Admin drives(Supplier<Optional<Storage>> storage) {
        return new EmptyAdmin() {
            @Override
            public Optional<Storage> storage(Duration deadline) {
                return storage.get();
            }
        };
    }
}
