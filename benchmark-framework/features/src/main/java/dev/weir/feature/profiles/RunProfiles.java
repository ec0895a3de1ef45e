package dev.weir.feature.profiles;

import dev.weir.coordinator.request.RunRequest;
import dev.weir.coordinator.workers.RunObserver;
import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.driver.embedded.BrokerFaults;
import dev.weir.driver.profile.FlightRecording;
import dev.weir.feature.profiles.ProfileSection.ProfiledPart;
import dev.weir.feature.profiles.Profiles.ProfileResult;
import dev.weir.host.observation.TimeRange;
import dev.weir.measure.Latency;
import dev.weir.result.document.RunDetails;
import dev.weir.result.interval.Interval.IntervalSummary;
import dev.weir.result.interval.Phase;
import dev.weir.result.interval.Phase.PhaseSpan;
import dev.weir.result.value.IsoTime;
import dev.weir.result.value.Moment;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.WorkerFacts;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The recordings of a run's processes: of this one, of workers in other processes, and of embedded brokers. They begin before
 * the load and end after it, and become files beside the result. Used by the coordinator's thread.
 */
final class RunProfiles implements RunObserver {
    private static final String TAIL = "p99";
    /** A response time includes the service time, so the larger one is the headline. */
    private static final List<Latency> HEADLINES = List.of(
            Latency.PUBLISH_RESPONSE, Latency.PUBLISH_SERVICE, Latency.END_TO_END_RESPONSE, Latency.END_TO_END_SERVICE);

    /** A broker hands its recording over within a second, unless it is killed or stands still. */
    private static final Duration BROKERS_LIMIT = Duration.ofSeconds(10);

    private static final Logger LOG = LoggerFactory.getLogger(RunProfiles.class);

    private final ProfiledPart part;
    private final Path resultBase;
    private final Optional<BrokerFaults> brokers;
    private final SortedMap<Integer, WorkerLink> workers = new TreeMap<>();
    private final Map<Integer, Message.ProfilePart> lastParts = new HashMap<>();
    private SortedMap<Integer, CompletableFuture<Path>> ofBrokers = new TreeMap<>();
    private @Nullable FlightRecording own;
    private String failure = "the run failed before its preparation";

    private RunProfiles(ProfiledPart part, RunRequest request) {
        this.part = part;
        this.resultBase = request.resultBase();
        this.brokers = request.system().faults();
    }

    static List<RunObserver> of(RunRequest request) {
        return request.workload().run().sections().find(new ProfileSection()).stream()
                .<RunObserver>map(part -> new RunProfiles(part, request))
                .toList();
    }

    @Override
    public void begin() {
        brokers.ifPresent(BrokerFaults::beginProfiles);
        own = FlightRecording.begin();
    }

    /** Ends all recordings, and asks for those of other processes. */
    @Override
    public void end() {
        ofBrokers = brokers.map(BrokerFaults::endProfiles).orElse(ofBrokers);
        if (own != null) {
            failure = own.end(all -> Files.copy(all, file("coordinator"), StandardCopyOption.REPLACE_EXISTING));
        }
        close();
        workers.values().forEach(worker -> worker.send(new Message.SendProfile()));
    }

    @Override
    public void message(WorkerLink worker, Message message) {
        if (message instanceof Message.Welcome) {
            workers.put(worker.number(), worker);
            worker.send(new Message.RecordProfile(WorkerFacts.instanceOfThisProcess()));
        } else if (message instanceof Message.ProfilePart recorded) {
            add(worker, recorded);
        }
    }

    /** Writes a piece of a worker's recording to its file. After a piece that could not be written, the others are ignored. */
    private void add(WorkerLink worker, Message.ProfilePart part) {
        Message.ProfilePart before = lastParts.get(worker.number());
        if (before != null && before.last()) {
            return;
        }
        lastParts.put(worker.number(), part);
        if (!part.bytes().hasRemaining()) {
            return;
        }
        Path file = file(ofWorker(worker));
        // The first piece replaces a file of this name that a killed run has left.
        OpenOption mode = before == null ? StandardOpenOption.TRUNCATE_EXISTING : StandardOpenOption.APPEND;
        try (var channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, mode)) {
            if (channel.size() + part.bytes().remaining() > FlightRecording.MAX_SENT_BYTES) {
                throw new IOException("it has more than " + FlightRecording.MAX_SENT_BYTES + " bytes");
            }
            while (part.bytes().hasRemaining()) {
                channel.write(part.bytes());
            }
        } catch (IOException e) {
            String why = "its recording cannot be kept: " + e.getMessage();
            lastParts.put(worker.number(), new Message.ProfilePart(part.bytes(), true, why));
        }
    }

    /** Returns whether each broker has handed over its recording or failed to. */
    @Override
    public boolean hasEnded() {
        return ofBrokers.values().stream().allMatch(CompletableFuture::isDone);
    }

    @Override
    public Duration endLimit() {
        return BROKERS_LIMIT;
    }

    /** Returns the recording of each process, or the reason why there is none. Called once: it moves the brokers' recordings. */
    @Override
    public Map<String, List<ProfileResult>> parts(EndedRun run) {
        RunDetails details = run.details();
        Optional<TimeRange> time = profiledTime(
                part, details.course().phases(), details.measurements().intervals());
        List<ProfileResult> results = new ArrayList<>();
        LongUnaryOperator ownClock = LongUnaryOperator.identity();
        boolean shared = workers.values().stream().anyMatch(RunProfiles::isOfThisProcess);
        String process = shared ? "coordinator and worker" : "coordinator";
        results.add(result(process, "coordinator", failure, time, ownClock));
        for (WorkerLink worker : workers.values()) {
            if (!isOfThisProcess(worker)) {
                LongUnaryOperator itsClock = worker.track()::toOther;
                results.add(result("worker " + worker.name(), ofWorker(worker), failure(worker), time, itsClock));
            }
        }
        ofBrokers.forEach((broker, file) -> {
            String why = takeBrokerRecording(broker, file);
            results.add(result("broker " + broker, "broker-" + broker, why, time, ownClock));
        });
        return Map.of(Profiles.PART.name(), results);
    }

    private static boolean isOfThisProcess(WorkerLink worker) {
        return worker.facts().filter(WorkerFacts::isOfThisProcess).isPresent();
    }

    private ProfileResult result(
            String process, String name, String why, Optional<TimeRange> time, LongUnaryOperator onItsClock) {
        if (!why.isEmpty()) {
            deleteUnfinished(file(name));
            return ProfileResult.missing(process, why);
        }
        String file = String.valueOf(file(name).getFileName());
        if (time.isEmpty()) {
            String unused = part == ProfiledPart.WORST_INTERVAL
                    ? "no interval of the measurement had enough samples for a p99"
                    : "the run had no " + part.key();
            return ProfileResult.unused(process, file, unused);
        }
        // A result has milliseconds. Rounded inwards, so that nothing counts that was outside.
        var begin = new Moment(
                -IsoTime.cutToMillis(-onItsClock.applyAsLong(time.get().beginNanos())));
        var end = new Moment(onItsClock.applyAsLong(time.get().endNanos()));
        return new ProfileResult(process, Optional.of(file), Optional.of(begin), Optional.of(end), Optional.empty());
    }

    private static void deleteUnfinished(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.warn("{} is a part of a recording, and cannot be deleted", file, e);
        }
    }

    private String failure(WorkerLink worker) {
        Message.ProfilePart last = lastParts.get(worker.number());
        return last == null || !last.last()
                ? "the worker did not send its whole recording before the run ended"
                : last.failure();
    }

    /** Moves the recording of a broker beside the result. Returns why that is not possible; empty if it is. */
    private String takeBrokerRecording(int broker, CompletableFuture<Path> file) {
        if (!file.isDone()) {
            return "the broker did not hand over its recording in time";
        }
        try {
            Files.move(file.join(), file("broker-" + broker), StandardCopyOption.REPLACE_EXISTING);
            return "";
        } catch (IOException | RuntimeException e) {
            return String.valueOf(Objects.requireNonNullElse(e.getCause(), e).getMessage());
        }
    }

    private static String ofWorker(WorkerLink worker) {
        return "worker-" + (worker.number() + 1);
    }

    private Path file(String process) {
        return resultBase.resolveSibling(resultBase.getFileName() + "." + process + ".jfr");
    }

    @Override
    public void close() {
        if (own != null) {
            own.close();
            own = null;
        }
    }

    /** Finds begin and end of the profiled part of a run, on the coordinator's clock. */
    static Optional<TimeRange> profiledTime(
            ProfiledPart part, List<PhaseSpan> phases, List<IntervalSummary> intervals) {
        if (part == ProfiledPart.WORST_INTERVAL) {
            return intervals.stream()
                    .filter(interval -> Phase.isMeasured(interval.phase()) && tailNanos(interval) > 0)
                    .max(Comparator.comparingLong(RunProfiles::tailNanos))
                    .map(IntervalSummary::range);
        }
        return PhaseSpan.range(
                phases,
                span -> part == ProfiledPart.MEASUREMENT
                        ? Phase.isMeasured(span.phase())
                        : span.phase().equals(part.key()));
    }

    /**
     * Returns the higher 99th percentile of publishing and delivery in an interval, nanoseconds. It is 0 with too few
     * samples. One that is only a lower bound ranks above all others.
     */
    private static long tailNanos(IntervalSummary interval) {
        return HEADLINES.stream()
                .map(latency -> interval.latency().get(latency.key()))
                .filter(Objects::nonNull)
                .mapToLong(latency -> latency.greaterThan().contains(TAIL)
                        ? Long.MAX_VALUE
                        : latency.quantilesNanos().getOrDefault(TAIL, 0L))
                .max()
                .orElse(0);
    }
}
