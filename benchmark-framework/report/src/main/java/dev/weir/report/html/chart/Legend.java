package dev.weir.report.html.chart;

import dev.weir.report.html.tag.Tag;
import java.util.Locale;

/** Legend of a chart; the script makes buttons of its entries. */
final class Legend {
    /** Colour of targets and limits. */
    static final int GREY = 7;

    private static final int COLORS = 12;

    private Legend() {}

    static Tag of(Chart chart) {
        Tag list = Tag.of("ul").is("legend");
        for (Series series :
                chart.series().stream().filter(each -> !each.isEdge()).toList()) {
            boolean shown = chart.shown().contains(series);
            list.add(Tag.of("li").is(shown ? "on" : "off").add(key(series), Tag.of("span", series.name())));
        }
        return list;
    }

    static String colorClass(Series series) {
        return "c" + series.color() % COLORS;
    }

    /** Returns whether a line is dashed: after the last colour, the colours repeat with dashed lines. */
    static boolean isDashed(Series series) {
        return series.look() == Series.Look.DASHED || series.color() >= COLORS;
    }

    private static Tag key(Series series) {
        Tag line = Tag.of("svg").is("key").with("viewBox", "0 0 22 10").with("aria-hidden", "true");
        String color = colorClass(series);
        if (series.look() == Series.Look.CROSSES) {
            line.add(Drawing.cross(11, 5, color));
        } else if (series.look() != Series.Look.POINTS) {
            line.add(Tag.of("path")
                    .is("line " + color + (isDashed(series) ? " dashed" : ""))
                    .with("d", "M0 5L22 5"));
        }
        if (series.look() == Series.Look.POINTS || series.look() == Series.Look.MARKED) {
            line.add(Drawing.dot(11, 5, color));
        }
        return line;
    }

    static String look(Series series) {
        return series.look().name().toLowerCase(Locale.ROOT);
    }
}
