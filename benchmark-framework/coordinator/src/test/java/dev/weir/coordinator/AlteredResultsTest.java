package dev.weir.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code verify} finds each altered field of a result, or lists it among those that nothing confirms. */
@Tag("slow")
class AlteredResultsTest extends WholeRuns {
    /** One of so many fields of a result is altered. */
    private static final int EVERY = Integer.getInteger("weir.altered.every", 7);

    /** Fields with one name that are altered in each result: it has tens of thousands in all entries of its lists. */
    private static final int EACH = 1;

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
        Map<String, Integer> altered = new HashMap<>();
        for (List<String> leaf : leaves(whole, List.of())) {
            String shown = shown(leaf);
            boolean isListed = listed.stream()
                    .anyMatch(
                            each -> shown.equals(each) || shown.startsWith(each + ".") || shown.startsWith(each + "["));
            // Another version is not recomputed at all.
            boolean isNew = altered.merge(shown.replaceAll("Quantiles\\..*", ""), 1, Integer::sum) <= EACH;
            if (!isNew
                    || isListed
                    || Math.floorMod(shown.hashCode(), EVERY) > 0
                    || leaf.equals(List.of("schemaVersion"))) {
                continue;
            }
            JsonNode other = whole.deepCopy();
            alter(other, leaf);
            if (isAccepted(other, file)) {
                unnoticed.add(shown);
            }
        }
        return unnoticed;
    }

    /** Names a field as in the list of those that nothing confirms: percentiles are no numbers of entries. */
    private static String shown(List<String> leaf) {
        return leaf.stream()
                .map(name -> name.matches("\\d+") ? "[]" : name)
                .collect(Collectors.joining("."))
                .replace(".[]", "[]");
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

    private static List<List<String>> leaves(JsonNode node, List<String> path) {
        List<List<String>> leaves = new ArrayList<>();
        if (node.isValueNode()) {
            return List.of(path);
        }
        List<String> names = new ArrayList<>();
        node.fieldNames().forEachRemaining(names::add);
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            names.add(String.valueOf(i));
        }
        for (String name : names) {
            List<String> longer = new ArrayList<>(path);
            longer.add(name);
            leaves.addAll(leaves(child(node, name), longer));
        }
        return leaves;
    }

    private static JsonNode child(JsonNode node, String name) {
        return node.isArray() ? node.path(Integer.parseInt(name)) : node.path(name);
    }

    private static void alter(JsonNode tree, List<String> leaf) {
        JsonNode parent = tree;
        for (String name : leaf.subList(0, leaf.size() - 1)) {
            parent = child(parent, name);
        }
        String last = leaf.get(leaf.size() - 1);
        JsonNode altered = altered(child(parent, last));
        if (parent instanceof ArrayNode array) {
            array.set(Integer.parseInt(last), altered);
        } else {
            ((ObjectNode) parent).set(last, altered);
        }
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
