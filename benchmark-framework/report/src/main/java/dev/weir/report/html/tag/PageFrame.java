package dev.weir.report.html.tag;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.weir.result.FileDigest;
import dev.weir.result.document.DocumentReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Frame of a page. Its content security policy allows only the scripts and styles in it, by hash: the page sends no
 * request to any server, and a script smuggled in by a result file does not run. Only a live page may send requests to
 * its own server.
 */
public final class PageFrame {
    private static final String FOLDER = "/dev/weir/report/html/";

    private static final ObjectMapper DATA =
            JsonMapper.builder().addModule(DocumentReader.withoutSecrets()).build();

    private PageFrame() {}

    /** Returns a page, whose script reads its data, made by {@link #json}, from the element {@code data}. */
    public static String of(String title, String body, String data, String script, String style, boolean isLive) {
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
                "<script type=\"application/json\" id=\"data\">" + data + "</script>",
                "<script>" + script + "</script>",
                "</body>",
                "</html>",
                "");
    }

    private static String policy(String script, String style, boolean isLive) {
        return "default-src 'none'; script-src '" + hash(script) + "'; style-src '" + hash(style)
                + "'; img-src data:; base-uri 'none'; form-action 'none'" + (isLive ? "; connect-src 'self'" : "");
    }

    /** Returns data of texts, numbers, lists, maps and records as JSON that is safe inside a page. */
    public static String json(Object data) {
        try {
            return DATA.writeValueAsString(data)
                    // These could end the element, or a line of the script.
                    .replace("<", "\\u003c")
                    .replace("\u2028", "\\u2028")
                    .replace("\u2029", "\\u2029");
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("data is made of texts, numbers, lists, maps and records", e);
        }
    }

    /** Returns the hash of a script or a style sheet, as a policy has it. */
    public static String hash(String text) {
        return "sha256-" + Base64.getEncoder().encodeToString(FileDigest.bytes(text.getBytes(StandardCharsets.UTF_8)));
    }

    public static String resource(String name) {
        try (InputStream in = PageFrame.class.getResourceAsStream(FOLDER + name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing from the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + name, e);
        }
    }
}
