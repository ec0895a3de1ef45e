package dev.weir.cli.output;

import dev.weir.report.board.Board;
import dev.weir.report.board.BoardEntry;
import dev.weir.report.board.Bundle;
import dev.weir.report.board.Bundle.BundleFinder;
import dev.weir.report.html.HtmlReport;
import dev.weir.report.html.tag.PageLink;
import dev.weir.result.WholeFile;
import dev.weir.result.stored.StoredResult;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The folder of a board: its page {@code index.html}, and below {@code runs} the pages and bundles of results, in the
 * same folders as the results. It needs no file outside. Used by one thread.
 */
public final class BoardSite {
    private final Path folder;
    private final Path site;
    private final Path page;
    private final Pages pages;
    private final BundleFinder bundles;
    private final List<BoardEntry> entries = new ArrayList<>();

    public enum Pages {
        NEW,
        ALL,
        NONE;

        public static Optional<Pages> of(String name) {
            return Stream.of(values())
                    .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(name))
                    .findFirst();
        }
    }

    /** Creates an empty board. Bundles that cannot be read become warnings. */
    public BoardSite(Path folder, Path site, Pages pages, Problems problems) {
        this.folder = folder;
        this.site = site;
        this.page = site.resolve("index.html");
        this.pages = pages;
        this.bundles = new BundleFinder(problems);
    }

    public int results() {
        return entries.size();
    }

    public void add(StoredResult result) {
        Path place = site.resolve("runs").resolve(folder.relativize(result.file()));
        Path ofResult = PageLink.besideResult(place);
        // Made before a file is written, because it reads all that the file must contain.
        BoardEntry entry = BoardEntry.of(result, new BoardEntry.Links("", "", false));
        try {
            Optional<Bundle> bundle = bundles.of(result.file());
            Files.createDirectories(Objects.requireNonNull(place.getParent()));
            if (pages == Pages.ALL || (pages == Pages.NEW && isOutdated(ofResult, result.file()))) {
                HtmlReport.of(List.of(result)).write(Optional.empty(), ofResult);
                Files.setLastModifiedTime(ofResult, Files.getLastModifiedTime(result.file()));
            }
            Optional<Path> copied = Optional.empty();
            if (bundle.isPresent()) {
                Path original = bundle.get().file();
                Path copy = place.resolveSibling(original.getFileName());
                if (isOutdated(copy, original)) {
                    Files.copy(original, copy, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
                }
                copied = Optional.of(copy);
            }
            entries.add(entry.with(new BoardEntry.Links(
                    Files.exists(ofResult) ? address(ofResult) : "",
                    copied.map(this::address).orElse(""),
                    bundle.map(Bundle::isVerified).orElse(false))));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the site " + site, e);
        }
    }

    /** Files of the site have the times of the files that they show: a file that replaces another can be an older one. */
    private static boolean isOutdated(Path copy, Path original) throws IOException {
        return !Files.exists(copy) || !Files.getLastModifiedTime(copy).equals(Files.getLastModifiedTime(original));
    }

    private String address(Path file) {
        return PageLink.relative(file, page);
    }

    public Path write() {
        WholeFile.write(page, new Board(entries).html());
        return page;
    }
}
