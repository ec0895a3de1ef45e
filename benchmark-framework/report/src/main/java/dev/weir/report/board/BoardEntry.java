package dev.weir.report.board;

import dev.weir.driver.durability.Durability;
import dev.weir.report.html.run.ShownRun;
import dev.weir.report.html.section.LoadSentence;
import dev.weir.result.code.Outcome;
import dev.weir.result.document.Worker;
import dev.weir.result.run.ComparedSystem;
import dev.weir.result.stored.StoredResult;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

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
        BoardFigures figures,
        Set<String> hosts,
        Links links) {
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

    public static BoardEntry of(StoredResult result, Links links) {
        // Without intervals, which the board does not show.
        var run = new ShownRun("", result, List.of(), result.latencies());
        Durability durability = result.durability();
        return new BoardEntry(
                new Title(label(result), LoadSentence.of(result), result.begin().orElse("")),
                Subject.of(result, durability),
                new ComparedSystem(
                        "", "", "", new TreeMap<>(result.load()), new TreeMap<>(), new TreeMap<>(), durability),
                outcome(result),
                BoardFigures.of(run),
                hosts(result),
                links);
    }

    public BoardEntry with(Links others) {
        return new BoardEntry(title, subject, conditions, outcome, figures, hosts, others);
    }

    /** Returns whether its figures may be ranked. */
    boolean counts() {
        return outcome.equals(Outcome.VALID.name()) || outcome.equals(Outcome.DEGRADED.name());
    }

    private static String outcome(StoredResult result) {
        return result.schemaVersion() == 0
                ? "OMB"
                : result.isInterrupted() ? "INTERRUPTED" : result.outcome().name();
    }

    private static String label(StoredResult result) {
        return result.workload().orElse("?") + " on " + result.driver().orElse("?");
    }

    private static Set<String> hosts(StoredResult result) {
        Set<String> hosts = new TreeSet<>();
        for (Worker worker : result.weir().instrument().workers()) {
            worker.host().ifPresent(hosts::add);
            Optional.ofNullable(worker.facts().get("bootId"))
                    .map(String::valueOf)
                    .ifPresent(hosts::add);
        }
        return hosts;
    }
}
