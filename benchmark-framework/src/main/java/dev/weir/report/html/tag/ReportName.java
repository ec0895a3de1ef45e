package dev.weir.report.html.tag;

import java.nio.file.Path;

/** Where pages lie by default. */
public final class ReportName {
    /** Of a campaign's page, in its folder. */
    public static final String OF_CAMPAIGN = "index.html";

    private ReportName() {}

    /** The page of a result, which has its name but for the ending. */
    public static Path besideResult(Path result) {
        return result.resolveSibling(result.getFileName().toString().replaceFirst("\\.json$", "") + ".html");
    }
}
