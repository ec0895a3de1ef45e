package dev.weir.report.board;

import dev.weir.report.DurabilityText;
import dev.weir.report.Figures;
import dev.weir.report.RunLine;
import dev.weir.report.compare.RunGate;
import dev.weir.report.html.run.Headline;
import dev.weir.report.html.run.ShownRun;
import dev.weir.report.html.section.LoadSentence;
import dev.weir.report.html.tag.Cells;
import dev.weir.report.html.tag.NumberKind;
import dev.weir.result.ComparedSystem;
import dev.weir.result.code.Outcome;
import dev.weir.result.document.Harness;
import dev.weir.result.document.RunDetails.Worker;
import dev.weir.result.stored.StoredLatency;
import dev.weir.result.stored.StoredResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A result on the board. It keeps only what the board needs, because there may be thousands of results. Immutable.
 *
 * @param conditions load and durability, which must be equal within a ranking; without settings of clients and drivers
 * @param outcome outcome of the run; {@code INTERRUPTED} if a person ended it early; {@code OMB} for results of OMB, which
 *     have none
 * @param hosts names and boot ids of the workers' hosts; empty if unknown
 */
public record BoardEntry(
        Title title,
        Subject subject,
        ComparedSystem conditions,
        String outcome,
        RankedFigures figures,
        Set<String> hosts,
        Links links) {
    static final String UNKNOWN = "unknown";

    public BoardEntry {
        hosts = Set.copyOf(hosts);
    }

    /** What was run. The begin is ISO-8601, or in OMB's form; empty if unknown. */
    public record Title(String label, String load, String begin) {
        String day() {
            return begin.substring(0, Math.min(10, begin.length()));
        }
    }

    /** Addresses of its page and its bundle, relative to the board's page; empty if there is none. */
    public record Links(String page, String bundle, boolean isVerified) {}

    /** What a result was measured on, as the board's filters have it. The hardware is that of the workers' hosts. */
    public record Subject(String system, String version, String durability, String hardware, String client) {
        private static Subject of(StoredResult result) {
            return new Subject(
                    result.systemFact("system")
                            .or(() -> result.driverFile()
                                    .map(file -> file.get("driver"))
                                    .map(String::valueOf))
                            .or(result::driver)
                            .orElse(UNKNOWN),
                    result.systemVersion().orElse(UNKNOWN),
                    known(DurabilityText.brief(result.durability())),
                    hardware(result),
                    result.systemFact("client").or(result::client).orElse(UNKNOWN));
        }

        /**
         * Describes the hosts of the workers, such as {@code 2 hosts: AMD EPYC 7R13, 16 cores, 61.8 GiB}. A result contains the
         * model of the processor only if the host was calibrated; otherwise the hypervisor stands for it. Results do not
         * contain the hardware of the brokers.
         */
        private static String hardware(StoredResult result) {
            Map<String, String> hosts = new LinkedHashMap<>();
            for (Worker worker : result.weir().instrument().workers()) {
                hosts.putIfAbsent(worker.host().orElse(worker.name()), hardware(worker, result.processes()));
            }
            Map<String, Integer> counts = new TreeMap<>();
            hosts.values().forEach(text -> counts.merge(text, 1, Integer::sum));
            counts.remove("");
            String text = counts.entrySet().stream()
                    .map(each -> (each.getValue() > 1 ? each.getValue() + " hosts: " : "") + each.getKey())
                    .collect(Collectors.joining("; "));
            return known(text);
        }

        private static String hardware(Worker worker, List<Harness.ObservedProcess> processes) {
            List<String> parts = new ArrayList<>();
            processes.stream()
                    .filter(process -> process.process().equals(worker.name()))
                    .flatMap(process -> process.calibration().stream())
                    .flatMap(known -> Optional.ofNullable(known.get("cpuModel")).stream())
                    .findFirst()
                    .or(() -> Optional.ofNullable(worker.facts().get("virtualMachine")))
                    .ifPresent(model -> parts.add(String.valueOf(model)));
            if (worker.facts().get("cores") instanceof Number cores) {
                parts.add(Figures.significant(cores.doubleValue()) + " cores");
            }
            if (worker.facts().get("physicalMemoryBytes") instanceof Number bytes) {
                parts.add(Figures.binary(bytes.doubleValue()));
            }
            return String.join(", ", parts);
        }
    }

    /**
     * Figures of a result on the board. Texts are as a reader sees them; empty if unknown.
     *
     * @param target target rate, messages per second; empty if it had none
     * @param achieved messages per second that count for the target, so with aborted ones and reads; empty if nothing was
     *     measured
     * @param p99Millis p99 of its latency, at least its error by the clocks; empty if it is unknown or only a lower bound
     * @param latency which latency it is; empty if it measured none
     */
    public record RankedFigures(
            OptionalDouble target,
            OptionalDouble achieved,
            OptionalDouble p99Millis,
            String latency,
            String rate,
            String p50,
            String p99,
            String samples) {
        private static RankedFigures of(ShownRun run) {
            OptionalDouble shown = RunLine.achieved(run.result());
            String rate = Cells.number(shown, NumberKind.RATE);
            double answered = run.throughput().answered().orElse(0);
            OptionalDouble achieved = answered > 0 ? OptionalDouble.of(answered) : shown;
            // The first that the run has, end-to-end before the others.
            String latency = Stream.concat(Stream.of(Headline.END_TO_END), Headline.all())
                    .map(headline -> headline.of(List.of(run)))
                    .filter(run.latencies()::containsKey)
                    .findFirst()
                    .orElse("");
            Optional<StoredLatency> stored = Optional.ofNullable(run.latencies().get(latency));
            return new RankedFigures(
                    run.throughput().target(),
                    achieved,
                    stored.map(each -> p99(run, latency, each)).orElse(OptionalDouble.empty()),
                    latency,
                    rate,
                    run.millisText(latency, "p50"),
                    run.millisText(latency, "p99"),
                    stored.map(each -> each.summary().count() + each.summary().censored())
                            .map(samples -> samples > 0 ? Figures.count(samples) : Cells.UNKNOWN)
                            .orElse(""));
        }

        private static OptionalDouble p99(ShownRun run, String latency, StoredLatency stored) {
            OptionalDouble p99 = run.millis(latency, "p99");
            long bound = stored.boundNanos().orElse(0);
            return bound == StoredLatency.UNKNOWN_BOUND || stored.summary().isLowerBound("p99") || p99.isEmpty()
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(Math.max(bound / 1e6, p99.getAsDouble()));
        }

        /** Returns the rate for ranks: an achieved target itself, because rates near it differ by chance. */
        double rankedRate() {
            double rate = achieved.orElse(0);
            return target.isPresent() && rate >= RunGate.LOAD_MET * target.getAsDouble() ? target.getAsDouble() : rate;
        }

        /** Returns whether rates and p99 of both differ by at most this share. */
        boolean isWithin(double margin, RankedFigures other) {
            return isWithin(margin, achieved, other.achieved)
                    && isWithin(margin, p99Millis, other.p99Millis)
                    && latency.equals(other.latency);
        }

        private static boolean isWithin(double margin, OptionalDouble one, OptionalDouble other) {
            return one.isPresent()
                    && other.isPresent()
                    && Math.abs(Math.log(one.getAsDouble() / other.getAsDouble())) <= Math.log1p(margin);
        }
    }

    public static BoardEntry of(StoredResult result, Links links) {
        // Without intervals, which the board does not show.
        var run = new ShownRun("", result, List.of(), result.latencies());
        RankedFigures figures = RankedFigures.of(run);
        String begin = result.begin().orElse("");
        var title = new Title(ShownRun.label(result), LoadSentence.of(result), begin);
        var load = new TreeMap<>(result.load());
        var conditions = new ComparedSystem("", "", "", load, new TreeMap<>(), new TreeMap<>(), result.durability());
        return new BoardEntry(title, Subject.of(result), conditions, outcome(result), figures, hosts(result), links);
    }

    public BoardEntry with(Links others) {
        return new BoardEntry(title, subject, conditions, outcome, figures, hosts, others);
    }

    /** Returns whether its figures may be ranked. */
    boolean counts() {
        return outcome.equals(Outcome.VALID.name()) || outcome.equals(Outcome.DEGRADED.name());
    }

    private static String outcome(StoredResult result) {
        String ofWeir =
                result.isInterrupted() ? "INTERRUPTED" : result.outcome().name();
        return result.schemaVersion() == 0 ? "OMB" : ofWeir;
    }

    private static Set<String> hosts(StoredResult result) {
        Set<String> hosts = new TreeSet<>();
        for (Worker worker : result.weir().instrument().workers()) {
            worker.host().ifPresent(hosts::add);
            Stream.ofNullable(worker.facts().get("bootId")).map(String::valueOf).forEach(hosts::add);
        }
        return hosts;
    }

    static String known(String text) {
        return text.isEmpty() ? UNKNOWN : text;
    }
}
