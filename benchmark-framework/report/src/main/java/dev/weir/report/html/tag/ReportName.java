package dev.weir.report.html.tag;

import java.nio.file.Path;

/** Default names of pages. */
public final class ReportName {
    /** Name of a campaign's page, in its folder. */
    public static final String OF_CAMPAIGN = "index.html";

    private ReportName() {}

    public static Path besideResult(Path result) {
        return result.resolveSibling(result.getFileName().toString().replaceFirst("\\.json$", "") + ".html");
    }
}
