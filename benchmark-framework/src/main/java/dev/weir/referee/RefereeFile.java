package dev.weir.referee;

import dev.weir.report.compare.RankTest;
import dev.weir.result.ResultFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes both sides of a comparison for scripts. {@code docs/result.md} lists its fields. */
public final class RefereeFile {
    /** Its name in the folder of Weir's results. */
    public static final String NAME = "referee.json";

    private static final int SCHEMA_VERSION = 1;

    private RefereeFile() {}

    /**
     * Writes the file.
     *
     * @param folder folder of Weir's results
     * @throws UncheckedIOException if that fails
     */
    public static Path write(RefereeResult result, Path folder) {
        Path file = folder.resolve(NAME);
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
        ResultFile.write(document(result), file);
        return file;
    }

    static Map<String, Object> document(RefereeResult result) {
        Map<String, Object> top = new LinkedHashMap<>();
        top.put("schemaVersion", SCHEMA_VERSION);
        top.put("workload", result.plan().load().name());
        top.put("driver", result.driver());
        top.put("kind", result.plan().kind().key());
        top.put("tool", result.tool());
        top.put("failure", result.failure());
        top.put("interrupted", result.interrupted());
        top.put("pairs", result.pairs().stream().map(RefereeFile::pair).toList());
        result.messageRateRatio().ifPresent(ratio -> top.put("messagesPerSecondRatio", ratio(ratio)));
        top.put("differences", result.differences());
        top.put("leftOut", result.plan().leftOut());
        return top;
    }

    private static Map<String, Object> ratio(RankTest test) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("ratio", test.ratio());
        test.interval(RefereeResult.LEVEL).ifPresent(interval -> {
            map.put("low", interval.low());
            map.put("high", interval.high());
            map.put("confidence", interval.confidence());
        });
        return map;
    }

    private static Map<String, Object> pair(RefereePair pair) {
        Map<String, Object> ours = new LinkedHashMap<>();
        ours.put("result", String.valueOf(pair.resultFile().getFileName()));
        ours.put("outcome", pair.ours().outcome().name());
        ours.put("values", pair.values());
        ours.put("responseValues", pair.responseValues());
        Map<String, Object> theirs = new LinkedHashMap<>();
        theirs.put("command", pair.theirs().command());
        theirs.put("output", pair.theirs().output());
        theirs.put("values", pair.theirs().values());
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("weir", ours);
        map.put("tool", theirs);
        return map;
    }
}
