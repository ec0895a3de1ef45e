package dev.weir.cli;

import dev.weir.cli.output.BoardSite;
import dev.weir.cli.output.ConsoleCommand;
import dev.weir.cli.output.ResultFiles;
import dev.weir.cli.process.ExitStatus;
import dev.weir.workload.text.NumberText;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes a site of many results. */
@Command(
        name = "board",
        sortOptions = false,
        description = "Write a static site of all results in a folder and the folders below it, Weir's and OMB's. The"
                + " page ranks results of equal workload and durability. It has filters for system, version, durability,"
                + " hosts, client and outcome. Copy the site to any web server, or open its index.html.",
        exitCodeList = {
            ExitStatus.HELP_BAD_INPUT,
            ExitStatus.FAILED + ":some files could not be read, the site has all others",
            ExitStatus.HELP_OK
        },
        footer = {
            "",
            "Pages of results:",
            "  new   write the pages that are missing, or whose results have changed (default)",
            "  all   write all of them again, for example after an update of Weir",
            "  none  write none, and link to those that the site has",
            "",
            "Examples:",
            "  bin/benchmark board results -o site",
            "  bin/benchmark board /srv/results -o site --pages none"
        })
final class BoardCommand extends ConsoleCommand {
    @Parameters(paramLabel = "FOLDER", description = "The folder with result files")
    private Path folder = Path.of("");

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FOLDER",
            required = true,
            description = "The folder of the site. It is created if it does not exist")
    private Path site = Path.of("");

    @Option(
            names = "--pages",
            paramLabel = "WHICH",
            defaultValue = "new",
            description = "Which pages of results to write: new, all or none (default: new)")
    private String pages = "";

    @Override
    public Integer call() throws IOException {
        var problems = new Problems();
        if (!Files.isDirectory(folder)) {
            problems.error("FOLDER", "must be a folder with result files, got " + folder);
        }
        if (Files.exists(site) && !Files.isDirectory(site)) {
            problems.error("-o", "must be the folder of the site, got the file " + site);
        }
        Optional<BoardSite.Pages> which = BoardSite.Pages.of(pages);
        if (which.isEmpty()) {
            problems.error("--pages", "must be one of new, all, none, got " + pages);
        }
        problems.throwIfAny();
        var board = new BoardSite(folder, site, which.orElseThrow(), problems);
        ResultFiles.readAllBelow(folder, board::add, problems);
        if (board.results() == 0) {
            problems.warnings().forEach(problems::error);
            problems.error("FOLDER", "there is no result file in " + folder + " or below it");
            problems.throwIfAny();
        }
        Path page = board.write();
        printWarnings(problems);
        out().println(page + ": " + NumberText.counted(board.results(), "result"));
        return problems.warnings().isEmpty() ? ExitStatus.OK : ExitStatus.FAILED;
    }
}
