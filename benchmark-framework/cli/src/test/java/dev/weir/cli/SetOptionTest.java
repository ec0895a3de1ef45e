package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cli.option.CommandText;
import dev.weir.driver.loading.Drivers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Fields of files that {@code --set} changes for one command. */
class SetOptionTest extends CommandTest {
    @Test
    void replacesOtherSpellingsAndRemovesAFieldWithoutAValue() throws IOException {
        replace("testDuration: 600ms", "testDurationMinutes: 5");
        append("keys: {cardinality: 5}\n");

        succeedsWithoutWarnings(line("plan -d none --set testDuration=10s --set keys= %s", workload));

        assertThat(out.toString()).contains("1 run, about 0:");
    }

    @Test
    void makesARunForEachValueOfAList() {
        succeeds("plan", "-d", "none", "--set", "producerRate=[1k, 1MB/s]", workload);

        assertThat(out.toString())
                .contains(
                        "2 runs", "producerRate=1k", "1,000", "10,000", "producerRate: 1MB/s in messages of 100 bytes");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "producerRat=5|--set: producerRat: is not a field of a workload file; did you mean producerRate?",
                "keys.cardinalty=5|--set: keys.cardinalty: is not a field of a",
                "driver.failEvry=5|--set: driver.failEvry: is not a field of a driver file that a run can change",
                "driver.failEvery=often|--set: driver.failEvery: failEvery must be a whole number, at least 1",
                "acs=1|--set: acs: is not a field of a workload file; did you mean driver.producerConfig.acks (--acks)?",
                "max.block.ms=5|--set: max.block.ms: is not a field of a workload file; the names of properties of"
                        + " clients begin with driver.producerConfig. or driver.consumerConfig.",
                "thresholds=audit.lost == 0|--set: thresholds: must be a list, got audit.lost == 0",
                "topics=|topics: is missing",
                "producerRate|--set: must be FIELD=VALUE, such as producerRate=20k, got producerRate",
                "repeat=often|--set: repeat: must be a whole number in [1, 1000], got often",
                "keys={|--set: is not valid YAML",
            })
    void namesTheOptionOfAWrongField(String set, String message) throws IOException {
        refuses(message, line("-d none --set %s %s", set, workload));
    }

    @Test
    void namesAMistakeOnceHoweverManyFilesThereAre() throws IOException {
        Path other = write("other.yaml", Files.readString(workload));

        refuses("--set: producerRat", "-d", "none", "--set", "producerRat=5", workload, other);

        assertThat(err.toString()).containsOnlyOnce("producerRat:");
    }

    @Test
    void refusesAFieldThatIsSetTwice() throws IOException {
        refuses(
                "--set: producerRate: is given twice; keep one",
                line("-d none --set producerRate=5 --set producerRate=6 %s", workload));

        append("sweep: {producerRate: [100, 200]}\n");
        refuses(
                "--set: producerRate: cannot be changed by an option, because the steps or the sweep of " + workload
                        + " set it (in line 11); change it there",
                line("-d none --set producerRate=5 %s", workload));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "http://me:hunter2@h?a=b|'http://[hidden]@h?a=b'",
                "https://h/x?a=1&sig=hunter2|'https://h/x?a=1&sig=[hidden]'",
                "Authorization: Bearer hunter2|'Authorization: [hidden]'",
                "my.password=hunter2|my.password=[hidden]",
                "1.0|1.0",
            })
    void keepsSecretsOutOfTheCommandLineOfResults(String value, String shown) throws IOException {
        String option = "--service-version";
        Path file = write("options", option + "\n'" + value + "'\n");
        for (List<String> form : List.of(List.of(option, value), List.of(option + "=" + value), List.of("@" + file))) {
            List<String> words = new ArrayList<>(List.of("run", "-qdnone"));
            words.addAll(form);
            CommandLine run = Benchmark.commands()
                    .parseArgs(words.toArray(String[]::new))
                    .subcommand()
                    .commandSpec()
                    .commandLine();

            assertThat(CommandText.of(run, Drivers.onClassPath()))
                    .startsWith("bin/benchmark run ")
                    .endsWith("--driver none " + option + " " + shown);
        }
    }
}
