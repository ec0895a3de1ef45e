package dev.weir.report.html;

import dev.weir.report.html.chart.Chart;
import dev.weir.report.html.chart.ChartData;
import dev.weir.report.html.tag.Tag;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;

/**
 * Frame of a page. Its content security policy allows only the scripts and styles in it, by hash: the page sends no
 * request to any server, and a script smuggled in by a result file does not run. Only a live page may send requests to
 * its own server.
 */
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
        String script = "/*!\n" + resource(PLOTS_LICENCE) + "*/\n" + resource(PLOTS) + "\n" + resource("report.js")
                + (body.contains(FLAMES) ? resource("flame.js") : "") + (isLive ? resource("live.js") : "");
        String style = resource(PLOTS_STYLE) + "\n" + resource("report.css");
        return String.join(
                "\n",
                "<!DOCTYPE html>",
                "<html lang=\"en\">",
                "<head>",
                "<meta charset=\"utf-8\">",
                "<meta http-equiv=\"Content-Security-Policy\" content=\"" + policy(script, style, isLive) + "\">",
                "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
                "<meta name=\"color-scheme\" content=\"light dark\">",
                "<meta name=\"referrer\" content=\"no-referrer\">",
                Tag.of("title", title).toString(),
                // An empty icon, because a browser would request one.
                "<link rel=\"icon\" href=\"data:,\">",
                "<style>" + style + "</style>",
                "</head>",
                "<body>",
                body,
                "<script type=\"application/json\" id=\"data\">" + ChartData.json(charts) + "</script>",
                "<script>" + script + "</script>",
                "</body>",
                "</html>",
                "");
    }

    private static String policy(String script, String style, boolean isLive) {
        return "default-src 'none'; script-src '" + hash(script) + "'; style-src '" + hash(style)
                + "'; img-src data:; base-uri 'none'; form-action 'none'" + (isLive ? "; connect-src 'self'" : "");
    }

    static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "sha256-" + Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    static String resource(String name) {
        try (InputStream in = Page.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing from the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + name, e);
        }
    }
}
