package dev.weir.report.history;

import dev.weir.report.compare.MeasuredRun;
import dev.weir.report.compare.RunGate;
import dev.weir.result.document.Provenance;
import dev.weir.result.stored.StoredResult;
import dev.weir.result.value.IsoTime;
import dev.weir.workload.goal.MetricFigure;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.apache.commons.statistics.descriptive.Median;

/**
 * A run of a series, or the equal runs of one campaign. These share processes, so they depend on each other, and count
 * as one run with their medians.
 *
 * @param beginNanos begin of the first, epoch nanoseconds
 * @param version versions of the first
 * @param equal at least one
 */
public record HistoryRun(long beginNanos, RunVersion version, List<MeasuredRun> equal) {
    public HistoryRun {
        equal = List.copyOf(equal);
    }

    /** Returns a figure of the whole measurement; empty if a run lacks it, because the others may be the good ones. */
    OptionalDouble value(MetricFigure figure) {
        double[] values = equal.stream()
                .flatMapToDouble(run -> run.value(figure).stream())
                .toArray();
        return values.length < equal.size()
                ? OptionalDouble.empty()
                : OptionalDouble.of(Median.withDefaults().evaluate(values));
    }

    public Path file() {
        return equal.get(0).result().file();
    }

    String hosts() {
        return RunGate.hosts(equal.get(0));
    }

    public String date() {
        return IsoTime.date(beginNanos);
    }

    /** Returns its date and version: {@code 2026-11-20 (4.1.0)}. */
    public String title() {
        return date() + " (" + version.text() + ")";
    }

    /** Versions of what a run used; empty if unknown. The system's is that of {@code -v}, or of the brokers. */
    public record RunVersion(String system, String client, String weir, String tags) {
        private static final List<String> NAMES = List.of("", "client ", "Weir ", "tags ");

        static RunVersion of(StoredResult result) {
            return new RunVersion(
                    result.systemVersion().orElse(""),
                    result.client().orElse(""),
                    result.provenance().map(Provenance::version).orElse(""),
                    result.setup().tagText());
        }

        private List<String> all() {
            return List.of(system, client, weir, tags);
        }

        /** Returns the most important version that is known, the system's, the client's, or Weir's, and the tags. */
        public String text() {
            return IntStream.range(0, NAMES.size() - 1)
                            .filter(i -> !all().get(i).isEmpty())
                            .mapToObj(i -> NAMES.get(i) + all().get(i))
                            .findFirst()
                            .orElse("unknown version")
                    + (tags.isEmpty() ? "" : ", " + tags);
        }

        /** Returns which versions differ from those of an earlier run: {@code 4.0.0 -> 4.1.0}. */
        public String since(RunVersion before) {
            List<String> changes = IntStream.range(0, NAMES.size())
                    .filter(i -> !all().get(i).equals(before.all().get(i)))
                    .mapToObj(i -> NAMES.get(i) + named(before.all().get(i)) + " -> " + named(all().get(i)))
                    .toList();
            return !changes.isEmpty()
                    ? String.join(", ", changes)
                    : all().stream().allMatch(String::isEmpty) ? text() : "same version, " + text();
        }

        private static String named(String version) {
            return version.isEmpty() ? "unknown" : version;
        }
    }
}
