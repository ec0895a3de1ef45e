package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cli.process.ExitStatus;
import dev.weir.result.FileDigest;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bundles as users make and check them. */
@Order(1)
@Tag("slow")
class BundleCommandTest extends CommandTest {
    private static final int CHANGES = Integer.getInteger("weir.bundle.changes", 15);

    private Path result = Path.of("");
    private Path bundle = Path.of("");

    /** Names and contents of what the run leaves that each test has: it is made once. */
    private static final Map<String, byte[]> RUN = new TreeMap<>();

    @BeforeEach
    void run() throws IOException {
        result = folder.resolve("first.json");
        bundle = folder.resolve("first.zip");
        if (RUN.isEmpty()) {
            execute("-q", "-d", "none", "-o", result, workload);
            for (String file : files(folder)) {
                RUN.put(file, Files.readAllBytes(folder.resolve(file)));
            }
        }
        for (Map.Entry<String, byte[]> file : RUN.entrySet()) {
            Files.write(folder.resolve(file.getKey()), file.getValue());
        }
    }

    @Test
    void aBundleOfSeveralRunsAgrees() throws IOException {
        Path second = Files.createDirectory(folder.resolve("other"));
        Files.copy(result, second.resolve("first.json"));
        Files.copy(folder.resolve("first.hlog"), second.resolve("first.hlog"));
        Path both = folder.resolve("both.zip");

        succeeds("bundle", "-o", both, "--price", "3 <USD>", result, second);
        assertThat(out.toString()).isEqualTo(both + "\n");
        assertThat(execute("verify", "--mark", both)).isEqualTo(ExitStatus.NOT_JUDGED);

        assertThat(err.toString()).isEmpty();
        assertThat(out.toString())
                .contains("agrees    files      9 files")
                .containsPattern("agrees    figures    [0-9,]{5,} figures were computed again and agree")
                .contains("agrees    page", "note      signature  none", "VERIFIED IN PART: SHA-256")
                .contains("note      unchecked  these fields follow from no others");
        assertThat(Files.readString(folder.resolve("both.zip.verified"))).hasSizeGreaterThan(64);
        assertThat(contents(both).get("index.html"))
                .contains("3 &lt;USD&gt;", "300 of each latency")
                .doesNotContain("weir-bundle-");
        assertThat(contents(both).keySet()).contains("results/1/first.json", "results/2/first.hlog");
    }

    @Test
    void aSignatureIsOfOneKey() throws IOException, GeneralSecurityException {
        Path[] own = keys("own");
        Path[] other = keys("other");
        String zip = bundle.toString();

        succeeds(line("bundle --sign-with %s --public-key %s %s", own[0], own[1], result));
        succeeds("verify", "--key", own[1], zip);
        assertThat(out.toString()).contains("agrees    signature  is of the key in " + own[1]);
        assertThat(execute("verify", "--key", other[1], zip)).isEqualTo(3);
        assertThat(out.toString()).contains("differs   signature  is of another key than the one in " + other[1]);

        assertThat(execute(line("bundle --sign-with %s --public-key %s %s", own[0], other[1], result)))
                .isEqualTo(2);
        assertThat(err.toString()).contains("--sign-with: must be an Ed25519 key");
        execute("bundle", result);
        assertThat(execute("verify", "--key", own[1], zip)).isEqualTo(3);
        assertThat(out.toString()).contains("differs   signature  is missing");
    }

    /** Who changes a figure can also change digests and page, but not histograms that result in the figure. */
    @Test
    void aChangedFigureIsFoundThoughItsDigestIsRight() throws IOException {
        execute("bundle", result);
        String json = Files.readString(result);
        String changed = json.replaceFirst("(\"p50\" : )(\\d)", "$11$2");
        assertThat(changed).isNotEqualTo(json);
        Files.writeString(result, changed);

        execute("bundle", result);
        assertThat(execute("verify", bundle)).isEqualTo(3);

        assertThat(out.toString())
                .containsPattern("differs   figures    results/first.json: weir.*p50 is 1\\d+, but histograms, counts")
                .contains("differs   figures    1 of ");
    }

    @Test
    void figuresThatCannotBeComputedAgainAreNamed() throws IOException {
        Path omb = write("omb.json", "{\"workload\": \"w\", \"driver\": \"kafka\", \"publishRate\": [1000.0]}");
        Path refused = folder.resolve("refused.json");
        Path hook = write("hook.yaml", Files.readString(workload) + "hooks: {beforeRun: exit 7}\n");
        execute("-q", "-d", "none", "-o", refused, hook);
        execute("bundle", "-o", bundle, result, omb, refused);

        assertThat(execute("verify", "--mark", bundle)).isEqualTo(ExitStatus.NOT_JUDGED);
        assertThat(out.toString())
                .contains("note      figures    results/omb.json is of a search, or of OMB: its figures")
                .contains("note      figures    results/refused.json is of a run that could not begin: its figures")
                .contains("VERIFIED IN PART: ");
        assertThat(err.toString()).contains("warning: --mark: not all figures could be computed again");
        assertThat(folder.resolve("first.zip.verified")).doesNotExist();

        Files.delete(folder.resolve("first.hlog"));
        execute("bundle", result);
        assertThat(err.toString()).contains("has no .hlog beside it");
        assertThat(execute("verify", bundle)).isEqualTo(3);
        assertThat(out.toString()).contains("differs   figures    results/first.json has no histograms");
    }

    /** With a manifest that says so, any page could stand for one of another version. */
    @Test
    void aPageOfAnotherVersionIsVerifiedInPartOnly() throws IOException {
        execute("bundle", result);
        Map<String, String> files = contents(bundle);
        files.put("index.html", "<p>the best of all</p>");
        String manifest = Objects.requireNonNull(files.get("manifest.json"))
                .replaceFirst("\"weir\" : \"[^\"]*\"", "\"weir\" : \"9.9\"")
                .replaceFirst(
                        "(index.html\",\\s+\"bytes\" : \\d+,\\s+\"sha256\" : \")[0-9a-f]+",
                        "$1" + FileDigest.of("<p>the best of all</p>".getBytes(StandardCharsets.UTF_8)));
        files.put("manifest.json", manifest);
        files.put("manifest.sha256", FileDigest.of(manifest.getBytes(StandardCharsets.UTF_8)) + "\n");
        write(files);

        assertThat(execute("verify", "--mark", bundle)).isEqualTo(ExitStatus.NOT_JUDGED);

        assertThat(out.toString())
                .contains("note      page       was made by version 9.9")
                .contains("VERIFIED IN PART");
        assertThat(folder.resolve("first.zip.verified")).doesNotExist();
    }

    @Test
    void runsThatWereLeftOutOfACampaignAreNamed() throws IOException {
        Path campaign = Files.createDirectory(folder.resolve("campaign"));
        List<String> runs = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            for (String ending : List.of(".json", ".hlog")) {
                Files.copy(folder.resolve("first" + ending), campaign.resolve("run-" + i + ending));
            }
            runs.add("""
                {"number": %1$s, "workload": "tiny", "driver": "none", "point": {}, "repeat": %1$s,
                 "result": "run-%1$s.json", "outcome": "VALID", "interrupted": false, "begin": null, "seconds": 1}
                """.formatted(i));
        }
        Files.writeString(
                campaign.resolve("index.json"),
                "{\"schemaVersion\": 1, \"campaign\": \"campaign\", \"runs\": " + runs + "}");

        succeeds(line("bundle -o %s %s %s", bundle, campaign.resolve("run-1.json"), campaign.resolve("run-3.json")));

        assertThat(err.toString()).isEmpty();
        assertThat(contents(bundle).get("index.html")).contains("RUNS_LEFT_OUT").contains("run-2.json");
        assertThat(execute("verify", bundle)).isEqualTo(ExitStatus.NOT_JUDGED);
    }

    @Test
    void aRerunThatIsRefusedExtractsNothing() throws IOException {
        execute("bundle", result);
        refuses("nowhere", "rerun", "-w", "nowhere", "--into", folder.resolve("again"), bundle);

        Map<String, String> files = contents(bundle);
        files.merge("results/first.json", " ", String::concat);
        write(files);

        refuses(
                "cannot be run again: files: results/first.json was changed",
                line("rerun --into %s %s", folder.resolve("again"), bundle));
    }

    @Test
    void aBundleIsRunAgainAsOftenAndCompared() throws IOException {
        Files.copy(result, folder.resolve("second.json"));
        execute(line("bundle -o %s %s %s", bundle, result, folder.resolve("second.json")));
        Path again = folder.resolve("again");

        succeeds("rerun", "--into", again, bundle);

        assertThat(Files.readString(again.resolve("workload.yaml"))).contains("repeat: 2");
        assertThat(out.toString())
                .contains(" --local -o " + again.resolve("runs"))
                .contains(
                        "A  tiny on none, 2 runs:",
                        again.resolve("bundle/results/first.json").toString(),
                        "B  tiny on none, 2 runs:")
                .containsPattern("INCONCLUSIVE +achievedRate");
    }

    @Test
    void everyChangedByteIsRefusedOrNamedAsIrrelevant() throws IOException {
        execute("bundle", result);
        byte[] bytes = Files.readAllBytes(bundle);
        Map<String, String> before = contents(bundle);
        Path changed = folder.resolve("changed.zip");
        var random = new Random(1);
        for (int i = 0; i < CHANGES; i++) {
            byte[] some = bytes.clone();
            int at = random.nextInt(some.length);
            some[at] ^= (byte) (1 + random.nextInt(255));
            Files.write(changed, some);

            int status = execute("verify", changed);

            if (status == ExitStatus.NOT_JUDGED) {
                assertThat(out.toString()).as("byte %s", at).contains("note      archive    byte ");
                assertThat(contents(changed)).isEqualTo(before);
            } else {
                assertThat(status).as("byte %s: %s", at, err).isEqualTo(3);
                assertThat(out.toString()).contains("differs   ").contains("NOT VERIFIED");
            }
        }
    }

    @Test
    void whatIsNoBundleIsRefused() throws IOException {
        Path text = write("text.zip", "not a bundle");
        assertThat(execute("verify", text)).isEqualTo(3);
        assertThat(out.toString()).contains("differs   archive    is not a complete bundle: ");
        refuses("none.zip: does not exist", "verify", folder.resolve("none.zip"));
        refuses("-o: must end with .zip", "bundle", "-o", "bundle.tar", result);
        refuses("none.json: does not exist", "bundle", folder.resolve("none.json"));
        Path old = write("old.json", "{\"schemaVersion\": 4, \"weir\": {}}");
        refuses("schemaVersion 4, and this version of Weir reads only schemaVersion 1", "bundle", old);
    }

    /** A foreign bundle that is larger than any of Weir's: nothing of it is written, and no memory is filled. */
    @ParameterizedTest
    @CsvSource({
        "manifest.json, 48, 'manifest.json has 50331648 bytes, and in a bundle it has 33554432 at most'",
        "results/a.hlog, 300, its files have 314572800 bytes"
    })
    void refusesFilesThatWouldFillTheMemoryOrTheDisk(String name, int mebibytes, String because) throws IOException {
        fill(name, mebibytes << 20);

        isRefused(because);
    }

    @Test
    void refusesANameOfVeryManyFoldersAndMoreEntriesThanAnyBundleHas() throws IOException {
        fill("a/".repeat(30_000) + "b", 1);
        isRefused("it has an entry that no bundle has");

        // Without a buffer, each byte of the entries' headers would be a call of the kernel.
        try (var zip = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(bundle)))) {
            zip.setMethod(ZipOutputStream.STORED);
            for (int i = 0; i < 70_000; i++) {
                var empty = new ZipEntry("results/" + i + ".json");
                empty.setSize(0);
                empty.setCrc(0);
                zip.putNextEntry(empty);
            }
        }

        isRefused("it has 70000 entries, and a bundle has 65536 at most");
    }

    /** The directory of the archive says that the file is small. */
    @Test
    void verifyDoesNotFailInternallyOnAFileLargerThanTheDirectoryStates() throws IOException {
        fill("results/a.hlog", 200_000);
        byte[] bytes = Files.readAllBytes(bundle);
        int directory = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("PK\1\2");
        bytes[directory + 24] = 10;
        bytes[directory + 25] = 0;
        bytes[directory + 26] = 0;
        Files.write(bundle, bytes);

        assertThat(execute("verify", bundle)).isNotZero();
        assertThat(out.toString() + err).doesNotContain("OutOfMemoryError").doesNotContain("Weir failed");
    }

    private void isRefused(String because) throws IOException {
        assertThat(execute("verify", bundle)).isNotZero();
        assertThat(out.toString() + err).contains(because);
        refuses(because, "rerun", "--local", "--into", folder.resolve("into"), bundle);
    }

    private void fill(String name, int bytes) throws IOException {
        byte[] block = " ".repeat(1 << 16).getBytes(StandardCharsets.US_ASCII);
        try (var zip = new ZipOutputStream(Files.newOutputStream(bundle))) {
            zip.putNextEntry(new ZipEntry(name));
            for (int left = bytes; left > 0; left -= block.length) {
                zip.write(block, 0, Math.min(left, block.length));
            }
        }
    }

    private Path[] keys(String name) throws GeneralSecurityException, IOException {
        KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        return new Path[] {
            pem(name + ".pem", "PRIVATE", pair.getPrivate()), pem(name + ".pub.pem", "PUBLIC", pair.getPublic())
        };
    }

    private Path pem(String name, String kind, Key key) throws IOException {
        String text = Base64.getMimeEncoder().encodeToString(key.getEncoded());
        return write(name, "-----BEGIN %1$s KEY-----\n%2$s\n-----END %1$s KEY-----\n".formatted(kind, text));
    }

    private void write(Map<String, String> files) throws IOException {
        try (var zip = new ZipOutputStream(Files.newOutputStream(bundle))) {
            for (Map.Entry<String, String> file : files.entrySet()) {
                zip.putNextEntry(new ZipEntry(file.getKey()));
                zip.write(file.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    private static Map<String, String> contents(Path zip) throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (var archive = new ZipFile(zip.toFile())) {
            for (var entry : Collections.list(archive.entries())) {
                contents.put(
                        entry.getName(),
                        new String(archive.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        return contents;
    }
}
