package dev.weir.bundle;

import dev.weir.result.stored.CampaignIndex;
import dev.weir.result.stored.StoredResult;
import dev.weir.workload.file.EffectiveFiles;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The layout of a bundle, and of the folder into which one is extracted. */
final class BundleLayout {
    static final String PAGE = "index.html";
    /** Digest of the manifest: a bundle without a signature would not show a change of the manifest itself. */
    static final String MANIFEST_DIGEST = "manifest.sha256";

    private static final String RESULTS = "results/";
    private static final String ENDING = ".json";

    private BundleLayout() {}

    static String result(String base) {
        return RESULTS + base + ENDING;
    }

    /** Returns the name of a result without its folder and ending. */
    static String base(String result) {
        return result.substring(RESULTS.length(), result.length() - ENDING.length());
    }

    /** Returns whether a name in a manifest is one that {@link #result} makes. */
    static boolean isResult(String name) {
        return name.startsWith(RESULTS) && name.endsWith(ENDING) && !name.endsWith("/" + CampaignIndex.FILE);
    }

    /** Returns the name of a workload or driver file with all defaults. */
    static String file(String base, String name) {
        return "files/" + base + "/" + name + ".yaml";
    }

    static Path page(Path folder) {
        return folder.resolve(PAGE);
    }

    static List<String> outsideManifest() {
        return List.of(Manifest.NAME, MANIFEST_DIGEST, ManifestSignature.NAME);
    }

    /** Returns the texts of the workload and driver file of a result, with all defaults, by their names in a bundle. */
    static Map<String, String> effectiveFiles(StoredResult result, String base) {
        String comment = "From " + result(base);
        Map<String, String> texts = new LinkedHashMap<>();
        result.workloadFile().ifPresent(file -> texts.put(file(base, "workload"), EffectiveFiles.yaml(file, comment)));
        result.driverFile().ifPresent(file -> texts.put(file(base, "driver"), EffectiveFiles.yaml(file, comment)));
        return texts;
    }
}
