package dev.weir.feature.profiles;

import java.io.IOException;
import java.lang.constant.ClassDesc;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/** Reads the events of a stretch of time from a recording of JDK Flight Recorder; all others are dropped. One thread. */
public final class ProfileReader {
    /** Instead of the frames that a stack has beyond those that the recorder keeps. */
    static final String CUT_FRAMES = "[frames beyond the deepest 64]";

    private final Instant begin;
    private final Instant end;
    private final FrameTree cpu = new FrameTree("all");
    private final FrameTree allocation = new FrameTree("all");
    /** Waits for the same by the same code, added up. */
    private final Map<String, WaitCost> locks = new TreeMap<>();

    private final Map<String, WaitCost> io = new TreeMap<>();

    private long collections;
    private long pauseNanos;
    private Optional<Instant> first = Optional.empty();

    private ProfileReader(Instant begin, Instant end) {
        this.begin = begin;
        this.end = end;
    }

    /**
     * Reads a stretch of a recording.
     *
     * @param begin of the stretch, by the clock of the process that was recorded
     * @param end the first moment after it
     * @throws IOException if the file is no complete recording
     */
    public static Profile read(Path file, Instant begin, Instant end) throws IOException {
        var reader = new ProfileReader(begin, end);
        try (var recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                reader.add(recording.readEvent());
            }
        } catch (RuntimeException e) {
            // What the parser makes of a damaged file.
            throw new IOException("it is no complete recording: " + e, e);
        }
        return reader.profile();
    }

    private Profile profile() {
        double missing = Duration.between(begin, first.orElse(begin)).toNanos() / 1e9;
        return new Profile(cpu, allocation, sorted(locks), sorted(io), collections, pauseNanos, Math.max(0, missing));
    }

    private void add(RecordedEvent event) {
        Instant at = event.getStartTime();
        if (first.isEmpty() || at.isBefore(first.get())) {
            first = Optional.of(at);
        }
        if (at.isBefore(begin) || !event.getEndTime().isBefore(end)) {
            return;
        }
        switch (event.getEventType().getName()) {
            case "jdk.ExecutionSample" -> cpu.add(frames(event, event.getThread("sampledThread")), 1);
            case "jdk.ObjectAllocationSample" -> {
                List<String> frames = frames(event, event.getThread());
                frames.add(type(event.getClass("objectClass")));
                allocation.add(frames, event.getLong("weight"));
            }
            case "jdk.JavaMonitorEnter" -> add(locks, event, type(event.getClass("monitorClass")), 0);
            case "jdk.ThreadPark" -> {
                String lock = type(event.getClass("parkedClass"));
                // A thread that parks for a condition, or for a time, waits for no lock.
                if (lock.matches(".*Lock\\$.*Sync|.*StampedLock")) {
                    add(locks, event, lock, 0);
                }
            }
            case "jdk.SocketRead" -> add(io, event, "read from " + peer(event), event.getLong("bytesRead"));
            case "jdk.SocketWrite" -> add(io, event, "write to " + peer(event), event.getLong("bytesWritten"));
            case "jdk.FileRead" -> add(io, event, "read " + file(event), event.getLong("bytesRead"));
            case "jdk.FileWrite" -> add(io, event, "write " + file(event), event.getLong("bytesWritten"));
            case "jdk.FileForce" -> add(io, event, "flush " + file(event), 0);
            case "jdk.GarbageCollection" -> {
                collections++;
                pauseNanos += event.getDuration("sumOfPauses").toNanos();
            }
            default -> {}
        }
    }

    private static void add(Map<String, WaitCost> waits, RecordedEvent event, String what, long bytes) {
        String where = caller(event.getStackTrace());
        long nanos = event.getDuration().toNanos();
        var wait = new WaitCost(what, where, 1, nanos, nanos, Math.max(0, bytes));
        waits.merge(what + "\n" + where, wait, WaitCost::plus);
    }

    private static List<WaitCost> sorted(Map<String, WaitCost> waits) {
        return waits.values().stream()
                .sorted(Comparator.comparingLong(WaitCost::totalNanos).reversed())
                .toList();
    }

    private static String peer(RecordedEvent event) {
        String host = event.getString("host");
        String address = event.getString("address");
        return (host == null || host.isEmpty() ? address : host) + ":" + event.getInt("port");
    }

    private static String file(RecordedEvent event) {
        String path = event.getString("path");
        return path == null ? "a file" : path.replaceFirst(".*/(?=[^/]+/)", "");
    }

    /** The innermost frame that is not of the JDK. */
    private static String caller(RecordedStackTrace stack) {
        List<String> frames = new ArrayList<>();
        addFrames(stack, frames);
        Collections.reverse(frames);
        return frames.stream()
                .filter(frame -> !frame.matches("(java|jdk|sun)\\..*"))
                .findFirst()
                .orElse(frames.isEmpty() ? "" : frames.get(0));
    }

    private static List<String> frames(RecordedEvent event, RecordedThread thread) {
        List<String> frames = new ArrayList<>();
        String name = thread == null ? null : thread.getJavaName();
        // Threads of a pool do the same.
        frames.add(name == null ? "[unknown thread]" : name.replaceAll("[0-9]+", "N"));
        addFrames(event.getStackTrace(), frames);
        return frames;
    }

    private static void addFrames(RecordedStackTrace stack, List<String> frames) {
        if (stack == null) {
            return;
        }
        if (stack.isTruncated()) {
            frames.add(CUT_FRAMES);
        }
        List<RecordedFrame> innermostFirst = stack.getFrames();
        for (int i = innermostFirst.size() - 1; i >= 0; i--) {
            var method = innermostFirst.get(i).getMethod();
            frames.add(type(method.getType()) + "." + method.getName());
        }
    }

    /** The name of a class; those that the JVM makes of one lambda have one name. */
    private static String type(RecordedClass type) {
        if (type != null && type.getName().startsWith("[")) {
            return ClassDesc.ofDescriptor(type.getName().replace('.', '/')).displayName();
        }
        return type == null ? "" : type.getName().replaceFirst("(\\$\\$Lambda).*|(LambdaForm\\$\\w+)[/.].*", "$1$2");
    }

    /**
     * What one process did in a stretch of time. A holder, not a value.
     *
     * @param cpu samples of threads that executed Java code; the outermost frames are threads
     * @param allocation bytes, as far as samples tell; the innermost frames are the classes of the objects
     * @param locks for which threads waited, the longest first
     * @param io for which threads waited, the longest first
     * @param collections number of garbage collections
     * @param pauseNanos of all garbage collections
     * @param firstSeconds from the begin of the stretch to the first event of the recording; 0 if that is older
     */
    public record Profile(
            FrameTree cpu,
            FrameTree allocation,
            List<WaitCost> locks,
            List<WaitCost> io,
            long collections,
            long pauseNanos,
            double firstSeconds) {}

    /**
     * How long threads waited for one thing.
     *
     * @param what the class of a lock; or a kind of I/O with its peer or file
     * @param where the code that waited
     * @param bytes that were read or written; 0 of a lock
     */
    public record WaitCost(String what, String where, long count, long totalNanos, long longestNanos, long bytes) {
        private WaitCost plus(WaitCost other) {
            long longest = Math.max(longestNanos, other.longestNanos);
            long total = totalNanos + other.totalNanos;
            return new WaitCost(what, where, count + other.count, total, longest, bytes + other.bytes);
        }
    }

    /** Call stacks, merged from the outermost frame on: a frame with all that was counted in it. One thread. */
    public static final class FrameTree {
        private final String name;
        private final Map<String, FrameTree> callees = new LinkedHashMap<>();
        private long total;
        private long own;

        FrameTree(String name) {
            this.name = name;
        }

        /**
         * A frame by its name, wherever it stands in a stack.
         *
         * @param own counted where it was the innermost frame
         * @param total counted where it was any frame of the stack
         */
        public record Cost(String name, long own, long total) {}

        /** @param frames the outermost first */
        void add(List<String> frames, long amount) {
            FrameTree frame = this;
            frame.total += amount;
            for (String callee : frames) {
                frame = frame.callees.computeIfAbsent(callee, FrameTree::new);
                frame.total += amount;
            }
            frame.own += amount;
        }

        public String name() {
            return name;
        }

        /** What was counted in it and in all that it called. */
        public long total() {
            return total;
        }

        /** What it called, the largest first, without those that count less than this. */
        public List<FrameTree> callees(long least) {
            return callees.values().stream()
                    .filter(each -> each.total >= least)
                    .sorted(Comparator.comparingLong(FrameTree::total)
                            .reversed()
                            .thenComparing(FrameTree::name))
                    .toList();
        }

        /** The frames in which most was counted, the largest first; without those that this one calls, which are threads. */
        public List<Cost> hottest(int most) {
            Map<String, Cost> costs = new HashMap<>();
            callees.values().forEach(thread -> collect(thread.callees.values(), new HashSet<>(), costs));
            return costs.values().stream()
                    .filter(cost -> cost.own() > 0)
                    .sorted(Comparator.comparingLong(Cost::own).reversed().thenComparing(Cost::name))
                    .limit(most)
                    .toList();
        }

        /** @param outer frames around these: one that calls itself counts once */
        private static void collect(Collection<FrameTree> frames, Set<String> outer, Map<String, Cost> costs) {
            for (FrameTree each : frames) {
                boolean outermost = outer.add(each.name);
                Cost before = costs.getOrDefault(each.name, new Cost(each.name, 0, 0));
                long total = before.total() + (outermost ? each.total : 0);
                costs.put(each.name, new Cost(each.name, before.own() + each.own, total));
                collect(each.callees.values(), outer, costs);
                if (outermost) {
                    outer.remove(each.name);
                }
            }
        }
    }
}
