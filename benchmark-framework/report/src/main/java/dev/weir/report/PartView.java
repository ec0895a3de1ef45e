package dev.weir.report;

import dev.weir.result.document.RunDetails;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How a part that a feature adds to results is shown. Any thread. */
public interface PartView {
    /** A figure with its unit. The label has at most 10 characters. */
    record Row(String label, String figure) {}

    /** Returns what a reader wants to know first: for the closing table and the head of a page. */
    default Optional<Row> answer(RunDetails details) {
        return Optional.empty();
    }

    /** Returns figures for the closing table and for the details of a run on pages; empty without the part. */
    default List<Row> rows(RunDetails details) {
        return List.of();
    }

    /** Returns texts about what subscriptions received, for the closing table. */
    default List<String> received(RunDetails details) {
        return List.of();
    }

    /** Returns a table of its own for terminals of 80 columns; empty if the result does not have the part. */
    default List<String> table(RunDetails details) {
        return List.of();
    }

    /** Returns the load of the feature in a sentence on a page; empty if a workload has another load. */
    default Optional<String> load(Map<?, ?> workload) {
        return Optional.empty();
    }

    /** Returns how producers put messages together, for the sentence about the load; empty if they send single ones. */
    default Optional<String> ofMessages(Map<?, ?> workload) {
        return Optional.empty();
    }

    /** Returns how a workload changes the load, for the sentence that describes it on a page; empty if it does not. */
    default Optional<String> ofLoad(Map<?, ?> workload) {
        return Optional.empty();
    }

    /** Returns words for the glossary of a page, each with its meaning. */
    default List<List<String>> words() {
        return List.of();
    }

    /** Returns lines of at most 78 characters for the command {@code explain}. */
    default List<String> explanation(RunDetails details) {
        return List.of();
    }
}
