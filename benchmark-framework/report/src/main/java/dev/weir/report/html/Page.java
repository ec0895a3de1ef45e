package dev.weir.report.html;

import dev.weir.report.html.chart.Chart;
import dev.weir.report.html.chart.ChartData;
import dev.weir.report.html.tag.PageFrame;
import dev.weir.report.html.tag.Tag;
import java.util.List;

/** A page with charts: its scripts and styles in a {@link PageFrame}. */
final class Page {
    /** Library that draws charts; its licence is included. */
    static final String PLOTS = "uPlot-1.6.32.iife.min.js";

    static final String PLOTS_STYLE = "uPlot-1.6.32.min.css";
    static final String PLOTS_LICENCE = "uPlot-LICENSE.txt";

    /** What only a page with flame graphs has in it: no text of a result can look like it. */
    private static final String FLAMES = "class=\"flame\"";

    private Page() {}

    /** @param isLive whether the page asks its server for a newer version */
    static String of(String title, List<Tag> content, List<Chart> charts, boolean isLive) {
        String body = Tag.of("main").add(content).toString();
        String script = "/*!\n" + PageFrame.resource(PLOTS_LICENCE) + "*/\n" + PageFrame.resource(PLOTS) + "\n"
                + PageFrame.resource("report.js") + (body.contains(FLAMES) ? PageFrame.resource("flame.js") : "")
                + (isLive ? PageFrame.resource("live.js") : "");
        String style = PageFrame.resource(PLOTS_STYLE) + "\n" + PageFrame.resource("report.css");
        return PageFrame.of(title, body, ChartData.json(charts), script, style, isLive);
    }
}
