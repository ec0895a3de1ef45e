package dev.weir.cli.output;

import dev.weir.report.RunLine;
import dev.weir.report.RunTable;
import dev.weir.report.compare.ComparisonMarkdown;
import dev.weir.result.document.DocumentReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Formats of the summary of a command's runs for other programs. */
public enum SummaryFormat {
    /** For scripts; {@code docs/running.md} describes the fields. */
    JSON {
        @Override
        public String text(List<RunLine> runs) {
            var fields = Map.of("runs", runs.stream().map(RunLine::fields).toList());
            return DocumentReader.pretty(fields);
        }
    },
    /** For a page, such as a comment of a CI system. */
    MARKDOWN {
        @Override
        public String text(List<RunLine> runs) {
            List<String> lines = new ArrayList<>();
            for (List<String> row : RunTable.rows(runs)) {
                lines.add(row.stream().map(ComparisonMarkdown::escaped).collect(Collectors.joining(" | ", "| ", " |")));
            }
            lines.add(1, "|--:|---|--:|--:|--:|--:|---|");
            lines.add("");
            lines.add(RunTable.latencies(runs));
            return String.join("\n", lines);
        }
    };

    /** Formats all runs. */
    public abstract String text(List<RunLine> runs);
}
