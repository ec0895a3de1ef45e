package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.apache.logging.log4j.message.SimpleMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names and texts of files from elsewhere do not control the terminal, and lead out of no folder. */
class HostileTextTest extends CommandTest {
    private static final String HOSTILE = "a\\u0000b\\u001b[2Jc\\u001b]0;d\\u0007e\\u009bf\\u202eg\\rh\\nVALID";

    @ParameterizedTest
    @ValueSource(strings = {"--csv", "compare", "explain", "report", "history", "rerun"})
    void printsNoControlCharacterOfAResult(String command) throws IOException {
        Path results = Files.createDirectory(folder.resolve("results"));
        Path result = Files.writeString(results.resolve("r.json"), """
            {"schemaVersion": 1, "workload": "HOSTILE", "driver": "HOSTILE", "publishRate": [1.0],
             "weir": {"outcome": "FAILED", "failure": "HOSTILE",
              "reasons": [{"code": "RUN_FAILED", "text": "HOSTILE"}],
              "provenance": {"setup": {"topology": "swarm"}, "workload": {"HOSTILE": 1, "payloadFile": "HOSTILE"},
                             "driver": {"driver": "HOSTILE", "commonConfig": {"HOSTILE": "/HOSTILE"}}}}}
            """.replace("HOSTILE", HOSTILE));
        String page = folder.resolve("page.html").toString();

        switch (command) {
            case "--csv" -> execute("report", "--csv", results, "-o", folder.resolve("t.csv"));
            case "compare" -> execute("compare", result, "--", result);
            case "report" -> execute("report", "-o", page, result);
            case "history" -> execute("history", results);
            default -> execute(command, result);
        }

        assertThat(out.toString() + err).isNotEmpty().doesNotContainPattern("[\\p{Cntrl}\u0080-\u009f\u202e&&[^\n\t]]");
    }

    @Test
    void logsNoControlCharacter() {
        var context = (LoggerContext) LogManager.getContext(false);
        // Another test may be the first that logs, and has not read the configuration yet.
        await().until(context::isStarted);
        var event = Log4jLogEvent.newBuilder()
                .setLoggerName("dev.weir.wire.WireServer")
                .setLevel(Level.WARN)
                .setMessage(new SimpleMessage("a\u0000b\u001b[2J\u009b\u202e\r\nVALID"))
                .setThrown(new IllegalStateException("c\u001b]0;d\u0007"))
                .build();

        String line = context.getConfiguration()
                .getAppender("stderr")
                .getLayout()
                .toSerializable(event)
                .toString();

        assertThat(line.strip())
                .endsWith("WireServer: a b [2J    VALID: c ]0;d")
                .doesNotContain("\n");
    }

    @Test
    void anIndexLeadsOutOfNoFolder() throws IOException {
        write("secret.json", "{\"publishRate\": [1.0], \"workload\": \"secret\"}");
        Path campaign = Files.createDirectory(folder.resolve("campaign"));
        Files.createSymbolicLink(campaign.resolve("link.json"), folder.resolve("secret.json"));
        for (String name : new String[] {
            "../secret.json", "x/../../secret.json", folder + "/secret.json", "link.json", "a\\u0000b", ""
        }) {
            Files.writeString(
                    campaign.resolve("index.json"),
                    "{\"schemaVersion\": 1, \"campaign\": \"c\", \"runs\": [{\"number\": 1, \"workload\": \"w\","
                            + " \"driver\": \"d\", \"repeat\": 1, \"result\": \"" + name
                            + "\", \"interrupted\": false, \"seconds\": 1}]}");

            refuses(
                    "runs.1.result: must be a file in the folder of the index",
                    line("report -o %s %s", folder.resolve("page.html"), campaign));
        }
    }
}
