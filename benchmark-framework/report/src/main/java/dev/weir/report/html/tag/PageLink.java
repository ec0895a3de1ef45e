package dev.weir.report.html.tag;

import dev.weir.result.stored.CampaignIndex;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/** Names the pages of results, and links runs to them. */
public final class PageLink {
    /** Name of a campaign's page, in its folder. */
    public static final String OF_CAMPAIGN = "index.html";

    private PageLink() {}

    public static Path besideResult(Path result) {
        return result.resolveSibling(result.getFileName().toString().replaceFirst("\\.json$", "") + ".html");
    }

    /** Returns the name of a run, linked from {@code page} to the run's own page if that is beside its result. */
    public static Tag of(String name, Path result, Path page) {
        Path own = besideResult(result);
        return Files.exists(own) ? Tag.of("a", name).with("href", relative(own, page)) : Tag.of("span", name);
    }

    /** Returns a link to a run's campaign; empty if there is none, or if the page may be moved without the campaign. */
    public static Optional<Tag> toCampaign(Path result, Path page) {
        boolean beside = Objects.equals(
                result.toAbsolutePath().normalize().getParent(),
                page.toAbsolutePath().normalize().getParent());
        return beside && Files.exists(result.resolveSibling(CampaignIndex.FILE))
                ? Optional.of(Tag.of("a", "All runs of this campaign")
                        .with("href", relative(result.resolveSibling(OF_CAMPAIGN), page)))
                : Optional.empty();
    }

    /** Returns the address of a file for links on a page. */
    public static String relative(Path to, Path page) {
        Path from = page.toAbsolutePath().normalize().getParent();
        Path target = to.toAbsolutePath().normalize();
        try {
            String path =
                    from == null ? target.toString() : from.relativize(target).toString();
            // Without "./", text before a colon would be a scheme.
            return new URI(null, null, "./" + path.replace('\\', '/'), null).toASCIIString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException("any path can be written as a relative one", e);
        }
    }
}
