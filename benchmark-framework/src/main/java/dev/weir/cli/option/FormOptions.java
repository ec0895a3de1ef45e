package dev.weir.cli.option;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** Options for other forms of a table than the one for a terminal. */
public final class FormOptions {
    @ArgGroup
    private @Nullable Form form;

    /** One form at most. */
    static final class Form {
        @Option(names = "--markdown", description = "Print Markdown, for a page or a comment")
        private boolean markdown;

        @Option(names = "--csv", description = "Print a CSV table")
        private boolean csv;

        @Option(names = "--json", description = "Print a JSON document")
        private boolean json;
    }

    /** Returns the lines in the form that a person asked for; only that supplier is called. */
    public List<String> lines(
            Supplier<List<String>> text,
            Supplier<List<String>> markdown,
            Supplier<List<String>> csv,
            Supplier<String> json) {
        if (form != null && form.json) {
            return List.of(json.get());
        }
        if (form != null && form.csv) {
            return csv.get();
        }
        return (form != null && form.markdown ? markdown : text).get();
    }
}
