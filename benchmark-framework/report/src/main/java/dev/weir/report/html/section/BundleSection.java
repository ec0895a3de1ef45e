package dev.weir.report.html.section;

import dev.weir.report.SampleText;
import dev.weir.report.html.tag.RowTable;
import dev.weir.report.html.tag.Tag;
import dev.weir.result.stored.StoredResult;
import java.util.List;

/** Section of a bundle: all runs, what they cost, and what the bundle cannot prove. */
public final class BundleSection {
    private static final String LIMITS =
            "bin/benchmark verify computes these figures again from the histograms and counts in the bundle: latencies and"
                    + " rates of the whole measurement, of its parts and intervals, stages, and the outcome from the"
                    + " reasons. It also checks the digests of all files. Everything else is as the run stated it: figures"
                    + " of single producers, consumers, partitions and subscriptions, latency spikes, the audit, hosts,"
                    + " clocks, settings, reasons and findings. A bundle cannot prove that the run took place, or that these"
                    + " are all runs that were made. To check that, repeat the runs: bin/benchmark rerun BUNDLE.";

    private BundleSection() {}

    /**
     * Returns the section.
     *
     * @param price what the hosts cost, in the words of a person; empty if not given
     */
    public static Tag of(List<StoredResult> results, String price) {
        Tag section = Tag.section("bundle", "Runs of this bundle");
        if (!price.isEmpty()) {
            section.add(Tag.of("p", "Price, as given by the person who made this bundle: " + price));
        }
        return section.add(
                RowTable.of(results)
                        .text("run", each -> String.valueOf(each.file().getFileName()))
                        .text("begin", each -> each.begin().orElse("unknown"))
                        .text("outcome", each -> each.outcome() + (each.isDiscarded() ? ", discarded" : ""))
                        .text("samples", each -> SampleText.ofEachRead(each.latencies()))
                        .table()
                        .tag(),
                Tag.of("p", LIMITS).is("note"));
    }
}
