package dev.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.clock.SystemClock;
import dev.weir.cluster.RestoreJournal.RestoreFolder;
import dev.weir.driver.admin.ClusterSetting;
import dev.weir.driver.admin.ClusterSettings;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.DriverException;
import dev.weir.fuzz.Fuzz;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.Severity;
import dev.weir.result.document.Provenance.ClusterSettingResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ClusterChangeTest {
    @TempDir
    Path temporary;

    private final FakeCluster cluster = new FakeCluster();
    private final List<Reason> reasons = new ArrayList<>();

    @Test
    void restoresGivenAndDefaultValues() {
        List<ClusterSettingResult> results;
        var change = change(Map.of("a", "1", "b", "8", "c", "0"));
        try (change) {
            change.apply();
            assertThat(cluster.given).isEqualTo(Map.of("a", "1", "b", "8"));
            results = change.results();
        }

        assertThat(cluster.given).isEqualTo(Map.of("b", "7"));
        assertThat(results).extracting(ClusterSettingResult::restored).containsExactly(false, false, true);
        assertThat(change.results())
                .containsExactly(
                        new ClusterSettingResult("a", "a", "1", "0 (default)", "1", "0 (default)", true),
                        new ClusterSettingResult("b", "b", "8", "7", "8", "7", true),
                        new ClusterSettingResult("c", "c", "0", "0 (default)", "0 (default)", "0 (default)", true));
        assertThat(reasons).isEmpty();
        assertThat(folder().all()).isEmpty();
    }

    @Test
    void keepsTheOldValuesBeforeItChangesThem() {
        List<String> kept = new ArrayList<>();
        cluster.beforeChange = () -> folder().all().forEach(journal -> {
            kept.add(journal.read().orElseThrow().before().toString());
            // With what only the driver needs to reach the cluster again.
            assertThat(journal.driverFile()).content().contains("stallMillis");
        });

        runOnce(Map.of("alias", "1", "b", "8"));

        // Before the change, and before it is taken back.
        assertThat(kept)
                .hasSize(2)
                .allSatisfy(each -> assertThat(each)
                        .contains("name=a, value=0, isDefault=true", "name=b, value=7, isDefault=false"));
    }

    /** Settings that were changed before it are restored. */
    @Test
    void aRefusalLeavesNothingChanged() {
        assertRefused("c must be good, got bad", Map.of("a", "1", "b", "8", "c", "bad"));
        assertRefused("e is not known", Map.of("a", "1", "e", "1"));
        assertRefused("clusterConfig gives a twice, by two of its names: keep one", Map.of("a", "1", "alias", "2"));
    }

    @Test
    void reportsAnUnrestoredSettingAndTheNextRunRestoresIt() {
        var change = change(Map.of("a", "1", "b", "8"));
        try (change) {
            change.apply();
            cluster.down = true;
        }
        assertChanged(Severity.DEGRADED, "settings of the cluster were not restored: ");
        assertThat(reasons.get(0).text())
                .contains("no answer", folder().of("fake/cluster").file().toString());
        assertThat(change.results()).extracting(ClusterSettingResult::restored).containsOnly(false);
        assertThat(folder().all()).hasSize(1);

        assertThatThrownBy(() -> runOnce(Map.of("a", "1"))).hasMessageContaining("no answer");
        // Perhaps it is another cluster's.
        reasons.clear();
        runOnce(Map.of());
        assertChanged(
                Severity.NOTE,
                "whether an earlier run has left settings of this cluster changed could not be found out: ");

        cluster.down = false;
        reasons.clear();
        runOnce(Map.of());
        assertUnchanged();
        assertChanged(Severity.NOTE, "before this run, settings of the cluster were put back ");
        assertThat(reasons.get(0).text()).contains("run 0a1b2c3d of process", "a=0 (default), b=7");
    }

    /** The node that answers may only not have the change yet. */
    @Test
    void restoresAlsoSettingsThatSeemUnchanged() {
        try (var change = change(Map.of("a", "1"))) {
            change.apply();
            cluster.given.remove("a");
        }

        assertThat(cluster.changes).isEqualTo(2);
        assertThat(folder().all()).isEmpty();
    }

    /** It would take the first one's values for those to go back to. */
    @Test
    void refusesASecondOneAtOnce() {
        try (var first = change(Map.of("a", "1"))) {
            first.apply();

            assertThatThrownBy(() -> runOnce(Map.of("b", "9")))
                    .hasMessageContaining("already changed from this host, by run 0a1b2c3d of process "
                            + ProcessHandle.current().pid());
            assertThat(cluster.given).isEqualTo(Map.of("a", "1", "b", "7"));

            runOnce(Map.of());
            assertChanged(
                    Severity.DEGRADED, "another campaign of this host has changed settings of the cluster meanwhile: ");
            assertThat(cluster.given).isEqualTo(Map.of("a", "1", "b", "7"));
        }
        assertThat(cluster.given).isEqualTo(Map.of("b", "7"));
    }

    @Test
    void sendsNoRequestWithoutAChange() {
        runOnce(Map.of());

        assertThat(cluster.questions).isZero();
        assertThat(temporary.resolve("restore")).doesNotExist();
    }

    @Test
    void reportsWhatToDoWithAJournalThatCannotBeRead() throws IOException {
        Path file = folder().of("fake/cluster").file();
        Files.createDirectories(folder().path());
        Files.writeString(file, "{");

        assertThatThrownBy(() -> runOnce(Map.of("a", "1")))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("cannot read " + file)
                .hasMessageContaining("put them back by hand, and delete it");
        assertThat(cluster.given).isEqualTo(Map.of("b", "7"));
        assertThat(reasons).isEmpty();
    }

    @Test
    void refusesSystemsWithoutSettings() {
        var change = new ClusterChange(
                Optional.empty(), config(Map.of("a", "1")), folder(), "0a1b2c3d", SystemClock.INSTANCE, reasons::add);

        assertThatThrownBy(change::apply).hasMessageContaining("remove clusterConfig");
    }

    @Test
    void putsBackOnAnInterruptedThreadToo() {
        try (var change = change(Map.of("a", "1"))) {
            change.apply();
            cluster.beforeChange =
                    () -> assertThat(Thread.currentThread().isInterrupted()).isFalse();
            Thread.currentThread().interrupt();
        }
        assertThat(Thread.interrupted()).isTrue();
        assertThat(cluster.given).isEqualTo(Map.of("b", "7"));
        assertThat(reasons).isEmpty();
    }

    @Test
    @Timeout(value = 6, unit = TimeUnit.HOURS) // The soak asks for more.
    void changedJournalsAreReadOrRefused() throws IOException {
        byte[] whole = """
                {"cluster": "c", "run": "0a1b", "processId": 7, "at": "2026-11-20T00:00:00.000Z",
                 "before": [{"name": "log.retention.ms", "value": "600000", "isDefault": true}]}
                """.getBytes(StandardCharsets.UTF_8);
        Path file = temporary.resolve("c.json");
        Fuzz.run("old settings", List.of(whole), 16, input -> {
            Files.write(file, input);
            try (var journal = new RestoreJournal(file)) {
                journal.read();
                return true;
            } catch (DriverException e) {
                return false;
            }
        });
    }

    private void assertUnchanged() {
        assertThat(cluster.given).isEqualTo(Map.of("b", "7"));
        assertThat(folder().all()).isEmpty();
    }

    private void runOnce(Map<String, String> asked) {
        try (var change = change(asked)) {
            change.apply();
        }
    }

    private ClusterChange change(Map<String, String> asked) {
        return new ClusterChange(
                Optional.of(cluster), config(asked), folder(), "0a1b2c3d", SystemClock.INSTANCE, reasons::add);
    }

    private static DriverConfig config(Map<String, String> asked) {
        return DriverConfig.of("none").withSettings(Map.of("stallMillis", "1")).withClusterConfig(asked);
    }

    private RestoreFolder folder() {
        return new RestoreFolder(temporary.resolve("restore"));
    }

    private void assertChanged(Severity severity, String text) {
        assertThat(reasons).singleElement().satisfies(reason -> {
            assertThat(reason.code()).isEqualTo(ReasonCode.LEFT_ON_CLUSTER);
            assertThat(reason.severity()).isEqualTo(severity);
            assertThat(reason.text()).startsWith(text);
        });
    }

    /** Settings in memory: {@code a} to {@code d} are 0 by default, {@code alias} is another name of {@code a}. */
    private static final class FakeCluster implements ClusterSettings {
        private final Map<String, String> given = new TreeMap<>(Map.of("b", "7"));
        private int questions;
        private int changes;
        private boolean down;
        /** Looks at what there is before each change. */
        private Runnable beforeChange = () -> {};

        @Override
        public String clusterId(Duration deadline) {
            answer();
            return "fake/cluster";
        }

        @Override
        public Map<String, ClusterSetting> read(Collection<String> names, Duration deadline) {
            answer();
            Map<String, ClusterSetting> read = new TreeMap<>();
            for (String name : names) {
                String own = own(name);
                if (!Set.of("a", "b", "c", "d").contains(own)) {
                    throw new DriverException(name + " is not known");
                }
                read.put(name, new ClusterSetting(own, given.getOrDefault(own, "0"), !given.containsKey(own)));
            }
            return read;
        }

        @Override
        public void change(Map<String, String> values, Set<String> defaults, Duration deadline) {
            answer();
            changes++;
            beforeChange.run();
            // Not all at once: what is done before a refusal stays.
            values.forEach((name, value) -> {
                if (value.equals("bad")) {
                    throw new DriverException(name + " must be good, got bad");
                }
                given.put(own(name), value);
            });
            defaults.forEach(name -> given.remove(own(name)));
        }

        private static String own(String name) {
            return name.equals("alias") ? "a" : name;
        }

        private void answer() {
            questions++;
            if (down) {
                throw new DriverException("no answer");
            }
        }
    }

    private void assertRefused(String message, Map<String, String> asked) {
        assertThatThrownBy(() -> runOnce(asked))
                .isInstanceOf(DriverException.class)
                .hasMessage(message);
        assertUnchanged();
    }
}
