package dev.weir.bundle;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.weir.result.document.DocumentReader;
import dev.weir.result.stored.CampaignIndex;
import dev.weir.result.stored.StoredResult;
import dev.weir.workload.file.EffectiveFiles;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Table of contents of a bundle: {@code manifest.json}; and the layout of its files, and of the folder into which one is
 * extracted.
 *
 * @param format version of this format
 * @param weir version of Weir that made the bundle
 * @param created when, ISO-8601
 * @param price what the hosts cost, in the words of the person who made the bundle; empty if not given
 * @param note what is missing; empty if nothing is
 * @param results names of the result files, in the order of the page
 * @param files all other files of the bundle, in the order of the archive
 * @param leftOut files beside the results that are not in the bundle because of their size
 */
record Manifest(
        int format,
        String weir,
        String created,
        String price,
        String note,
        List<String> results,
        List<ListedFile> files,
        List<ListedFile> leftOut) {
    static final int FORMAT = 1;
    static final String NAME = "manifest.json";
    static final String PAGE = "index.html";
    /** Digest of the manifest: a bundle without a signature would not show a change of the manifest itself. */
    static final String DIGEST = "manifest.sha256";

    /** Files that the manifest does not list. */
    static final List<String> UNLISTED = List.of(NAME, DIGEST, ManifestSignature.NAME);

    private static final String RESULTS = "results/";
    private static final String ENDING = ".json";

    Manifest {
        results = List.copyOf(results);
        files = List.copyOf(files);
        leftOut = List.copyOf(leftOut);
    }

    /** A file, with the SHA-256 of its content, hexadecimal. */
    record ListedFile(String name, long bytes, String sha256) {}

    String json() {
        return DocumentReader.pretty(this) + "\n";
    }

    static Manifest parse(String json) throws JsonProcessingException {
        return DocumentReader.json().readValue(json, Manifest.class);
    }

    static String result(String base) {
        return RESULTS + base + ENDING;
    }

    /** Returns whether a name in a manifest is one that {@link #result} makes. */
    static boolean isResult(String name) {
        return name.startsWith(RESULTS) && name.endsWith(ENDING) && !name.endsWith("/" + CampaignIndex.FILE);
    }

    /** Returns the names of the workload and driver file of a result, which have all defaults. */
    static List<String> effectiveNames(String result) {
        String folder = "files/" + result.substring(RESULTS.length(), result.length() - ENDING.length());
        return List.of(folder + "/workload.yaml", folder + "/driver.yaml");
    }

    /** Returns the texts of the workload and driver file of a result, by their {@link #effectiveNames}. */
    static Map<String, String> effectiveFiles(StoredResult result, String name) {
        List<String> names = effectiveNames(name);
        String comment = "From " + name;
        Map<String, String> texts = new LinkedHashMap<>();
        result.workloadFile().ifPresent(file -> texts.put(names.get(0), EffectiveFiles.yaml(file, comment)));
        result.driverFile().ifPresent(file -> texts.put(names.get(1), EffectiveFiles.yaml(file, comment)));
        return texts;
    }
}
