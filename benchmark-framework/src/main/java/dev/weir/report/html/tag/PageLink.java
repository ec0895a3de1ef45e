package dev.weir.report.html.tag;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The name of a run, which leads to its own page where that lies beside its result. */
public final class PageLink {
    private PageLink() {}

    /**
     * The name.
     *
     * @param result the run's file
     * @param page on which the name is going to stand
     */
    public static Tag of(String name, Path result, Path page) {
        Path own = ReportName.besideResult(result);
        return Files.exists(own) ? Tag.of("a", name).with("href", relative(own, page)) : Tag.of("span", name);
    }

    private static String relative(Path to, Path page) {
        Path from = page.toAbsolutePath().normalize().getParent();
        Path target = to.toAbsolutePath().normalize();
        try {
            String path =
                    from == null ? target.toString() : from.relativize(target).toString();
            // What stands before a colon would be a scheme.
            return new URI(null, null, "./" + path.replace('\\', '/'), null).toASCIIString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException("any path can be written as a relative one", e);
        }
    }
}
