package dev.weir.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages of OMB's results state what the files contain, and nothing else. */
class OmbPagesTest {
    /** As of 2018: lists and totals, and nothing of the workload. */
    private static final String OLD = """
        {"workload": "w", "driver": "Kafka", "publishRate": [999.8, 1000.2],
         "publishLatencyAvg": [2.5, 2.6], "publishLatency50pct": [2.0, 2.1], "publishLatency99pct": [7.0, 8.0],
         "aggregatedPublishLatencyAvg": 2.5, "aggregatedPublishLatency50pct": 2.0,
         "aggregatedPublishLatency99pct": 7.5}
        """;

    @TempDir
    Path folder;

    @Test
    void aFileWithoutItsWorkloadHasNoNumbersOfTopicsOrClients() throws IOException {
        Path file = file("old.json", OLD);

        assertThat(page(file))
                .contains(
                        "The file does not contain the load.",
                        "The result does not state what an acknowledgement meant.",
                        "It has no response times, no numbers of samples and no audit",
                        "publish: publishService",
                        "its file does not contain what was run",
                        "OMB's results contain none.",
                        "time since the first interval, (h:)min:s; OMB intervals taken as 10 s",
                        "7.50")
                .doesNotContain("partition", "subscription of", "0 byte", "1 topic", "nothing is produced")
                .doesNotContain("driver file below", "defaults included", "There are none.", "since the load began")
                .as("a maximum that is missing is not zero")
                .doesNotContain("0.0000");
        assertThat(html(file))
                .as("what was not received or not counted has no line")
                .contains("id=\"throughput\"")
                .doesNotContain("id=\"backlog\"", "delivered, all subscriptions");
    }

    @Test
    void theLoadHasTheFieldsThatTheFileHas() throws IOException {
        assertThat(page(file(
                        "part.json",
                        OLD.replace("{", "{\"topics\": 1, \"messageSize\": 1024, \"producersPerTopic\": 2,"))))
                .contains("Load: 1 topic, 2 producers per topic, messages of 1,024 bytes.", "All fields in the file")
                .doesNotContain("partition", "consumer per");
    }

    /** OMB writes 0 for each figure of a histogram without samples. */
    @Test
    void aLatencyWithoutSamplesIsUnknown() throws IOException {
        String zeros = Stream.of("Avg", "50pct", "75pct", "95pct", "99pct", "999pct", "9999pct", "Max")
                .map(figure -> "\"endToEndLatency" + figure + "\": [0.0, 0.0], \"aggregatedEndToEndLatency" + figure
                        + "\": 0.0, ")
                .reduce("", String::concat);
        Path file = file("silent.json", OLD.replace("{", "{" + zeros + "\"aggregatedEndToEndLatencyQuantiles\": {}, "));

        assertThat(page(file)).doesNotContain("0.0000").contains("unknownend-to-end p99 (endToEndService)");
        assertThat(html(file)).doesNotContain("id=\"end-to-end-latency\"");
    }

    @Test
    void equalNamesAreDistinguishedByFile() throws IOException {
        assertThat(page(file("one.json", OLD), file("two.json", OLD)))
                .contains("w on Kafka (one.json)", "w on Kafka (two.json)")
                .contains("The loads in these files do not differ.")
                .doesNotContain("#2");
        assertThat(page(file("a/one.json", OLD), file("b/one.json", OLD)))
                .contains("w on Kafka (a/one.json)", "w on Kafka (b/one.json)");
    }

    private Path file(String name, String content) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(Optional.ofNullable(file.getParent()).orElse(folder));
        return Files.writeString(file, content);
    }

    private String html(Path... files) {
        return HtmlReport.of(Stream.of(files).map(SampleFiles::read).toList())
                .html(Optional.empty(), folder.resolve("page.html"));
    }

    /** What a reader sees. */
    private String page(Path... files) {
        String html = html(files);
        return html.substring(html.indexOf("<main>"), html.indexOf("</main>"))
                .replaceAll("(?s)<svg.*?</svg>|<[^>]*>", "")
                .replace("&#39;", "'")
                .replace(folder + "/", "");
    }
}
