package dev.weir.bundle;

import dev.weir.result.stored.StoredResult;
import dev.weir.workload.file.EffectiveFiles;
import java.util.LinkedHashMap;
import java.util.Map;

/** The workload and driver file of a result, with all defaults, as files of a bundle. */
final class EffectiveFileTexts {
    private EffectiveFileTexts() {}

    /**
     * Returns their texts by their names.
     *
     * @param base name of the result in the bundle
     */
    static Map<String, String> of(StoredResult result, String base) {
        String comment = "From " + BundleLayout.result(base);
        Map<String, String> texts = new LinkedHashMap<>();
        result.workloadFile()
                .ifPresent(file -> texts.put(BundleLayout.file(base, "workload"), EffectiveFiles.yaml(file, comment)));
        result.driverFile()
                .ifPresent(file -> texts.put(BundleLayout.file(base, "driver"), EffectiveFiles.yaml(file, comment)));
        return texts;
    }
}
