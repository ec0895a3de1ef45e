package dev.weir.report.html.section;

import dev.weir.report.DurabilityText;
import dev.weir.report.Figures;
import dev.weir.report.OutcomeText;
import dev.weir.report.RunLine;
import dev.weir.report.html.run.Dimensions;
import dev.weir.report.html.run.Headline;
import dev.weir.report.html.run.ShownRun;
import dev.weir.report.html.tag.Cells;
import dev.weir.report.html.tag.NumberKind;
import dev.weir.report.html.tag.Tag;
import dev.weir.result.document.Audit;
import dev.weir.result.interval.Throughput;
import dev.weir.result.search.SearchResult.SearchDocument;
import dev.weir.result.stored.StoredResult;
import dev.weir.workload.text.ShortList;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Header of a page: what was measured on which system, and how far the figures can be trusted. */
public final class HeaderSection {
    static final String RUNNING = "RUNNING";

    private static final int MAX_NAMES = 6;
    private static final String UNKNOWN = "unknown";

    private HeaderSection() {}

    public static List<Tag> of(ShownRun run) {
        var sustained = run.result().search().flatMap(search -> search.answer().sustainedMessagesPerSecond());
        String found = sustained.map(rate -> rate(rate) + " sustained").orElse("No rate was sustained") + ": ";
        Tag title = Tag.of("h1", (run.result().isSearch() ? found : "") + run.label());
        return List.of(
                title.text(" ").add(badge(run)),
                Tag.of("p", meaning(run)).is("meaning"),
                Tag.of("p", what(run)).is("lead"));
    }

    /** Returns the header of an active run, which has no outcome yet. */
    public static List<Tag> ofLive(ShownRun run) {
        return List.of(
                Tag.of("h1", run.label()).text(" ").add(badge(RUNNING)),
                Tag.of("p", what(run)).is("lead"));
    }

    public static List<Tag> of(String title, List<ShownRun> runs) {
        Tag outcomes = Tag.of("p").is("meaning");
        for (String outcome : List.of("VALID", "DEGRADED", "INVALID", "FAILED", "OMB")) {
            long count =
                    runs.stream().filter(run -> outcome(run).equals(outcome)).count();
            if (count > 0) {
                outcomes.add(badge(outcome)).text(" " + count + (count == 1 ? " run " : " runs "));
            }
        }
        var names = Dimensions.of(runs).differing().stream()
                .map(Dimensions::shortName)
                .toList();
        String what = runs.stream().anyMatch(ShownRun::isOmb) ? "The loads in these files" : "Their files";
        String differ = names.isEmpty()
                ? what + " do not differ."
                : "They differ in " + ShortList.of(names, MAX_NAMES) + (names.size() > MAX_NAMES ? " fields." : ".");
        String lead = runs.size() + " results side by side. " + differ + " Here is the first one. " + what(runs.get(0));
        return List.of(Tag.of("h1", title), Tag.of("p", lead).is("lead"), outcomes);
    }

    static Tag badge(ShownRun run) {
        return badge(outcome(run));
    }

    static Tag badge(String outcome) {
        return Tag.of("span", outcome).is("badge " + outcome.toLowerCase(Locale.ROOT));
    }

    private static String outcome(ShownRun run) {
        return run.isOmb() ? "OMB" : run.result().outcome().name();
    }

    private static String meaning(ShownRun run) {
        if (run.result().isSearch()) {
            return "The outcome is that of the run at the rate that was found.";
        }
        if (run.isOmb()) {
            return "A result of the OpenMessaging Benchmark. It does not state whether the instrument was in order."
                    + " Its times start at the send call, so they hide the waiting time that a stall causes (coordinated"
                    + " omission). It has no response times, no numbers of samples and no audit.";
        }
        String meaning = OutcomeText.of(run.result());
        return run.result().isInterrupted() ? meaning + " " + OutcomeText.ENDED_EARLY : meaning;
    }

    private static String what(ShownRun run) {
        StoredResult result = run.result();
        String durability = DurabilityText.brief(result.durability());
        String load = result.search()
                .filter(search -> result.isSearch())
                .map(search -> found(search.answer()) + " Criteria: " + String.join("; ", run.goals()) + ".")
                .orElseGet(() -> LoadSentence.of(result));
        String promise = durability.isEmpty() ? "" : "Durability: " + durability + ".";
        return Stream.of(load, when(result), on(result), promise)
                .filter(sentence -> !sentence.isEmpty())
                .collect(Collectors.joining(" "));
    }

    private static String found(SearchDocument.SearchAnswer answer) {
        String confirmed = answer.confirmed() ? " was sustained and confirmed" : " was sustained, but not confirmed";
        var found = answer.sustainedMessagesPerSecond().map(rate -> rate(rate) + confirmed);
        var more = answer.notSustainedMessagesPerSecond().map(rate -> ", and at " + rate(rate) + " it was not");
        return "A search for the highest sustainable rate: " + found.orElse("none was sustained") + more.orElse("")
                + ".";
    }

    private static String when(StoredResult result) {
        double seconds =
                result.weir().load().throughput().map(Throughput::seconds).orElse(0.0);
        String begun = seconds > 0 ? "Measured for " + Figures.duration(seconds) + ", in a run begun at " : "Begun at ";
        return result.begin()
                .map(time -> begun + time.replaceFirst("\\.\\d+", "") + ".")
                .orElse("");
    }

    private static String on(StoredResult result) {
        if (result.system().isEmpty()) {
            return "";
        }
        List<String> facts = new ArrayList<>();
        facts.add(result.systemFact("system").or(result::driver).orElse("?"));
        result.systemFact("brokers").ifPresent(brokers -> facts.add("brokers: " + brokers));
        result.systemFact("client").ifPresent(client -> facts.add("client library: " + client));
        result.document().run().version().ifPresent(version -> facts.add("version: " + version));
        int workers = result.weir().instrument().workers().size();
        if (workers > 0) {
            facts.add("workers: " + workers);
        }
        return "System: " + String.join("; ", facts) + ".";
    }

    private static String rate(Number rate) {
        return Figures.rate(rate.doubleValue()) + " messages per second";
    }

    /** Returns the main figures of a run, each with its name; {@value #UNKNOWN} if the file does not have it. */
    public static Tag figures(ShownRun run) {
        OptionalDouble target = run.throughput().target();
        OptionalDouble achieved = RunLine.achieved(run.result());
        OptionalDouble answered = run.throughput().answered();
        String share = target.isPresent() && answered.isPresent() && target.getAsDouble() > 0
                ? (answered.equals(achieved) ? ", " : ", with reads and aborted messages ")
                        + Figures.significant(100 * answered.getAsDouble() / target.getAsDouble())
                        + " % of the target"
                : "";
        Tag tiles = Tag.of("ul").is("tiles");
        tiles.add(tile(Cells.number(achieved, NumberKind.RATE), "msg/s", "achieved rate" + share));
        headlines(run).forEach(headline -> {
            String latency = headline.of(List.of(run));
            String what = headline.id().replace("-latency", "") + " p99 (" + latency + ")";
            tiles.add(tile(run.millisText(latency, "p99"), "ms", what));
        });
        return tiles.add(tile(audited(run), "", "messages lost / duplicated"));
    }

    /** Publishing and end-to-end, or what a run has instead. */
    private static List<Headline> headlines(ShownRun run) {
        List<Headline> usual = List.of(Headline.PUBLISH, Headline.END_TO_END);
        List<Headline> measured = Headline.all()
                .filter(each -> !run.millisText(each.of(List.of(run)), "p99").isEmpty())
                .toList();
        return measured.isEmpty() || measured.stream().anyMatch(usual::contains) ? usual : measured;
    }

    private static String audited(ShownRun run) {
        return run.result().audit().map(HeaderSection::audited).orElse("");
    }

    private static String audited(Audit audit) {
        String lost = audit.complete() ? count(audit.violations().lost()) : UNKNOWN;
        return audit.subscriptions() == 0
                ? "not audited"
                : lost + " / " + count(audit.violations().duplicated());
    }

    private static String count(OptionalLong messages) {
        return messages.isPresent() ? NumberKind.MESSAGES.text((double) messages.getAsLong()) : UNKNOWN;
    }

    private static Tag tile(String value, String unit, String what) {
        boolean hasUnit = !value.isEmpty() && !value.startsWith(Cells.UNKNOWN) && !unit.isEmpty();
        Tag figure = Tag.of("b", value.isEmpty() ? UNKNOWN : value);
        return Tag.of("li").add(figure).text(hasUnit ? " " + unit : "").add(Tag.of("span", what));
    }
}
