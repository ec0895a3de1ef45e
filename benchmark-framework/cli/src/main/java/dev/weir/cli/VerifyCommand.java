package dev.weir.cli;

import dev.weir.bundle.Verification;
import dev.weir.bundle.Verification.Agreement;
import dev.weir.bundle.Verification.VerifiedPart;
import dev.weir.cli.output.ConsoleCommand;
import dev.weir.cli.process.ExitStatus;
import dev.weir.clock.SystemClock;
import dev.weir.report.board.Bundle;
import dev.weir.result.FileDigest;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "verify",
        sortOptions = false,
        description =
                "Check a bundle that 'bin/benchmark bundle' has made: unchanged files, the signature, everything that is computed "
                        + "again from histograms, counts and other fields, and the page.",
        exitCodeList = {
            ExitStatus.HELP_BAD_INPUT,
            ExitStatus.INVALID + ":something in the bundle differs",
            ExitStatus.NOT_JUDGED
                    + ":verified in part: nothing differs, but figures of a result or the page could not be made again, or"
                    + " fields that follow from no others, such as hosts and dates, have no source that --key confirms",
            ExitStatus.OK + ":verified"
        },
        footer = {
            "",
            "Examples:",
            "  bin/benchmark verify bundle.zip",
            "  bin/benchmark verify --key lab.pub.pem bundle.zip",
            "      it must also be signed with this key"
        })
final class VerifyCommand extends ConsoleCommand {
    @Parameters(paramLabel = "BUNDLE", description = "The ZIP file of a bundle")
    private Path bundle = Path.of("");

    @Option(
            names = "--key",
            paramLabel = "FILE",
            description = "Public Ed25519 key (PEM) with which the bundle must be signed")
    private @Nullable Path key;

    @Option(
            names = "--mark",
            description =
                    "If all figures and the page were made again and agree, write BUNDLE.verified beside it. 'report --site' "
                            + "then shows the badge 'verified'")
    private boolean mark;

    @Override
    public Integer call() {
        var problems = new Problems();
        for (Path file : key == null ? List.of(bundle) : List.of(bundle, key)) {
            if (!Files.isRegularFile(file)) {
                problems.error(file.toString(), "does not exist, or is no file");
            }
        }
        problems.throwIfAny();
        try {
            List<VerifiedPart> checks = Verification.of(bundle, Optional.ofNullable(key));
            checks.forEach(check -> out().printf(
                            "%-8s  %-9s  %s%n",
                            check.agreement().name().toLowerCase(Locale.ROOT), check.subject(), check.text()));
            if (checks.stream().anyMatch(check -> check.agreement() == Agreement.DIFFERS)) {
                out().println("NOT VERIFIED: do not rely on this bundle");
                return ExitStatus.INVALID;
            }
            boolean leavesOut = checks.stream().anyMatch(VerifiedPart::leavesOut);
            boolean needsSource = checks.stream().anyMatch(VerifiedPart::needsSource)
                    && checks.stream().noneMatch(VerifiedPart::confirmsSource);
            if (mark && leavesOut) {
                err().println("warning: --mark: not all figures could be computed again, so the bundle has no mark");
            } else if (mark) {
                Bundle.markVerified(bundle, SystemClock.INSTANCE.epochNanos());
            }
            boolean inPart = leavesOut || needsSource;
            out().println((inPart ? "VERIFIED IN PART" : "VERIFIED") + ": SHA-256 of the bundle: "
                    + FileDigest.of(bundle));
            if (needsSource) {
                out().println(
                                "  The unchecked fields are as sure as their source: --key FILE checks whose bundle it is");
            }
            return inPart ? ExitStatus.NOT_JUDGED : ExitStatus.OK;
        } catch (IOException e) {
            problems.error(bundle.toString(), "cannot be checked: " + e);
        }
        problems.throwIfAny();
        return ExitStatus.OK;
    }
}
