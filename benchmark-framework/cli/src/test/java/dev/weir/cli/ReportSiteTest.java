package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.report.html.SampleFiles;
import dev.weir.result.FileDigest;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class ReportSiteTest extends CommandTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String END_TO_END = "/weir/latency/endToEndResponse";
    private static final String FACTS = "/weir/workers/0/facts";
    private static final String OMB = """
            {"workload": "omb-load", "driver": "Kafka", "messageSize": 1024, "topics": 1, "partitions": 10,
             "producerRate": 1000, "publishRate": [990.0, 1010.0], "consumeRate": [990.0, 1010.0],
             "aggregatedEndToEndLatency50pct": 2.0, "aggregatedEndToEndLatency99pct": 9.0,
             "aggregatedEndToEndLatencyMax": 20.0}
            """;

    @Test
    void ranksOnlyResultsOfEqualWorkloadAndDurability() throws Exception {
        result("all-slow", run -> p99(run, 9));
        result("all-fast", run -> p99(run, 3));
        result("below", run -> p99(run, 1).withObject("/weir/throughput").put("achievedMessagesPerSecond", 1500));
        result("invalid", run -> p99(run, 1).put("outcome", "INVALID"));
        result("one-a", run -> durability(p99(run, 1), "1"));
        result("one-b", run -> durability(p99(run, 2), "1"));
        result("large", run -> run.withObject("/weir/provenance/workload").put("messageSize", 4096));
        result("unknown", run -> durability(run, "unknown"));

        assertThat(board()).isZero();

        assertThat(err.toString()).isEmpty();
        assertThat(out.toString()).isEqualTo(site("index.html") + ": 8 results\n");
        List<String> rows = new ArrayList<>();
        for (int row = 0; row < 8; row++) {
            String name = column("label").get(row).split(" ", 2)[0];
            rows.add(data().path("group").get(row) + " " + name + " "
                    + column("rank").get(row));
        }
        assertThat(rows.subList(0, 6))
                .containsExactly("0 all-fast 1", "0 all-slow 2", "0 below 3", "0 invalid ", "1 one-a 1", "1 one-b 2");
        assertThat(rows.subList(6, 8)).allMatch(row -> row.matches("[23] (large|unknown) "));
        assertThat(texts("notes"))
                .filteredOn(note -> note.contains("Not ranked"))
                .hasSize(1);
        assertThat(texts("notes").get(1)).startsWith("Durability: acks 1, replicationFactor 3.");
        assertThat(texts("notes"))
                .filteredOn(note -> note.isEmpty() || !note.contains("messageSize"))
                .hasSize(4);
        assertThat(column("p99")).contains("3.00", "9.00");
        assertThat(column("samples")).containsOnly("4,000");
    }

    @Test
    void badgesOfBundlesFollowTheirFiles() throws Exception {
        for (String name : List.of("none", "named", "within", "verified", "changed", "again")) {
            result(name, run -> {});
        }
        zip("named.zip", "named");
        zip("other.zip", "within");
        Path verified = zip("any-name.zip", "verified");
        Files.writeString(Path.of(verified + ".verified"), FileDigest.of(verified) + " 2026-11-21\n");
        Path changed = zip("changed.zip", "changed");
        Files.writeString(Path.of(changed + ".verified"), "0".repeat(64) + " 2026-11-21\n");
        zip("again.zip", "again");
        result("again", run -> p99(run, 7));

        assertThat(board()).isZero();

        assertThat(badges("none")).isEqualTo(" ");
        assertThat(badges("named")).isEqualTo("./runs/named.zip ");
        assertThat(badges("within")).isEqualTo("./runs/other.zip ");
        assertThat(badges("verified")).isEqualTo("./runs/any-name.zip verified");
        assertThat(badges("changed")).isEqualTo("./runs/changed.zip ");
        assertThat(badges("again")).as("measured again after it was bundled").isEqualTo(" ");
        assertThat(site("runs/any-name.zip")).hasSameBinaryContentAs(verified);
    }

    @Test
    void aVerifiedBundleIsCopiedAgainIfAnOlderFileReplacesIt() throws Exception {
        result("a", run -> {});
        result("b", run -> p99(run, 9));
        Path bundle = zip("a.zip", "a");
        assertThat(board()).isZero();
        FileTime before = Files.getLastModifiedTime(bundle);
        zip("a.zip", "b");
        Files.setLastModifiedTime(bundle, FileTime.fromMillis(before.toMillis() - 60_000));

        assertThat(board()).isZero();

        assertThat(site("runs/a.zip")).hasSameBinaryContentAs(bundle);
    }

    @Test
    void resultsThatOtherHostsRepeatHaveABadge() throws Exception {
        result("first", run -> host(p99(run, 5), "a"));
        result("same-host", run -> host(p99(run, 5.02), "a"));
        result("other-host", run -> host(p99(run, 5.1), "b"));
        result("other-figure", run -> host(p99(run, 6), "c"));
        result("other-version", run -> host(p99(run, 6), "d").put("version", "4.2"));
        for (String one : List.of("one-host", "one-host-again")) {
            result(one, run -> host(p99(run, 5), "a").put("version", "4.3"));
        }

        assertThat(board()).isZero();

        assertThat(List.of("first", "same-host", "other-host"))
                .allSatisfy(name -> assertThat(badges(name)).isEqualTo(" repeated"));
        assertThat(List.of("other-figure", "other-version", "one-host", "one-host-again"))
                .allSatisfy(name -> assertThat(badges(name)).isEqualTo(" "));
    }

    @Test
    void linksOfResultsInSeveralFoldersLeadToFilesOfTheSite() throws Exception {
        var random = new Random(1);
        for (int i = 0; i < 10; i++) {
            String name = "set " + i % 7 + "/deeper/run-" + i;
            result(name, run -> p99(run, 1 + random.nextInt(20)));
            if (i % 4 == 0) {
                zip(name + ".zip", name);
            }
        }
        zip("set 0/deeper/run.zip", "set 0/deeper/run-0");

        assertThat(board()).isZero();

        List<String> links = new ArrayList<>(column("page"));
        assertThat(links).hasSize(10).doesNotHaveDuplicates();
        links.addAll(column("bundle"));
        links.removeIf(String::isEmpty);
        assertThat(links).hasSize(13);
        URI index = site("index.html").toUri();
        assertThat(links)
                .allSatisfy(link -> assertThat(Path.of(index.resolve(link))).exists());
    }

    @Test
    void onlyPagesOfChangedResultsAreWrittenAgainAndNoneOnRequest() throws Exception {
        Path older = result("older", run -> {});
        Path newer = result("newer", run -> {});
        assertThat(board("--pages", "none")).isZero();
        assertThat(column("page")).containsOnly("");
        assertThat(Files.readString(site("index.html"))).contains("<span>older on embedded</span>");

        assertThat(board()).isZero();
        FileTime written = Files.getLastModifiedTime(newer);
        assertThat(Files.getLastModifiedTime(site("runs/newer.html"))).isEqualTo(written);
        Files.writeString(site("runs/older.html"), "kept");
        Files.setLastModifiedTime(site("runs/older.html"), Files.getLastModifiedTime(older));
        Files.writeString(site("runs/newer.html"), "replaced");
        Files.setLastModifiedTime(site("runs/newer.html"), FileTime.fromMillis(written.toMillis() + 5000));

        assertThat(board()).isZero();

        assertThat(site("runs/older.html")).hasContent("kept");
        assertThat(Files.readString(site("runs/newer.html"))).contains("<h1>newer on embedded");
        assertThat(board("--pages", "none")).isZero();
        assertThat(site("runs/older.html")).hasContent("kept");
        assertThat(column("page")).doesNotContain("");
        assertThat(board("--pages", "all")).isZero();
        assertThat(Files.readString(site("runs/older.html"))).contains("<h1>older on embedded");
    }

    @Test
    void filesThatCannotBeReadAreNamedAndLeftOut() throws Exception {
        result("good", run -> {});
        write("results/cut.json", "{\"weir\": {");
        write("results/other.json", "{\"a\": 1}");
        result("foreign", run -> run.withObject(END_TO_END).put("histogramNanos", "no histogram"));
        write("results/good.zip", "no zip");

        assertThat(board()).isEqualTo(1);

        assertThat(err.toString().lines())
                .hasSize(4)
                .allMatch(line -> line.startsWith("warning: ") && line.endsWith("; left out"))
                .anyMatch(line -> line.contains("cut.json: is not JSON"))
                .anyMatch(line -> line.contains("other.json: is no result file"))
                .anyMatch(line -> line.contains("foreign.json: holds what no version of this tool writes"))
                .anyMatch(line -> line.contains("good.zip: cannot be read as a bundle"));
        assertThat(column("label")).containsExactly("good on embedded");
    }

    @Test
    void resultsOfOmbAreMarkedAndHaveNoRank() throws Exception {
        Files.createDirectories(folder.resolve("results"));
        write("results/omb-1.json", OMB);
        write("results/omb-2.json", OMB);

        assertThat(board()).isZero();

        assertThat(column("outcome")).containsOnly("OMB");
        assertThat(column("rank")).containsOnly("");
        assertThat(column("p99")).containsOnly("9.00");
        assertThat(column("samples")).containsOnly("–");
        assertThat(column("rate")).containsOnly("1,000");
    }

    @Test
    void textsOfFilesBecomeNoMarkup() throws Exception {
        String evil = "</script><script>alert(1)</script><img src=x onerror=alert(1)>\u2028\"'";
        result("evil", run -> {
            run.put("workload", evil).put("version", evil);
            run.withObject("/weir/provenance/system").put("system", evil).put("client", evil);
            ((ObjectNode) run.at(FACTS)).put("virtualMachine", evil);
        });

        assertThat(board()).isZero();

        String page = Files.readString(site("index.html"));
        assertThat(Pattern.compile("<script").matcher(page).results()).hasSize(2);
        assertThat(page).contains("&lt;script&gt;alert(1)").doesNotContain("<img", "\u2028\\");
        assertThat(column("label").get(0)).startsWith(evil);
    }

    @Test
    void refusesWhatItCannotShow() throws Exception {
        Files.createDirectories(folder.resolve("results"));
        String results = folder.resolve("results").toString();
        Path file = write("file", "");

        refuses("there is no result file in " + results, "report", "--site", site(""), results);
        refuses("needs one folder with result files", "report", "--site", site(""), file);
        refuses("needs one folder", "report", "--site", site(""), results, results);
        refuses("must be the folder of the site", "report", "--site", file, results);
        refuses("must be one of new, all, none", "report", "--site", site(""), "--pages", "x", results);
        refuses("cannot be combined", "report", "--site", site(""), "-o", "x.html", results);
        refuses("--pages: needs --site", "report", "--pages", "all", results);
    }

    private int board(String... options) {
        List<Object> arguments = new ArrayList<>(List.of("report", folder.resolve("results"), "--site", site("")));
        arguments.addAll(List.of(options));
        return execute(arguments.toArray());
    }

    private Path site(String file) {
        return folder.resolve("site").resolve(file);
    }

    private JsonNode data() throws IOException {
        String page = Files.readString(site("index.html"));
        String start = "id=\"data\">";
        int from = page.indexOf(start) + start.length();
        return MAPPER.readTree(page.substring(from, page.indexOf("</script>", from)));
    }

    private List<String> column(String name) throws IOException {
        JsonNode column = data().path("columns").path(name);
        return column.path("at")
                .valueStream()
                .map(word -> column.path("words").get(word.asInt()).asText())
                .toList();
    }

    private List<String> texts(String name) throws IOException {
        return data().path(name).valueStream().map(JsonNode::asText).toList();
    }

    /** The bundle and the other badges of a result. */
    private String badges(String name) throws IOException {
        int row = column("label").indexOf(name + " on embedded");
        return column("bundle").get(row) + " " + column("badges").get(row);
    }

    /** Writes a result that achieved its target of 2,000 messages per second, with durability. */
    private Path result(String name, Consumer<ObjectNode> change) throws IOException {
        Path file = folder.resolve("results").resolve(name + ".json");
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        ObjectNode run = SampleFiles.fixture();
        run.put("workload", name.substring(name.lastIndexOf('/') + 1));
        run.put("outcome", "VALID").put("version", "4.1");
        durability(run, "all");
        change.accept(run);
        return SampleFiles.write(run, file);
    }

    private static ObjectNode p99(ObjectNode run, double millis) {
        run.withObject(END_TO_END + "/summary/quantilesNanos").put("p99", Math.round(millis * 1e6));
        return run;
    }

    private static ObjectNode host(ObjectNode run, String name) {
        ((ObjectNode) run.at(FACTS)).put("host", name).put("bootId", "boot of " + name);
        return run;
    }

    private static ObjectNode durability(ObjectNode run, String acks) {
        String source = acks.equals("unknown") ? "unknown" : "driver file";
        var items = List.of(
                Map.of("item", "acks", "value", acks, "source", source, "note", ""),
                Map.of("item", "replicationFactor", "value", "3", "source", "topic", "note", ""));
        SampleFiles.weir(run).set("durability", MAPPER.valueToTree(items));
        return run;
    }

    /** A ZIP file with a copy of a result under another name. */
    private Path zip(String name, String result) throws IOException {
        Path file = folder.resolve("results").resolve(name);
        try (var zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip.putNextEntry(new ZipEntry("results/copy.json"));
            zip.write(Files.readAllBytes(folder.resolve("results").resolve(result + ".json")));
        }
        return file;
    }
}
