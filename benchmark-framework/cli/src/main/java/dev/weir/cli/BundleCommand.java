package dev.weir.cli;

import dev.weir.bundle.BundleWriter;
import dev.weir.cli.output.ConsoleCommand;
import dev.weir.cli.output.ResultFiles;
import dev.weir.cli.process.ExitStatus;
import dev.weir.clock.SystemClock;
import dev.weir.driver.exception.FailureText;
import dev.weir.report.board.Bundle;
import dev.weir.result.stored.IntervalHistograms;
import dev.weir.result.stored.StoredResult;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "bundle",
        sortOptions = false,
        description =
                "Pack results into a bundle that others can check and repeat: a ZIP file with one page, the result"
                        + " files, their histograms, and the workload and driver files with all defaults. Give all runs"
                        + " that were made, also those that failed.",
        footer = {
            "",
            "Examples:",
            "  bin/benchmark bundle results/ladder-2026-11-21-10-00-00",
            "      a campaign, with its failed and discarded runs",
            "  bin/benchmark bundle -o both.zip --price '16.27 USD/h' kafka/ redpanda/",
            "      the runs of two folders",
            "  bin/benchmark bundle --sign-with key.pem --public-key key.pub.pem results/x",
            "      signed; check it with verify --key key.pub.pem",
            "",
            "Keys: openssl genpkey -algorithm ed25519 -out key.pem",
            "      openssl pkey -in key.pem -pubout -out key.pub.pem"
        })
final class BundleCommand extends ConsoleCommand {
    @Parameters(
            paramLabel = "RESULT",
            arity = "1..*",
            description = "Result files, folders of them or of campaigns, or patterns")
    private List<String> names = List.of();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description =
                    "The bundle (default: RESULT.zip beside a single result, bundle.zip in the working directory for "
                            + "several). An existing file is replaced")
    private @Nullable Path output;

    @Option(
            names = "--price",
            paramLabel = "TEXT",
            defaultValue = "",
            description = "Price of the hosts, as free text for the page")
    private String price = "";

    @ArgGroup(exclusive = false)
    private @Nullable KeyFiles keys;

    static final class KeyFiles {
        @Option(
                names = "--sign-with",
                paramLabel = "FILE",
                required = true,
                description = "Sign the bundle with this private Ed25519 key (PEM)")
        private Path privateKey = Path.of("");

        @Option(
                names = "--public-key",
                paramLabel = "FILE",
                required = true,
                description = "The public key of --sign-with (PEM)")
        private Path publicKey = Path.of("");
    }

    @Override
    public Integer call() {
        var problems = new Problems();
        List<StoredResult> results = ResultFiles.read(names, problems);
        Path bundle = Optional.ofNullable(output).orElseGet(() -> besides(results));
        if (!bundle.toString().endsWith(Bundle.ENDING)) {
            problems.error("-o", "must end with " + Bundle.ENDING + ", got " + bundle);
        }
        problems.throwIfAny();
        // Without the folders of this host.
        String missing = problems.warnings().stream()
                .map(warning -> Path.of(warning.file()).getFileName() + ": " + warning.message())
                .collect(Collectors.joining("; "));
        results.stream()
                .filter(result -> !Files.exists(IntervalHistograms.ofResult(result.file())))
                .forEach(result -> problems.warning(
                        result.file().toString(),
                        "has no .hlog beside it: verify cannot compute its figures again, and refuses the bundle if"
                                + " Weir made this result"));
        printWarnings(problems);
        try {
            new BundleWriter(results, price, missing)
                    .write(
                            bundle,
                            Optional.ofNullable(keys)
                                    .map(given -> new BundleWriter.Keys(given.privateKey, given.publicKey)),
                            SystemClock.INSTANCE.epochNanos());
        } catch (GeneralSecurityException e) {
            problems.error(
                    "--sign-with",
                    "must be an Ed25519 key in a PEM file, and --public-key its public key: " + FailureText.of(e));
        } catch (IOException e) {
            problems.error(bundle.toString(), "cannot be made: " + e);
        }
        problems.throwIfAny();
        out().println(bundle);
        return ExitStatus.OK;
    }

    private static Path besides(List<StoredResult> results) {
        if (results.size() != 1) {
            return Path.of("bundle.zip");
        }
        Path result = results.get(0).file();
        return result.resolveSibling(String.valueOf(result.getFileName()).replaceFirst("\\.json$", "") + ".zip");
    }
}
