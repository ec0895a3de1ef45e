package dev.weir.driver.kafka.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.coordinator.MiniCluster;
import dev.weir.coordinator.WorkerProcess;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.kafka.SharedCluster;
import dev.weir.feature.faults.Faults;
import dev.weir.feature.faults.Faults.BrokerFault;
import dev.weir.feature.profiles.ProfileReader;
import dev.weir.feature.profiles.ProfileReader.FrameTree;
import dev.weir.feature.profiles.ProfileReader.Profile;
import dev.weir.feature.profiles.ProfileSection;
import dev.weir.feature.profiles.ProfileSection.ProfiledPart;
import dev.weir.feature.profiles.Profiles;
import dev.weir.feature.profiles.Profiles.ProfileResult;
import dev.weir.result.RunResult;
import dev.weir.result.interval.Phase;
import dev.weir.result.interval.Phase.PhaseSpan;
import dev.weir.result.value.Moment;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The profiles of a run whose processes are all apart: a worker with a slow interceptor, and three brokers of which one is killed. */
@ResourceLock(TestClusters.THREE)
class ProfileRunTest {
    private static final int KILLED = 3;

    @TempDir
    Path folder;

    @Test
    @Tag("soak")
    void eachProcessIsProfiledInTheMeasurementOnly() throws IOException {
        RunResult result = run();

        assertThat(result.failure()).isEmpty();
        Map<String, ProfileResult> profiles = Profiles.PART.in(result.weir()).orElseThrow().stream()
                .collect(Collectors.toMap(ProfileResult::process, Function.identity()));
        assertThat(profiles).containsOnlyKeys("coordinator", "worker away", "broker 1", "broker 2", "broker " + KILLED);
        assertThat(Objects.requireNonNull(profiles.remove("broker " + KILLED)).missing())
                .contains("the process ended before it handed over its recording");
        PhaseSpan measured = result.weir().course().phases().stream()
                .filter(span -> span.phase().equals(Phase.MEASUREMENT.key()))
                .findFirst()
                .orElseThrow();
        for (ProfileResult profile : profiles.values()) {
            Instant begin = instant(profile.begin().orElseThrow());
            Instant end = instant(profile.end().orElseThrow());
            // Clocks of processes on one host differ by what an exchange leaves open.
            assertThat(begin).isCloseTo(instant(measured.begin()), within(20, ChronoUnit.MILLIS));
            assertThat(end).isCloseTo(instant(measured.end()), within(20, ChronoUnit.MILLIS));
            Path file = folder.resolve(profile.file().orElseThrow());
            List<Instant> samples = samples(file);
            assertThat(samples).as(profile.process()).anyMatch(at -> at.isBefore(begin));
            assertThat(ProfileReader.read(file, begin, end).cpu().total())
                    .as(profile.process())
                    .isEqualTo(samples.stream()
                            .filter(at -> !at.isBefore(begin) && at.isBefore(end))
                            .count());
        }
        ProfileResult worker = Objects.requireNonNull(profiles.get("worker away"));
        Profile read = ProfileReader.read(
                folder.resolve(worker.file().orElseThrow()),
                instant(worker.begin().orElseThrow()),
                instant(worker.end().orElseThrow()));
        assertThat(read.cpu().hottest(1))
                .extracting(FrameTree.Cost::name)
                .containsExactly(SlowInterceptor.class.getName() + ".spin");
    }

    private RunResult run() {
        Workload workload = Workloads.small()
                .topics(1, 3)
                .rates(300, 300)
                .durations(Duration.ofSeconds(3), Duration.ofSeconds(6))
                .section(
                        new Faults(),
                        List.of(new BrokerFault(
                                Duration.ofSeconds(2),
                                OptionalInt.of(KILLED),
                                BrokerFault.Action.KILL,
                                Optional.empty())))
                .section(new ProfileSection(), ProfiledPart.MEASUREMENT)
                .build();
        String interceptor = SlowInterceptor.class.getName();
        KafkaEmbeddedCluster cluster = TestClusters.three();
        try (WorkerProcess worker = WorkerProcess.start("--allow-client-classes", interceptor);
                var mini = new MiniCluster(0, folder)) {
            mini.add("away", worker.address());
            DriverConfig config =
                    SharedCluster.withProducer(cluster.driverConfig(), Map.of("interceptor.classes", interceptor));
            return mini.run(workload, config, cluster.faults().orElseThrow());
        }
    }

    private static List<Instant> samples(Path file) throws IOException {
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals("jdk.ExecutionSample"))
                .map(RecordedEvent::getStartTime)
                .toList();
    }

    private static Instant instant(Moment moment) {
        return Instant.EPOCH.plusNanos(moment.epochNanos());
    }

    /** Takes 1 ms of CPU for each message. */
    public static final class SlowInterceptor implements ProducerInterceptor<Object, Object> {
        private static final AtomicLong SINK = new AtomicLong();

        @Override
        public ProducerRecord<Object, Object> onSend(ProducerRecord<Object, Object> message) {
            spin();
            return message;
        }

        private static void spin() {
            var threads = ManagementFactory.getThreadMXBean();
            long until = threads.getCurrentThreadCpuTime() + 1_000_000;
            while (threads.getCurrentThreadCpuTime() < until) {
                long sum = 0;
                for (int i = 0; i < 20_000; i++) {
                    sum += i * SINK.get();
                }
                SINK.set(sum);
            }
        }

        @Override
        public void onAcknowledgement(RecordMetadata metadata, Exception failure) {}

        @Override
        public void close() {}

        @Override
        public void configure(Map<String, ?> properties) {}
    }
}
