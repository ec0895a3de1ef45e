package dev.weir.bundle;

import dev.weir.result.stored.CampaignIndex;
import java.nio.file.Path;
import java.util.List;

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

    /** Returns the files that are not in the manifest. */
    static List<String> outsideManifest() {
        return List.of(Manifest.NAME, MANIFEST_DIGEST, ManifestSignature.NAME);
    }
}
