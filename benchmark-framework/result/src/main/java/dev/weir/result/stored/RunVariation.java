package dev.weir.result.stored;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.weir.measure.Latency;
import dev.weir.result.code.Outcome;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * Variation of a figure between equal runs: within the processes that carried the load, and between them. Both are
 * standard deviations of the figure's logarithm, so 0.03 is 3 %, from a one-way analysis of variance. Runs that share
 * one process do not show how much the next process would differ.
 *
 * @param figure figure such as {@code endToEndResponse.p99}
 * @param count number of runs that have it
 * @param processes number of their processes, each the workers' JVMs of a command
 * @param within between runs of the same process; empty if no process has two
 * @param between between processes, in addition to {@code within}; empty if there is only one process, or {@code
 *     within} is unknown
 */
public record RunVariation(
        @JsonUnwrapped Runs alike,
        String figure,
        @JsonProperty("runs") int count,
        int processes,
        @JsonProperty("withinProcesses") OptionalDouble within,
        @JsonProperty("betweenProcesses") OptionalDouble between) {
    /** What equal runs have in common. */
    public record Runs(String workload, String driver, Map<String, String> point) {
        public Runs {
            point = Map.copyOf(point);
        }

        public static Runs of(StoredResult result) {
            return new Runs(result.workload().orElse(""), result.driver().orElse(""), result.point());
        }
    }

    /** Required figures of a result, read once. */
    private record Run(String process, OptionalDouble achieved, Map<String, StoredLatency> latencies) {
        static Run of(StoredResult result) {
            return new Run(result.process(), result.throughput().achieved(), result.latencies());
        }

        OptionalDouble p99(String latency) {
            StoredLatency found = latencies.get(latency);
            Long nanos = found == null || found.summary().isLowerBound("p99")
                    ? null
                    : found.summary().quantilesNanos().get("p99");
            return nanos == null ? OptionalDouble.empty() : OptionalDouble.of((double) nanos);
        }
    }

    /**
     * Computes the variation of the achieved rate and of the p99 of the first headline latency, for runs that count and
     * were repeated.
     */
    public static List<RunVariation> of(Collection<StoredResult> results) {
        Map<Runs, List<Run>> alike = results.stream()
                .filter(result -> !result.isDiscarded() && !result.isSearch())
                .filter(result -> result.isWhole() && result.outcome() != Outcome.INVALID)
                .collect(Collectors.groupingBy(
                        Runs::of, LinkedHashMap::new, Collectors.mapping(Run::of, Collectors.toList())));
        List<RunVariation> all = new ArrayList<>();
        alike.forEach((runs, same) -> {
            String headline = Latency.HEADLINES.stream()
                    .map(Latency::key)
                    .filter(name -> same.stream().allMatch(run -> run.p99(name).isPresent()))
                    .findFirst()
                    .orElse(Latency.HEADLINES.get(0).key());
            add(runs, "achievedRate", same, Run::achieved, all);
            add(runs, headline + ".p99", same, run -> run.p99(headline), all);
        });
        return all;
    }

    private static void add(
            Runs runs, String figure, List<Run> same, Function<Run, OptionalDouble> value, List<RunVariation> all) {
        Map<String, List<Double>> byProcess = new LinkedHashMap<>();
        for (Run run : same) {
            value.apply(run).stream()
                    .filter(each -> each > 0)
                    .forEach(each -> byProcess
                            .computeIfAbsent(run.process(), process -> new ArrayList<>())
                            .add(each));
        }
        if (byProcess.values().stream().mapToInt(List::size).sum() > 1) {
            all.add(of(runs, figure, byProcess.values()));
        }
    }

    /** Computes the variation from the figures, above 0, of the runs of each process. */
    static RunVariation of(Runs runs, String figure, Collection<List<Double>> byProcess) {
        int count = byProcess.stream().mapToInt(List::size).sum();
        int processes = byProcess.size();
        DoubleStream logarithms = byProcess.stream().flatMap(List::stream).mapToDouble(Math::log);
        double mean = logarithms.average().orElse(0);
        double squaresWithin = 0;
        double squaresBetween = 0;
        double squaresOfSizes = 0;
        for (List<Double> values : byProcess) {
            double own = values.stream().mapToDouble(Math::log).average().orElse(0);
            squaresWithin += values.stream()
                    .mapToDouble(value -> Math.pow(Math.log(value) - own, 2))
                    .sum();
            squaresBetween += values.size() * Math.pow(own - mean, 2);
            squaresOfSizes += (double) values.size() * values.size();
        }
        OptionalDouble within = OptionalDouble.empty();
        OptionalDouble between = OptionalDouble.empty();
        if (count > processes) {
            double variance = squaresWithin / (count - processes);
            within = OptionalDouble.of(Math.sqrt(variance));
            if (processes > 1) {
                double runsOfEach = (count - squaresOfSizes / count) / (processes - 1);
                between = OptionalDouble.of(
                        Math.sqrt(Math.max(0, (squaresBetween / (processes - 1) - variance) / runsOfEach)));
            }
        }
        return new RunVariation(runs, figure, count, processes, within, between);
    }
}
