package dev.weir.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.weir.result.RunResult;
import dev.weir.result.document.DocumentReader;
import dev.weir.result.document.RunDocument;
import dev.weir.result.journal.Recomputation;
import dev.weir.result.journal.Recomputation.FigureDifference;
import dev.weir.result.stored.IntervalHistograms;
import dev.weir.workload.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@code verify} finds no difference in unaltered results of each kind of run, whatever ended the run. It finds each altered
 * field of a result, or lists the field among those that nothing confirms. {@link LoadShapesTest} and {@link WholeRunTest} verify
 * the results of further loads.
 */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class VerifiedResultsTest extends WholeRuns {
    /** One of so many fields of a result is altered. */
    private static final int EVERY = Integer.getInteger("weir.altered.every", 7);

    /** A load, a driver, and the phase in which a person ends the run. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{producerRate: max, subscriptionsPerTopic: 0, consumerPerSubscription: 0, testDuration: 600ms} | {} | ''",
                "{subscriptionsPerTopic: , consumerPerSubscription: , subscriptions: [{name: tail}, {name: late, from: earliest, startAfter: 400ms}]} | {} | ''",
                "{thresholds: [endToEndResponse.p99 < 1ns, achievedRate >= 99% of target, {condition: publishResponse.p90 < 5s, window: 400ms}, backlogGrowth <= 1000 msg/s, unsent == 0, failed == 0, outcome <= DEGRADED]} | {} | ''",
                "{} | {failEvery: 7, duplicateEvery: 5, deliverFailedEvery: 13, reorderEvery: 9, loseEvery: 11} | ''",
                "{} | {capacityMessagesPerSecond: 200} | ''",
                "{testDuration: 1h} | {} | warm-up",
                "{testDuration: 1h, producerRate: max} | {stallAtMessage: 300, stallMillis: 3000} | measurement",
            })
    void anUnalteredResultHasNoDifference(String fields, String settings, String endsIn) throws IOException {
        GenuineResults.verify(folder, fields, settings, endsIn);
    }

    @Test
    void noFieldIsAlteredUnnoticed() throws IOException {
        RunResult result = verifiedRun(
                2,
                Workloads.small()
                        .thresholds("publishResponse.p50 < 5s", "endToEndResponse.p50 < 1ns", "audit.lost == 0"),
                Map.of("failEvery", "50"));
        Path finished = folder.resolve("run-" + result.run().id() + ".json");
        assertThat(unnoticed(finished)).isEmpty();
        assertThat(unnoticed(folder.resolve("killed-9.json")))
                .as("what a killed run left")
                .isEmpty();
        assertThat(isAccepted(withASeverityThatItsCodeCannotHave(finished), finished))
                .isFalse();
        JsonNode ended = tree(finished);
        ((ObjectNode) ended.at("/weir/thresholds/1")).put("endedRun", true);
        assertThat(recomputation(ended, finished).differences())
                .extracting(FigureDifference::field)
                .containsExactly("weir.thresholds.1.endedRun");
        assertThat(recomputation(tree(finished), finished).unconfirmed())
                .contains("beginTime", "weir.durability", "weir.clock", "weir.workers[].facts", "weir.harness")
                .doesNotContain("weir", "outcome", "weir.unsent", "weir.latency", "weir.thresholds[].met");
    }

    /** The outcome follows from it, and so confirms it. */
    private static JsonNode withASeverityThatItsCodeCannotHave(Path file) throws IOException {
        JsonNode tree = tree(file);
        ((ObjectNode) tree).put("outcome", "INVALID");
        for (JsonNode reason : tree.at("/weir/reasons")) {
            if (reason.path("code").asText().equals("FEW_SAMPLES")) {
                ((ObjectNode) reason).put("severity", "INVALID");
                return tree;
            }
        }
        throw new AssertionError("the run had enough samples");
    }

    private static Set<String> unnoticed(Path file) throws IOException {
        JsonNode whole = tree(file);
        List<String> listed = recomputation(whole, file).unconfirmed();
        Set<String> unnoticed = new TreeSet<>();
        // Of fields with one name one is altered: a result has tens of thousands in all entries of its lists.
        Set<String> seen = new HashSet<>();
        for (JsonPointer leaf : leaves(whole, JsonPointer.empty())) {
            String shown = shown(leaf);
            boolean isListed = listed.stream()
                    .anyMatch(
                            each -> shown.equals(each) || shown.startsWith(each + ".") || shown.startsWith(each + "["));
            boolean isNew = seen.add(shown.replaceAll("Quantiles\\..*", ""));
            // Another version is not recomputed at all.
            if (isNew
                    && !isListed
                    && Math.floorMod(shown.hashCode(), EVERY) == 0
                    && !shown.equals("schemaVersion")
                    && isAccepted(altered(whole, leaf), file)) {
                unnoticed.add(shown);
            }
        }
        return unnoticed;
    }

    /** Names a field as in the list of those that nothing confirms: percentiles are no numbers of entries. */
    private static String shown(JsonPointer leaf) {
        String shown = leaf.toString().substring(1).replaceAll("/\\d+(?=/|$)", "[]");
        return shown.replace('/', '.').replace("~1", "/").replace("~0", "~");
    }

    private static boolean isAccepted(JsonNode altered, Path file) throws IOException {
        try {
            return recomputation(altered, file).differences().isEmpty();
        } catch (JsonProcessingException | DateTimeException | IllegalArgumentException | ArithmeticException e) {
            return false;
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("interval");
            return false;
        }
    }

    private static Recomputation recomputation(JsonNode tree, Path file) throws IOException {
        return Recomputation.of(
                tree, DocumentReader.json().treeToValue(tree, RunDocument.class), IntervalHistograms.ofResult(file));
    }

    private static JsonNode tree(Path file) throws IOException {
        return DocumentReader.json().readTree(Files.readString(file));
    }

    private static List<JsonPointer> leaves(JsonNode node, JsonPointer path) {
        List<JsonPointer> leaves = new ArrayList<>();
        if (node.isValueNode()) {
            leaves.add(path);
        }
        node.fieldNames().forEachRemaining(name -> leaves.addAll(leaves(node.path(name), path.appendProperty(name))));
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            leaves.addAll(leaves(node.path(i), path.appendIndex(i)));
        }
        return leaves;
    }

    private static JsonNode altered(JsonNode whole, JsonPointer leaf) {
        JsonNode tree = whole.deepCopy();
        JsonNode altered = altered(tree.at(leaf));
        if (tree.at(leaf.head()) instanceof ArrayNode array) {
            array.set(leaf.last().getMatchingIndex(), altered);
        } else {
            ((ObjectNode) tree.at(leaf.head())).set(leaf.last().getMatchingProperty(), altered);
        }
        return tree;
    }

    private static JsonNode altered(JsonNode value) {
        if (value.isIntegralNumber()) {
            return LongNode.valueOf(value.longValue() + 1);
        }
        if (value.isNumber()) {
            return DoubleNode.valueOf(value.doubleValue() * 1.001 + 1e-3);
        }
        return value.isBoolean() ? BooleanNode.valueOf(!value.booleanValue()) : TextNode.valueOf(value.asText() + "1");
    }
}
