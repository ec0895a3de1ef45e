package dev.weir.feature.profiles;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.type.TypeReference;
import dev.weir.coordinator.workers.RunObserver;
import dev.weir.driver.exception.FailureText;
import dev.weir.driver.profile.FlightRecording;
import dev.weir.feature.Feature;
import dev.weir.feature.profiles.ProfileReader.FrameTree;
import dev.weir.feature.profiles.ProfileReader.Profile;
import dev.weir.feature.profiles.ProfileReader.WaitCost;
import dev.weir.report.Figures;
import dev.weir.report.html.run.ShownRun;
import dev.weir.report.html.section.PartSection;
import dev.weir.report.html.tag.Cells;
import dev.weir.report.html.tag.NumberKind;
import dev.weir.report.html.tag.RowTable;
import dev.weir.report.html.tag.Table;
import dev.weir.report.html.tag.Tag;
import dev.weir.result.document.ResultPart;
import dev.weir.result.document.ResultPart.PartFiles;
import dev.weir.result.document.RunDetails;
import dev.weir.result.stored.FolderFile;
import dev.weir.result.value.Moment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The part {@code profiles} of a result, its files, and how it is shown. */
public final class Profiles implements Feature, PartFiles, PartSection {
    /** Missing unless the workload asks for profiles. */
    public static final ResultPart<List<ProfileResult>> PART = new ResultPart<>("profiles", new TypeReference<>() {});

    private static final int MAX_ROWS = 10;
    private static final double MEBIBYTE = 1 << 20;

    /** Recordings that begin later than this lack a part of what they should have. */
    private static final double LATE_SECONDS = 1;

    @Override
    public List<?> seats() {
        return List.of(
                new ProfileSection(), (RunObserver.Maker) (request, clock) -> RunProfiles.of(request), this, PART);
    }

    @Override
    public List<String> files(RunDetails details) {
        return PART.in(details).orElse(List.of()).stream()
                .flatMap(profile -> profile.file().stream())
                .toList();
    }

    /** Shows flame graphs, and tables of the methods, locks and I/O that cost most; nothing if the run was not profiled. */
    @Override
    public List<Tag> section(ShownRun run) {
        List<ProfileResult> profiles = PART.in(run.result().weir()).orElse(List.of());
        if (profiles.isEmpty()) {
            return List.of();
        }
        String note = "From recordings of JDK Flight Recorder beside the result. CPU: every "
                + FlightRecording.SAMPLE_PERIOD.toMillis() + " ms, the recorder samples up to five threads that execute"
                + " Java code; time in the kernel and in native code does not count. Numbers in the names of threads are"
                + " shown as N.";
        Tag section = Tag.section("profiles", "Profiles").add(Tag.note(note));
        boolean open = true;
        for (ProfileResult profile : profiles) {
            Tag details = Tag.of("details").add(Tag.of("summary", profile.process()));
            section.add((open ? details.with("open", "") : details)
                    .add(content(run.result().file(), profile)));
            open = false;
        }
        return List.of(section);
    }

    private static List<Tag> content(Path result, ProfileResult recording) {
        String file = recording.file().orElse("");
        String why = recording.missing().orElse("the reason is unknown");
        if (file.isEmpty()) {
            return List.of(Tag.note("There is no recording: " + why + "."));
        }
        if (recording.begin().isEmpty() || recording.end().isEmpty()) {
            return List.of(Tag.note("The recording " + file + " is not shown: " + why + "."));
        }
        Path beside = FolderFile.of(result.resolveSibling(""), file).orElse(Path.of(""));
        if (!Files.isRegularFile(beside)) {
            return List.of(Tag.note("The recording " + file + " is no longer beside the result."));
        }
        try {
            Instant begin = instant(recording.begin().get());
            Instant end = instant(recording.end().get());
            Profile profile = ProfileReader.read(beside, begin, end);
            return profile(
                    profile,
                    file + ": " + Figures.duration(Duration.between(begin, end).toNanos() / 1e9) + ", ");
        } catch (IOException e) {
            return List.of(Tag.note("The recording " + beside.getFileName() + " cannot be read: " + FailureText.of(e)));
        }
    }

    private static List<Tag> profile(Profile profile, String recording) {
        List<Tag> tags = new ArrayList<>();
        tags.add(Tag.note(
                recording + NumberKind.MESSAGES.text((double) profile.cpu().total()) + " samples, "
                        + Figures.binary((double) profile.allocation().total()) + " allocated, "
                        + NumberKind.MESSAGES.text((double) profile.collections()) + " garbage collections with "
                        + Cells.millis(profile.pauseNanos()) + " ms of pauses."));
        if (profile.firstSeconds() > LATE_SECONDS) {
            tags.add(Tag.note("The recording lacks the first " + Figures.duration(profile.firstSeconds())
                    + ": the process started later, or the recorder had no room for more."));
        }
        add("CPU", profile.cpu(), tags);
        add("Hottest methods", methods(profile.cpu()), tags);
        add("Allocated bytes", profile.allocation(), tags);
        add("Most allocated classes", classes(profile.allocation()), tags);
        long wait = FlightRecording.MIN_WAIT.toMillis();
        String locks = "Waits for locks (monitors from " + wait + " ms on, locks of java.util.concurrent from "
                + FlightRecording.MIN_PARK.toMillis() + " ms on)";
        add(locks, waits(profile.locks(), "lock").table(), tags);
        var io = waits(profile.io(), "operation").number("MiB", NumberKind.PLAIN, each -> each.bytes() / MEBIBYTE);
        add("I/O that took " + wait + " ms or more", io.table(), tags);
        return tags;
    }

    private static void add(String title, FrameTree tree, List<Tag> tags) {
        if (tree.total() > 0) {
            tags.add(FlameGraph.of(title, tree));
        }
    }

    private static void add(String title, Table table, List<Tag> tags) {
        tags.add(Tag.of("h3", title));
        tags.add(table.isEmpty() ? Tag.note("None.") : table.tag());
    }

    private static Table methods(FrameTree cpu) {
        return RowTable.of(cpu.hottest(MAX_ROWS))
                .text("method", FrameTree.Cost::name)
                .number("itself %", NumberKind.PLAIN, method -> 100.0 * method.own() / cpu.total())
                .number("with its callees %", NumberKind.PLAIN, method -> 100.0 * method.total() / cpu.total())
                .messages("samples", FrameTree.Cost::own)
                .table();
    }

    private static Table classes(FrameTree allocation) {
        return RowTable.of(allocation.hottest(MAX_ROWS))
                .text("class", FrameTree.Cost::name)
                .number("%", NumberKind.PLAIN, each -> 100.0 * each.own() / allocation.total())
                .number("MiB", NumberKind.PLAIN, each -> each.own() / MEBIBYTE)
                .table();
    }

    private static RowTable<WaitCost> waits(List<WaitCost> waits, String name) {
        return RowTable.of(waits.subList(0, Math.min(MAX_ROWS, waits.size())))
                .text(name, WaitCost::what)
                .text("by", WaitCost::where)
                .messages("waits", WaitCost::count)
                .millis("total ms", WaitCost::totalNanos)
                .millis("longest ms", WaitCost::longestNanos);
    }

    private static Instant instant(Moment moment) {
        return Instant.EPOCH.plusNanos(moment.epochNanos());
    }

    /**
     * The recording of a process by JDK Flight Recorder.
     *
     * @param process name of the recorded process
     * @param file name of the recording beside the result; empty if there is none
     * @param begin of the part of the run that is profiled, by the clock of the process
     * @param end of that part: events before and after are in the file, but count in no profile
     * @param missing why there is no profile; empty if there is one
     */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record ProfileResult(
            String process,
            Optional<String> file,
            Optional<Moment> begin,
            Optional<Moment> end,
            Optional<String> missing) {

        /** Creates the result of a process whose recording does not cover the part that was to be profiled. */
        public static ProfileResult unused(String process, String file, String why) {
            return new ProfileResult(process, Optional.of(file), Optional.empty(), Optional.empty(), Optional.of(why));
        }

        public static ProfileResult missing(String process, String why) {
            return new ProfileResult(process, Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(why));
        }
    }

    /** A flame graph, which the page's script draws: frames in the order of their calls, each with depth, name and value. */
    private static final class FlameGraph {
        private static final double MIN_SHARE = 0.001;
        private static final int MAX_FRAMES = 6000;

        private final FrameTree tree;
        private final Map<String, Integer> names = new LinkedHashMap<>();
        private final StringBuilder frames = new StringBuilder();
        private int count;

        private FlameGraph(FrameTree tree) {
            this.tree = tree;
        }

        /** @param title what was counted */
        static Tag of(String title, FrameTree tree) {
            var graph = new FlameGraph(tree);
            double share = MIN_SHARE;
            while (!graph.fill(share)) {
                share *= 2;
            }
            return Tag.of("figure")
                    .add(
                            Tag.of("figcaption", title),
                            Tag.note("Frames with less than " + Figures.significant(100 * share) + " % are left out."),
                            Tag.of("div")
                                    .is("flame")
                                    .with("aria-label", title)
                                    .with("data-names", String.join("\n", graph.names.keySet()))
                                    .with("data-frames", graph.frames.toString().strip()));
        }

        /** Returns whether all frames with at least that share of the total are in it: more would be too many for a page. */
        private boolean fill(double leastShare) {
            names.clear();
            frames.setLength(0);
            count = 0;
            add(tree, 0, Math.max(1, (long) Math.ceil(leastShare * tree.total())));
            return count <= MAX_FRAMES;
        }

        private void add(FrameTree frame, int depth, long least) {
            count++;
            int name = names.computeIfAbsent(frame.name(), each -> names.size());
            frames.append(depth + " " + name + " " + frame.total() + " ");
            frame.callees(least).forEach(callee -> add(callee, depth + 1, least));
        }
    }
}
