package dev.weir.report.html.tag;

import dev.weir.result.stored.CampaignIndex;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

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

    /** Leads from a run of a campaign to the page of the campaign; empty if the run is of none. */
    public static Optional<Tag> toCampaign(Path result, Path page) {
        return Files.exists(result.resolveSibling(CampaignIndex.FILE))
                ? Optional.of(Tag.of("a", "All runs of this campaign")
                        .with("href", relative(result.resolveSibling(ReportName.OF_CAMPAIGN), page)))
                : Optional.empty();
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
