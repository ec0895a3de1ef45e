package dev.weir.report.history;

import dev.weir.result.stored.StoredResult;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Versions of what a run used. Each is empty if its result does not contain it.
 *
 * @param system version of the system as {@code -v} gave it, otherwise as the brokers report it
 * @param tags such as {@code branch=main}
 */
public record RunVersion(String system, String client, String weir, String tags) {
    private static final List<String> NAMES = List.of("", "client ", "Weir ", "tags ");

    static RunVersion of(StoredResult result) {
        return new RunVersion(
                result.systemVersion().orElse(""),
                result.client().orElse(""),
                result.provenance()
                        .map(provenance -> provenance.command().version())
                        .orElse(""),
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
