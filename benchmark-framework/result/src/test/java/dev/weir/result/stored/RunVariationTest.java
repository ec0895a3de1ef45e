package dev.weir.result.stored;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.weir.result.SampleResults;
import dev.weir.result.document.DocumentReader;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunVariationTest {
    private static final RunVariation.Runs RUNS = new RunVariation.Runs("w", "kafka", Map.of());

    @Test
    void separatesVariationBetweenAndWithinProcesses() {
        var random = new Random(1);
        List<List<Double>> figures = Stream.generate(() -> {
                    double process = 0.10 * random.nextGaussian();
                    return IntStream.range(0, 5)
                            .mapToObj(run -> 20 * Math.exp(process + 0.03 * random.nextGaussian()))
                            .toList();
                })
                .limit(200)
                .toList();

        RunVariation variation = RunVariation.of(RUNS, "achievedRate", figures);

        assertThat(variation.count()).isEqualTo(1000);
        assertThat(variation.processes()).isEqualTo(200);
        assertThat(variation.within().orElseThrow()).isCloseTo(0.03, within(0.003));
        assertThat(variation.between().orElseThrow()).isCloseTo(0.10, within(0.015));
    }

    @Test
    void runsOfOneProcessAndOneRunPerProcessDoNotSeparateTheVariations() {
        RunVariation process = RunVariation.of(RUNS, "achievedRate", List.of(List.of(10.0, 11.0, 12.0)));
        RunVariation single = RunVariation.of(RUNS, "achievedRate", List.of(List.of(10.0), List.of(11.0)));

        assertThat(process.within()).isPresent();
        assertThat(process.between()).isEmpty();
        assertThat(DocumentReader.fields(process))
                .containsEntry("processes", 1)
                .containsEntry("betweenProcesses", null);
        assertThat(single.within()).isEmpty();
        assertThat(single.between()).isEmpty();
    }

    /** The fixture is a run that counts. */
    @Test
    void leavesOutInvalidAndInterruptedRunsAndPercentilesThatAreLowerBounds(@TempDir Path folder) throws IOException {
        String counted = Files.readString(SampleResults.FILE);
        String invalid = counted.replaceFirst("\"outcome\" ?: ?\"DEGRADED\"", "\"outcome\": \"INVALID\"");
        String bound = counted.replaceAll("\"greaterThan\" ?: ?\\[ *\\]", "\"greaterThan\": [\"p99\"]");
        String interrupted = counted.replaceFirst("\"interrupted\" ?: ?false", "\"interrupted\": true");
        List<StoredResult> results = new ArrayList<>();
        for (String text : List.of(counted, counted, invalid, bound, interrupted)) {
            Path file = folder.resolve(results.size() + ".json");
            results.add(StoredResult.read(Files.writeString(file, text), new Problems())
                    .orElseThrow());
        }

        assertThat(RunVariation.of(results))
                .filteredOn(each -> each.figure().matches("achievedRate|.*\\.p99"))
                .extracting(RunVariation::figure, RunVariation::count)
                .containsExactlyInAnyOrder(tuple("achievedRate", 3), tuple("endToEndResponse.p99", 2));
    }
}
