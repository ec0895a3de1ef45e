package dev.weir.report.html.section;

import dev.weir.report.SampleText;
import dev.weir.report.html.tag.RowTable;
import dev.weir.report.html.tag.Tag;
import dev.weir.result.interval.LatencySummary;
import dev.weir.result.stored.StoredResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Section of a disclosure: all runs, what they cost, and what the bundle cannot prove. */
public final class DisclosureSection {
    private static final String LIMITS =
            "bin/benchmark verify computes the latencies and rates of this page again from the histograms and counts in the"
                    + " bundle. It checks the digests of all files. Everything else is as the run stated it: hosts, clocks,"
                    + " settings, the audit, reasons and findings. A bundle cannot prove that the run took place, or that"
                    + " these are all runs that were made. To check that, repeat the runs: bin/benchmark rerun BUNDLE.";

    private DisclosureSection() {}

    /**
     * Returns the section.
     *
     * @param price what the hosts cost, in the words of a person; empty if not given
     */
    public static Tag of(List<StoredResult> results, String price) {
        Tag section = Tag.section("disclosure", "Disclosure");
        if (!price.isEmpty()) {
            section.add(Tag.of("p", "Price, as given by the person who disclosed these results: " + price));
        }
        return section.add(
                RowTable.of(results)
                        .text("run", each -> String.valueOf(each.file().getFileName()))
                        .text("begin", each -> each.begin().orElse("unknown"))
                        .text("outcome", each -> each.outcome() + (each.isDiscarded() ? ", discarded" : ""))
                        .text("samples", DisclosureSection::samples)
                        .table()
                        .tag(),
                Tag.of("p", LIMITS).is("note"));
    }

    private static String samples(StoredResult result) {
        Map<String, LatencySummary> summaries = new LinkedHashMap<>();
        result.latencies().forEach((name, latency) -> summaries.put(name, latency.summary()));
        boolean known = result.latencies().values().stream()
                .allMatch(latency -> latency.samples().isPresent());
        return known ? SampleText.ofEach(summaries) : "unknown";
    }
}
