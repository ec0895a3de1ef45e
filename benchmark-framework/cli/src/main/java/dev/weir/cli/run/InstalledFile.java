package dev.weir.cli.run;

import dev.weir.workload.yaml.Problems;
import java.nio.file.Files;
import java.nio.file.Path;

/** Workload and driver files of the installation, which are found from any folder. */
public final class InstalledFile {
    /** Set by the start scripts: the folder of the installation. */
    private static final String HOME_PROPERTY = "weir.home";

    private InstalledFile() {}

    /** Returns the file or, with a warning, that of the installation if only the installation has it. */
    public static Path find(Path file, Problems problems) {
        Path installed = Path.of(System.getProperty(HOME_PROPERTY, "")).resolve(file);
        if (Files.exists(file) || !Files.isRegularFile(installed)) {
            return file;
        }
        problems.warning(file.toString(), "is not in this folder, so " + installed + " of the installation is used");
        return installed;
    }
}
