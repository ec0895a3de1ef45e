package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cli.process.ExitStatus;
import dev.weir.driver.config.ClientSettings;
import dev.weir.driver.config.DriverConfig;
import dev.weir.result.RunHeader;
import dev.weir.result.RunHeader.RunIdentity;
import dev.weir.result.RunHeader.RunIdentity.CampaignPlace;
import dev.weir.result.document.Provenance.RunSetup;
import dev.weir.result.journal.Journal;
import dev.weir.workload.Workloads;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecoverCommandTest extends CommandTest {
    private static final List<String> NAMES = List.of("weir-0a1b-0", "weir-0a1b-1");

    @Test
    void reportsWhichTopicsMayBeLeftAndDeletesNoneThroughAnotherDriver() throws IOException {
        leave("r", DriverConfig.of("kafka"));

        succeeds("recover", folder);
        assertThat(out.toString())
                .contains(
                        folder.resolve("r.json") + ": FAILED, with no interval",
                        "topics     weir-0a1b-0 to weir-0a1b-1 may be left on the system: name its driver file with"
                                + " -d");
        assertThat(Files.readString(folder.resolve("r.json")))
                .contains("\"LEFT_ON_CLUSTER\"", "weir-0a1b-0 to weir-0a1b-1 may have been left on the system");
        String result = Files.readString(folder.resolve("r.json"));

        succeeds("recover", folder);
        assertThat(out.toString()).startsWith(folder.resolve("r.json") + ": is there already\ntopics ");
        assertThat(folder.resolve("r.json")).hasContent(result);

        assertThat(execute("recover", "-d", write("none.yaml", "driver: none\n"), folder))
                .isEqualTo(ExitStatus.FAILED);
        assertThat(err.toString()).contains("it ran with the driver kafka, and not with none");
        assertThat(folder.resolve("r" + Journal.ENDING)).exists();
    }

    /** Its topics were in the memory of the process that is gone. */
    @Test
    void leavesNothingOfARunInMemory() throws IOException {
        Path campaign = Files.createDirectory(folder.resolve("campaign"));
        leave("campaign/r", DriverConfig.of("none"));

        succeeds("recover", folder);
        assertThat(files(campaign)).containsExactly("r.hlog", "r.html", "r.json");

        succeeds("recover", folder, campaign.resolve("r" + Journal.ENDING) + "");
        assertThat(out.toString())
                .contains(folder + ": nothing is left to recover", "r.json is there: nothing is left to recover");
    }

    @Test
    void deletesAnEmptyJournal() throws IOException {
        Path empty = Files.createFile(folder.resolve("r" + Journal.ENDING));

        succeeds("recover", empty);
        assertThat(out.toString()).contains("its coordinator ended before anything began; deleted");
        assertThat(empty).doesNotExist();
    }

    /** After a power cut, a file can be as long as before and have zeros in place of its last blocks, or all of them. */
    @ParameterizedTest
    @ValueSource(strings = {"zeros", "torn", "without facts", "empty beside histograms"})
    void keepsAJournalThatCannotBeRead(String damage) throws IOException {
        leave("r", DriverConfig.of("none"));
        Path journal = folder.resolve("r" + Journal.ENDING);
        byte[] whole = Files.readAllBytes(journal);
        byte[] damaged = switch (damage) {
            case "zeros" -> new byte[whole.length];
            case "torn" -> Arrays.copyOf(whole, 100);
            case "without facts" -> "{\"event\":{\"kind\":\"BROKER_FAULT\"}}\n".getBytes(StandardCharsets.UTF_8);
            default -> new byte[0];
        };
        Files.write(journal, damaged);
        Path log = folder.resolve("r.hlog");
        if (damaged.length == 0) {
            Files.writeString(log, "#[interval 0: 1 to 2]\n", StandardOpenOption.APPEND);
        }
        byte[] histograms = Files.readAllBytes(log);

        assertThat(execute("recover", folder)).isEqualTo(ExitStatus.FAILED);

        assertThat(err.toString())
                .contains(
                        journal + ": the facts about the run cannot be read",
                        "are kept",
                        "restore the journal from a copy of the disk")
                .doesNotContain("Exception");
        assertThat(journal).hasBinaryContent(damaged);
        assertThat(log).hasBinaryContent(histograms);
        assertThat(folder.resolve("r.json")).doesNotExist();
    }

    @Test
    void refusesTextThatIsNoJournal() throws IOException {
        refuses("tiny.yaml: must be a folder, or a file that ends in .journal.jsonl", "recover", workload);
        refuses("x.journal.jsonl: does not exist", "recover", folder.resolve("x.journal.jsonl"));
    }

    private void leave(String base, DriverConfig driver) {
        try (var journal = new Journal(folder.resolve(base), 0)) {
            journal.known(
                    new RunHeader(
                                    new RunIdentity("0a1b", "x", "1", 0, CampaignPlace.NONE),
                                    RunSetup.local(),
                                    Map.of(),
                                    Workloads.small().build(),
                                    driver,
                                    ClientSettings.asWritten(driver))
                            .notStarted(0, "")
                            .document(),
                    NAMES);
        }
    }
}
